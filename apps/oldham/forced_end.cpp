// SPDX-License-Identifier: MIT
#include "forced_end.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include "command.hpp"
#include "foreign_output.hpp"

namespace oldham::app {
namespace {

std::atomic<bool> ends_in_order = false;
std::atomic<bool> is_ending = false;
std::atomic<bool> answers_in_json = false;
std::atomic<pid_t> guarded = 0;  // processes that are forked off have the same handlers

void write_whole(int file, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = ::write(file, text.data() + sent, text.size() - sent);
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

[[noreturn]] void end_with(const std::string& reason, bool json, int exit_code) {
  const Answer answer = rescue(reason);
  // what the FMU waits for may be a lock of the library that writes elsewhere
  const ForeignOutput* const output = foreign_output;
  const int answers = output != nullptr ? output->answers() : STDOUT_FILENO;
  if (json || !answer.text.empty()) write_whole(answers, json ? answer.json.dump(2) + '\n' : answer.text);
  write_whole(STDERR_FILENO, "oldham: " + reason + '\n');
  _exit(exit_code);
}

/// One thread ends the program; others that come to that wait for it, so that nothing static is destroyed meanwhile.
void become_last() {
  if (!is_ending.exchange(true)) return;
  for (;;) pause();
}

void end_by_exit(const std::string& call) {
  if (getpid() != guarded || ends_in_order) return;
  become_last();
  const fmi::HostHalt halt;
  // threads that an FMU made have no call of theirs
  auto under_way = fmi::CallMark::call_of_this_thread();
  if (!under_way) under_way = fmi::CallMark::any_call();
  std::string who = "an FMU", place;
  if (under_way) {
    who = fmt::format("FMU '{}'", *under_way->subsystem);
    place = " in " + fmi::place_of(under_way->function, under_way->time);
  }
  end_with(fmt::format("{} called {}{}, which ends the program; with isolation = \"process\" in its [[subsystem]] only "
                       "its own process ends",
                       who, call, place),
           answers_in_json, 1);
}

}  // namespace

void end_late(const fmi::LateCall& call, bool json, int code_of_interruption) {
  become_last();
  const std::string remedy =
      call.is_interrupted
          ? "; with isolation = \"process\" in its [[subsystem]] it is ended at once"
          : " (simulation.call_timeout): raise it if the FMU needs longer. With isolation = \"process\" and time_limit "
            "the FMU alone is ended";
  end_with(text_of(call) + remedy, json, call.is_interrupted ? code_of_interruption : 1);
}

void guard_exit(bool json) {
  answers_in_json = json;
  guarded = getpid();
  fmi::CallMark::set_exit_hook([] { end_by_exit("exit()"); });
  std::atexit([] { end_by_exit("exit()"); });  // in a thread that the FMU made
  std::at_quick_exit([] { end_by_exit("quick_exit()"); });
}

void end_in_order() { ends_in_order = true; }

}  // namespace oldham::app
