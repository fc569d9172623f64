// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace oldham {

/// What a snapshot holds besides numbers: the saved state of a foreign model, or of a whole nested co-simulation.
class SnapshotContent {
 public:
  virtual ~SnapshotContent() = default;
};

/// The saved state of one subsystem. Owns its content and frees it; saving again reuses the storage.
/// Move-only: a copy is made on purpose, with clone().
template <class T>
struct Snapshot {
  std::vector<T> values;
  std::shared_ptr<SnapshotContent> content;  // shared between clones, therefore replaced, never changed, when shared
  std::uint64_t ticket = 0;                  // for subsystems without rollback: which of their states this was

  Snapshot() = default;
  Snapshot(Snapshot&&) noexcept = default;
  Snapshot& operator=(Snapshot&&) noexcept = default;
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  void copy_from(const Snapshot& other) {
    values = other.values;
    content = other.content;
    ticket = other.ticket;
  }
};

}  // namespace oldham
