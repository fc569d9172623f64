// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/value_reader.hpp"

#include <charconv>

#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {
namespace {

std::int64_t signed_value(const XmlElement& element, const char* attribute, std::string_view text, Type type) {
  switch (type) {
    case Type::int8:
      return element.to_integer<std::int8_t>(attribute, text);
    case Type::int16:
      return element.to_integer<std::int16_t>(attribute, text);
    case Type::int32:
      return element.to_integer<std::int32_t>(attribute, text);
    default:
      return element.to_integer<std::int64_t>(attribute, text);
  }
}

std::uint64_t unsigned_value(const XmlElement& element, const char* attribute, std::string_view text, Type type) {
  switch (type) {
    case Type::uint8:
      return element.to_integer<std::uint8_t>(attribute, text);
    case Type::uint16:
      return element.to_integer<std::uint16_t>(attribute, text);
    case Type::uint32:
      return element.to_integer<std::uint32_t>(attribute, text);
    default:
      return element.to_integer<std::uint64_t>(attribute, text);
  }
}

bool is_unsigned(Type type) {
  return type == Type::uint8 || type == Type::uint16 || type == Type::uint32 || type == Type::uint64;
}

template <class T, class Parse>
Values parse_parts(const std::vector<std::string>& parts, Parse parse) {
  std::vector<T> values;
  values.reserve(parts.size());
  for (const std::string& part : parts) values.push_back(parse(part));
  return values;
}

std::optional<ClockTiming> read_timing(const XmlElement& element, std::optional<ClockTiming> defaults) {
  const std::optional<IntervalVariability> variability = element.word("intervalVariability", interval_words);
  if (!variability && !defaults) element.required_text("intervalVariability");
  ClockTiming timing = defaults.value_or(ClockTiming());
  timing.interval_variability = variability.value_or(timing.interval_variability);
  timing.can_be_deactivated = element.boolean("canBeDeactivated").value_or(timing.can_be_deactivated);
  timing.supports_fraction = element.boolean("supportsFraction").value_or(timing.supports_fraction);
  timing.shift = element.number("shiftDecimal").value_or(timing.shift);
  timing.shift_counter = element.integer<std::uint64_t>("shiftCounter").value_or(timing.shift_counter);
  if (const auto priority = element.integer<std::uint32_t>("priority")) timing.priority = priority;
  if (const auto interval = element.number("intervalDecimal")) timing.interval = interval;
  if (const auto resolution = element.integer<std::uint64_t>("resolution")) timing.resolution = resolution;
  if (const auto counter = element.integer<std::uint64_t>("intervalCounter")) timing.interval_counter = counter;
  return timing;
}

}  // namespace

std::optional<Number> read_bound(const XmlElement& element, const char* attribute, Type type) {
  if (!element.has(attribute)) return std::nullopt;
  const std::string text = element.text(attribute);
  if (is_float(type)) return element.to_number(attribute, text);
  if (is_unsigned(type)) return unsigned_value(element, attribute, text, type);
  return signed_value(element, attribute, text, type);
}

std::optional<Values> read_values(const XmlElement& element, const char* attribute, Type type, bool is_list) {
  if (!element.has(attribute)) return std::nullopt;
  if (type == Type::string) return std::vector<std::string>{element.text(attribute)};
  if (type == Type::binary) return std::vector<std::string>{read_hex(element, attribute)};
  const std::vector<std::string> parts =
      is_list ? element.list(attribute) : std::vector<std::string>{element.text(attribute)};
  if (is_float(type))
    return parse_parts<double>(parts, [&](const std::string& part) { return element.to_number(attribute, part); });
  if (type == Type::boolean)
    return parse_parts<bool>(parts, [&](const std::string& part) { return element.to_boolean(attribute, part); });
  if (is_unsigned(type))
    return parse_parts<std::uint64_t>(
        parts, [&](const std::string& part) { return unsigned_value(element, attribute, part, type); });
  return parse_parts<std::int64_t>(
      parts, [&](const std::string& part) { return signed_value(element, attribute, part, type); });
}

std::string read_hex(const XmlElement& element, const char* attribute) {
  const std::string text = element.text(attribute);
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += 2) {
    unsigned byte = 0;
    const char* begin = text.data() + at;
    if (at + 2 > text.size() || std::from_chars(begin, begin + 2, byte, 16).ptr != begin + 2)
      element.fail(attribute, "expected pairs of hexadecimal digits, found " + shown(text), "write for example 00ffA0");
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

Traits read_traits(const XmlElement& element, Type type, Traits traits) {
  if (const auto quantity = element.optional_text("quantity")) traits.quantity = *quantity;
  if (is_float(type)) {
    if (const auto unit = element.optional_text("unit")) traits.unit = unit;
    if (const auto unit = element.optional_text("displayUnit")) traits.display_unit = unit;
    if (const auto nominal = element.number("nominal")) traits.nominal = nominal;
    traits.relative_quantity = element.boolean("relativeQuantity").value_or(traits.relative_quantity);
    traits.unbounded = element.boolean("unbounded").value_or(traits.unbounded);
  }
  const bool has_order = type != Type::boolean && type != Type::string && type != Type::binary && type != Type::clock;
  if (has_order) {
    if (const auto bound = read_bound(element, "min", type)) traits.min = bound;
    if (const auto bound = read_bound(element, "max", type)) traits.max = bound;
  }
  if (type == Type::binary) {
    if (traits.mime_type.empty()) traits.mime_type = "application/octet-stream";
    if (const auto kind = element.optional_text("mimeType")) traits.mime_type = *kind;
    if (const auto size = element.integer<std::uint64_t>("maxSize")) traits.max_size = size;
  }
  if (type == Type::clock) traits.clock = read_timing(element, traits.clock);
  return traits;
}

}  // namespace oldham::fmi
