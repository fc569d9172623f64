// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "oldham/io/recorder.hpp"
#include "oldham/io/time_left.hpp"

namespace oldham::app {

/// Tells whoever follows a run how far it is and what its outputs are, as lines of JSON in a file or pipe:
///
///   {"start":0,"end":30,"step":0.001,"columns":[{"name":"x1","unit":"m"}, ...]}
///   {"time":0.7,"wall_s":0.06,"left_s":2.5,"rows":[[0,1,...],[0.05,0.99,...]]}
///
/// However long the run, there are not more than some hundred rows, of a very long one at most a few thousand, and no
/// extreme value is missing from them: points that follow each other closely become two rows, in which each output has
/// its least and its largest value in the order they came.
class LiveStream {
 public:
  LiveStream(const std::string& file, const System<double>& system, const Published& published);

  void observe(double time, const std::vector<double>& values);
  /// Hands on what is left.
  void finish();

 private:
  struct Extremes {
    double low, high;
    bool low_first;
  };
  using Clock = std::chrono::steady_clock;

  double end_of_interval(double time) const;
  void close_interval();
  void add_row(double time, bool second);
  void send();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
  double start_, end_, interval_;  // s; points of one interval become two rows
  double early_interval_;          // s, at the beginning of a very long run
  std::vector<std::size_t> shown_;
  std::vector<Extremes> extremes_;
  long points_ = 0;          // in the open interval
  double interval_end_ = 0;  // s
  double first_time_ = 0, last_time_ = 0;
  std::string rows_;
  Clock::time_point begin_, sent_;
  TimeLeft time_left_;
};

}  // namespace oldham::app
