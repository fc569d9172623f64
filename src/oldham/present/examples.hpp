// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/present/reply.hpp"

namespace oldham {

/// The examples that are part of the program.
std::vector<std::string> example_names();
/// The same with what each is about.
Reply list_examples();
/// Copies one into a folder; by default into one of its name. Files that exist are refused.
Reply copy_example(const std::string& name, const std::string& to = {});

}  // namespace oldham
