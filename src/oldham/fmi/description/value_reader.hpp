// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "oldham/fmi/description/variable.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {

/// A minimum or maximum in the numbers of its type.
std::optional<Number> read_bound(const XmlElement& element, const char* attribute, Type type);

/// The values of an attribute in the numbers of the type: one, or with `is_list` any number of them.
std::optional<Values> read_values(const XmlElement& element, const char* attribute, Type type, bool is_list);

/// What the element says of its values; the rest is as in `defaults`, the traits of the declared type.
Traits read_traits(const XmlElement& element, Type type, Traits defaults);

/// The bytes of "00ffA0".
std::string read_hex(const XmlElement& element, const char* attribute);

}  // namespace oldham::fmi
