// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "oldham/core/error.hpp"
#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// Carries out `make`; an error that names no place in a file gets this one.
template <class Make>
auto placed(const Origin& origin, const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    const std::string place = origin.text(), message = error.what();
    if (place.empty() || message.find(*origin.source) != std::string::npos) throw;
    throw Error(error.kind(), fmt::format("{}: {}", place, message));
  }
}

/// Makes the subsystem of a [[subsystem]] entry and adds it, with the inputs that the entry holds. `end` is that of the
/// simulation.
template <class T>
void add_subsystem(Reader& reader, Assembly<T>& assembly, std::optional<double> end = {});

}  // namespace oldham
