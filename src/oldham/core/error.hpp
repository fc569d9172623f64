// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace oldham {

/// What kind of thing went wrong; the command line turns it into its exit code.
enum class ErrorKind {
  failure,             // a simulation could not be carried out
  wrong_input,         // file, option or assembly is wrong
  missing_capability,  // a subsystem or build lacks what was asked of it
};

/// Wrong assembly, file or option: says where, what is wrong, and what to do about it.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

[[noreturn]] void throw_wrong_input(std::string_view where, std::string_view what, std::string_view remedy);
[[noreturn]] void throw_missing_capability(std::string_view where, std::string_view what, std::string_view remedy);

/// The candidates that resemble `word`, best first, at most three.
std::vector<std::string> near_misses(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'order' or 'step'?", or the list of what is known when nothing is near.
std::string suggest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace oldham
