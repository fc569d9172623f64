// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/ssp_reader.hpp"

#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/fmi/export/archive_writer.hpp"
#include "target.hpp"

// A system of SSP. An input is the files of a package, one after the other: a line "==> NAME" begins the file of this
// name, and what stands before the first such line is SystemStructure.ssd. A file NAME.fmu is the description of an
// FMU.

namespace oldham::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<fmi::PackedEntry> split(std::string_view text) {
  constexpr std::string_view mark = "==> ";
  std::vector<fmi::PackedEntry> files = {{"SystemStructure.ssd", ""}};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    const std::string_view line = text.substr(0, end + 1);
    if (line.starts_with(mark))
      files.push_back({std::string(line.substr(mark.size(), line.find_last_not_of('\n') + 1 - mark.size())), ""});
    else
      files.back().content += line;
    text.remove_prefix(line.size());
  }
  return files;
}

/// FMUs are archives themselves.
void pack_fmu(fmi::PackedEntry& file, const fs::path& folder) {
  const fs::path fmu = folder / "packed.fmu";
  fmi::write_archive(fmu, {{"modelDescription.xml", std::move(file.content)}});
  std::ifstream stream(fmu, std::ios::binary);
  file.content = {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void read_package(std::string_view text) {
  const Folder folder;
  std::vector<fmi::PackedEntry> files = split(text);
  for (fmi::PackedEntry& file : files)
    if (file.name.ends_with(".fmu")) pack_fmu(file, folder.path());
  fmi::write_archive(folder.path() / "input.ssp", std::move(files));
  const Value tree = fmi::read_ssp(folder.path() / "input.ssp", folder.path() / "cache");
  require(tree.find("subsystem") != nullptr, "a system has subsystems");
}

}  // namespace
}  // namespace oldham::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    oldham::fuzz::read_package(oldham::fuzz::text_of(data, size));
  } catch (const oldham::Error&) {
  }
  return 0;
}
