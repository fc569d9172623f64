// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace oldham::fmi::ssp {

/// A folder that holds a system structure description and what it refers to.
class Package {
 public:
  /// FILE.ssp, unpacked into `cache`; or FILE.ssd, with the folder it stands in. `variant` is the description in an
  /// archive that holds several.
  static Package open(const std::filesystem::path& file, const std::filesystem::path& cache,
                      std::string_view variant = "SystemStructure.ssd");
  /// A package that a source of this one leads to. A description inside an archive stays in it, too.
  Package open_inner(const std::filesystem::path& file, const std::filesystem::path& cache,
                     std::string_view variant = "SystemStructure.ssd") const;

  /// The description itself.
  std::filesystem::path structure() const { return folder_ / structure_; }
  /// How messages call a file of it: "crane.ssp/resources/pump.fmu".
  std::string name_of(const std::filesystem::path& file) const;
  /// The file that a source leads to. What leaves an archive, or must be fetched from elsewhere, is an error.
  std::filesystem::path find(std::string_view source, std::string_view where) const;

 private:
  std::filesystem::path folder_, structure_;
  std::filesystem::path label_;    // stands for the folder in messages
  std::filesystem::path archive_;  // the folder that sources must not leave; empty where they may lead anywhere
};

/// The whole content of a file.
std::string read_whole(const std::filesystem::path& file);

}  // namespace oldham::fmi::ssp
