// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace oldham {

/// A known function of time as a file gives it: straight lines between points, or a sine.
///
/// Two points at one time are a jump; before the first and after the last point the function is constant.
struct SignalDescription {
  struct Point {
    double time = 0;  // s
    double value = 0;
  };
  struct Sine {
    double offset = 0, amplitude = 0;
    double frequency = 0;  // Hz
    double phase = 0;      // rad
  };
  std::vector<Point> points;  // in the order of time; empty: the sine
  Sine sine;

  static SignalDescription constant(double value) { return {{{0, value}}, {}}; }
};

/// The same as a function that can be evaluated at any time.
///
///   f(t) = v_i + s_i (t − t_i)  from point i to the next,   or   offset + amplitude sin(2π frequency t + phase)
///
/// At a jump it has the value after it.
template <class T>
class TimeSignal {
 public:
  TimeSignal() = default;  // constantly 0
  explicit TimeSignal(const SignalDescription& description);

  bool is_constant() const { return pieces_.size() == 1 && pieces_[0].slope == T(0) && amplitude_ == T(0); }
  T operator()(const T& t) const {
    if (amplitude_ != T(0)) return sine(t);
    const Piece& piece = pieces_[find(t)];
    return piece.value + piece.slope * (t - piece.begin);
  }
  /// Value and slope at t of a function of straight lines.
  struct Line {
    T value, slope;
  };
  Line line_at(const T& t) const {
    const Piece& piece = pieces_[find(t)];
    return {piece.value + piece.slope * (t - piece.begin), piece.slope};
  }
  /// The first time after t at which the function jumps or bends; infinity when there is none.
  T next_kink(const T& t) const;

 private:
  struct Piece {
    T begin, value, slope;
  };
  T sine(const T& t) const;
  std::size_t find(const T& t) const {
    std::size_t i = 0, end = pieces_.size();
    while (end - i > 1) {
      const std::size_t middle = (i + end) / 2;
      (t >= pieces_[middle].begin ? i : end) = middle;
    }
    return i;
  }

  // at least one; the first reaches back as far as anybody asks
  std::vector<Piece> pieces_ = {{T(0), T(0), T(0)}};
  std::vector<T> kinks_;
  T amplitude_ = T(0), circular_ = T(0), phase_ = T(0);
};

}  // namespace oldham
