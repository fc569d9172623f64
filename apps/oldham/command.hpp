// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/io/folder_claim.hpp"
#include "oldham/io/json.hpp"
#include "oldham/io/read_system.hpp"
#include "oldham/present/reply.hpp"
#include "oldham/record/text_file.hpp"

namespace oldham::app {

/// What every command that works on a system file takes.
struct SystemArguments {
  std::string file;
  std::vector<std::string> overrides;  // of --set
  bool json = false;
  std::string out;                    // folder for what is written; empty: results/NAME
  const CLI::App* command = nullptr;  // that they are the arguments of

  void add_to(CLI::App& app);
  /// The file's tree with the overrides carried out.
  Value load() const;
  std::filesystem::path folder() const;
  /// The command to be given again for a file in which the overrides are carried out, as a shell reads it.
  std::string again(std::string_view with_file) const;
};

/// What a command answers.
using Answer = Reply;

/// Registers a subcommand; `work` runs when it was chosen.
struct Command {
  CLI::App* app = nullptr;
  const bool* json = nullptr;
  std::function<Answer()> work;
};

Command add_run(CLI::App& parent);
Command add_monolithic(CLI::App& parent);
Command add_static(CLI::App& parent);
Command add_modal(CLI::App& parent);
Command add_stability(CLI::App& parent);
Command add_map(CLI::App& parent);
Command add_converge(CLI::App& parent);
Command add_sweep(CLI::App& parent);
Command add_advise(CLI::App& parent);
Command add_animate(CLI::App& parent);
Command add_report(CLI::App& parent);
Command add_models(CLI::App& parent);
Command add_describe(CLI::App& parent);
Command add_fmu(CLI::App& parent);
Command add_ssp(CLI::App& parent);
Command add_check(CLI::App& parent);
Command add_serve(CLI::App& parent);
Command add_keys(CLI::App& parent);
Command add_new(CLI::App& parent);
Command add_examples(CLI::App& parent);
Command add_completion(CLI::App& parent);
Command add_help(CLI::App& parent);

/// Sets the time limit for calls of FMUs from simulation.call_timeout of a system's tree.
void limit_calls(const Value& root);

/// Saves the results of a command whose FMU does not return from a call, and makes the answer. It runs in another
/// thread, while the threads of the command wait. Without one, the answer is the reason alone.
using Rescue = std::function<Answer(const std::string& reason)>;
/// Registers a rescue for its lifetime.
class RescueScope {
 public:
  explicit RescueScope(Rescue rescue);
  ~RescueScope();
  RescueScope(const RescueScope&) = delete;
  RescueScope& operator=(const RescueScope&) = delete;
};
/// The answer of a command whose FMU does not return.
Answer rescue(const std::string& reason);

/// Set by Ctrl-C; long work looks at it and ends cleanly.
extern std::atomic<bool> interrupted;

/// --within, for commands that take files from others.
void add_within(CLI::App& command, std::string& folder);

/// Quoted for any of the shells.
std::string quoted(const std::string& text);

/// "KEY=REST" of an option such as --x or --over.
std::pair<std::string, std::string> split_assignment(const std::string& text, const char* option, const char* form);
/// Numbers separated by commas, or LO:HI:N by colons.
std::vector<double> parse_numbers(const std::string& text, char separator, const char* option, const char* form);

}  // namespace oldham::app
