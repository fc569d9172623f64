// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

#include "oldham/io/table.hpp"

namespace oldham {

/// "time [s],mass.position [m]": a heading, quoted where it contains a separator.
std::string csv_heading(const Column& column);

/// A table growing on disk as text, every number in the fewest digits that give the same number back.
/// Errors are std::system_error.
class CsvFile {
 public:
  CsvFile(const std::filesystem::path& file, std::span<const Column> columns);
  ~CsvFile();
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;

  /// Adds rows; they are handed to the operating system before this returns.
  void append(std::span<const double> times, std::span<const double> values);
  void close();

 private:
  void write_buffer();

  std::FILE* file_ = nullptr;
  fmt::memory_buffer buffer_;
};

}  // namespace oldham
