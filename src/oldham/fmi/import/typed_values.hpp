// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "oldham/fmi/import/variable_batch.hpp"

// Between the numbers of ports and the values of an FMU's own types.

namespace oldham::fmi {

/// A number as a value of this type: integers are rounded and kept within their bounds, truth is what is not rounded to
/// zero. A signal between zero and one is rarely either of them to the last digit.
template <class V>
V value_of(double number) {
  if constexpr (std::is_same_v<V, bool>) {
    return std::nearbyint(number) != 0;
  } else if constexpr (std::is_integral_v<V>) {
    const double rounded = std::nearbyint(number);
    if (!(rounded > static_cast<double>(std::numeric_limits<V>::min()))) return std::numeric_limits<V>::min();
    if (rounded >= static_cast<double>(std::numeric_limits<V>::max())) return std::numeric_limits<V>::max();
    return static_cast<V>(rounded);
  } else {
    return static_cast<V>(number);
  }
}

/// What an FMU sees of a number.
inline double taken_as(Type type, double number) {
  const auto as = [&](auto kind) { return static_cast<double>(value_of<decltype(kind)>(number)); };
  switch (type) {
    case Type::int8:
      return as(std::int8_t{});
    case Type::uint8:
      return as(std::uint8_t{});
    case Type::int16:
      return as(std::int16_t{});
    case Type::uint16:
      return as(std::uint16_t{});
    case Type::int32:
      return as(std::int32_t{});
    case Type::uint32:
      return as(std::uint32_t{});
    case Type::uint64:
      return as(std::uint64_t{});
    case Type::boolean:
      return as(bool{});
    case Type::int64:
    case Type::enumeration:
      return as(std::int64_t{});
    default:
      return number;
  }
}

/// The buffer of a part as values of its type.
template <class V>
V* buffer_of(const VariableBatch::Part& part) {
  static_assert(sizeof(V) <= sizeof(part.buffer[0]));
  return reinterpret_cast<V*>(part.buffer.data());
}

/// Writes the numbers of a row into the buffer.
template <class V>
const V* pack(const VariableBatch::Part& part, const double* row) {
  V* values = buffer_of<V>(part);
  for (std::size_t i = 0; i < part.elements(); ++i) values[i] = value_of<V>(row[part.places[i]]);
  return values;
}

/// Writes the values of the buffer into their places of a row.
template <class V>
void unpack(const VariableBatch::Part& part, double* row) {
  const V* values = buffer_of<V>(part);
  for (std::size_t i = 0; i < part.elements(); ++i) row[part.places[i]] = static_cast<double>(values[i]);
}

}  // namespace oldham::fmi
