// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace oldham::fmi {

/// The text of an XML file in UTF-8, whatever of UTF-8, ASCII, ISO-8859-1 and Windows-1252 it declares to be written
/// in. Other encodings are an error that names the file.
std::string to_utf8(std::string text, const std::string& file);

}  // namespace oldham::fmi
