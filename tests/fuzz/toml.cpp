// SPDX-License-Identifier: MIT
#include <algorithm>

#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "target.hpp"

// A system file: read, written and read again, and built. A first line "#set PATH=VALUE" is carried out as an override.

namespace oldham::fuzz {
namespace {

/// Makes sizes and counts small, so that no input takes long; tells whether the file would have others read.
bool refers_to_files(Value& value) {
  bool refers = false;
  if (Value::Array* array = value.get<Value::Array>())
    for (Value& element : *array) refers |= refers_to_files(element);
  if (Value::Table* table = value.get<Value::Table>())
    for (Value::Entry& entry : *table) {
      refers |= entry.key == "fmu" || entry.key == "csv" || refers_to_files(entry.value);
      if (entry.key != "N" && entry.key != "size" && entry.key != "max_iterations") continue;
      constexpr int largest = 12;
      if (const std::int64_t* number = entry.value.get<std::int64_t>())
        entry.value.assign(std::min<std::int64_t>(*number, largest));
      if (const double* number = entry.value.get<double>()) entry.value.assign(std::min<double>(*number, largest));
    }
  return refers;
}

void read_system(std::string_view text) {
  Value root = parse_toml(text, "input.toml");
  const std::string written = to_toml(root);
  require(to_toml(parse_toml(written, "again")) == written, "a tree that is written reads back equal");
  constexpr std::string_view mark = "#set ";
  if (text.starts_with(mark)) apply_override(root, text.substr(0, text.find('\n')).substr(mark.size()));
  if (!refers_to_files(root)) build_system<double>(root, {.threads = 1});
}

}  // namespace
}  // namespace oldham::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    oldham::fuzz::read_system(oldham::fuzz::text_of(data, size));
  } catch (const oldham::Error&) {
  }
  return 0;
}
