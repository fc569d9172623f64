// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "command_line.hpp"
#include "crash.hpp"
#include "forced_end.hpp"
#include "foreign_output.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/import/call_watch.hpp"
#include "oldham/io/fmu_reader.hpp"
#include "oldham/io/terminal.hpp"
#include "oldham/isolation/worker.hpp"
#include "run_pace.hpp"

namespace oldham::app {
namespace {

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::wrong_input:
      return 2;
    case ErrorKind::missing_capability:
      return 3;
    case ErrorKind::failure:
      break;
  }
  return 1;
}

volatile std::sig_atomic_t interrupting_signal = SIGINT;

/// A second Ctrl-C ends the program at once. timeout(1) signals the program and then its group, which is the same
/// signal twice.
void interrupt(int signal) {
  constexpr std::int64_t same_signal = 500'000'000;  // ns
  static std::atomic<std::int64_t> first = 0;        // of the clock; 0: none came
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t time = now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
  std::int64_t before = 0;
  if (first.compare_exchange_strong(before, time)) {
    interrupting_signal = signal;
    interrupted = true;
  } else if (signal != SIGHUP && time - before > same_signal) {
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
}

int code_of_interruption() { return 128 + static_cast<int>(interrupting_signal); }

/// Whether or not anybody is there to read it, as when a terminal was closed.
void say(std::FILE* stream, const std::string& text) { std::fputs((text + '\n').c_str(), stream); }

int report_error(const std::string& message, bool json, int code) {
  if (json) {
    Json object = Json::object();
    object["status"] = interrupted ? "interrupted" : code == 1 ? "failed" : "error";
    object["reason"] = message;
    say(stdout, object.dump(2));
  }
  say(stderr, "oldham: " + message);
  return code == 1 && interrupted ? code_of_interruption() : code;
}

/// As shells expect it of what a signal ended: 130 after Ctrl-C.
int exit_code(const Answer& answer) {
  const Json* status = answer.json.find("status");
  return answer.exit_code != 0 && status && status->text() == "interrupted" ? code_of_interruption() : answer.exit_code;
}

/// FMUs may print, which must not meet the answer.
Answer apart_from_output(const Command& command) {
  // this one shows its address meanwhile, and runs FMUs in other processes
  if (command.app->get_name() == "serve") return command.work();
  ForeignOutput output;
  Answer answer = command.work();
  // what was printed is known to those that have a file for it
  const std::string note = output.note();
  if (!note.empty() && !output.has_file()) say(stderr, "oldham: " + note);
  return answer;
}

int main(int count, char** arguments) {
  register_fmu_worker();
  if (const auto code = run_worker_if_asked(count, arguments)) return *code;

  struct sigaction action = {}, earlier = {};
  action.sa_handler = interrupt;
  // a terminal that is closed: its shell says so, too, and nohup that it does not matter
  sigaction(SIGHUP, nullptr, &earlier);
  if (earlier.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);

  CLI::App program{"Oldham: co-simulation with the coupling got right", "oldham"};
  program.set_version_flag("-V,--version", "oldham " OLDHAM_VERSION);
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);
  const std::vector<Command> commands = {
      add_new(program),   add_examples(program),  add_models(program),     add_describe(program), add_keys(program),
      add_check(program), add_run(program),       add_monolithic(program), add_static(program),   add_modal(program),
      add_sweep(program), add_converge(program),  add_stability(program),  add_map(program),      add_advise(program),
      add_fmu(program),   add_ssp(program),       add_report(program),     add_animate(program),  add_serve(program),
      add_help(program),  add_completion(program)};
  group_commands(program);
  add_examples_to_help(program);
  refuse_empty_values(program);
  bool json = false;
  for (int i = 1; i < count; ++i) json = json || std::string(arguments[i]) == "--json";
  if (count > 1 && arguments[1][0] != '-') {
    std::vector<std::string> names;
    for (const Command& command : commands) names.push_back(command.app->get_name());
    if (std::find(names.begin(), names.end(), arguments[1]) == names.end())
      return report_error(explain_command(arguments[1], names), json, 2);
  }
  if (count == 1) {
    say(stdout, wants_colour(stdout) ? painted(short_help(program)) : short_help(program));
    return 0;
  }
  try {
    std::vector<std::string> words(arguments + 1, arguments + count);
    join_factor(words);
    std::ranges::reverse(words);  // as the parser wants them
    program.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
    return report_error(explain(program, error), json, 2);
  }
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    tell_of_crashes(*command.json);
    guard_exit(*command.json);
    const fmi::CallWatch watch(
        [&](const fmi::LateCall& call) { end_late(call, *command.json, code_of_interruption()); }, &interrupted);
    try {
      const Answer answer = apart_from_output(command);
      const bool is_painted = !*command.json && wants_colour(stdout);
      say(stdout, *command.json ? answer.json.dump(2) : is_painted ? painted(answer.text) : answer.text);
      if (std::fflush(stdout) != 0) return report_error("the answer could not be written to standard output", false, 1);
      // a script that throws the answer away still learns why
      const Json* failed_on = answer.json.find("failed_on");
      const Json* reason = failed_on ? failed_on : answer.json.find("reason");
      if (answer.exit_code != 0 && reason) say(stderr, "oldham: " + reason->text());
      return exit_code(answer);
    } catch (const Error& error) {
      return report_error(error.what(), *command.json, exit_code(error.kind()));
    } catch (const std::exception& error) {
      return report_error(fmt::format("unexpected: {}", error.what()), *command.json, 1);
    }
  }
  return 2;
}

}  // namespace
}  // namespace oldham::app

int main(int count, char** arguments) {
  const int code = oldham::app::main(count, arguments);
  oldham::app::end_in_order();
  return code;
}
