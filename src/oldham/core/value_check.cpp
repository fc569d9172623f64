// SPDX-License-Identifier: MIT
#include "oldham/core/value_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/core/unit.hpp"

namespace oldham {
namespace {

[[noreturn]] void refuse(KeyPlace place, std::string_view expected, std::string_view found, std::string_view example) {
  place.reader.fail(place.key, fmt::format("expected {}, found {}", expected, found),
                    write_for_example(place.key, example));
}

bool is_within(double number, Limits limits) {
  return (limits.low_excluded ? number > limits.low : number >= limits.low) && number <= limits.high;
}

/// The number, or NaN when the value is none.
double plain_number(const Value& value) {
  if (const double* number = value.get<double>()) return *number;
  if (const std::int64_t* integer = value.get<std::int64_t>()) return static_cast<double>(*integer);
  return std::numeric_limits<double>::quiet_NaN();
}

double checked_element(KeyPlace place, const Value& element) {
  const double number = plain_number(element);
  if (!std::isfinite(number))
    refuse(place, in_unit("finite numbers", place.unit), describe(element) + " among them", example_array);
  return number;
}

std::size_t row_length(KeyPlace place, const Value& row) {
  if (const Value::Array* array = row.get<Value::Array>()) return array->size();
  refuse(place, "an array of rows", describe(row) + " for a row", example_matrix);
}

}  // namespace

std::string in_unit(std::string_view noun, std::string_view unit) {
  return unit.empty() ? std::string(noun) : fmt::format("{} (in {})", noun, unit);
}

std::string range_text(Limits limits) {
  const bool bounded = std::isfinite(limits.high);
  if (!bounded && !std::isfinite(limits.low)) return {};
  if (bounded && std::isfinite(limits.low))
    return fmt::format("{} {} to {}", limits.low_excluded ? "above" : "from", limits.low, limits.high);
  if (bounded) return fmt::format("at most {}", limits.high);
  if (limits.low == 0) return limits.low_excluded ? "positive" : "zero or positive";
  return fmt::format("{} {}", limits.low_excluded ? "greater than" : "at least", limits.low);
}

std::string range_text(IntegerLimits limits) {
  const bool has_low = limits.low != IntegerLimits().low, has_high = limits.high != IntegerLimits().high;
  if (has_low && !has_high) return fmt::format("at least {}", limits.low);
  if (has_high && !has_low) return fmt::format("at most {}", limits.high);
  return has_low ? fmt::format("from {} to {}", limits.low, limits.high) : "";
}

std::string write_for_example(std::string_view key, std::string_view example) {
  return fmt::format("write for example {} = {}", key, example);
}

std::string example_number(Limits limits, std::string_view unit, double fallback) {
  if (fallback > 0 && std::isfinite(fallback) && is_within(fallback, limits)) return fmt::format("{}", fallback);
  if (unit == "s" && is_within(0.01, limits)) return "0.01";
  if (is_within(1, limits)) return "1.0";
  return fmt::format("{}", std::isfinite(limits.high) ? limits.high : limits.low + (limits.low_excluded ? 1 : 0));
}

/// "0.5  # kg" of the text "500 g": what was meant, in the unit that the key has; empty where that is not clear.
static std::string meant_number(KeyPlace place, const Value& value, Limits limits) {
  const std::string* text = value.get<std::string>();
  double number = 0;
  if (text == nullptr) return {};
  const auto [rest, status] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (status != std::errc() || !std::isfinite(number)) return {};
  std::string unit(rest, text->data() + text->size());
  unit.erase(0, std::min(unit.size(), unit.find_first_not_of(' ')));
  try {
    const Unit written = parse_unit(unit), expected = parse_unit(place.unit);
    if (!unit.empty() && !same_dimensions(written, expected)) return {};
    if (!unit.empty()) number = expected.from_si(written.to_si(number));
  } catch (const Error&) {
    return {};  // some other words
  }
  if (!is_within(number, limits)) return {};
  return place.unit.empty() || place.unit == "1" ? fmt::format("{}", number)
                                                 : fmt::format("{}  # {}", number, place.unit);
}

std::string example_integer(IntegerLimits limits) { return fmt::format("{}", std::clamp(1, limits.low, limits.high)); }

double checked_number(KeyPlace place, const Value& value, Limits limits, double fallback) {
  const auto example = [&] { return example_number(limits, place.unit, fallback); };
  const double number = plain_number(value);
  if (!std::isfinite(number)) {
    const std::string meant = meant_number(place, value, limits);
    refuse(place, in_unit(value.is<double>() ? "a finite number" : "a number", place.unit), describe(value),
           meant.empty() ? example() : meant);
  }
  if (!is_within(number, limits))
    refuse(place, fmt::format("{} that is {}", in_unit("a number", place.unit), range_text(limits)),
           fmt::format("{}", number), example());
  return number;
}

int checked_integer(KeyPlace place, const Value& value, IntegerLimits limits) {
  // 2.0 counts as 2: a sweep or a map writes all its numbers as reals
  const double number = plain_number(value);
  if (!std::isfinite(number) || number != std::floor(number))
    refuse(place, "an integer", describe(value), example_integer(limits));
  if (number < limits.low || number > limits.high)
    refuse(place, fmt::format("an integer {}", range_text(limits)), fmt::format("{}", number), example_integer(limits));
  return static_cast<int>(number);
}

bool checked_boolean(KeyPlace place, const Value& value) {
  if (const bool* boolean = value.get<bool>()) return *boolean;
  refuse(place, "true or false", describe(value), example_boolean);
}

const std::string& checked_text(KeyPlace place, const Value& value) {
  if (const std::string* text = value.get<std::string>()) return *text;
  refuse(place, "a text", describe(value), example_text);
}

const Value::Array& checked_array(KeyPlace place, const Value& value) {
  if (const Value::Array* array = value.get<Value::Array>()) return *array;
  refuse(place, in_unit("an array of numbers", place.unit), describe(value), example_array);
}

void read_elements(KeyPlace place, const Value::Array& array, std::span<double> into) {
  if (array.size() != into.size())
    place.reader.fail(place.key, fmt::format("expected {} numbers, found {}", into.size(), array.size()),
                      fmt::format("give exactly {}", into.size()));
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = checked_element(place, array[i]);
}

Eigen::MatrixXd checked_matrix(KeyPlace place, const Value& value) {
  const Value::Array* rows = value.get<Value::Array>();
  if (rows == nullptr) refuse(place, in_unit("an array of rows", place.unit), describe(value), example_matrix);
  const std::size_t columns = rows->empty() ? 0 : row_length(place, rows->front());
  Eigen::MatrixXd matrix(rows->size(), columns);
  std::vector<double> row(columns);
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (const std::size_t length = row_length(place, (*rows)[i]); length != columns)
      refuse(place, "rows of equal length",
             fmt::format("{} elements in row {} and {} in row 1", length, i + 1, columns), example_matrix);
    read_elements(place, *(*rows)[i].get<Value::Array>(), row);
    for (std::size_t j = 0; j < columns; ++j)
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = row[j];
  }
  return matrix;
}

}  // namespace oldham
