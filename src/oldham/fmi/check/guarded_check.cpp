// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/words.hpp"
#include "oldham/isolation/descriptor.hpp"
#include "oldham/isolation/guest_process.hpp"

// The FMU's own code runs in a child: what it does to itself is told, not suffered.

namespace oldham::fmi {
namespace {

using Verdict = CheckRow::Verdict;

// a row on its way: fields ended by zeros
std::string packed(char kind, const std::string& name, Verdict verdict, const std::string& detail) {
  std::string text(1, kind);
  text += name;
  text += '\0';
  text += static_cast<char>('0' + static_cast<int>(verdict));
  text += detail;
  text += '\0';
  return text;
}

void send(int pipe, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = ::write(pipe, text.data() + sent, text.size() - sent);
    if (count <= 0) _exit(1);
    sent += static_cast<std::size_t>(count);
  }
}

/// What the child has told so far.
struct Told {
  std::vector<CheckRow> rows;
  std::string under_way;  // the check that began last and has not ended
  std::string rest;       // bytes of a row that is not complete

  void take(const char* bytes, std::size_t count) {
    rest.append(bytes, count);
    for (;;) {
      const std::size_t name = rest.find('\0');
      const std::size_t detail = name == std::string::npos ? name : rest.find('\0', name + 1);
      if (detail == std::string::npos) return;
      CheckRow row{rest.substr(1, name - 1), static_cast<Verdict>(rest[name + 1] - '0'),
                   rest.substr(name + 2, detail - name - 2)};
      under_way = rest[0] == 'b' ? row.name : "";
      if (rest[0] != 'b') rows.push_back(std::move(row));
      rest.erase(0, detail + 1);
    }
  }
};

/// The child: makes the checks and tells of them.
[[noreturn]] void check_as_guest(const std::filesystem::path& file, InterfaceKind kind, Behaviour behaviour,
                                 const CheckSettings& settings, const Pipe& told, Pipe& life) {
  // Ctrl-C is for the parent, which ends the child with all that it has started
  setpgid(0, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  life.write = {};
  live_as_guest(life.read.number());
  dup2(STDERR_FILENO, STDOUT_FILENO);  // what it prints is not the answer
  const int pipe = told.write.number();
  check_behaviour(
      file, kind, behaviour, settings,
      [&](const std::string& name) { send(pipe, packed('b', name, Verdict::passed, "")); },
      [&](const CheckRow& row) { send(pipe, packed('r', row.name, row.verdict, row.detail)); });
  send(pipe, packed('b', "", Verdict::passed, ""));
  _exit(0);
}

enum class Silence { ended, late, interrupted };

/// Reads until the child has no more to tell, or must not be waited for any longer.
Silence listen(const Descriptor& pipe, const CheckSettings& settings, Told& told) {
  using Clock = std::chrono::steady_clock;
  constexpr int nap = 50;  // ms; an interruption is not noticed before
  char bytes[4096];
  auto last_word = Clock::now();
  for (;;) {
    pollfd waiting{pipe.number(), POLLIN, 0};
    const int ready = poll(&waiting, 1, nap);
    if (settings.interrupted && *settings.interrupted) return Silence::interrupted;
    if (ready <= 0) {
      if (std::chrono::duration<double>(Clock::now() - last_word).count() > settings.time_limit) return Silence::late;
      continue;
    }
    const ssize_t count = ::read(pipe.number(), bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Silence::ended;
    told.take(bytes, static_cast<std::size_t>(count));
    last_word = Clock::now();
    if (settings.told) settings.told(told.rows.size());
  }
}

std::vector<CheckRow> check_in_child(const std::filesystem::path& file, InterfaceKind kind, Behaviour behaviour,
                                     const CheckSettings& settings) {
  std::optional<Pipe> words = make_pipe(), life = make_pipe();
  if (!words || !life) throw Error(ErrorKind::failure, "no pipe to be had for the check of an FMU");
  std::fflush(nullptr);  // or the child would write it a second time
  const pid_t child = fork();
  if (child < 0) throw Error(ErrorKind::failure, "no process to be had for the check of an FMU");
  if (child == 0) check_as_guest(file, kind, behaviour, settings, *words, *life);
  setpgid(child, child);  // whoever of the two is first
  words->write = {};
  Told told;
  const Silence silence = listen(words->read, settings, told);
  if (silence != Silence::ended) kill(-child, SIGKILL);
  siginfo_t information = {};
  while (waitid(P_PID, static_cast<id_t>(child), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  kill(-child, SIGKILL);  // what it has started, before its number may become another's
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const std::string name = told.under_way.empty() ? "end" : told.under_way;
  if (silence == Silence::interrupted)
    told.rows.push_back({name, Verdict::skipped, "interrupted"});
  else if (silence == Silence::late)
    told.rows.push_back(
        {name, Verdict::failed, fmt::format("the FMU did not come back within {:g} s", settings.time_limit)});
  else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !told.under_way.empty())
    told.rows.push_back({name, Verdict::failed, fmt::format("the FMU's process {}", ending_of(status))});
  return told.rows;
}

}  // namespace

std::vector<CheckRow> check_fmu(const std::filesystem::path& file, const CheckSettings& settings) {
  std::vector<CheckRow> rows = check_files(file);
  for (const CheckRow& row : rows)
    if (row.verdict == Verdict::failed && row.name != "description") return rows;
  if (rows.size() < 3) return rows;
  const ModelDescription description = read_description(Archive(file));
  if (settings.interface && find_interface(description, *settings.interface) == nullptr)
    throw_missing_capability(
        file.string(), fmt::format("the FMU has no interface for {}", word_in(interface_words, *settings.interface)),
        "leave out --interface");
  for (const Interface& interface : description.interfaces) {
    if (interface.kind != settings.interface.value_or(interface.kind)) continue;
    const std::string prefix = fmt::format("{}: ", word_in(interface_words, interface.kind));
    if (interface.kind == InterfaceKind::scheduled_execution) {
      rows.push_back({prefix + "all", Verdict::skipped, "this interface is not supported"});
      continue;
    }
    bool goes_on = true;
    for (const Behaviour behaviour : {Behaviour::at_rest, Behaviour::in_steps}) {
      if (!goes_on) break;
      for (CheckRow& row : check_in_child(file, interface.kind, behaviour, settings)) {
        // an FMU may run although it lacks functions; one that lacks what it needs fails the next check as well
        goes_on = goes_on && (row.verdict != Verdict::failed || row.name == "functions");
        row.name = prefix + row.name;
        rows.push_back(std::move(row));
      }
      if (settings.interrupted && *settings.interrupted) goes_on = false;
    }
    if (settings.interrupted && *settings.interrupted) break;
  }
  return rows;
}

}  // namespace oldham::fmi
