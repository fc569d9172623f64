// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/library_file.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <vector>

namespace oldham::fmi {
namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Entry = ElfW(Dyn);

constexpr std::size_t most_entries = 100'000;  // of the dynamic section; usual are thirty

class LibraryFile {
 public:
  explicit LibraryFile(const std::filesystem::path& file) : stream_(file, std::ios::binary) {
    stream_.seekg(0, std::ios::end);
    size_ = stream_ ? static_cast<std::uint64_t>(stream_.tellg()) : 0;
  }

  std::uint64_t size() const { return size_; }
  bool has(std::uint64_t begin, std::uint64_t length) const { return begin <= size_ && length <= size_ - begin; }

  /// None where the file ends before.
  template <class T>
  std::optional<std::vector<T>> read(std::uint64_t begin, std::size_t count) {
    if (!has(begin, count * sizeof(T))) return std::nullopt;
    std::vector<T> items(count);
    stream_.seekg(static_cast<std::streamoff>(begin));
    stream_.read(reinterpret_cast<char*>(items.data()), static_cast<std::streamsize>(count * sizeof(T)));
    if (!stream_) return std::nullopt;
    return items;
  }

 private:
  std::ifstream stream_;
  std::uint64_t size_ = 0;
};

/// Of this machine's kind, so that the loader would map it.
bool is_own_kind(const Header& header) {
  constexpr unsigned char own_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == own_class &&
         header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_phentsize == sizeof(Segment);
}

/// Whether the library has memory there once it is loaded.
bool is_mapped(const std::vector<Segment>& segments, std::uint64_t address) {
  return std::ranges::any_of(segments, [&](const Segment& segment) {
    return segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_memsz;
  });
}

/// The tables that the loader follows without asking whether they are there.
bool is_followed(const Entry& entry) {
  constexpr std::int64_t tables[] = {DT_HASH,   DT_GNU_HASH, DT_STRTAB, DT_SYMTAB,     DT_RELA,       DT_REL,
                                     DT_JMPREL, DT_INIT,     DT_FINI,   DT_INIT_ARRAY, DT_FINI_ARRAY, DT_VERSYM};
  return std::ranges::find(tables, entry.d_tag) != std::end(tables) && entry.d_un.d_ptr != 0;
}

}  // namespace

std::string missing_part(const std::filesystem::path& path) {
  LibraryFile file(path);
  const auto header = file.read<Header>(0, 1);
  if (!header || !is_own_kind(header->front())) return {};
  const auto segments = file.read<Segment>(header->front().e_phoff, header->front().e_phnum);
  const std::string cut_off =
      fmt::format("it is cut off or damaged: the file ends after {} bytes, before ", file.size());
  if (!segments) return cut_off + "the list of its parts";
  for (const Segment& segment : *segments) {
    const bool is_read = segment.p_type == PT_LOAD || segment.p_type == PT_DYNAMIC;
    if (is_read && !file.has(segment.p_offset, segment.p_filesz))
      return cut_off + fmt::format("a part of {} bytes that begins at {}", segment.p_filesz, segment.p_offset);
  }
  for (const Segment& segment : *segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    const auto entries =
        file.read<Entry>(segment.p_offset, std::min<std::size_t>(segment.p_filesz / sizeof(Entry), most_entries));
    if (!entries) continue;
    for (const Entry& entry : *entries) {
      if (entry.d_tag == DT_NULL) break;
      if (is_followed(entry) && !is_mapped(*segments, entry.d_un.d_ptr))
        return fmt::format("it is damaged: a table is said to be at {:#x}, where there is nothing", entry.d_un.d_ptr);
    }
  }
  return {};
}

}  // namespace oldham::fmi
