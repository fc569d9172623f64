// SPDX-License-Identifier: MIT
#include "oldham/io/csv_file.hpp"

#include <fmt/compile.h>

#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

namespace oldham {
namespace {

[[noreturn]] void throw_errno() { throw std::system_error(errno, std::generic_category()); }

}  // namespace

std::string csv_heading(const Column& column) {
  // an empty unit is written out only where the name itself looks as if it ended with one
  const bool ambiguous = column.name.ends_with(']') && column.name.find(" [") != std::string::npos;
  std::string heading = column.name;
  if (!column.unit.empty() || ambiguous) heading += " [" + column.unit + "]";
  if (heading.find_first_of(",\"\r\n") == std::string::npos) return heading;

  std::string quoted = "\"";
  for (const char c : heading) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

CsvFile::CsvFile(const std::filesystem::path& file, std::span<const Column> columns)
    : file_(std::fopen(file.c_str(), "wb")) {
  if (!file_) throw_errno();
  std::setvbuf(file_, nullptr, _IONBF, 0);  // whole blocks are written at once anyway
  try {
    const auto end = std::back_inserter(buffer_);
    fmt::format_to(end, "time [s]");
    for (const Column& column : columns) fmt::format_to(end, ",{}", csv_heading(column));
    buffer_.push_back('\n');
    write_buffer();
  } catch (...) {
    std::fclose(file_);
    throw;
  }
}

CsvFile::~CsvFile() {
  if (file_) std::fclose(file_);
}

void CsvFile::append(std::span<const double> times, std::span<const double> values) {
  if (times.empty()) return;
  const std::size_t width = values.size() / times.size();
  const auto end = std::back_inserter(buffer_);
  for (std::size_t row = 0; row < times.size(); ++row) {
    fmt::format_to(end, FMT_COMPILE("{}"), times[row]);
    for (const double value : values.subspan(row * width, width)) fmt::format_to(end, FMT_COMPILE(",{}"), value);
    buffer_.push_back('\n');
  }
  write_buffer();
}

void CsvFile::close() {
  if (file_ && std::fclose(std::exchange(file_, nullptr)) != 0) throw_errno();
}

void CsvFile::write_buffer() {
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) throw_errno();
  buffer_.clear();
}

}  // namespace oldham
