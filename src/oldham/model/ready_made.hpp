// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/function_ref.hpp"
#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/model/registry.hpp"

namespace oldham {

/// A ready-made system: ordinary subsystems and couplings, and the step and end that suit it when the file names none.
template <class T>
struct ReadyMade {
  Assembly<T> assembly;
  double step = 0;  // s
  double end = 0;   // s
};

/// What a ready-made system is made from.
struct ReadyMadeInput {
  Reader& parameters;
  Reader& scheme;  // for the keys that choose the decomposition
  FunctionRef<IntegratorSettings(std::string_view subsystem, IntegratorKind fallback)> integrator;
};

struct SystemHelp {
  std::string name, summary;
  std::vector<ParameterHelp> parameters;
  std::vector<ParameterHelp> scheme;  // the keys of [scheme] that only this system has
};
const std::vector<SystemHelp>& system_help();

/// What the system file of a ready-made system is written from.
struct FileInput {
  Reader& parameters;
  Reader& scheme;
  const Value& root;  // the file that names the system

  /// What the file says about a member, where it says so.
  std::optional<double> member_number(std::string_view member, std::string_view key) const;
};

/// Systems that are nothing but a file written from parameters: its tree, with subsystems, interfaces, names to
/// publish, step and end. Absent for a system of another kind, or an unknown one.
std::optional<Value> write_ready_made(std::string_view system, const FileInput& input);

/// An unknown name is an error at `where` that lists the near misses.
template <class T>
ReadyMade<T> make_ready_made(std::string_view system, const ReadyMadeInput& input, const std::string& where);

}  // namespace oldham
