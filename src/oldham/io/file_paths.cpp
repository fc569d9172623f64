// SPDX-License-Identifier: MIT
#include "oldham/io/file_paths.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/function_ref.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

using SeePath = FunctionRef<void(Value& path)>;

/// Tables of numbers, wherever a function of time may stand.
void find_tables(Value& value, SeePath see) {
  if (Value::Array* list = value.get<Value::Array>())
    for (Value& element : *list) find_tables(element, see);
  Value::Table* table = value.get<Value::Table>();
  if (table == nullptr) return;
  // parameters of an FMU have the names that it gives them
  const bool is_fmu = table->find("fmu") != nullptr;
  for (auto& [key, content] : *table) {
    if (is_fmu && key == "parameters") continue;
    if (key == "csv" || key == "inputs_from")
      see(content);
    else
      find_tables(content, see);
  }
}

/// Everything in a tree that names a file which is opened when the system is built.
void find_paths(Value& tree, SeePath see) {
  find_tables(tree, see);
  Value* entries = tree.find("subsystem");
  if (Value::Array* list = entries == nullptr ? nullptr : entries->get<Value::Array>())
    for (Value& entry : *list)
      if (Value* fmu = entry.find("fmu")) see(*fmu);
}

}  // namespace

fs::path path_from(const Origin& origin, const std::string& written) {
  if (origin.line == 0 || !origin.source) return written;
  return fs::path(*origin.source).parent_path() / written;
}

Value with_whole_paths(const Value& tree) {
  Value whole = tree;
  find_paths(whole, [](Value& path) {
    if (const std::string* written = path.get<std::string>())
      path.assign(fs::absolute(path_from(path.origin(), *written)).lexically_normal().string());
  });
  return whole;
}

void require_within(const ConfinedFolder& folder, const fs::path& file, Value tree) {
  if (file.extension() == ".ssp" && folder.holds(file)) return;
  find_paths(tree, [&](Value& path) {
    const std::string* written = path.get<std::string>();
    if (written != nullptr && !folder.holds(path_from(path.origin(), *written)))
      throw_wrong_input(path.origin().text(),
                        fmt::format("{} is hidden or outside the folder that files are taken from, and was not opened",
                                    quoted_name(*written)),
                        "put it into that folder, and give the path from the system file to it");
  });
}

}  // namespace oldham
