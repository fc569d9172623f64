// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// The first argument of a program that is started as a worker.
inline constexpr const char* worker_argument = "--oldham-worker";

/// Makes a subsystem in the worker from what it is told there.
using MakeSubsystem = std::function<std::unique_ptr<Subsystem<double>>(const std::string& order)>;

/// Subsystems of this kind can be made in workers. To be called before run_worker_if_asked(), in host and worker alike.
void register_kind(const std::string& kind, MakeSubsystem make);

/// To be called first thing in main(): when the program was started as a worker it serves a subsystem until it is no
/// longer needed, and this is what main() then returns.
std::optional<int> run_worker_if_asked(int count, char** arguments);

/// The program that is started as a worker, where it is not this one.
void set_worker_program(std::string path);

/// Throws when no program is known to serve.
std::string worker_program();
/// Whether there is one.
bool has_worker_program();

/// Throws when there is no such kind.
std::unique_ptr<Subsystem<double>> make_of_kind(const std::string& kind, const std::string& order);

}  // namespace oldham
