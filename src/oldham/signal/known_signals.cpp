// SPDX-License-Identifier: MIT
#include "oldham/signal/known_signals.hpp"

#include <algorithm>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

constexpr double same_instant = 1e-9;  // of a step: a kink nearer to a communication point is at that point

}  // namespace

template <class T>
void KnownSignals<T>::add(const SignalDescription& description, Inside inside) {
  signals_.push_back({TimeSignal<T>(description), inside});
}

template <class T>
void KnownSignals<T>::read(const T& t, const T& ahead, T* values) const {
  for (const Signal& signal : signals_) {
    const auto [value, slope] = signal.function.line_at(t + ahead);
    *values++ = value - slope * ahead;
  }
}

template <class T>
T KnownSignals<T>::next_kink(const T& t) const {
  T first = std::numeric_limits<T>::infinity();
  for (const Signal& signal : signals_) first = std::min(first, signal.function.next_kink(t));
  return first;
}

template <class T>
void KnownSignals<T>::find_breaks(const Interval<T>& step, const InputSignal<T>* others) {
  breaks_.assign({T(0), T(1)});
  if (others != nullptr) breaks_.assign(others->breaks.begin(), others->breaks.end());
  const T rounding = step.length * same_instant, last = step.end() - rounding;
  const std::size_t given = breaks_.size();
  for (const Signal& signal : signals_) {
    if (signal.inside == Inside::is_held) continue;
    for (T kink = signal.function.next_kink(step.begin + rounding); kink < last; kink = signal.function.next_kink(kink))
      breaks_.push_back((kink - step.begin) / step.length);
  }
  if (breaks_.size() == given) return;
  std::sort(breaks_.begin(), breaks_.end());
  // kinks of several signals at one time differ by rounding
  const auto is_same = [](const T& a, const T& b) { return b - a < same_instant; };
  breaks_.erase(std::unique(breaks_.begin(), breaks_.end(), is_same), breaks_.end());
  breaks_.back() = T(1);
}

template <class T>
void KnownSignals<T>::write_piece(const Interval<T>& step, const T& from, const T& to, int degree, int first,
                                  T* c) const {
  const int inputs = first + size();
  // the middle of a piece lies in one line, whatever rounding does at its ends
  const T middle = (from + to) / 2;
  for (int i = 0; i < size(); ++i) {
    const bool is_held = signals_[i].inside == Inside::is_held;
    const T at = is_held ? T(same_instant) : middle;
    const auto [value, slope] = signals_[i].function.line_at(step.begin + step.length * at);
    const T rise = slope * step.length;
    c[first + i] = value - rise * at;
    for (int p = 1; p <= degree; ++p) c[p * inputs + first + i] = p == 1 && !is_held ? rise : T(0);
  }
}

template <class T>
const InputSignal<T>& KnownSignals<T>::over(const Interval<T>& step, const InputSignal<T>* others) {
  find_breaks(step, others);
  const int first = others == nullptr ? 0 : others->inputs, inputs = first + size();
  const int pieces = static_cast<int>(breaks_.size()) - 1;
  int degree = others == nullptr ? 0 : others->degree;
  for (int piece = 0; piece < pieces && degree == 0; ++piece) {
    const T at = step.begin + step.length * ((breaks_[piece] + breaks_[piece + 1]) / 2);
    for (const Signal& signal : signals_)
      if (signal.inside == Inside::follows && signal.function.line_at(at).slope != T(0)) degree = 1;
  }
  coefficients_.resize(static_cast<std::size_t>(pieces) * (degree + 1) * inputs);
  T* c = coefficients_.data();
  for (int piece = 0, other = 0; piece < pieces; ++piece, c += (degree + 1) * inputs) {
    if (others != nullptr) {
      const T middle = (breaks_[piece] + breaks_[piece + 1]) / 2;
      while (other + 1 < others->pieces() && middle >= others->breaks[other + 1]) ++other;
      const T* given = others->piece(other);
      for (int p = 0; p <= degree; ++p)
        for (int i = 0; i < first; ++i) c[p * inputs + i] = p <= others->degree ? given[p * first + i] : T(0);
    }
    write_piece(step, breaks_[piece], breaks_[piece + 1], degree, first, c);
  }
  all_ = {inputs, degree, breaks_, coefficients_.data()};
  return all_;
}

template class KnownSignals<double>;
template class KnownSignals<Multiprecision>;

}  // namespace oldham
