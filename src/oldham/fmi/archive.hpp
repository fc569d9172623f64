// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace oldham::fmi {

/// How much an archive may hold before it is refused, so that a small file cannot fill memory or disk.
struct ArchiveLimits {
  std::uint64_t entries = 200'000;
  std::uint64_t entry_bytes = std::uint64_t{4} << 30;   // one entry, unpacked
  std::uint64_t total_bytes = std::uint64_t{16} << 30;  // all entries, unpacked
  std::uint64_t ratio = 300;                            // unpacked to packed bytes, each and all; tables reach 100
  std::uint64_t ratio_from = std::uint64_t{16} << 20;   // bytes; what is smaller may be as dense as it likes
};

/// A file or folder of an archive. Folders end in a slash, as in the archive.
struct ArchiveEntry {
  std::string name;
  std::uint64_t size = 0;  // unpacked, bytes
  std::uint64_t packed_size = 0;

  bool is_folder() const { return name.ends_with('/'); }
};

/// An FMU or SSP as a file: a zip archive whose names, kinds and sizes were found harmless before anything is read from
/// it. Messages about a file that is no archive call what was expected by `kind`.
class Archive {
 public:
  explicit Archive(std::filesystem::path file, const ArchiveLimits& limits = {}, std::string_view kind = "an FMU");
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  const std::filesystem::path& file() const { return file_; }
  const std::vector<ArchiveEntry>& entries() const { return entries_; }
  /// Null when there is no such file.
  const ArchiveEntry* find(std::string_view name) const;

  /// The whole content of an entry; one that is missing or larger than `limit` bytes is an error.
  std::string read(std::string_view name, std::uint64_t limit) const;

  /// Unpacks into `cache`/HASH, named by the content of the archive, and returns that folder. What is complete there
  /// already is used again. Programs that unpack the same archive at once do not disturb each other.
  std::filesystem::path unpack(const std::filesystem::path& cache) const;
  /// How the names of folders begin there that are not complete.
  static constexpr std::string_view work_name = ".unpacking";

 private:
  struct Zip;

  std::string content_of(std::size_t entry) const;
  void extract(std::size_t entry, const std::filesystem::path& into) const;
  bool is_unpacked(const std::filesystem::path& folder) const;

  std::filesystem::path file_;
  std::vector<ArchiveEntry> entries_;
  std::unique_ptr<Zip> zip_;
};

/// Where FMUs are unpacked unless one says otherwise: $XDG_CACHE_HOME/oldham/fmu, else ~/.cache/oldham/fmu, else a
/// folder of the user in the system's temporary folder. Passes over places whose address cannot be written as it is,
/// for instance with a space: many FMUs do not decode it. Refuses a temporary folder that someone else could write to.
std::filesystem::path default_cache();

}  // namespace oldham::fmi
