// SPDX-License-Identifier: MIT
#include "oldham/subsystem/linear_subsystem.hpp"

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

constexpr std::size_t cached_step_sizes = 16;  // enough for the steps, halves and thirds of a run with a shorter end

/// A state is a few numbers: shorter than the call that std::copy becomes.
template <class T>
inline void copy_few(const T* from, std::size_t count, T* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}

/// y = M x, or y += M x; M row-major.
template <class T>
inline void times(const std::vector<T>& M, int rows, int columns, const T* x, T* y, bool add) {
  const T* m = M.data();
  for (int i = 0; i < rows; ++i, m += columns) {
    T sum = add ? y[i] : T(0);
    for (int j = 0; j < columns; ++j) sum += m[j] * x[j];
    y[i] = sum;
  }
}

}  // namespace

template <class T>
void shift_polynomial(const T* c, int degree, int inputs, const T& from, const T& to, T* shifted) {
  const T width = to - from;
  std::copy(c, c + (degree + 1) * inputs, shifted);
  // repeated synthetic division gives the coefficients about `from`; then the axis is stretched
  for (int i = 0; i < inputs; ++i) {
    for (int low = 0; low < degree; ++low)
      for (int p = degree - 1; p >= low; --p) shifted[p * inputs + i] += from * shifted[(p + 1) * inputs + i];
    T power(1);
    for (int p = 0; p <= degree; ++p) {
      shifted[p * inputs + i] *= power;
      power *= width;
    }
  }
}

template <class T>
LinearSubsystem<T>::LinearSubsystem(std::string name, std::shared_ptr<const Boundary> boundary,
                                    LinearEquations<T> equations, std::vector<ParameterValue> parameters)
    : equations_(std::move(equations)), parameters_(std::move(parameters)) {
  description_.name = std::move(name);
  description_.boundary = std::move(boundary);
  states_ = static_cast<int>(equations_.initial_state.size());
  inputs_ = description_.input_count();
  outputs_ = description_.output_count();
  rows_ = states_;
  A_ = equations_.A;
  B_ = equations_.B;
  has_feedthrough_ = description_.boundary->feedthrough;
  description_.state_size = states_;
  description_.capabilities = {.rollback = true,
                               .state_access = true,
                               .equations = true,
                               .step_sensitivity = true,
                               .output_integrals = true,
                               .linear = true,
                               .serialisation = has_value_bytes<T>};
  xu_.assign(static_cast<std::size_t>(rows_ + inputs_), T(0));
  next_ = response_ = xu_;
  end_inputs_.resize(inputs_);
  rate_.resize(states_);
  initialize(T(0));
}

template <class T>
void LinearSubsystem<T>::initialize(const T&) {
  std::copy(equations_.initial_state.begin(), equations_.initial_state.end(), xu_.begin());
  std::fill(xu_.begin() + states_, xu_.end(), T(0));
}

template <class T>
void LinearSubsystem<T>::apply_inputs(std::span<const T> u) {
  // kept only where outputs depend on them: steps fill one of two vectors in turn, and equal states have equal
  // snapshots
  if (has_feedthrough_) std::copy(u.begin(), u.end(), xu_.begin() + rows_);
}

template <class T>
const Propagator<T>& LinearSubsystem<T>::find_propagator(const T& h, int degree) {
  auto found = std::find_if(cache_.begin(), cache_.end(),
                            [&](const Propagator<T>& map) { return map.h == h && map.degree == degree; });
  if (found == cache_.end()) {
    if (cache_.size() >= cached_step_sizes) cache_.erase(cache_.begin());
    cache_.push_back(compute_propagator(A_, B_, rows_, inputs_, h, degree));
    found = cache_.end() - 1;
  }
  newest_ = static_cast<std::size_t>(found - cache_.begin());
  return *found;
}

template <class T>
void LinearSubsystem<T>::propagate(const T& h, const T* c, int degree, std::vector<T>& xu) {
  // nearly always the step is as long as the one before
  const bool is_newest = newest_ < cache_.size() && cache_[newest_].degree == degree && cache_[newest_].h == h;
  const Propagator<T>& map = is_newest ? cache_[newest_] : find_propagator(h, degree);

  // x ← Φ x + Σ_p Γ_p c_p
  const int states = rows_, columns = inputs_ * (degree + 1);
  const T *phi = map.phi.data(), *gamma = map.gamma.data(), *x = xu.data();
  T* next = next_.data();
  for (int i = 0; i < states; ++i, phi += states, gamma += columns) {
    T sum(0);
    for (int j = 0; j < states; ++j) sum += phi[j] * x[j];
    for (int j = 0; j < columns; ++j) sum += gamma[j] * c[j];
    next[i] = sum;
  }
  xu.swap(next_);
}

template <class T>
void LinearSubsystem<T>::follow(const Interval<T>& step, const InputSignal<T>& inputs, std::vector<T>& xu) {
  const int pieces = inputs.pieces();
  std::fill(xu.begin() + states_, xu.begin() + rows_, T(0));  // integrals begin with the step
  if (pieces == 1) {
    propagate(step.length, inputs.piece(0), inputs.degree, xu);
  } else {
    shifted_.resize(static_cast<std::size_t>(inputs_) * (inputs.degree + 1));
    for (int index = 0; index < pieces; ++index) {
      const T& from = inputs.breaks[index];
      const T& to = inputs.breaks[index + 1];
      shift_polynomial(inputs.piece(index), inputs.degree, inputs_, from, to, shifted_.data());
      propagate(step.length * (to - from), shifted_.data(), inputs.degree, xu);
    }
  }
  if (has_feedthrough_) inputs.evaluate_piece(pieces - 1, T(1), xu.data() + rows_);
}

template <class T>
StepOutcome LinearSubsystem<T>::advance(const Interval<T>& step, const InputSignal<T>& inputs) {
  follow(step, inputs, xu_);
  return StepOutcome::accepted();
}

template <class T>
void LinearSubsystem<T>::respond(const Interval<T>& step, const InputSignal<T>& direction, std::span<T> dy,
                                 std::span<T> drate, std::span<T> dintegral) {
  // the response from rest
  std::fill(response_.begin(), response_.end(), T(0));
  follow(step, direction, response_);
  direction.evaluate_piece(direction.pieces() - 1, T(1), end_inputs_.data());
  output(step.end(), {response_.data(), response_.data() + states_}, end_inputs_, dy);
  if (!dintegral.empty()) std::copy(response_.begin() + states_, response_.begin() + rows_, dintegral.begin());
  if (!drate.empty()) {
    derivative(step.end(), {response_.data(), response_.data() + states_}, end_inputs_, rate_);
    direction.evaluate_slope(step.length, end_inputs_.data());
    output(step.end(), rate_, end_inputs_, drate);
  }
}

template <class T>
void LinearSubsystem<T>::carry_integrals() {
  if (rows_ > states_) return;
  // (x, q)' = [A 0; C 0] (x, q) + [B; D] u
  rows_ = states_ + outputs_;
  A_.assign(static_cast<std::size_t>(rows_) * rows_, T(0));
  for (int i = 0; i < rows_; ++i)
    for (int j = 0; j < states_; ++j)
      A_[i * rows_ + j] = i < states_ ? equations_.A[i * states_ + j] : equations_.C[(i - states_) * states_ + j];
  B_ = equations_.B;
  B_.insert(B_.end(), equations_.D.begin(), equations_.D.end());
  cache_.clear();
  xu_.assign(static_cast<std::size_t>(rows_ + inputs_), T(0));
  next_ = response_ = xu_;
  initialize(T(0));
}

template <class T>
void LinearSubsystem<T>::read_integrals(std::span<T> q) const {
  std::copy(xu_.begin() + states_, xu_.begin() + rows_, q.begin());
}

template <class T>
void LinearSubsystem<T>::read_outputs(std::span<T> y) const {
  times(equations_.C, outputs_, states_, xu_.data(), y.data(), false);
  if (has_feedthrough_) times(equations_.D, outputs_, inputs_, xu_.data() + rows_, y.data(), true);
}

template <class T>
void LinearSubsystem<T>::save(Snapshot<T>& into) const {
  if (into.values.size() != xu_.size()) into.values.resize(xu_.size());
  copy_few(xu_.data(), xu_.size(), into.values.data());
}

template <class T>
void LinearSubsystem<T>::restore(const Snapshot<T>& from) {
  copy_few(from.values.data(), xu_.size(), xu_.data());
}

template <class T>
void LinearSubsystem<T>::read_state(std::span<T> x) const {
  std::copy(xu_.begin(), xu_.begin() + states_, x.begin());
}

template <class T>
void LinearSubsystem<T>::write_state(std::span<const T> x) {
  std::copy(x.begin(), x.end(), xu_.begin());
}

template <class T>
std::vector<int> LinearSubsystem<T>::velocity_of() const {
  // a row of A that is one unit vector, with no input in it, says x_i' = x_j
  std::vector<int> velocity(states_, -1);
  for (int i = 0; i < states_; ++i) {
    int units = 0, others = 0, last = -1;
    for (int j = 0; j < states_; ++j) {
      const T& a = equations_.A[static_cast<std::size_t>(i) * states_ + j];
      if (a == T(1) && j != i) {
        ++units;
        last = j;
      } else if (a != T(0)) {
        ++others;
      }
    }
    for (int j = 0; j < inputs_; ++j)
      if (equations_.B[static_cast<std::size_t>(i) * inputs_ + j] != T(0)) ++others;
    if (units == 1 && others == 0) velocity[i] = last;
  }
  return velocity;
}

template <class T>
void LinearSubsystem<T>::derivative(const T&, std::span<const T> x, std::span<const T> u, std::span<T> dx) const {
  times(equations_.A, states_, states_, x.data(), dx.data(), false);
  times(equations_.B, states_, inputs_, u.data(), dx.data(), true);
}

template <class T>
void LinearSubsystem<T>::output(const T&, std::span<const T> x, std::span<const T> u, std::span<T> y) const {
  times(equations_.C, outputs_, states_, x.data(), y.data(), false);
  times(equations_.D, outputs_, inputs_, u.data(), y.data(), true);
}

template class LinearSubsystem<double>;
template class LinearSubsystem<Multiprecision>;
template void shift_polynomial(const double*, int, int, const double&, const double&, double*);
template void shift_polynomial(const Multiprecision*, int, int, const Multiprecision&, const Multiprecision&,
                               Multiprecision*);

}  // namespace oldham
