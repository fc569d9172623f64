// SPDX-License-Identifier: MIT
#include "foreign_output.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>

#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"
#include "oldham/isolation/captured_output.hpp"

namespace oldham::app {
namespace {

constexpr std::size_t most_written = 32 << 20;  // bytes: a run of hours must not fill the disk

Pipe pipe_or_throw() {
  std::optional<Pipe> pipe = make_pipe();
  if (!pipe) throw Error(ErrorKind::failure, "no pipe is left for the output of FMUs");
  return std::move(*pipe);
}

}  // namespace

std::atomic<ForeignOutput*> foreign_output{nullptr};

void keep_foreign_output(const std::filesystem::path& folder) {
  if (ForeignOutput* const output = foreign_output) output->keep_in(folder / "fmu.log");
}

std::string foreign_output_note() {
  ForeignOutput* const output = foreign_output;
  return output != nullptr ? output->note() : "";
}

ForeignOutput::ForeignOutput()
    : answers_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)),
      pipe_(pipe_or_throw()),
      wake_(pipe_or_throw()) {
  std::fflush(stdout);
  fcntl(pipe_.read.number(), F_SETFL, O_NONBLOCK);
  dup2(pipe_.write.number(), STDOUT_FILENO);
  pipe_.write = {};
  pass_output_to(STDOUT_FILENO);
  thread_ = std::thread([this] { read(); });
  foreign_output = this;
}

void ForeignOutput::keep_in(const std::filesystem::path& file) {
  wait_for_reader();
  const std::scoped_lock lock(mutex_);
  log_.close();
  file_ = file;
  lines_ = written_ = 0;
  is_cut_ = false;
  std::error_code absent;
  std::filesystem::remove(file, absent);
}

std::string ForeignOutput::note() {
  wait_for_reader();
  const std::scoped_lock lock(mutex_);
  if (lines_ == 0) return "";
  const std::string printed = fmt::format("the FMUs printed {}", counted(lines_, "line"));
  if (file_.empty()) return printed + ", which are not shown";
  return fmt::format("{}: {}{}", printed, file_.string(), is_cut_ ? ", which has the first of them" : "");
}

void ForeignOutput::wait_for_reader() {
  if (!thread_.joinable()) return;
  std::fflush(stdout);
  // bytes that the thread has read but not yet counted are guarded by the mutex
  for (int waiting = 1; ioctl(pipe_.read.number(), FIONREAD, &waiting) == 0 && waiting > 0;)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
}

void ForeignOutput::end() {
  if (!thread_.joinable()) return;
  foreign_output = nullptr;
  std::fflush(stdout);
  pass_output_to(-1);
  dup2(answers_.number(), STDOUT_FILENO);
  wake_.write = {};  // the thread ends when the pipe is empty; other processes may still hold its other end
  thread_.join();
}

void ForeignOutput::read() {
  std::array<char, 1 << 14> bytes;
  for (bool is_ending = false;;) {
    std::array<pollfd, 2> ends = {pollfd{pipe_.read.number(), POLLIN, 0}, pollfd{wake_.read.number(), POLLIN, 0}};
    if (!is_ending && poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return;
    is_ending = is_ending || (ends[1].revents & POLLHUP) != 0;
    const std::scoped_lock lock(mutex_);
    const ssize_t count = ::read(pipe_.read.number(), bytes.data(), bytes.size());
    if (count > 0)
      take({bytes.data(), static_cast<std::size_t>(count)});
    else if (is_ending || count == 0)
      return;
  }
}

void ForeignOutput::take(std::string_view bytes) {
  lines_ += static_cast<std::uint64_t>(std::ranges::count(bytes, '\n'));
  if (file_.empty()) return;
  if (!log_.is_open()) log_.open(file_);
  const std::size_t kept = std::min(bytes.size(), most_written - written_);
  log_.write(bytes.data(), static_cast<std::streamsize>(kept));
  log_.flush();  // the program may end at any time
  written_ += kept;
  is_cut_ = is_cut_ || kept < bytes.size();
}

}  // namespace oldham::app
