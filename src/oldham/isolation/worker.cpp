// SPDX-License-Identifier: MIT
#include "oldham/isolation/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <string_view>

#include "oldham/core/error.hpp"
#include "oldham/isolation/guest_process.hpp"
#include "oldham/isolation/serve_subsystem.hpp"
#include "oldham/isolation/worker_process.hpp"

namespace oldham {
namespace {

struct Workers {
  std::map<std::string, MakeSubsystem> kinds;
  std::string program;
  bool serves = false;  // this program itself can be one
};

Workers& workers() {
  static Workers workers;
  return workers;
}

}  // namespace

void register_kind(const std::string& kind, MakeSubsystem make) { workers().kinds[kind] = std::move(make); }

void set_worker_program(std::string path) { workers().program = std::move(path); }

bool has_worker_program() { return workers().serves || !workers().program.empty(); }

std::string worker_program() {
  if (!workers().program.empty()) return workers().program;
  // a program that does not know the word would do whatever it does, once more
  if (!workers().serves)
    throw_wrong_input("isolation", "this program cannot be started as the process of a subsystem",
                      "call run_worker_if_asked() first thing in main(), or name a program with set_worker_program()");
  return "/proc/self/exe";
}

std::unique_ptr<Subsystem<double>> make_of_kind(const std::string& kind, const std::string& order) {
  const auto found = workers().kinds.find(kind);
  if (found != workers().kinds.end()) return found->second(order);
  std::vector<std::string> known;
  for (const auto& [name, make] : workers().kinds) known.push_back(name);
  throw_wrong_input("isolation", fmt::format("there is no kind of subsystem '{}'", kind), suggest(kind, known));
}

std::optional<int> run_worker_if_asked(int count, char** arguments) {
  workers().serves = true;
  if (count < 2 || std::string_view(arguments[1]) != worker_argument) return std::nullopt;
  // only memory without a name has seals
  if (fcntl(WorkerProcess::shared_memory, F_GET_SEALS) < 0 || fcntl(WorkerProcess::life_line, F_GETFD) < 0) {
    fmt::print(stderr, "{} is for processes that Oldham starts itself\n", worker_argument);
    return 2;
  }
  live_as_guest(WorkerProcess::life_line);
  SharedChannel channel{Descriptor(WorkerProcess::shared_memory)};
  serve_subsystem(channel);
  return 0;
}

}  // namespace oldham
