// SPDX-License-Identifier: MIT
#include "crash.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "oldham/fmi/import/call_watch.hpp"
#include "oldham/io/json.hpp"
#include "oldham/isolation/guest_process.hpp"

namespace oldham::app {
namespace {

/// What a handler may use: made before anything can go wrong, but for the call that was under way, which goes between.
struct LastWords {
  int signal = 0;
  std::array<std::string, 2> for_people, for_scripts;
  std::string without_call_for_people, without_call_for_scripts;
};
constexpr std::string_view gap = "@";
std::array<LastWords, crash_signals.size()> last_words;
int answers = -1;  // standard output as it was in the beginning

void write_all(int file, std::string_view text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = ::write(file, text.data() + sent, text.size() - sent);
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

/// " in fmi2DoStep of FMU 'pump'"; no memory is allocated.
std::string_view call_words() {
  static std::array<char, 256> text;
  const auto call = fmi::CallMark::call_of_this_thread();
  if (!call) return {};
  const auto end =
      fmt::format_to_n(text.begin(), text.size(), " in {} of FMU '{}'", call->function, *call->subsystem).out;
  // a string of JSON, too
  std::replace_if(
      text.begin(), end, [](char c) { return c == '"' || c == '\\' || (c >= 0 && c < ' '); }, '?');
  return {text.begin(), end};
}

void say_last_words(int signal) {
  for (const LastWords& words : last_words) {
    if (words.signal != signal) continue;
    const std::string_view call = call_words();
    if (call.empty()) {
      if (answers >= 0) write_all(answers, words.without_call_for_scripts);
      write_all(STDERR_FILENO, words.without_call_for_people);
      continue;
    }
    for (const auto& [file, parts] : {std::pair{answers, &words.for_scripts}, {STDERR_FILENO, &words.for_people}}) {
      if (file < 0) continue;
      write_all(file, (*parts)[0]);
      write_all(file, call);
      write_all(file, (*parts)[1]);
    }
  }
  _exit(1);
}

std::string people_text(const std::string& reason) { return "oldham: " + reason + '\n'; }

std::string script_text(const std::string& reason) {
  Json object = Json::object();
  object["status"] = "failed";
  object["reason"] = reason;
  return object.dump(2) + '\n';
}

std::array<std::string, 2> parts_of(const std::string& text) {
  const std::size_t place = text.find(gap);
  return {text.substr(0, place), text.substr(place + gap.size())};
}

}  // namespace

void tell_of_crashes(bool json) {
  if (json) answers = dup(STDOUT_FILENO);
  // the stack may be what has run out
  static std::array<char, 1 << 16> storage;
  stack_t stack = {};
  stack.ss_sp = storage.data();
  stack.ss_size = storage.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = say_last_words;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
  for (std::size_t i = 0; i < crash_signals.size(); ++i) {
    const int signal = crash_signals[i];
    const char* name = sigdescr_np(signal);
    const std::string crash = fmt::format("the program crashed: signal {} ({})", signal, name ? name : "unknown");
    const std::string of_fmu = fmt::format(
        "{}{}; a fault of an FMU ends all of it: with isolation = \"process\" in its [[subsystem]] the others and the "
        "results survive",
        crash, gap);
    const std::string of_program = crash + " in no call of an FMU: a fault of Oldham, or of a thread that an FMU made";
    last_words[i] = {signal, parts_of(people_text(of_fmu)), parts_of(script_text(of_fmu)), people_text(of_program),
                     script_text(of_program)};
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace oldham::app
