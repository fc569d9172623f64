// SPDX-License-Identifier: MIT
#include "oldham/io/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "oldham/io/slowdown.hpp"
#include "oldham/io/terminal.hpp"

namespace oldham {
namespace {

using namespace std::chrono_literals;

constexpr auto look_interval = 100ms;  // on a terminal, what is seen then is drawn
constexpr auto first_line_after = 2s;
constexpr auto line_interval = 5s;

/// What all threads have computed, s.
double process_time() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

int terminal_width(std::FILE* stream) {
  winsize size{};
  const bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

/// 2.4 s, 38 s, 1:05, 2:03:04: what is left of a short time is told as well as it is known
std::string duration(double seconds) {
  if (seconds >= 1000 * 3600.0) return "> 1000 h";
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const long whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string bar(double fraction, int width) {
  const auto filled = static_cast<std::size_t>(fraction * width);
  return '[' + std::string(filled, '#') + std::string(static_cast<std::size_t>(width) - filled, '.') + ']';
}

}  // namespace

Progress::Progress(std::string what, double total, ProgressOptions options)
    : what_(std::move(what)),
      total_(total),
      options_(std::move(options)),
      terminal_(options_.enabled && options_.terminal.value_or(is_terminal(options_.stream))),
      worker_(schedstat_file()),
      computed_before_(process_time()),
      start_(Clock::now()) {
  if (options_.is_budget) outlook_.follow(0, total_);
  if (options_.enabled) thread_ = std::thread([this] { print_now_and_then(); });
}

void Progress::begin(std::string what, double seconds) {
  const std::lock_guard lock(mutex_);
  what_ = std::move(what);
  outlook_.follow(elapsed(), seconds * slowdown());
}

void Progress::finish() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  stop();
}

void Progress::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Progress::print_now_and_then() {
  std::unique_lock lock(mutex_);
  auto next = start_ + (terminal_ ? Clock::duration(look_interval) : Clock::duration(first_line_after));
  while (!wake_.wait_for(lock, look_interval, [&] { return stopped_; })) {
    look();
    if (Clock::now() < next) continue;
    print();
    next = Clock::now() + (terminal_ ? Clock::duration::zero() : Clock::duration(line_interval));
  }

  // the last state: always on a terminal that shows an earlier one, in a log only if a line is due
  if (!printed_) return;
  look();
  if (terminal_) {
    print();
    std::fputc('\n', options_.stream);
    std::fflush(options_.stream);
  } else if (Clock::now() >= next) {
    print();
  }
}

/// A thread that is woken often waits for a core more often than one that goes on: it is not slower than all together.
double Progress::slowdown() const {
  const double computed = std::max(1e-3, process_time() - computed_before_);
  return std::max(1.0, std::min(read_slowdown(worker_), elapsed() / computed));
}

void Progress::look() {
  const bool bounded = total_ > 0 && std::isfinite(total_);
  const double done = std::max(0.0, done_.load(std::memory_order_relaxed));
  const double afterwards = afterwards_.load(std::memory_order_relaxed);
  outlook_.count(elapsed(), bounded ? std::min(1.0, done / total_) : 0.0, afterwards > 0 ? afterwards * slowdown() : 0);
}

void Progress::print() {
  printed_ = true;
  // one call, so that lines of other threads do not come in between
  const std::string text = terminal_
                               ? '\r' + describe(terminal_width(options_.stream) - 1) + "\x1b[K"  // erase the rest
                               : describe(1000) + '\n';
  std::fwrite(text.data(), 1, text.size(), options_.stream);
  std::fflush(options_.stream);
}

std::string Progress::describe(int width) {
  const double now = elapsed(), done = std::max(0.0, done_.load(std::memory_order_relaxed));
  const bool bounded = (total_ > 0 && std::isfinite(total_)) || !outlook_.is_counting();
  const bool is_over = finished_ && !outlook_.is_counting();
  const double share = is_over ? 1 : outlook_.share(now);

  std::string text = what_;
  if (bounded && terminal_) text += ' ' + bar(share, 24);
  if (bounded)
    text += fmt::format(" {:3.0f} %", std::floor(100 * share));
  else if (done > 0)
    text += fmt::format(" {:.6g}", done);
  if (!options_.unit.empty() && done > 0 && outlook_.is_counting())
    text += fmt::format("  {:.2g} {}/s", done / now, options_.unit);
  if (!bounded || share >= 1)
    text += fmt::format("  after {}", duration(now));
  else if (const auto left = outlook_.left(now))
    text += fmt::format("  {} left{}", duration(*left), options_.is_budget ? " at most" : "");

  // cut what would wrap, not within a UTF-8 character
  auto size = std::min(text.size(), static_cast<std::size_t>(std::max(0, width)));
  while (size > 0 && size < text.size() && (text[size] & 0xC0) == 0x80) --size;
  text.resize(size);
  return text;
}

}  // namespace oldham
