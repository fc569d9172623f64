// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "oldham/present/text/printable.hpp"

namespace oldham {

/// At most so many letters of well-formed text; what is cut short ends in "…".
std::string shortened(std::string_view text, std::size_t letters);

/// Text as it stands between XML tags.
std::string xml_escaped(std::string_view text);

/// The document with its element ids counted from one in the order of appearance, whatever the process drew before.
std::string renumbered_svg(std::string_view svg);

}  // namespace oldham
