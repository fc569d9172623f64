// SPDX-License-Identifier: MIT
#include "child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "oldham/core/error.hpp"

namespace oldham::app {
namespace {

constexpr std::size_t longest_answer = 16 << 20;  // bytes kept of what a child says

[[noreturn]] void throw_not_started(int error) {
  throw Error(ErrorKind::failure, fmt::format("the program could not be started once more: {}", std::strerror(error)));
}

/// Beyond the numbers that the child finds open, so that putting one there cannot hit another.
Pipe make_lifted_pipe() {
  const std::optional<Pipe> pipe = make_pipe();
  if (!pipe) throw_not_started(errno);
  const auto lift = [](const Descriptor& end) { return Descriptor(fcntl(end.number(), F_DUPFD_CLOEXEC, 10)); };
  Pipe lifted{lift(pipe->read), lift(pipe->write)};
  if (lifted.read.number() < 0 || lifted.write.number() < 0) throw_not_started(EMFILE);
  return lifted;
}

/// What is there to read; false at the end.
bool read_some(const Descriptor& from, std::string& into) {
  std::array<char, 65536> bytes;
  const ssize_t count = read(from.number(), bytes.data(), bytes.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  if (into.size() < longest_answer) into.append(bytes.data(), static_cast<std::size_t>(count));
  return count > 0;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                           std::string input)
    : input_(std::move(input)) {
  Pipe in = make_lifted_pipe(), out = make_lifted_pipe(), err = make_lifted_pipe(), stream = make_lifted_pipe();
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.read.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.write.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err.write.number(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&files, stream.write.number(), STDERR_FILENO + 1);
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 2);
  posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> copies = arguments;
  std::string program = "oldham";
  std::vector<char*> words{program.data()};
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  const int error = posix_spawn(&process_, "/proc/self/exe", &files, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    process_ = -1;
    throw_not_started(error);
  }
  fcntl(in.write.number(), F_SETFL, O_NONBLOCK);
  in_ = std::move(in.write);
  out_ = std::move(out.read);
  err_ = std::move(err.read);
  stream_ = std::move(stream.read);
}

ChildProcess::~ChildProcess() {
  send(SIGKILL);
  reap();
}

void ChildProcess::send(int signal) {
  const std::lock_guard lock(mutex_);
  if (process_ > 0) kill(-process_, signal);
}

int ChildProcess::reap() {
  if (process_ < 0) return -1;
  // wait without giving its number free, so that no signal can reach another
  siginfo_t information = {};
  while (waitid(P_PID, static_cast<id_t>(process_), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  const std::lock_guard lock(mutex_);
  kill(-process_, SIGKILL);  // what it has started itself
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

ChildProcess::Ended ChildProcess::follow(FunctionRef<void(std::string_view)> take_line,
                                         std::optional<std::chrono::seconds> limit) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  Ended ended;
  std::string lines;
  std::string_view to_write = input_;
  bool reads_out = true, reads_err = true, streams = true, writes = true;
  while (reads_out || reads_err || streams) {
    if (writes && to_write.empty()) {
      in_ = Descriptor();
      writes = false;
    }
    // a negative number is passed over
    std::array<pollfd, 4> ends{{{reads_out ? out_.number() : -1, POLLIN, 0},
                                {reads_err ? err_.number() : -1, POLLIN, 0},
                                {streams ? stream_.number() : -1, POLLIN, 0},
                                {writes ? in_.number() : -1, POLLOUT, 0}}};
    poll(ends.data(), ends.size(), 200);
    if (ends[0].revents != 0) reads_out = read_some(out_, ended.out);
    if (ends[1].revents != 0) reads_err = read_some(err_, ended.err);
    if (ends[2].revents != 0) streams = read_some(stream_, lines);
    if (ends[3].revents != 0) {
      const ssize_t count = write(in_.number(), to_write.data(), to_write.size());
      if (count < 0 && errno != EAGAIN && errno != EINTR) to_write = {};
      if (count > 0) to_write.remove_prefix(static_cast<std::size_t>(count));
    }
    std::size_t taken = 0;
    for (std::size_t end; (end = lines.find('\n', taken)) != std::string::npos; taken = end + 1)
      take_line(std::string_view(lines).substr(taken, end - taken));
    lines.erase(0, taken);
    if (limit && !ended.was_too_slow && Clock::now() - begin > *limit) {
      ended.was_too_slow = true;
      send(SIGKILL);
    }
  }
  ended.exit_code = reap();
  return ended;
}

}  // namespace oldham::app
