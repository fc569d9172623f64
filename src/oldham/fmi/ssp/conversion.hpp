// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "oldham/fmi/ssp/system_structure.hpp"

namespace oldham::fmi::ssp {

/// What happens to a value on its way: scale · table(value) + offset; values that are not in the table stay.
struct Conversion {
  std::vector<std::pair<double, double>> table{};
  double scale = 1, offset = 0;

  /// An integer by the table alone; one that is not in it stays, to its last digit.
  std::int64_t look_up(std::int64_t value) const;
  bool is_identity() const { return table.empty() && scale == 1 && offset == 0; }
  double operator()(double value) const;
};

/// First one, then the other; a table after a scale is an error at `where`.
Conversion chained(const Conversion& first, const Conversion& second, const std::string& where);

/// From values in one unit to values in another. A missing unit takes everything as it is, and so does the same name
/// twice, or one that nobody defined, which is told in `notes`. Units of other dimensions are an error, but an angle
/// may become a plain ratio.
Conversion unit_conversion(const NamedUnit& from, const NamedUnit& to, const std::string& where,
                           std::vector<std::string>& notes);

/// What a transformation does to numbers; names of items are looked up on both sides. Integers that a double cannot
/// tell apart are an error.
Conversion conversion_of(const Transformation& transformation, const std::vector<EnumerationItem>& from,
                         const std::vector<EnumerationItem>& to);

/// The value of an enumeration's item; an unknown one is an error at `where`.
std::int64_t item_value(const std::string& item, const std::vector<EnumerationItem>& items, const std::string& where);

}  // namespace oldham::fmi::ssp
