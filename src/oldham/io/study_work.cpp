// SPDX-License-Identifier: MIT
#include "oldham/io/study_work.hpp"

#include <algorithm>
#include <utility>

namespace oldham {
namespace {

constexpr double least_seconds = 0.2;  // below, costs are told by chance
constexpr double least_spread = 0.02;  // sin² of the angle between n and T over the runs, to tell their costs apart
constexpr std::size_t few = 200;       // runs; of more the last ones are too little of the work to count

}  // namespace

StudyWork::StudyWork(std::vector<Run> runs, int threads)
    : runs_(std::move(runs)), noted_(runs_.size()), open_(runs_.size()), threads_(threads) {
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

/// Of the work at these costs, the time included in which threads will be idle.
double StudyWork::left(double a, double b) const {
  if (open_ > few) return a * (all_.steps - done_.steps) + b * (all_.duration - done_.duration);
  std::vector<double> busy(threads_, 0.0);  // for how long each thread will be, smallest first
  for (std::size_t i = first_; i < runs_.size(); ++i) {
    if (noted_[i].is_over) continue;
    busy.front() += (1 - noted_[i].share) * (a * runs_[i].steps + b * runs_[i].duration);
    std::sort(busy.begin(), busy.end());
  }
  return threads_ * busy.back();
}

double StudyWork::growth() {
  double a = 1, b = 0;
  // [nn nT; nT TT] (a, b) = (n seconds, T seconds), by Cramer's rule
  if (seconds_ > least_seconds && nn_ * TT_ - nT_ * nT_ > least_spread * nn_ * TT_) {
    a = std::max(0.0, n_seconds_ * TT_ - T_seconds_ * nT_);
    b = std::max(0.0, T_seconds_ * nn_ - n_seconds_ * nT_);
    if (a + b == 0) a = 1;
  }
  const double done = a * done_.steps + b * done_.duration, rest = left(a, b);
  const double share = rest > 0 ? done / (done + rest) : 1;
  return share - std::exchange(told_, share);
}

}  // namespace oldham
