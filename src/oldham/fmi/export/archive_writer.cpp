// SPDX-License-Identifier: MIT
#include "oldham/fmi/export/archive_writer.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <memory>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

constexpr zip_uint16_t day = (1 << 5) | 1, midnight = 0;  // 1 January 1980, the first that archives can tell

/// Of zlib: a library of several megabytes takes a sixth of the time of the highest level, and 3 % more room.
constexpr zip_uint32_t level = 4;

struct Discard {
  void operator()(zip_t* zip) const { zip_discard(zip); }
};

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw Error(ErrorKind::failure,
              fmt::format("{}: cannot be written ({}); free the name or choose another with -o", file.string(), why));
}

}  // namespace

void write_archive(const std::filesystem::path& file, std::vector<PackedEntry> entries) {
  std::ranges::sort(entries, {}, &PackedEntry::name);
  zip_error_t problem;
  zip_error_init(&problem);
  int code = 0;
  std::unique_ptr<zip_t, Discard> zip(zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!zip) {
    zip_error_init_with_code(&problem, code);
    const std::string why = zip_error_strerror(&problem);
    zip_error_fini(&problem);
    refuse(file, why);
  }
  for (const PackedEntry& entry : entries) {
    zip_source_t* source = zip_source_buffer(zip.get(), entry.content.data(), entry.content.size(), 0);
    const zip_int64_t index =
        source == nullptr ? -1 : zip_file_add(zip.get(), entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      if (source != nullptr) zip_source_free(source);
      refuse(file, zip_strerror(zip.get()));
    }
    const auto at = static_cast<zip_uint64_t>(index);
    // an FMU inside is packed already
    const bool is_packed = entry.name.ends_with(".fmu");
    zip_set_file_compression(zip.get(), at, is_packed ? ZIP_CM_STORE : ZIP_CM_DEFLATE, is_packed ? 0 : level);
    zip_file_set_dostime(zip.get(), at, midnight, day, 0);
    zip_file_set_external_attributes(zip.get(), at, 0, ZIP_OPSYS_UNIX, zip_uint32_t{S_IFREG | 0644} << 16);
  }
  if (zip_close(zip.get()) != 0) refuse(file, zip_strerror(zip.get()));
  zip.release();  // closed
}

}  // namespace oldham::fmi
