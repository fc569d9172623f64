// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/sole_instance.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

/// Who uses which, in this process.
struct Holders {
  std::mutex mutex;
  std::map<std::string, std::string> names;  // by folder
};

Holders& holders() {
  static Holders holders;
  return holders;
}

}  // namespace

SoleInstance::SoleInstance(const std::filesystem::path& folder, const std::string& name) : folder_(folder.string()) {
  const std::lock_guard lock(holders().mutex);
  const auto [holder, is_free] = holders().names.emplace(folder_, name);
  if (!is_free)
    throw_missing_capability(
        name,
        fmt::format("the FMU can be instantiated only once per process, and '{}' is an instance of it already",
                    holder->second),
        "add isolation = \"process\"");
}

SoleInstance::~SoleInstance() {
  const std::lock_guard lock(holders().mutex);
  holders().names.erase(folder_);
}

}  // namespace oldham::fmi
