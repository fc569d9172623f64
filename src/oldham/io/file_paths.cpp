// SPDX-License-Identifier: MIT
#include "oldham/io/file_paths.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

void make_whole(Value& value) {
  if (const std::string* written = value.get<std::string>())
    value.assign(fs::absolute(path_from(value.origin(), *written)).lexically_normal().string());
}

/// Tables of numbers, wherever a function of time may stand.
void find_tables(Value& value) {
  if (Value::Array* list = value.get<Value::Array>())
    for (Value& element : *list) find_tables(element);
  Value::Table* table = value.get<Value::Table>();
  if (table == nullptr) return;
  // parameters of an FMU have the names that it gives them
  const bool is_fmu = table->find("fmu") != nullptr;
  for (auto& [key, content] : *table) {
    if (is_fmu && key == "parameters") continue;
    if (key == "csv")
      make_whole(content);
    else
      find_tables(content);
  }
}

}  // namespace

fs::path path_from(const Origin& origin, const std::string& written) {
  if (origin.line == 0 || !origin.source) return written;
  return fs::path(*origin.source).parent_path() / written;
}

Value with_whole_paths(const Value& tree) {
  Value whole = tree;
  find_tables(whole);
  Value* entries = whole.find("subsystem");
  if (Value::Array* list = entries == nullptr ? nullptr : entries->get<Value::Array>())
    for (Value& entry : *list)
      if (Value* fmu = entry.find("fmu")) make_whole(*fmu);
  return whole;
}

}  // namespace oldham
