// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/import/instance.hpp"

namespace oldham::fmi {

/// An FMU that is unpacked and whose library is loaded: what all of its instances share.
class Fmu {
 public:
  /// `wanted` absent: co-simulation, or model exchange where there is nothing else. An FMU that cannot run here is
  /// refused with the reason.
  Fmu(const std::filesystem::path& file, std::optional<InterfaceKind> wanted,
      const std::filesystem::path& cache = default_cache());

  const std::filesystem::path& file() const { return file_; }
  const ModelDescription& description() const { return description_; }
  const Interface& interface() const { return *interface_; }
  /// Resets global variables of the library to what they were when it was loaded. Call it while no instance exists.
  void reload_library() const;
  InstanceOrigin origin() const { return {&description_, interface_, library_.get(), folder_}; }

 private:
  std::filesystem::path file_;
  ModelDescription description_;
  const Interface* interface_ = nullptr;
  std::filesystem::path folder_;
  mutable std::unique_ptr<Library> library_;
  std::filesystem::path library_file_;
};

}  // namespace oldham::fmi
