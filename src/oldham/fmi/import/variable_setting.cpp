// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/variable_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {
namespace {

/// One setting being read, for messages.
struct Slot {
  const ModelDescription& description;
  const Variable& variable;
  const Value& value;

  [[noreturn]] void refuse(const Value& found, std::string_view expected) const {
    throw_wrong_input(value.origin().text(),
                      fmt::format("'{}' is of type {}, but the file has {}", variable.name,
                                  type_word(description.standard, variable.type), describe(found)),
                      fmt::format("write {}", expected));
  }
};

double number_of(const Slot& slot, const Value& value) {
  if (const auto* number = value.get<double>()) return *number;
  if (const auto* integer = value.get<std::int64_t>()) return static_cast<double>(*integer);
  slot.refuse(value, "a number");
}

std::int64_t enumerated(const Slot& slot, const Value& value, const std::string& word) {
  const TypeDefinition* type = find_type(slot.description, slot.variable.declared_type);
  std::vector<std::string> names;
  if (type != nullptr)
    for (const EnumerationItem& item : type->items) {
      if (item.name == word) return item.value;
      names.push_back(item.name);
    }
  throw_wrong_input(value.origin().text(), fmt::format("'{}' has no item '{}'", slot.variable.name, word),
                    suggest(word, names));
}

/// An integer within what the type can hold.
template <class I>
I integer_of(const Slot& slot, const Value& value) {
  if (const auto* word = value.get<std::string>(); word && slot.variable.type == Type::enumeration)
    return static_cast<I>(enumerated(slot, value, *word));
  const auto* integer = value.get<std::int64_t>();
  const auto* number = value.get<double>();
  if (integer == nullptr && (number == nullptr || *number != std::nearbyint(*number) || std::abs(*number) > 9e15))
    slot.refuse(value, "an integer");
  const std::int64_t whole = integer ? *integer : static_cast<std::int64_t>(*number);
  const auto [low, high] = [&]() -> std::pair<std::int64_t, std::int64_t> {
    switch (slot.variable.type) {
      case Type::int8:
        return {-128, 127};
      case Type::uint8:
        return {0, 255};
      case Type::int16:
        return {-32768, 32767};
      case Type::uint16:
        return {0, 65535};
      case Type::int32:
        return {-2147483648LL, 2147483647LL};
      case Type::uint32:
        return {0, 4294967295LL};
      case Type::uint64:
        return {0, std::numeric_limits<std::int64_t>::max()};
      default:
        return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    }
  }();
  if (whole < low || whole > high) slot.refuse(value, fmt::format("an integer from {} to {}", low, high));
  return static_cast<I>(whole);
}

bool truth_of(const Slot& slot, const Value& value) {
  if (const auto* truth = value.get<bool>()) return *truth;
  const auto* integer = value.get<std::int64_t>();
  if (integer == nullptr || (*integer != 0 && *integer != 1)) slot.refuse(value, "true or false");
  return *integer == 1;
}

std::string text_in(const Slot& slot, const Value& value) {
  const auto* text = value.get<std::string>();
  if (text == nullptr)
    slot.refuse(value, slot.variable.type == Type::string ? "a text" : "bytes as a text of hexadecimal digits");
  if (slot.variable.type == Type::string) return *text;
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text->size() + 1; i += 2) {
    unsigned byte = 0;
    const char* begin = text->data() + i;
    const char* end = text->data() + std::min(i + 2, text->size());
    if (end - begin != 2 || std::from_chars(begin, end, byte, 16).ptr != end)
      slot.refuse(value, "an even number of hexadecimal digits");
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

/// All elements, rows of rows one after another.
void flatten(const Value& value, std::vector<const Value*>& elements) {
  if (const auto* array = value.get<Value::Array>())
    for (const Value& element : *array) flatten(element, elements);
  else
    elements.push_back(&value);
}

template <class Kept, class Read>
Values list_of(const Slot& slot, const std::vector<const Value*>& elements, const Read& read) {
  std::vector<Kept> list;
  for (const Value* element : elements) list.push_back(read(slot, *element));
  return list;
}

}  // namespace

std::size_t find_variable(const ModelDescription& description, std::string_view name, std::string_view where) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < description.variables.size(); ++i) {
    const Variable& variable = description.variables[i];
    if (variable.name == name || std::ranges::find(variable.aliases, name, &Alias::name) != variable.aliases.end())
      return i;
    names.push_back(variable.name);
  }
  throw_wrong_input(where, fmt::format("the FMU has no variable '{}'", name), suggest(name, names));
}

bool can_be_set(const Variable& variable) {
  if (variable.variability == Variability::constant || variable.causality == Causality::independent) return false;
  return variable.causality == Causality::input || variable.causality == Causality::parameter ||
         variable.causality == Causality::structural_parameter || variable.initial == Initial::exact ||
         variable.initial == Initial::approx;
}

bool is_tunable(const Variable& variable) {
  return variable.causality == Causality::parameter && variable.variability == Variability::tunable &&
         variable.type != Type::clock;
}

VariableSetting make_setting(const ModelDescription& description, const std::string& name, const Value& value) {
  const std::string where = value.origin().text();
  const std::size_t place = find_variable(description, name, where);
  const Variable& variable = description.variables[place];
  if (!can_be_set(variable))
    throw_wrong_input(where, fmt::format("'{}' cannot be set: the FMU computes it itself", name),
                      "set parameters, inputs and start values only");
  const Slot slot{description, variable, value};
  std::vector<const Value*> elements;
  flatten(value, elements);
  if (variable.dimensions.empty() && elements.size() != 1) slot.refuse(value, "one value");
  switch (variable.type) {
    case Type::float32:
    case Type::float64:
      return {place, list_of<double>(slot, elements, number_of)};
    case Type::uint8:
    case Type::uint16:
    case Type::uint32:
    case Type::uint64:
      return {place, list_of<std::uint64_t>(slot, elements, integer_of<std::uint64_t>)};
    case Type::boolean:
      return {place, list_of<bool>(slot, elements, truth_of)};
    case Type::string:
    case Type::binary:
      return {place, list_of<std::string>(slot, elements, text_in)};
    case Type::clock:
      slot.refuse(value, "no value for a clock");
    default:
      return {place, list_of<std::int64_t>(slot, elements, integer_of<std::int64_t>)};
  }
}

}  // namespace oldham::fmi
