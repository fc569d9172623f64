// SPDX-License-Identifier: MIT
#include "oldham/signal/time_signal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
TimeSignal<T>::TimeSignal(const SignalDescription& description) {
  if (description.points.empty()) {
    using std::acos;
    const SignalDescription::Sine& sine = description.sine;
    pieces_[0].value = from_decimal<T>(sine.offset);
    amplitude_ = from_decimal<T>(sine.amplitude);
    circular_ = 2 * T(acos(T(-1))) * from_decimal<T>(sine.frequency);
    phase_ = from_decimal<T>(sine.phase);
    return;
  }
  // constant until the first point, then a piece from each point on
  pieces_[0].value = from_decimal<T>(description.points.front().value);
  pieces_[0].begin = from_decimal<T>(description.points.front().time);
  const std::size_t count = description.points.size();
  for (std::size_t i = 0; i < count; ++i) {
    const T begin = from_decimal<T>(description.points[i].time), value = from_decimal<T>(description.points[i].value);
    T slope = T(0);
    if (i + 1 < count) {
      const T end = from_decimal<T>(description.points[i + 1].time);
      if (end == begin) continue;  // a jump: what follows begins with the later point
      slope = (from_decimal<T>(description.points[i + 1].value) - value) / (end - begin);
    }
    const Piece& before = pieces_.back();
    const T arriving = before.value + before.slope * (begin - before.begin);
    const bool jumps = i > 0 && description.points[i - 1].time == description.points[i].time && arriving != value;
    if (before.slope == slope && !jumps) continue;  // goes straight on
    pieces_.push_back({begin, value, slope});
    kinks_.push_back(begin);
  }
}

template <class T>
T TimeSignal<T>::sine(const T& t) const {
  using std::sin;
  return pieces_[0].value + amplitude_ * sin(circular_ * t + phase_);
}

template <class T>
T TimeSignal<T>::next_kink(const T& t) const {
  const auto next = std::upper_bound(kinks_.begin(), kinks_.end(), t);
  return next == kinks_.end() ? std::numeric_limits<T>::infinity() : *next;
}

template class TimeSignal<double>;
template class TimeSignal<Multiprecision>;

}  // namespace oldham
