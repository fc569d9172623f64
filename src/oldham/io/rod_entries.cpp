// SPDX-License-Identifier: MIT
#include "oldham/io/rod_entries.hpp"

#include "oldham/core/reader.hpp"
#include "oldham/io/clamp_preparation.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/model/rod/rod_reader.hpp"

namespace oldham {
namespace {

bool is_rod(const Value& entry) {
  const Value* model = entry.find("model");
  return model != nullptr && *model == Value("rod");
}

}  // namespace

std::vector<rod::RodDescription> read_rods(const Value& root) {
  Value tree = expand_ready_made(root).value_or(root);
  if (has_clamps(tree)) distribute_clamps(tree);
  std::vector<rod::RodDescription> rods;
  Reader reader(tree, "");
  for (Reader& entry : reader.tables("subsystem"))
    if (entry.text("model", "") == "rod") rods.push_back(rod::read_rod(entry, entry.text("name")));
  return rods;
}

Value with_rods_in_equilibrium(const Value& root) {
  Value tree = expand_ready_made(root).value_or(root);
  Value* list = tree.find("subsystem");
  Value::Array* entries = list == nullptr ? nullptr : list->get<Value::Array>();
  for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
    Value& entry = (*entries)[i];
    if (!is_rod(entry)) continue;
    Reader reader(entry, "subsystem");
    if (rod::read_rod(reader, "").is_loose()) continue;
    (*entry.get<Value::Table>())["initial"].assign("equilibrium");
  }
  return tree;
}

}  // namespace oldham
