// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/core/interval.hpp"
#include "oldham/signal/input_signal.hpp"
#include "oldham/signal/time_signal.hpp"

namespace oldham {

/// Known functions of time as the inputs of a step: exact, also inside the step. A kink or jump inside the step ends a
/// piece of the input signal there, so that nothing is extrapolated over it.
template <class T>
class KnownSignals {
 public:
  enum class Inside { follows, is_held };  // whether the input follows the function inside a step
  /// A function of straight lines.
  void add(const SignalDescription& description, Inside inside);

  bool empty() const { return signals_.empty(); }
  int size() const { return static_cast<int>(signals_.size()); }
  /// The values with which a step from t begins: those after a jump at t, or within this much after t.
  void read(const T& t, const T& ahead, T* values) const;
  /// The first time after t at which one of them jumps or bends; infinity when there is none.
  T next_kink(const T& t) const;
  /// All of them over a step; the inputs of `others`, if any, come first. A view of what the next call overwrites.
  const InputSignal<T>& over(const Interval<T>& step, const InputSignal<T>* others);

 private:
  struct Signal {
    TimeSignal<T> function;
    Inside inside;
  };
  void find_breaks(const Interval<T>& step, const InputSignal<T>* others);
  void write_piece(const Interval<T>& step, const T& from, const T& to, int degree, int first, T* c) const;

  std::vector<Signal> signals_;
  std::vector<T> breaks_, coefficients_;
  InputSignal<T> all_;
};

}  // namespace oldham
