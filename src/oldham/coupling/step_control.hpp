// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace oldham {

/// How the length of macro steps follows their errors: what a file says under [scheme.adaptive].
struct AdaptiveStep {
  enum class Control {
    energy,    // what the coupling makes or takes at the power bonds in a step
    residual,  // how far the coupling variables were from what they had been predicted to be
    doubling,  // how much it matters whether a step is made at once or in two halves
  };
  Control control = Control::energy;
  double rtol = 1e-2;                   // relative
  double atol = 0;                      // J, per bond and step; energy
  double smallest = 1e-4, largest = 1;  // s
  double first = 1e-4;                  // s
  double decay = 0;                     // s; after which peaks are forgotten; 0: 1 s, or ten largest steps if longer
  double grid = 0;                      // s; steps are whole multiples of it; 0: any length
  bool is_largest_open = false;         // the file says nothing of it
  bool is_largest_judged = false;       // it follows from a verdict, then

  double decay_time() const;
  std::string_view control_word() const;
};

/// What the control of steps remembers from one to the next. A value beside the MacroState that it belongs to: kept,
/// restored and gone on from together with it.
struct StepMemory {
  double wanted = 0;            // s; the next step as the law has it
  double length = 0;            // s; as it will be made unless something known comes before its end
  double last_error = -1;       // of the last step that was kept; negative: there is none
  int rejections = 0;           // in a row, so far
  std::vector<double> peaks{};  // of powers or of coupling variables, held and slowly forgotten

  bool has_begun() const { return length > 0; }
};

/// From errors to lengths, for an error ε ∝ H^q that is to stay about 1:
///   kept where ε ≤ 2, next H ← H · 0.8 ε^{−(k_I + k_P)} ε_prev^{k_P} with k_I = 0.3/q, k_P = 0.4/q
///   else made again with H ← H · max(0.2, 0.8 ε^{−1/q})
/// Lengths are rungs of a ladder, four to an octave, so that what is computed for one length is used many times.
struct StepLaw {
  double order = 2;                     // q
  double smallest = 1e-4, largest = 1;  // s
  double most_growth = 1.5;
  bool can_reject = true;
  double grid = 0;  // s; instead of the ladder

  bool is_precise(double error) const;
  bool accepts(double error, double length, int rejections) const;
  /// What to try after an error that is too large.
  void reject(double error, double length, StepMemory& memory) const;
  /// What comes after a step of this length, which may have been shorter than was wanted.
  void accept(double error, double length, bool was_clipped, StepMemory& memory) const;
  /// The longest length that is no longer than this.
  double rung(double wanted) const;

 private:
  double factor(double error, double last_error) const;
};

}  // namespace oldham
