// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace oldham {

/// What goes into an archive: a file, or a folder when the name ends in a slash.
struct PackedFile {
  std::string name;
  std::string content;
  mode_t mode = S_IFREG | 0644;
  bool is_encrypted = false;
};

/// Writes a zip archive, harmless or not.
inline void write_zip(const std::filesystem::path& file, const std::vector<PackedFile>& entries) {
  int code = 0;
  zip_t* zip = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (zip == nullptr) throw std::runtime_error("no archive: " + file.string());
  for (const PackedFile& entry : entries) {
    zip_source_t* source = zip_source_buffer(zip, entry.content.data(), entry.content.size(), 0);
    const zip_int64_t index = entry.name.ends_with('/')
                                  ? zip_dir_add(zip, entry.name.c_str(), ZIP_FL_ENC_UTF_8)
                                  : zip_file_add(zip, entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) throw std::runtime_error(zip_strerror(zip));
    if (entry.name.ends_with('/')) zip_source_free(source);
    const auto at = static_cast<zip_uint64_t>(index);
    zip_file_set_external_attributes(zip, at, 0, ZIP_OPSYS_UNIX, static_cast<zip_uint32_t>(entry.mode) << 16);
    if (entry.is_encrypted && zip_file_set_encryption(zip, at, ZIP_EM_AES_256, "secret") != 0)
      throw std::runtime_error(zip_strerror(zip));
  }
  if (zip_close(zip) != 0) throw std::runtime_error(zip_strerror(zip));
}

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// Tests that write files, in a folder of their own.
class ArchiveTest : public testing::Test {
 protected:
  ArchiveTest() {
    std::string name = (std::filesystem::temp_directory_path() / "oldham-archive-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name);
    folder_ = name;
  }
  ~ArchiveTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path folder_;
};

}  // namespace oldham
