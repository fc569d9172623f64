// SPDX-License-Identifier: MIT
#include "oldham/io/advice/sole_fmus.hpp"

#include "oldham/core/error.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/tree.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham::advice {
namespace {

/// Nothing of the FMU is executed for that.
bool is_sole(const Value& entry) {
  const Value* file = entry.find("fmu");
  const std::string* path = file == nullptr ? nullptr : file->get<std::string>();
  if (path == nullptr) return false;
  try {
    const fmi::ModelDescription description = fmi::read_description(fmi::Archive(path_from(file->origin(), *path)));
    const auto kind = text_of(entry, "interface") == "model-exchange" ? fmi::InterfaceKind::model_exchange
                                                                      : fmi::InterfaceKind::co_simulation;
    const fmi::Interface* interface = fmi::find_interface(description, kind);
    return interface != nullptr && interface->only_one_instance_per_process;
  } catch (const Error&) {
    return false;  // building the system reports it
  }
}

}  // namespace

Value with_sole_fmus_isolated(const Value& root, std::vector<std::string>& names) {
  Value tree = root;
  Value* list = tree.find("subsystem");
  Value::Array* entries = list == nullptr ? nullptr : list->get<Value::Array>();
  if (entries == nullptr || !has_worker_program()) return tree;
  for (Value& entry : *entries) {
    Value::Table* table = entry.get<Value::Table>();
    if (table == nullptr || entry.find("isolation") != nullptr || !is_sole(entry)) continue;
    (*table)["isolation"] = Value("process");
    names.push_back(text_of(entry, "name"));
  }
  return tree;
}

}  // namespace oldham::advice
