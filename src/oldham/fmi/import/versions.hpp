// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/import/instance.hpp"

// The versions of the standard, one file each.

namespace oldham::fmi {

std::vector<std::string> missing_functions1(const InstanceOrigin& origin);
std::vector<std::string> missing_functions2(const InstanceOrigin& origin);
std::vector<std::string> missing_functions3(const InstanceOrigin& origin);

std::unique_ptr<Instance> make_instance1(const InstanceOrigin& origin, const InstanceOptions& options);
std::unique_ptr<Instance> make_instance2(const InstanceOrigin& origin, const InstanceOptions& options);
std::unique_ptr<Instance> make_instance3(const InstanceOrigin& origin, const InstanceOptions& options);

/// Refuses an instance that the FMU did not make.
[[noreturn]] void refuse_instance(MessageLog& log);

}  // namespace oldham::fmi
