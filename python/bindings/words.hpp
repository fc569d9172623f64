// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace oldham::python {

/// A message of the library, which names options of the program, with the names of arguments instead.
std::string in_words_of_python(std::string message);

}  // namespace oldham::python
