// SPDX-License-Identifier: MIT
#include "oldham/fmi/archive.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "oldham/core/error.hpp"
#include "oldham/core/value.hpp"
#include "oldham/fmi/entry_check.hpp"

namespace oldham::fmi {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_compared = std::uint64_t{64} << 20;  // bytes of an entry that stands twice

constexpr const char* make_anew = "export the FMU again with its tool";
constexpr const char* distrust = "an FMU needs nothing like it: do not trust this file, or export it again";

struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using OpenEntry = std::unique_ptr<zip_file_t, CloseFile>;

[[noreturn]] void refuse_entry(const fs::path& file, std::string_view entry, std::string_view what,
                               std::string_view remedy) {
  throw_wrong_input(fmt::format("{}: entry {}", file.string(), quoted_name(entry.substr(0, 200))), what, remedy);
}

std::string text_of(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

/// What can be said of a file that is no archive: a name that is wrong, a copy that broke off, another kind of file.
[[noreturn]] void refuse_file(const fs::path& file, std::string_view kind, int code) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (!fs::exists(status)) throw_wrong_input(file.string(), "there is no such file", "check the path");
  if (fs::is_directory(status))
    throw_wrong_input(file.string(), fmt::format("expected {}, found a folder", kind),
                      "pack its content into a zip file first");
  std::ifstream stream(file, std::ios::binary);
  char head[4] = {};
  stream.read(head, sizeof head);
  if (!stream.is_open())
    throw_wrong_input(file.string(), "the file cannot be opened", "check the permission to read it");
  if (stream.gcount() == 0) throw_wrong_input(file.string(), "the file is empty", "copy or export it again");
  if (std::string_view(head, 4) == "PK\x03\x04")
    throw_wrong_input(file.string(), fmt::format("the zip archive is cut off or damaged ({})", text_of(code)),
                      "copy or export it again");
  throw_wrong_input(file.string(), fmt::format("expected {}, which is a zip archive, found something else", kind),
                    "check the path");
}

/// Links, devices and pipes; what was packed without a kind is a file.
bool is_special(zip_t* zip, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) != 0) return false;
  if (system != ZIP_OPSYS_UNIX && system != ZIP_OPSYS_OS_X) return false;
  const mode_t kind = (attributes >> 16) & S_IFMT;
  return kind != 0 && kind != S_IFREG && kind != S_IFDIR;
}

std::string bytes_text(std::uint64_t bytes) {
  const double mebibyte = 1024 * 1024;
  return static_cast<double>(bytes) < mebibyte ? fmt::format("{} bytes", bytes)
                                               : fmt::format("{:.0f} MiB", static_cast<double>(bytes) / mebibyte);
}

ArchiveEntry check_entry(const fs::path& file, zip_t* zip, zip_uint64_t index, const ArchiveLimits& limits) {
  zip_stat_t info;
  if (zip_stat_index(zip, index, 0, &info) != 0 || !(info.valid & ZIP_STAT_NAME) || !(info.valid & ZIP_STAT_SIZE) ||
      !(info.valid & ZIP_STAT_COMP_SIZE))
    throw_wrong_input(file.string(), fmt::format("entry {} of the archive is damaged", index), make_anew);
  ArchiveEntry entry{.name = info.name, .size = info.size, .packed_size = info.comp_size};
  // some tools begin every path with the folder it is in
  while (entry.name.starts_with("./") && entry.name.size() > 2) entry.name.erase(0, 2);
  const bool is_all = entry.name == "./";
  if (const auto objection = is_all ? std::nullopt : objection_to_name(entry.name))
    refuse_entry(file, entry.name, *objection, distrust);
  if (is_special(zip, index)) refuse_entry(file, entry.name, "it is a link or a special file", distrust);
  if ((info.valid & ZIP_STAT_ENCRYPTION_METHOD) && info.encryption_method != ZIP_EM_NONE)
    refuse_entry(file, entry.name, "it is encrypted", "export the FMU without a password");
  if (entry.size > limits.entry_bytes)
    refuse_entry(file, entry.name,
                 fmt::format("unpacked it has {}, more than the {} allowed", bytes_text(entry.size),
                             bytes_text(limits.entry_bytes)),
                 distrust);
  if (entry.size > limits.ratio_from && entry.size / limits.ratio > entry.packed_size)
    refuse_entry(file, entry.name,
                 fmt::format("{} unpack into {}, more than {} times as much", bytes_text(entry.packed_size),
                             bytes_text(entry.size), limits.ratio),
                 distrust);
  return entry;
}

}  // namespace

struct Archive::Zip {
  zip_t* handle = nullptr;

  explicit Zip(zip_t* opened) : handle(opened) {}
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;
  ~Zip() { zip_discard(handle); }

  /// Hands the content of an entry over piece by piece; a declared size that is wrong is an error.
  template <class Take>
  void read(const fs::path& file, std::size_t index, const ArchiveEntry& entry, Take take) const {
    const OpenEntry open(zip_fopen_index(handle, index, 0));
    if (!open) refuse_entry(file, entry.name, fmt::format("it cannot be read ({})", zip_strerror(handle)), make_anew);
    std::vector<char> piece(std::size_t{1} << 16);
    std::uint64_t done = 0;
    while (true) {
      const zip_int64_t count = zip_fread(open.get(), piece.data(), piece.size());
      if (count < 0)
        refuse_entry(file, entry.name, fmt::format("it is damaged ({})", zip_file_strerror(open.get())), make_anew);
      if (count == 0) break;
      done += static_cast<std::uint64_t>(count);
      if (done > entry.size) break;
      take(std::string_view(piece.data(), static_cast<std::size_t>(count)));
    }
    if (done != entry.size)
      refuse_entry(file, entry.name, fmt::format("it declares {} and has another size", bytes_text(entry.size)),
                   distrust);
  }
};

Archive::Archive(fs::path file, const ArchiveLimits& limits, std::string_view kind) : file_(std::move(file)) {
  int code = 0;
  zip_t* opened = zip_open(file_.c_str(), ZIP_RDONLY, &code);
  if (opened == nullptr) refuse_file(file_, kind, code);
  zip_ = std::make_unique<Zip>(opened);
  const zip_int64_t count = zip_get_num_entries(opened, 0);
  if (static_cast<std::uint64_t>(count) > limits.entries)
    throw_wrong_input(file_.string(), fmt::format("the archive has {} entries, more than {}", count, limits.entries),
                      distrust);
  std::uint64_t total = 0;
  entries_.reserve(static_cast<std::size_t>(count));
  for (zip_int64_t i = 0; i < count; ++i) {
    entries_.push_back(check_entry(file_, opened, static_cast<zip_uint64_t>(i), limits));
    if (entries_.back().size > limits.total_bytes - total)
      throw_wrong_input(file_.string(), fmt::format("unpacked it has more than {}", bytes_text(limits.total_bytes)),
                        distrust);
    total += entries_.back().size;
  }
  // entries that share their packed bytes are each no denser than allowed, and together without limit
  std::error_code ignored;
  const std::uint64_t packed = fs::file_size(file_, ignored);
  if (total > limits.ratio_from && total / limits.ratio > packed)
    throw_wrong_input(file_.string(),
                      fmt::format("{} unpack into {}, more than {} times as much", bytes_text(packed),
                                  bytes_text(total), limits.ratio),
                      distrust);
  // some tools pack a file twice
  const auto are_same = [&](std::size_t first, std::size_t second) {
    return entries_[first].size == entries_[second].size && entries_[first].size <= most_compared &&
           content_of(first) == content_of(second);
  };
  if (const auto ambiguity = find_ambiguity(entries_, are_same))
    refuse_entry(file_, ambiguity->entry, ambiguity->what, distrust);
}

Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

const ArchiveEntry* Archive::find(std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &ArchiveEntry::name);
  return found == entries_.end() ? nullptr : &*found;
}

std::string Archive::read(std::string_view name, std::uint64_t limit) const {
  const ArchiveEntry* entry = find(name);
  if (entry == nullptr)
    throw_wrong_input(file_.string(), fmt::format("the archive has no {}", quoted_name(name)),
                      "check that it is an FMU, with this file at its top");
  if (entry->size > limit)
    refuse_entry(file_, name,
                 fmt::format("it has {}, more than the {} allowed", bytes_text(entry->size), bytes_text(limit)),
                 distrust);
  return content_of(static_cast<std::size_t>(entry - entries_.data()));
}

std::string Archive::content_of(std::size_t index) const {
  std::string content;
  content.reserve(entries_[index].size);
  zip_->read(file_, index, entries_[index], [&](std::string_view piece) { content += piece; });
  return content;
}

void Archive::extract(std::size_t index, const fs::path& into) const {
  const ArchiveEntry& entry = entries_[index];
  const fs::path place = into / entry.name;
  fs::create_directories(entry.is_folder() ? place : place.parent_path());
  if (entry.is_folder()) return;
  std::ofstream stream(place, std::ios::binary);
  zip_->read(file_, index, entry,
             [&](std::string_view piece) { stream.write(piece.data(), static_cast<std::streamsize>(piece.size())); });
  stream.close();
  if (!stream)
    throw Error(ErrorKind::failure, fmt::format("{}: cannot be written; free space on the disk", place.string()));
  // libraries and tools among the resources must run, and archives made on other systems do not say which they are
  fs::permissions(place, fs::perms::owner_all);
}

}  // namespace oldham::fmi
