// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "oldham/core/error.hpp"

namespace oldham::python {

/// The exceptions of the package by kind of error.
inline constexpr std::pair<ErrorKind, const char*> error_names[] = {
    {ErrorKind::wrong_input, "WrongInput"},
    {ErrorKind::failure, "Failure"},
    {ErrorKind::missing_capability, "MissingCapability"}};

}  // namespace oldham::python
