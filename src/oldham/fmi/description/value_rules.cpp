// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/fmi/description/rule_checks.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {
namespace {

std::string number_text(const Number& number) {
  return std::visit([](auto value) { return fmt::format("{}", value); }, number);
}

/// The first start value outside the bounds; bounds and values of a variable are of one type.
template <class T>
std::optional<std::string> find_outside(const std::vector<T>& values, const Traits& traits) {
  if constexpr (requires(T value) { Number(value); } && !std::same_as<T, bool>) {
    const T* low = traits.min ? std::get_if<T>(&*traits.min) : nullptr;
    const T* high = traits.max ? std::get_if<T>(&*traits.max) : nullptr;
    for (const T value : values) {
      if (low != nullptr && value < *low) return fmt::format("start {} is below min {}", value, *low);
      if (high != nullptr && value > *high) return fmt::format("start {} is above max {}", value, *high);
    }
  }
  return std::nullopt;
}

void check_items(Examination& examination, const Variable& variable) {
  const TypeDefinition* type = examination.type(variable.declared_type);
  const auto* values = std::get_if<std::vector<std::int64_t>>(&*variable.start);
  if (type == nullptr || values == nullptr || type->type != Type::enumeration) return;
  for (const std::int64_t value : *values)
    if (std::ranges::find(type->items, value, &EnumerationItem::value) == type->items.end())
      examination.error("enumeration", variable.line, label_of(variable),
                        fmt::format("start {} is no item of {}", value, shown(type->name)));
}

void check_sizes(Examination& examination, const Variable& variable) {
  const auto* values = std::get_if<std::vector<std::string>>(&*variable.start);
  if (values == nullptr || !variable.traits.max_size) return;
  for (const std::string& value : *values)
    if (value.size() > *variable.traits.max_size)
      examination.warn("start-range", variable.line, label_of(variable),
                       fmt::format("start has {} bytes, maxSize is {}", value.size(), *variable.traits.max_size));
}

void check_count(Examination& examination, const Variable& variable) {
  const std::size_t given = size_of(*variable.start);
  const std::optional<std::uint64_t> count = element_count(examination.description(), variable);
  // one value stands for all elements
  if (given != 1 && count && given != *count)
    examination.error("start-count", variable.line, label_of(variable),
                      fmt::format("has {} start values for {} elements", given, *count));
}

}  // namespace

void check_bounds(Examination& examination, int line, const std::string& where, const Traits& traits) {
  if (traits.min && traits.max && traits.min->index() == traits.max->index() && *traits.min > *traits.max)
    examination.error("min-max", line, where,
                      fmt::format("min {} is above max {}", number_text(*traits.min), number_text(*traits.max)));
  if (traits.nominal && !(*traits.nominal > 0))
    examination.warn("nominal", line, where, fmt::format("nominal should be positive, is {}", *traits.nominal));
}

void check_values(Examination& examination) {
  for (const Variable& variable : examination.description().variables) {
    // what comes from the type is told there, once
    const TypeDefinition* type = examination.type(variable.declared_type);
    const Traits& traits = variable.traits;
    if (type == nullptr || traits.min != type->traits.min || traits.max != type->traits.max ||
        traits.nominal != type->traits.nominal)
      check_bounds(examination, variable.line, label_of(variable), traits);
    if (!variable.start) continue;
    check_count(examination, variable);
    const auto outside = std::visit([&](const auto& values) { return find_outside(values, traits); }, *variable.start);
    if (outside) examination.warn("start-range", variable.line, label_of(variable), *outside);
    if (variable.type == Type::enumeration) check_items(examination, variable);
    check_sizes(examination, variable);
  }
}

}  // namespace oldham::fmi
