// SPDX-License-Identifier: MIT
#pragma once

#include <pugixml.hpp>

#include "oldham/core/value.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi::ssp {

/// Under which Oldham keeps what SSP has no words for, such as the coupling scheme.
inline constexpr const char* annotation_type = "io.oldham";

/// A value as XML: elements Boolean, Integer, Real and Text have it as an attribute, Array and Table as elements, those
/// of a table with a key. Reading back gives an equal value.
void write_annotation(pugi::xml_node parent, const Value& value);
Value read_annotation(const XmlElement& element);

}  // namespace oldham::fmi::ssp
