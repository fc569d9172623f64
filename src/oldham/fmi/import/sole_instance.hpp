// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace oldham::fmi {

/// The right to use an FMU that can be instantiated only once per process, as long as this lives.
class SoleInstance {
 public:
  /// `folder` is where the FMU is unpacked, `name` who wants it; refused when another has it.
  SoleInstance(const std::filesystem::path& folder, const std::string& name);
  ~SoleInstance();
  SoleInstance(const SoleInstance&) = delete;
  SoleInstance& operator=(const SoleInstance&) = delete;

 private:
  std::string folder_;
};

}  // namespace oldham::fmi
