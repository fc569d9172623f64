// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <vector>

#include "oldham/core/function_ref.hpp"

namespace oldham {

/// How much of the work of a study is done, where its runs take steps of different lengths.
///
/// A run takes a seconds for each of its n macro steps, and b for each second T that it simulates: a macro step twice
/// as long has twice the micro steps. What a and b are is learnt from the runs so far, by least squares: w = a n + b T.
/// Until they tell, a run is as long as it has steps. Threads that find no further run are idle, which counts as work
/// before and after: the share grows evenly until the last of the runs is made.
class StudyWork {
 public:
  struct Run {
    double steps, duration;  // of all of it, in units that are the same for all runs
  };
  /// Runs in the order in which they are begun, on so many threads.
  explicit StudyWork(std::vector<Run> runs, int threads = 1);

  /// This share of a run has taken so many seconds of a thread. From any thread. Gives by how much the share of all
  /// work that is done has grown, which is less than nothing where the rest turns out to be dearer than it seemed.
  double note(std::size_t run, double share, double seconds);
  /// Nothing more comes of a run, whatever share of it was noted: all work is less by the rest.
  double end(std::size_t run);

 private:
  struct Noted {
    double share = 0, seconds = 0;
    bool is_over = false;
  };
  void count(std::size_t run, double sign);
  double growth();
  double time_for(std::size_t first, FunctionRef<double(const Noted&)> part, double a, double b) const;
  double share(double a, double b) const;

  std::mutex mutex_;
  std::vector<Run> runs_;
  std::vector<Noted> noted_;
  std::size_t first_ = 0, open_;  // the first run that is not over, and how many are not over
  int threads_;
  Run all_{0, 0}, done_{0, 0};
  double nn_ = 0, nT_ = 0, TT_ = 0, seconds_ = 0, n_seconds_ = 0, T_seconds_ = 0;  // sums over what was noted
  double told_ = 0;
};

}  // namespace oldham
