// SPDX-License-Identifier: MIT
#include "oldham/isolation/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "oldham/core/error.hpp"
#include "oldham/isolation/guest_process.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham {
namespace {

[[noreturn]] void throw_not_started(const std::string& program, int error) {
  throw Error(ErrorKind::failure, fmt::format("'{}' could not be started as the process of a subsystem: {}", program,
                                              std::strerror(error)));
}

Pipe pipe_for(const std::string& program) {
  std::optional<Pipe> pipe = make_pipe();
  if (!pipe) throw_not_started(program, errno);
  return std::move(*pipe);
}

/// A copy beyond the numbers that a worker finds open, so that putting one there cannot hit another.
Descriptor lift(int number) { return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, WorkerProcess::life_line + 1)); }

/// What posix_spawn is told, freed with its owner.
struct Orders {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  Orders() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  ~Orders() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  Orders(const Orders&) = delete;
  Orders& operator=(const Orders&) = delete;
};

}  // namespace

WorkerProcess::WorkerProcess(const std::string& program, int memory) {
  Pipe words = pipe_for(program), life = pipe_for(program);
  fcntl(words.read.number(), F_SETFL, O_NONBLOCK);
  const Descriptor written = lift(words.write.number()), shared = lift(memory), line = lift(life.read.number());
  if (written.number() < 0 || shared.number() < 0 || line.number() < 0) throw_not_started(program, errno);

  Orders orders;
  posix_spawn_file_actions_addopen(&orders.files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&orders.files, written.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&orders.files, written.number(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&orders.files, shared.number(), shared_memory);
  posix_spawn_file_actions_adddup2(&orders.files, line.number(), life_line);
  posix_spawn_file_actions_addclosefrom_np(&orders.files, life_line + 1);
  // a group of its own: Ctrl-C is for the host, which ends after the step, and what it starts can be ended with it
  posix_spawnattr_setpgroup(&orders.attributes, 0);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&orders.attributes, &none);
  posix_spawnattr_setsigdefault(&orders.attributes, &all);
  posix_spawnattr_setflags(&orders.attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::string path = program, word = worker_argument;
  char* const arguments[] = {path.data(), word.data(), nullptr};
  const int error = posix_spawn(&process_, path.c_str(), &orders.files, &orders.attributes, arguments, environ);
  if (error != 0) {
    process_ = -1;
    throw_not_started(program, error);
  }
  life_ = std::move(life.write);
  output_ = CapturedOutput(std::move(words.read));
}

bool WorkerProcess::has_ended() {
  if (process_ < 0) return true;
  siginfo_t information = {};
  const int result = waitid(P_PID, static_cast<id_t>(process_), &information, WEXITED | WNOHANG | WNOWAIT);
  if (result == 0 && information.si_pid == 0) return false;
  reap();
  return true;
}

void WorkerProcess::reap() {
  // before its number may become another's
  kill(-process_, SIGKILL);
  pid_t waited = -1;
  while ((waited = waitpid(process_, &status_, 0)) < 0 && errno == EINTR) {
  }
  is_known_ = waited == process_;
  process_ = -1;
  output_.drain();
}

void WorkerProcess::wait(std::chrono::nanoseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (std::chrono::nanoseconds nap = std::chrono::microseconds(50); !has_ended();
       nap = std::min(2 * nap, limit / 100)) {
    if (std::chrono::steady_clock::now() > end) return;
    output_.drain();
    std::this_thread::sleep_for(nap);
  }
}

void WorkerProcess::end() {
  if (process_ > 0) reap();
}

std::string WorkerProcess::ending() const { return is_known_ ? ending_of(status_) : "ended"; }

}  // namespace oldham
