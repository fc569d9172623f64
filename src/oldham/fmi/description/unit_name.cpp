// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/unit_name.hpp"

#include "oldham/core/error.hpp"

namespace oldham::fmi {

std::optional<Unit> unit_from_name(std::string_view name) {
  // longer ones are no units, and parentheses are followed as deep as they go
  constexpr std::size_t longest = 80;
  if (name.size() > longest) return std::nullopt;
  try {
    return parse_unit(name);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace oldham::fmi
