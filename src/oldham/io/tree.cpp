// SPDX-License-Identifier: MIT
#include "oldham/io/tree.hpp"

namespace oldham {

std::string text_of(const Value& table, std::string_view key) {
  const Value* found = table.find(key);
  const std::string* text = found == nullptr ? nullptr : found->get<std::string>();
  return text == nullptr ? std::string() : *text;
}

Value* find_named(Value& table, std::string_view key, std::string_view name, std::vector<std::string>* names) {
  Value* list = table.find(key);
  if (list == nullptr || !list->is<Value::Array>()) return nullptr;
  for (Value& element : *list->get<Value::Array>()) {
    const std::string own = text_of(element, "name");
    if (names != nullptr) names->push_back(own);
    if (own == name) return &element;
  }
  return nullptr;
}

}  // namespace oldham
