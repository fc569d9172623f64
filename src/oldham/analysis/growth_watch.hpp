// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oldham/coupling/run.hpp"

namespace oldham {

/// Finds coupling variables whose variation grows geometrically, as it does when a coupling is unstable.
///
/// The variation of a variable in a window of steps is the difference of its largest and smallest value there, both
/// ends included: offsets and units do not matter. Windows of w, 2w, 4w, ... steps are watched side by side, so that
/// growth shows at one of them whether it takes ten steps or a million: windows that are longer than half a period of
/// an oscillation have a smooth envelope, and shorter ones resolve the growth. With R the variations of nine windows in
/// a row and m_k = max(R_k, R_k+1), k = 0..7, which evens out a window at the turning point of an oscillation, growth
/// is geometric where
///
///   ln(m_7/m_0) >= ln 6,  each half has its share of it:  ln(m_3/m_0) and ln(m_7/m_4) >= 0.25 ln(m_7/m_0),
///   it does not slow down:  ln(m_7/m_4) >= 0.8 ln(m_3/m_0),
///
/// and no single window has more than 0.6 of it. Growth like t^p that begins in the first window has a ratio of the
/// halves of ln(8/5)/ln 4 = 0.34 for every p: resonance, ramps and start-up are below 0.8. Steps and switching fail
/// by their single jump, signals that rest at zero by m_0 = 0. What a physical system does of this kind (a state that
/// is unstable, an oscillation that excites itself, a beat that comes from its null) looks the same: whose growth it is
/// only other runs can show.
///
/// Growth that has faded by the end and never was more than a thousandth of the variable is left out: such is what
/// adaptive solvers inside subsystems leave.
///
/// Steps of unequal length are watched from single steps on, too, but only where they have about the same length: a
/// start-up whose steps become longer looks like growth.
///
/// Memory is bounded and made beforehand; a step costs two comparisons per variable.
class GrowthWatch {
 public:
  struct Settings {
    int variables = 0;
    std::int64_t steps = 0;  // expected, or the fewest that are possible; 0: not known
    bool is_equidistant = true;
  };
  explicit GrowthWatch(const Settings& settings);

  static constexpr int windows = 9;  // in a row that are compared

  /// The largest geometric growth of one variable.
  struct Growth {
    int variable = 0;
    double seen = 0;                             // s: when growth of it was first noticed
    double tenfold = 0;                          // s: when that had reached ten times its beginning; else `seen`
    std::array<double, windows - 1> envelope{};  // m_k
    std::array<double, windows + 1> bounds{};    // s: of the windows; m_k is of the two from bounds[k] to bounds[k + 2]
    double total = 1;                            // by how much it grew without a pause
    double factor() const { return envelope.back() / envelope.front(); }
    /// What the variation in window k counts by: a window that is longer than the first, as its steps are, shows more
    /// variation of the same motion.
    double weight(int k) const { return weight_of(bounds, k); }
    /// 1/s, up to m_k.
    double rate(int k = windows - 2) const;
  };

  /// Every communication point in turn; `samples` are the coupling variables.
  void observe(double time, const double* samples) {
    if (count_ < 0) return begin(time, samples);
    double* const low = low_.data();
    double* const high = high_.data();
    for (int j = 0; j < variables_; ++j) {
      low[j] = samples[j] < low[j] ? samples[j] : low[j];
      high[j] = samples[j] > high[j] ? samples[j] : high[j];
    }
    if (++count_ == window_) [[unlikely]]
      close(time, samples);
  }

  bool has_growth() const { return found_ > 0 && !growths().empty(); }
  /// In the order of the variables, as of now.
  std::vector<Growth> growths() const;
  int window() const { return static_cast<int>(window_); }  // steps

 private:
  static double weight_of(const std::array<double, windows + 1>& bounds, int k);

  /// Windows of one length.
  struct Level {
    std::vector<double> low, high;  // of the first half of the next longer window
    bool has_half = false;
    std::vector<double> variations;   // `windows` per variable, as a ring
    double bounds[windows + 1] = {};  // s: where windows begin and end, as a ring
    std::int64_t closed = 0;
  };

  void begin(double time, const double* samples);
  void close(double time, const double* samples);
  void add_window(Level& level, double time);
  void examine(const Level& level, int variable);
  bool has_faded(int variable) const;

  int variables_;
  std::int64_t window_;      // steps of the shortest window
  std::int64_t count_ = -1;  // steps in the open one; -1: nothing was observed
  std::vector<double> low_, high_;
  std::vector<double> merged_low_, merged_high_;
  std::vector<Level> levels_;
  std::vector<double> magnitude_;  // per variable: the largest so far
  std::vector<Growth> growth_;     // per variable; none where the envelope is 0
  std::vector<double> first_;      // per variable: m_0 where the growth began that goes on without a pause
  std::vector<double> until_;      // s, per variable: where that was noticed last
  std::vector<int> level_;         // per variable: where its growth was found
  bool is_equidistant_;
  int found_ = 0;
};

/// For the steps of this run.
GrowthWatch::Settings growth_settings(const RunSettings& run, int variables);

}  // namespace oldham
