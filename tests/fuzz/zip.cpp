// SPDX-License-Identifier: MIT
#include "oldham/fmi/archive.hpp"
#include "target.hpp"

// An archive is read and unpacked; what arrives must be files and folders inside the folder it was meant for.

namespace oldham::fuzz {
namespace {

namespace fs = std::filesystem;

// small ones, so that no input takes long
constexpr fmi::ArchiveLimits limits{
    .entries = 64, .entry_bytes = 1 << 16, .total_bytes = 1 << 18, .ratio = 300, .ratio_from = 1 << 14};

void check_unpacked(const fmi::Archive& archive, const fs::path& folder) {
  std::uint64_t total = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    require(!entry.is_symlink(), "no link is unpacked");
    require(entry.is_directory() || entry.is_regular_file(), "only files and folders are unpacked");
    if (entry.is_regular_file()) total += entry.file_size();
  }
  require(total <= limits.total_bytes, "no more than the limit is unpacked");
  for (const fmi::ArchiveEntry& entry : archive.entries())
    require(fs::exists(fs::symlink_status(folder / entry.name)), "every entry is unpacked");
}

void read_archive(const fs::path& root) {
  const fmi::Archive archive(root / "input.fmu", limits);
  for (const fmi::ArchiveEntry& entry : archive.entries()) {
    if (entry.is_folder()) continue;
    try {
      require(archive.read(entry.name, limits.entry_bytes).size() == entry.size, "an entry has the size it declares");
    } catch (const Error&) {
    }
  }
  check_unpacked(archive, archive.unpack(root / "cache"));
}

}  // namespace
}  // namespace oldham::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace oldham::fuzz;
  const Folder folder;
  write_file(folder.path() / "input.fmu", text_of(data, size));
  try {
    read_archive(folder.path());
  } catch (const oldham::Error&) {
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    require(entry.path().filename() == "input.fmu" || entry.path().filename() == "cache",
            "nothing is unpacked beside the cache");
  return 0;
}
