// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace oldham {

/// Finds coupling variables that alternate from step to step and keep doing so: what an unstable coupling comes to
/// whose growth something limits, as a saturation does.
///
/// A burst of 17 communication points is looked at, then some hundred are not: in a burst all differences of neighbours
/// have alternating signs and similar sizes, which are a tenth or more of the variable itself. A variable that does so
/// in four bursts in a row without decaying alternates. One that takes two values only is a switch, and is left alone.
/// What else repeats within a bounded range, such as a limit cycle of several steps, cannot be told from motion.
class AlternationWatch {
 public:
  struct Settings {
    int variables = 0;
    std::int64_t steps = 0;  // of equal length; 0: not known or not equal, then nothing is watched
  };
  explicit AlternationWatch(const Settings& settings);

  struct Alternation {
    int variable = 0;
    double begin = 0, end = 0;  // s
    double difference = 0;      // mean magnitude, of neighbours
  };

  /// Every communication point in turn; `samples` are the coupling variables.
  void observe(double time, const double* samples) {
    if (--wait_ <= 0) [[unlikely]]
      take(time, samples);
  }

  /// In the order of the variables.
  std::vector<Alternation> alternations() const;

 private:
  static constexpr int points = 17;  // of a burst

  struct Streak {
    int bursts = 0;
    double begin = 0, end = 0;   // s
    double first = 0, last = 0;  // mean differences of its first and last burst
    double magnitude = 0;        // largest, of all bursts
  };

  void take(double time, const double* samples);
  void examine(double end, int variable);

  int variables_;
  std::int64_t pause_ = 0;  // steps between bursts
  std::int64_t wait_ = 0;
  int taken_ = 0;
  double begin_ = 0;           // s: of the open burst
  std::vector<double> burst_;  // variable by variable
  std::vector<Streak> streaks_;
};

}  // namespace oldham
