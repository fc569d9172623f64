// SPDX-License-Identifier: MIT
#include "oldham/study/pacer.hpp"

#include <cerrno>
#include <cmath>
#include <ctime>

namespace oldham {
namespace {

constexpr long second = 1'000'000'000;  // ns

timespec read_clock() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now;
}

}  // namespace

SteadyClock::SteadyClock(const std::atomic<bool>* interrupted) : interrupted_(interrupted) {
  const timespec now = read_clock();
  seconds_ = now.tv_sec;
  nanoseconds_ = now.tv_nsec;
}

double SteadyClock::now() const {
  const timespec now = read_clock();
  return static_cast<double>(now.tv_sec - seconds_) + 1e-9 * static_cast<double>(now.tv_nsec - nanoseconds_);
}

void SteadyClock::wait_until(double time) const {
  const double whole = std::floor(time);
  timespec due{.tv_sec = seconds_ + static_cast<long>(whole),
               .tv_nsec = nanoseconds_ + static_cast<long>(std::ceil((time - whole) * 1e9))};
  while (due.tv_nsec >= second) {
    due.tv_nsec -= second;
    ++due.tv_sec;
  }
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nullptr) == EINTR)
    if (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed)) return;
}

}  // namespace oldham
