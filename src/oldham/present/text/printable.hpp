// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace oldham {

/// Well-formed UTF-8 on one line: broken bytes become "�", control characters spaces.
std::string printable(std::string_view text);

}  // namespace oldham
