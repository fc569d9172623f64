// SPDX-License-Identifier: MIT
#include "crash.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <string>

#include "oldham/io/json.hpp"
#include "oldham/isolation/guest_process.hpp"

namespace oldham::app {
namespace {

/// What a handler may use: made before anything can go wrong.
struct LastWords {
  int signal = 0;
  std::string for_people, for_scripts;
};
std::array<LastWords, crash_signals.size()> last_words;
int answers = -1;  // standard output as it was in the beginning

void write_all(int file, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = ::write(file, text.data() + sent, text.size() - sent);
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

void say_last_words(int signal) {
  for (const LastWords& words : last_words) {
    if (words.signal != signal) continue;
    if (answers >= 0) write_all(answers, words.for_scripts);
    write_all(STDERR_FILENO, words.for_people);
  }
  _exit(1);
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
    const std::string reason = fmt::format(
        "the program crashed: signal {} ({}); a fault of an FMU ends all of it: with isolation = \"process\" in its "
        "[[subsystem]] the others and the results survive, and the message names it",
        signal, name ? name : "unknown");
    Json object = Json::object();
    object["status"] = "failed";
    object["reason"] = reason;
    last_words[i] = {signal, "oldham: " + reason + '\n', object.dump(2) + '\n'};
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace oldham::app
