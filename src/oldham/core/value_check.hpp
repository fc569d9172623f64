// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "oldham/core/reader.hpp"

namespace oldham {

/// The key a value stands under, with the reader that can say where; `unit` may be empty.
struct KeyPlace {
  const Reader& reader;
  std::string_view key;
  std::string_view unit;
};

/// The content of the value, or an error that says what was expected, what was found, and how to write it.
/// `fallback`: what counts where the key is absent, as an example; 0: nothing does.
double checked_number(KeyPlace place, const Value& value, Limits limits, double fallback = 0);
int checked_integer(KeyPlace place, const Value& value, IntegerLimits limits);
bool checked_boolean(KeyPlace place, const Value& value);
const std::string& checked_text(KeyPlace place, const Value& value);
/// An array whose elements are still to be checked.
const Value::Array& checked_array(KeyPlace place, const Value& value);
/// Exactly as many numbers as `into` has places.
void read_elements(KeyPlace place, const Value::Array& array, std::span<double> into);
Eigen::MatrixXd checked_matrix(KeyPlace place, const Value& value);

/// "a number (in s)"
std::string in_unit(std::string_view noun, std::string_view unit);
/// "> 0", "0 to 3"; empty where every number will do
std::string range_text(Limits limits);
std::string range_text(IntegerLimits limits);
/// "write for example step = 0.01"
std::string write_for_example(std::string_view key, std::string_view example);
/// Steps and times are small, as they usually are; a positive `fallback` is its own example.
std::string example_number(Limits limits, std::string_view unit, double fallback = 0);
std::string example_integer(IntegerLimits limits);

/// What a key may be asked for as.
inline constexpr std::string_view any_kind = "a value", number_kind = "a number", integer_kind = "an integer",
                                  boolean_kind = "true or false", text_kind = "a text",
                                  numbers_kind = "an array of numbers", matrix_kind = "an array of rows",
                                  texts_kind = "an array of texts", table_kind = "a table",
                                  tables_kind = "an array of tables";

inline constexpr std::string_view example_boolean = "true", example_text = "\"some text\"",
                                  example_array = "[0.1, 0.2]", example_matrix = "[[1.0, 0.0], [0.0, 1.0]]";

}  // namespace oldham
