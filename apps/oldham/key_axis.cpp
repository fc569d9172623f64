// SPDX-License-Identifier: MIT
#include "key_axis.hpp"

#include <fmt/format.h>

#include <cmath>

#include "command.hpp"
#include "oldham/core/error.hpp"

namespace oldham::app {

KeyAxis parse_axis(const std::string& text, const char* option, const AxisLimits& limits) {
  const std::string form = fmt::format("{} KEY=LO:HI:N", option);
  const auto [key, range] = split_assignment(text, option, form.c_str());
  const std::vector<double> parts = parse_numbers(range, ':', option, form.c_str());
  const bool is_range = parts.size() == 3 && parts[0] < parts[1] && parts[2] >= 1 && parts[2] <= limits.most_cells &&
                        parts[2] == std::floor(parts[2]);
  if (!is_range)
    throw_wrong_input(option, fmt::format("'{}' is no range", range),
                      fmt::format("write {} with LO below HI and N = 1 to {} cells", form, limits.most_cells));
  if (limits.logarithmic && !(parts[0] * parts[1] > 0))
    throw_wrong_input(option, fmt::format("a logarithmic axis cannot reach from {} to {}", parts[0], parts[1]),
                      "choose ends of one sign");
  return {key, {parts[0], parts[1], static_cast<int>(parts[2]), limits.logarithmic}};
}

}  // namespace oldham::app
