// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "oldham/fmi/ssp/common_reader.hpp"
#include "oldham/fmi/ssp/package.hpp"

namespace oldham::fmi::ssp {

/// The parameter bindings of an element, with the parameter sets and mappings they refer to. `component` is the FMU of
/// a component, for sources inside of it; empty for systems.
std::vector<Binding> read_bindings(const XmlElement& element, const Package& package, const Definitions& definitions,
                                   const std::filesystem::path& component);

}  // namespace oldham::fmi::ssp
