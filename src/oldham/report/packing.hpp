// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace oldham {

/// Numbers as base64 of their little-endian bytes (RFC 4648).
std::string packed(std::span<const double> numbers);
std::string packed(std::span<const float> numbers);
std::string packed(std::span<const std::int8_t> numbers);

}  // namespace oldham
