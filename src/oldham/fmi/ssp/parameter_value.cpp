// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/parameter_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi::ssp {
namespace {

template <class Change>
Value each(const Value& value, const Change& change) {
  const Value::Array* array = value.get<Value::Array>();
  if (array == nullptr) return change(value);
  Value::Array changed;
  for (const Value& element : *array) changed.push_back(change(element));
  return {std::move(changed), value.origin()};
}

std::optional<double> number_of(const Value& value) {
  if (const double* number = value.get<double>()) return *number;
  if (const std::int64_t* integer = value.get<std::int64_t>()) return static_cast<double>(*integer);
  if (const bool* boolean = value.get<bool>()) return *boolean ? 1 : 0;
  return std::nullopt;
}

/// Tables keep integers and booleans what they are; a scale makes reals of them.
Value converted(const Value& value, const Conversion& conversion) {
  const std::optional<double> number = number_of(value);
  if (!number || conversion.is_identity()) return value;
  const bool is_scaled = conversion.scale != 1 || conversion.offset != 0;
  const std::int64_t* integer = value.get<std::int64_t>();
  if (integer != nullptr && !is_scaled) return {conversion.look_up(*integer), value.origin()};
  const double result = conversion(*number);
  if (value.is<bool>() && !is_scaled) return {result != 0, value.origin()};
  return {result, value.origin()};
}

bool is_integer(double number) { return std::floor(number) == number && std::abs(number) < 0x1p63; }

[[noreturn]] void refuse(const Parameter& value, const Value& found, const Port& port, std::string_view expected) {
  throw_wrong_input(value.where,
                    fmt::format("{} of {} takes {}, found {}", quoted_name(port.name), quoted_name(port.element->name),
                                expected, describe(found)),
                    "give the parameter a value of that type");
}

Value fitted_element(const Value& element, const Parameter& value, const Port& port, const Variable& variable) {
  const std::optional<double> number = number_of(element);
  const std::string* text = element.get<std::string>();
  switch (variable.type) {
    case Type::float32:
    case Type::float64:
      if (!number) refuse(value, element, port, "a number");
      return element.is<bool>() ? Value(*number, element.origin()) : element;
    case Type::boolean:
      if (!number || (*number != 0 && *number != 1)) refuse(value, element, port, "a boolean");
      return {*number != 0, element.origin()};
    case Type::string:
      if (text == nullptr) refuse(value, element, port, "a text");
      return element;
    case Type::binary:
      if (text == nullptr || value.type != ParameterType::binary) refuse(value, element, port, "bytes");
      return element;
    case Type::enumeration:
      if (text != nullptr) {
        // what a name stands for is up to the variable; the parameter set may know it where the FMU does not
        std::vector<EnumerationItem> items = items_of(port);
        std::ranges::copy(value.items, std::back_inserter(items));
        return {item_value(*text, items, value.where), element.origin()};
      }
      [[fallthrough]];
    default:
      if (element.is<std::int64_t>()) return element;
      if (!number || !is_integer(*number)) refuse(value, element, port, "an integer");
      return {static_cast<std::int64_t>(*number), element.origin()};
  }
}

}  // namespace

Parameter carried(Parameter value, const Port& to, const Passage& passage, std::vector<std::string>& notes) {
  const bool suppresses_conversion = passage.suppresses_conversion;
  const std::optional<Transformation>& transformation = passage.transformation;
  const NamedUnit next = unit_of(to);
  Conversion conversion;
  if (!suppresses_conversion) conversion = unit_conversion(value.unit, next, value.where, notes);
  if (suppresses_conversion || !next.name.empty()) value.unit = next;
  if (value.type == ParameterType::enumeration && transformation && transformation->is_table()) {
    value.value = each(value.value, [&](const Value& item) -> Value {
      // a table on the way here may have made a number of the name
      const std::string* name = item.get<std::string>();
      if (name != nullptr) {
        const auto entry = std::ranges::find(transformation->items, *name, &std::pair<std::string, std::string>::first);
        if (entry != transformation->items.end()) return {entry->second, item.origin()};
      }
      if (transformation->numbers.empty()) return item;
      const Conversion table = conversion_of(*transformation, {}, {});
      if (name == nullptr) return converted(item, table);
      return {table.look_up(item_value(*name, value.items, value.where)), item.origin()};
    });
    return value;
  }
  if (transformation)
    conversion = chained(conversion, conversion_of(*transformation, value.items, items_of(to)), transformation->where);
  value.value = each(value.value, [&](const Value& element) { return converted(element, conversion); });
  return value;
}

std::optional<Parameter> constant_of(const Port& port) {
  const Variable* variable = variable_of(port);
  if (variable == nullptr || variable->variability != Variability::constant || !variable->start ||
      size_of(*variable->start) != 1 || variable->type == Type::binary)
    return std::nullopt;
  Parameter value{.name = port.name, .unit = unit_of(port), .items = items_of(port), .where = port.element->where};
  std::visit(
      [&](const auto& list) {
        using Kind = typename std::decay_t<decltype(list)>::value_type;
        value.value = Value(static_cast<Kind>(list.front()), port.element->origin);
      },
      *variable->start);
  return value;
}

Value fitted(const Parameter& value, const Port& port) {
  const Variable& variable = *variable_of(port);
  if (variable.type == Type::clock)
    throw_missing_capability(value.where,
                             fmt::format("{} of {} is a clock, which cannot be given a value", quoted_name(port.name),
                                         quoted_name(port.element->name)),
                             "leave it out");
  if (value.type == ParameterType::binary && variable.type != Type::binary)
    throw_wrong_input(value.where,
                      fmt::format("{} of {} takes no bytes", quoted_name(port.name), quoted_name(port.element->name)),
                      "give the parameter a value of its type");
  const Value::Array* array = value.value.get<Value::Array>();
  if (array != nullptr && variable.dimensions.empty()) {
    if (array->size() != 1) refuse(value, value.value, port, "one value");
    return fitted_element(array->front(), value, port, variable);
  }
  return each(value.value, [&](const Value& element) { return fitted_element(element, value, port, variable); });
}

}  // namespace oldham::fmi::ssp
