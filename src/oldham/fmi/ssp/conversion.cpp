// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "oldham/core/error.hpp"

namespace oldham::fmi::ssp {
namespace {

constexpr std::size_t radian = 7;  // in the exponents of a unit

/// Some tools count the radian as a unit and some as a plain 1.
bool are_alike(const Unit& a, const Unit& b) {
  if (same_dimensions(a, b)) return true;
  if (a.exponents[radian] != 0 && b.exponents[radian] != 0) return false;
  return std::equal(a.exponents.begin(), a.exponents.begin() + radian, b.exponents.begin());
}

}  // namespace

double Conversion::operator()(double value) const {
  const auto found = std::ranges::find(table, value, &std::pair<double, double>::first);
  return scale * (found == table.end() ? value : found->second) + offset;
}

std::int64_t Conversion::look_up(std::int64_t value) const {
  const auto found = std::ranges::find(table, static_cast<double>(value), &std::pair<double, double>::first);
  return found == table.end() ? value : static_cast<std::int64_t>(found->second);
}

Conversion chained(const Conversion& first, const Conversion& second, const std::string& where) {
  if (second.table.empty())
    return {first.table, second.scale * first.scale, second.scale * first.offset + second.offset};
  if (first.scale != 1 || first.offset != 0)
    throw_missing_capability(where, "a table after a linear transformation is not supported",
                             "let the table come first, or write one table for both");
  Conversion both = second;
  both.table.clear();
  const Conversion table{.table = second.table};
  for (const auto& [from, to] : first.table) both.table.emplace_back(from, table(to));
  for (const auto& entry : second.table)
    if (std::ranges::find(first.table, entry.first, &std::pair<double, double>::first) == first.table.end())
      both.table.push_back(entry);
  return both;
}

Conversion unit_conversion(const NamedUnit& from, const NamedUnit& to, const std::string& where,
                           std::vector<std::string>& notes) {
  if (from.name.empty() || to.name.empty()) return {};
  if (from.meaning && to.meaning && are_alike(*from.meaning, *to.meaning)) {
    const Unit &a = *from.meaning, &b = *to.meaning;
    return {{}, a.factor / b.factor, (a.offset - b.offset) / b.factor};
  }
  if (from.name == to.name) return {};
  if (from.meaning && to.meaning)
    throw_wrong_input(where,
                      fmt::format("'{}' ({}) cannot be converted to '{}' ({})", from.name,
                                  dimension_text(*from.meaning), to.name, dimension_text(*to.meaning)),
                      "correct the unit, or take values as they are with suppressUnitConversion = \"true\"");
  // published parameter sets have such units, and other tools do not look at them
  const std::string what =
      fmt::format("the unit '{}' is not defined, so values are not converted", from.meaning ? to.name : from.name);
  if (std::ranges::none_of(notes, [&](const std::string& note) { return note.find(what) != std::string::npos; }))
    notes.push_back(fmt::format("{}: {}", where, what));
  return {};
}

std::int64_t item_value(const std::string& item, const std::vector<EnumerationItem>& items, const std::string& where) {
  const auto found = std::ranges::find(items, item, &EnumerationItem::name);
  if (found != items.end()) return found->value;
  // some tools write the number
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(item.data(), item.data() + item.size(), number);
  if (problem == std::errc() && end == item.data() + item.size()) return number;
  std::vector<std::string> names;
  for (const EnumerationItem& known : items) names.push_back(known.name);
  throw_wrong_input(where, fmt::format("{} is no item of the enumeration", quoted_name(item)),
                    names.empty() ? "define the enumeration under Enumerations" : suggest(item, names));
}

Conversion conversion_of(const Transformation& transformation, const std::vector<EnumerationItem>& from,
                         const std::vector<EnumerationItem>& to) {
  Conversion conversion{.scale = transformation.factor, .offset = transformation.offset};
  const auto number = [&](std::int64_t integer) {
    constexpr std::int64_t largest = (std::int64_t{1} << 53) - 1;
    if (integer < -largest || integer > largest)
      throw_wrong_input(transformation.where, fmt::format("{} is too large for a table", integer),
                        fmt::format("use integers from {} to {}", -largest, largest));
    return static_cast<double>(integer);
  };
  for (const auto& [source, target] : transformation.numbers)
    conversion.table.emplace_back(number(source), number(target));
  for (const auto& [source, target] : transformation.items)
    conversion.table.emplace_back(number(item_value(source, from, transformation.where)),
                                  number(item_value(target, to, transformation.where)));
  return conversion;
}

}  // namespace oldham::fmi::ssp
