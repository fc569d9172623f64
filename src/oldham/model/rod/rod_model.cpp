// SPDX-License-Identifier: MIT
#include "oldham/model/rod/rod_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/model/rod/statics.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham::rod {

template <class T>
RodModel<T>::RodModel(const RodDescription& description, const IntegratorSettings& integrator)
    : description_(description),
      integrator_(integrator),
      rod_(description),
      euler_(rod_),
      state_(rod_.state_count()),
      rate_(rod_.state_count()),
      f_(rod_.unknown_count()),
      flow_(rod_.unknown_count()),
      by_position_(rod_.unknown_count()),
      by_velocity_(rod_.unknown_count()) {
  const int before = rod_.is_held(0) ? 3 : 0, behind = rod_.is_held(rod_.edges()) ? 3 : 0;
  positions_ = {before, rod_.position_count() - before - behind};
  velocities_ = {rod_.position_count() + before, rod_.unknown_count() - before - behind};
  natural_ = {rod_.natural_inputs().end.x, rotation(rod_.described_inputs().start.p).col(2)};
  initial_.resize(positions_.count + velocities_.count);
  pack(initial_shape(description, rod_).data(), initial_.data());
}

template <class T>
std::vector<ParameterValue> RodModel<T>::parameters() const {
  T mass(0);
  for (int n = 0; n <= rod_.edges(); ++n) mass += rod_.masses()[6 * n];
  return {{"edges", double(rod_.edges()), "1"},
          {"length", to_double(rod_.length()), "m"},
          {"mass", to_double(mass), "kg"},
          {"end_mass", to_double(rod_.masses().front()), "kg"},
          {"largest_moment", to_double(rod_.largest_moment()), "N.m"}};
}

template <class T>
void RodModel<T>::unpack(const T* x) const {
  std::copy_n(x, positions_.count, state_.begin() + positions_.first);
  std::copy_n(x + positions_.count, velocities_.count, state_.begin() + velocities_.first);
}

template <class T>
void RodModel<T>::set(const T* x, const T* u) const {
  inputs_ = rod_.described_inputs();
  read_inputs(description_, u, inputs_);
  unpack(x);
  // the length of a quaternion means nothing: solvers may let it be anything
  for (int e = 0; e < rod_.edges(); ++e) {
    Eigen::Map<Eigen::Matrix<T, 4, 1>> p(rod_.frame(state_.data(), e));
    p /= p.norm();
  }
  rod_.insert_ends(inputs_, state_.data());
}

template <class T>
std::vector<T> RodModel<T>::whole_state(const T* x, const T* u, RodInputs<T>& inputs) const {
  set(x, u);
  inputs = inputs_;
  return state_;
}

template <class T>
void RodModel<T>::pack(const T* state, T* x) const {
  std::copy_n(state + positions_.first, positions_.count, x);
  std::copy_n(state + velocities_.first, velocities_.count, x + positions_.count);
}

template <class T>
void RodModel<T>::derivative(const T&, const T* x, const T* u, T* dx) const {
  set(x, u);
  rod_.derivative(state_.data(), inputs_, rate_.data());
  pack(rate_.data(), dx);
}

template <class T>
void RodModel<T>::output(const T&, const T* x, const T* u, T* y) const {
  set(x, u);
  write_outputs(description_, rod_, natural_, state_.data(), inputs_, y);
}

template <class T>
void RodModel<T>::jacobian(const T&, const T* x, const T* u, T* J) const {
  set(x, u);
  const int n = positions_.count + velocities_.count, unknowns = rod_.unknown_count();
  const int before = velocities_.first - rod_.position_count();  // unknowns that are held
  std::fill(J, J + static_cast<std::size_t>(n) * n, T(0));
  const auto row = [&](int i) { return J + static_cast<std::size_t>(i) * n; };
  // where a number of the whole state stands in x; beyond it where it is held
  const auto at_position = [&](int i) { return i - positions_.first; };
  const auto at_velocity = [&](int i) { return positions_.count + i - before; };
  const auto is_free = [&](int i) { return i >= before && i < before + velocities_.count; };

  by_position_.set_zero();
  by_velocity_.set_zero();
  rod_.linearise(state_.data(), inputs_, T(1), T(0), by_position_, f_.data(), flow_.data());
  rod_.linearise(state_.data(), inputs_, T(0), T(1), by_velocity_, f_.data(), flow_.data());
  for (int block = 0; 3 * block < unknowns; ++block) {
    const int first = 3 * block, low = std::max(0, first - BandMatrix<T>::reach),
              high = std::min(unknowns - 1, first + 2 + BandMatrix<T>::reach);
    if (!is_free(first)) continue;
    if (block % 2 == 0) {
      const int place = at_position(7 * (block / 2));
      for (int k = 0; k < 3; ++k) {
        row(place + k)[at_velocity(first + k)] = T(1);  // ẋ = v
        for (int i = low; i <= high; ++i)
          if (is_free(i) && std::abs(i - first - k) <= BandMatrix<T>::reach)
            row(at_velocity(i))[place + k] = by_position_(i, first + k) / rod_.masses()[i];
      }
    } else {
      const int place = at_position(7 * (block / 2) + 3);
      const T* p = rod_.frame(state_.data(), block / 2);
      const T* w = rod_.velocity(state_.data(), block);
      const T length = Eigen::Map<const Eigen::Matrix<T, 4, 1>>(x + place).norm();
      for (int c = 0; c < 4; ++c) {
        // a change along the sphere: what lengthens p changes nothing
        T change[4], rate[4];
        for (int k = 0; k < 4; ++k) change[k] = (T(k == c ? 1 : 0) - p[k] * p[c]) / length;
        multibody::quaternion_rate(change, w, rate);  // ṗ = ½ p (0, ω)
        for (int k = 0; k < 4; ++k) row(place + k)[place + c] = rate[k];
        // δφ = 2 Im(p* δp)
        const Quaternion<T> turn = Quaternion<T>::from(p).conjugate() * Quaternion<T>::from(change);
        for (int i = low; i <= high; ++i) {
          if (!is_free(i)) continue;
          T sum(0);
          for (int k = 0; k < 3; ++k)
            if (std::abs(i - first - k) <= BandMatrix<T>::reach) sum += by_position_(i, first + k) * turn.v[k];
          row(at_velocity(i))[place + c] = 2 * sum / rod_.masses()[i];
        }
      }
      for (int k = 0; k < 3; ++k) {
        T unit[3] = {T(0), T(0), T(0)}, rate[4];
        unit[k] = T(1);
        multibody::quaternion_rate(p, unit, rate);
        for (int c = 0; c < 4; ++c) row(place + c)[at_velocity(first + k)] = rate[c];
      }
    }
    for (int k = 0; k < 3; ++k)
      for (int i = low; i <= high; ++i)
        if (is_free(i) && std::abs(i - first - k) <= BandMatrix<T>::reach)
          row(at_velocity(i))[at_velocity(first + k)] = by_velocity_(i, first + k) / rod_.masses()[i];
  }
}

template <class T>
StepOutcome RodModel<T>::advance(const Interval<T>& interval, const InputsAt& inputs, T* x) const {
  const long n = count_micro_steps(integrator_, to_double(interval.length));
  if (n == 0) return StepOutcome::failed(fmt::format("its micro_step of {} s is too small", integrator_.micro_step));
  const T h = interval.length / n;
  unpack(x);
  for (long k = 1; k <= n; ++k) {
    inputs_ = rod_.described_inputs();
    read_inputs(description_, inputs(k < n ? T(interval.begin + h * k) : interval.end()), inputs_);
    StepOutcome outcome = euler_.step(rod_, inputs_, h, state_.data());
    if (!outcome.is_accepted()) return outcome;
  }
  pack(state_.data(), x);
  return StepOutcome::accepted();
}

template <class T>
StepOutcome RodModel<T>::settle(const T&, const T* u, T* x) const {
  set(x, u);
  pack(state_.data(), x);
  if (rod_.smallest_cosine(state_.data(), inputs_) < T(0)) return StepOutcome::diverged(too_coarse(rod_));
  return StepOutcome::accepted();
}

template <class T>
std::vector<T> initial_shape(const RodDescription& description, const Rod<T>& rod) {
  std::vector<T> state = rod.natural_state();
  const RodInputs<T>& inputs = rod.described_inputs();
  const RodInputs<T> natural = rod.natural_inputs();
  if (description.initial == InitialShape::equilibrium) {
    const StaticReport report = follow_equilibrium(rod, default_path(rod, description.path), state);
    if (!report.outcome.is_accepted())
      throw Error(ErrorKind::failure, fmt::format("{}: rod '{}' has no equilibrium to begin with: {}",
                                                  description.where, description.name, report.outcome.reason));
  } else if (rod.is_held(rod.edges()) && !((natural.end.x - inputs.end.x).norm() <= T(1e-6) * rod.length())) {
    const Vector3<T>& x = natural.end.x;
    throw_wrong_input(description.where,
                      fmt::format("the natural shape of rod '{}' ends at ({:.6f}, {:.6f}, {:.6f}), but its end is held "
                                  "elsewhere",
                                  description.name, to_double(x[0]), to_double(x[1]), to_double(x[2])),
                      "use initial = \"equilibrium\", or hold it there");
  }
  const auto write = [](const std::vector<Numbers3>& rows, std::size_t i, T* to) {
    if (!rows.empty())
      for (int k = 0; k < 3; ++k) to[k] = from_decimal<T>(rows[i][k]);
  };
  for (int n = 0; n <= rod.edges(); ++n) write(description.velocities, n, rod.velocity(state.data(), 2 * n));
  for (int e = 0; e < rod.edges(); ++e) write(description.spins, e, rod.velocity(state.data(), 2 * e + 1));
  rod.insert_ends(inputs, state.data());
  return state;
}

template <class T>
std::unique_ptr<Subsystem<T>> make_rod(const std::string& name, const RodDescription& description,
                                       const IntegratorSettings& integrator) {
  auto boundary = std::make_shared<Boundary>(*make_boundary(description));
  boundary->acts_at_end = integrator.kind == IntegratorKind::linear_implicit;
  return with_integrator<T>(name, std::move(boundary), RodModel<T>(description, integrator), integrator);
}

#define OLDHAM_INSTANTIATE(T)                                                  \
  template class RodModel<T>;                                                  \
  template std::vector<T> initial_shape(const RodDescription&, const Rod<T>&); \
  template std::unique_ptr<Subsystem<T>> make_rod(const std::string&, const RodDescription&, const IntegratorSettings&);
OLDHAM_INSTANTIATE(double)
OLDHAM_INSTANTIATE(Multiprecision)
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::rod
