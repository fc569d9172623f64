// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/signal/time_signal.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// y = f(t): a subsystem without state or inputs that tells others a known function of time.
template <class T>
struct SignalModel {
  TimeSignal<T> signal;

  static constexpr bool is_linear = false;  // the offset moves with time
  static constexpr bool has_linear_outputs = true;

  std::vector<T> initial_state() const { return {}; }
  std::vector<ParameterValue> parameters() const { return {}; }
  void derivative(const T&, const T*, const T*, T*) const {}
  void output(const T& t, const T*, const T*, T* y) const { y[0] = signal(t); }
  void jacobian(const T&, const T*, const T*, T*) const {}
  T next_kink(const T& t) const { return signal.next_kink(t); }
};

/// As a subsystem whose output `value` has the given unit.
template <class T>
std::unique_ptr<Subsystem<T>> make_signal(const std::string& name, const SignalDescription& signal,
                                          std::string_view unit);

}  // namespace oldham
