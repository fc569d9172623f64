// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oldham {

/// A folder that names from outside cannot lead out of: neither by "..", nor as absolute paths, nor over links.
class ConfinedFolder {
 public:
  /// A folder that is not there is an error.
  explicit ConfinedFolder(const std::filesystem::path& folder);

  /// Without links.
  const std::filesystem::path& path() const { return path_; }

  /// Where "crane/double.toml" is, without links; it need not exist. Hidden files, and what lies outside, are refused.
  std::filesystem::path find(std::string_view name) const;

  /// Whether a path, as this process sees it, is that of something inside, and not of a hidden file. Links are
  /// followed.
  bool holds(const std::filesystem::path& file) const;

  /// The names of files with this ending, in order; hidden folders, and those that are only written to, are left out.
  std::vector<std::string> list(std::string_view ending) const;

 private:
  /// Without links; absent where it lies outside.
  std::optional<std::filesystem::path> place_of(const std::filesystem::path& file) const;

  std::filesystem::path path_;
};

/// Replaces the text of a file, or makes it with the folders above it: whoever reads sees all of the old or all of the
/// new.
void replace_text(const std::filesystem::path& file, std::string_view text);

}  // namespace oldham
