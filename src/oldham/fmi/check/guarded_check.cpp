// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/words.hpp"

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
    const ssize_t count = write(pipe, text.data() + sent, text.size() - sent);
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

std::string end_of(int status, bool is_late, double limit) {
  if (is_late) return fmt::format("did not come back within {:g} s", limit);
  if (WIFSIGNALED(status))
    return fmt::format("ended the process by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("ended the process with exit code {}", WEXITSTATUS(status));
}

std::vector<CheckRow> check_in_child(const std::filesystem::path& file, InterfaceKind kind,
                                     const CheckSettings& settings) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(ErrorKind::failure, "no pipe to be had for the check of an FMU");
  std::fflush(nullptr);  // or the child would write it a second time
  const pid_t child = fork();
  if (child < 0) throw Error(ErrorKind::failure, "no process to be had for the check of an FMU");
  if (child == 0) {
    dup2(STDERR_FILENO, STDOUT_FILENO);  // what it prints is not the answer
    check_behaviour(
        file, kind, settings, [&](const std::string& name) { send(ends[1], packed('b', name, Verdict::passed, "")); },
        [&](const CheckRow& row) { send(ends[1], packed('r', row.name, row.verdict, row.detail)); });
    send(ends[1], packed('b', "", Verdict::passed, ""));
    _exit(0);
  }
  close(ends[1]);
  Told told;
  bool is_late = false;
  char bytes[4096];
  for (;;) {
    pollfd waiting{ends[0], POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(1000 * settings.time_limit));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) {
      is_late = true;
      kill(child, SIGKILL);
    }
    const ssize_t count = ready == 0 ? 0 : read(ends[0], bytes, sizeof bytes);
    if (count <= 0) break;
    told.take(bytes, static_cast<std::size_t>(count));
    if (settings.told) settings.told(told.rows.size());
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  const bool is_well = WIFEXITED(status) && WEXITSTATUS(status) == 0 && told.under_way.empty();
  if (!is_well)
    told.rows.push_back({told.under_way.empty() ? "end" : told.under_way, Verdict::failed,
                         fmt::format("the FMU {}", end_of(status, is_late, settings.time_limit))});
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
    const bool is_run = interface.kind != InterfaceKind::scheduled_execution &&
                        !(description.standard == Standard::fmi1 && interface.kind == InterfaceKind::model_exchange);
    if (!is_run) {
      rows.push_back({prefix + "all", Verdict::skipped, "this interface is not supported"});
      continue;
    }
    for (CheckRow& row : check_in_child(file, interface.kind, settings)) {
      row.name = prefix + row.name;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace oldham::fmi
