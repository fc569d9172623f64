// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace oldham::app {

/// What a browser shows that was given half an address, or one of yesterday.
std::string make_refusal_page(int status, std::string message);

/// It has nothing but its own style.
inline constexpr const char* refusal_page_policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

}  // namespace oldham::app
