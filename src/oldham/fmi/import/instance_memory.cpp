// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/instance_memory.hpp"

#include <malloc.h>

#include <cstdlib>
#include <deque>
#include <mutex>

namespace oldham::fmi {
namespace {

thread_local int releases = 0;

struct KeptBlocks {
  std::mutex mutex;
  std::deque<void*> blocks;  // oldest first
  std::size_t bytes = 0;
};

/// Never destroyed: instances may be freed while the program ends.
KeptBlocks& kept_blocks() {
  static auto* const kept = new KeptBlocks;
  return *kept;
}

}  // namespace

void free_memory(void* block) {
  if (block == nullptr) return;
  if (releases == 0) return std::free(block);
  KeptBlocks& kept = kept_blocks();
  const std::lock_guard lock(kept.mutex);
  kept.blocks.push_back(block);
  kept.bytes += malloc_usable_size(block);
  while (kept.bytes > kept_bytes && kept.blocks.size() > 1) {
    kept.bytes -= malloc_usable_size(kept.blocks.front());
    std::free(kept.blocks.front());
    kept.blocks.pop_front();
  }
}

InstanceRelease::InstanceRelease() { ++releases; }
InstanceRelease::~InstanceRelease() { --releases; }

}  // namespace oldham::fmi
