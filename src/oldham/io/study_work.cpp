// SPDX-License-Identifier: MIT
#include "oldham/io/study_work.hpp"

#include <algorithm>
#include <utility>

namespace oldham {
namespace {

constexpr double least_seconds = 0.2;  // below, costs are told by chance
constexpr double least_spread = 0.02;  // sin² of the angle between n and T over the runs, to tell their costs apart
constexpr std::size_t few = 200;       // runs, that are looked at one by one whenever something is noted

}  // namespace

StudyWork::StudyWork(std::vector<Run> runs, int threads)
    : runs_(std::move(runs)),
      noted_(runs_.size()),
      open_(runs_.size()),
      threads_(std::clamp(threads, 1, std::max(1, static_cast<int>(runs_.size())))) {
  for (const Run& run : runs_) all_ = {all_.steps + run.steps, all_.duration + run.duration};
}

/// Adds what was noted of a run to the sums, or takes it away.
void StudyWork::count(std::size_t run, double sign) {
  const double n = noted_[run].share * runs_[run].steps, T = noted_[run].share * runs_[run].duration;
  nn_ += sign * n * n;
  nT_ += sign * n * T;
  TT_ += sign * T * T;
  seconds_ += sign * noted_[run].seconds;
  n_seconds_ += sign * n * noted_[run].seconds;
  T_seconds_ += sign * T * noted_[run].seconds;
}

double StudyWork::note(std::size_t run, double share, double seconds) {
  const std::lock_guard lock(mutex_);
  const double more = share - noted_[run].share;
  done_ = {done_.steps + more * runs_[run].steps, done_.duration + more * runs_[run].duration};
  count(run, -1);
  noted_[run] = {share, seconds, false};
  count(run, 1);
  return growth();
}

double StudyWork::end(std::size_t run) {
  const std::lock_guard lock(mutex_);
  const double rest = 1 - noted_[run].share;
  noted_[run].is_over = true;
  --open_;
  while (first_ < runs_.size() && noted_[first_].is_over) ++first_;
  // what is not done took no time, and so was no work
  all_ = {all_.steps - rest * runs_[run].steps, all_.duration - rest * runs_[run].duration};
  return growth();
}

/// How long the threads take for a part of each run from one on, where each begins the next when it has ended one.
double StudyWork::time_for(std::size_t first, FunctionRef<double(const Noted&)> part, double a, double b) const {
  std::vector<double> busy(threads_, 0.0);  // for how long each thread is, smallest first
  for (std::size_t i = first; i < runs_.size(); ++i) {
    busy.front() += part(noted_[i]) * (a * runs_[i].steps + b * runs_[i].duration);
    std::sort(busy.begin(), busy.end());
  }
  return busy.back();
}

/// Of all that is to be done at these costs.
double StudyWork::share(double a, double b) const {
  const auto rest = [](const Noted& noted) { return noted.is_over ? 0 : 1 - noted.share; };
  if (runs_.size() <= few) {
    const double left = time_for(0, rest, a, b);
    const double whole = time_for(
        0, [](const Noted& noted) { return noted.is_over ? noted.share : 1; }, a, b);
    return left > 0 ? 1 - left / whole : 1;
  }
  // threads that are idle in the end count little, and then only while the last runs are made
  const double done = a * done_.steps + b * done_.duration;
  const double left = open_ > few ? a * all_.steps + b * all_.duration - done : threads_ * time_for(first_, rest, a, b);
  return left > 0 ? done / (done + left) : 1;
}

double StudyWork::growth() {
  double a = 1, b = 0;
  // [nn nT; nT TT] (a, b) = (n seconds, T seconds), by Cramer's rule
  if (seconds_ > least_seconds && nn_ * TT_ - nT_ * nT_ > least_spread * nn_ * TT_) {
    a = std::max(0.0, n_seconds_ * TT_ - T_seconds_ * nT_);
    b = std::max(0.0, T_seconds_ * nn_ - n_seconds_ * nT_);
    if (a + b == 0) a = 1;
  }
  const double now = share(a, b);
  return now - std::exchange(told_, now);
}

}  // namespace oldham
