// SPDX-License-Identifier: MIT
#include "oldham/model/rod/rod.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham::rod {
namespace {

using multibody::make_vector;
using multibody::turn_quaternion;

template <class T>
struct SectionNumbers {
  Vector3<T> strain_stiffness, curvature_stiffness, inertia;
  T mass;
};

template <class T>
SectionNumbers<T> numbers_of(const CircularSection& section) {
  const T r = from_decimal<T>(section.radius), rho = from_decimal<T>(section.density);
  const T E = from_decimal<T>(section.young), nu = from_decimal<T>(section.poisson);
  const T A = pi<T>() * r * r, I = A * r * r / 4, G = E / (2 * (1 + nu));
  const T k = section.shear_correction ? from_decimal<T>(*section.shear_correction) : T(6 * (1 + nu) / (7 + 6 * nu));
  return {{k * G * A, k * G * A, E * A}, {E * I, E * I, 2 * G * I}, {rho * I, rho * I, 2 * rho * I}, rho * A};
}

template <class T>
SectionNumbers<T> numbers_of(const GeneralSection& section) {
  return {make_vector<T>(section.strain_stiffness), make_vector<T>(section.curvature_stiffness),
          make_vector<T>(section.inertia), from_decimal<T>(section.mass)};
}

void require_positive(const std::string& where, const std::string& what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw_wrong_input(where, fmt::format("{} is {}", what, value), "give a positive number");
}

void check(const std::string& where, const CircularSection& section) {
  require_positive(where, "the radius", section.radius);
  require_positive(where, "the density", section.density);
  require_positive(where, "Young's modulus", section.young);
  if (!(section.poisson > -1 && section.poisson <= 0.5))
    throw_wrong_input(where, fmt::format("Poisson's ratio is {}", section.poisson), "it lies above -1, at most at 0.5");
  if (section.shear_correction) require_positive(where, "the shear correction", *section.shear_correction);
}

void check(const std::string& where, const GeneralSection& section) {
  for (const double value : section.strain_stiffness) require_positive(where, "a stiffness GA or EA", value);
  for (const double value : section.curvature_stiffness) require_positive(where, "a stiffness EI or GJ", value);
  for (const double value : section.inertia) require_positive(where, "a moment of inertia per length", value);
  require_positive(where, "the mass per length", section.mass);
}

template <class T>
void turn(Quaternion<T>& p, const Vector3<T>& by) {
  T numbers[4];
  p.write(numbers);
  turn_quaternion(numbers, by.data());
  p = Quaternion<T>::from(numbers);
}

/// Whether rows are those of a rotation, up to what a file rounds.
bool is_rotation(const Rows3& rows) {
  Matrix3<double> R;
  for (int i = 0; i < 3; ++i) R.row(i) = make_vector<double>(rows[i]).transpose();
  const Matrix3<double> defect = R.transpose() * R - Matrix3<double>::Identity();
  return defect.cwiseAbs().maxCoeff() < 1e-6 && R.determinant() > 0;
}

}  // namespace

template <class T>
EndMotion<T> make_motion(const std::string& where, const EndDescription& end) {
  if (!is_rotation(end.rotation))
    throw_wrong_input(where, "the frame of an end is no rotation",
                      "give three perpendicular columns of length one, right-handed");
  Matrix3<T> R;
  for (int i = 0; i < 3; ++i) R.row(i) = make_vector<T>(end.rotation[i]).transpose();
  EndMotion<T> motion;
  motion.x = make_vector<T>(end.position);
  auto p = multibody::quaternion_of(R);
  const T none[3] = {T(0), T(0), T(0)};
  turn_quaternion(p.data(), none);  // of unit length even where the file rounded
  motion.p = Quaternion<T>::from(p.data());
  return motion;
}

template <class T>
Rod<T>::Rod(const RodDescription& description)
    : N_(description.edges), start_kind_(description.start.kind), end_kind_(description.end.kind) {
  using std::sin;
  const std::string& where = description.where;
  if (N_ < 1) throw_wrong_input(where, fmt::format("a rod of {} edges", N_), "give at least one");
  require_positive(where, "the length", description.length);
  require_positive(where, "the scale of inertia", description.inertia_scale);
  for (const double tau : {description.strain_retardation, description.curvature_retardation})
    if (!(tau >= 0) || !std::isfinite(tau))
      throw_wrong_input(where, fmt::format("a retardation time is {}", tau), "give zero or a positive number");
  std::visit([&](const auto& section) { check(where, section); }, description.section);
  const auto section = std::visit([](const auto& s) { return numbers_of<T>(s); }, description.section);

  length_ = from_decimal<T>(description.length);
  l_ = length_ / N_;
  spacing_ = {l_, 1 / l_};
  strain_ = {section.strain_stiffness, from_decimal<T>(description.strain_retardation) * section.strain_stiffness};
  curvature_ = {section.curvature_stiffness,
                from_decimal<T>(description.curvature_retardation) * section.curvature_stiffness};
  const T scale = from_decimal<T>(description.inertia_scale);
  node_weight_ = section.mass * l_;
  node_mass_ = scale * node_weight_;
  inertia_ = scale * l_ * section.inertia;
  masses_.resize(unknown_count());
  for (int n = 0; n <= N_; ++n)
    for (int i = 0; i < 3; ++i) masses_[6 * n + i] = n == 0 || n == N_ ? T(node_mass_ / 2) : node_mass_;
  for (int e = 0; e < N_; ++e)
    for (int i = 0; i < 3; ++i) masses_[6 * e + 3 + i] = inertia_[i];

  // K⁰ of edges that lie on the natural curve, each turned against the last by κ l
  const Vector3<T> kappa = make_vector<T>(description.natural_curvature);
  natural_turn_ = kappa * l_;
  const T angle = natural_turn_.norm();
  if (!(angle < pi<T>() / 2))
    throw_wrong_input(where, "the natural curvature turns an edge by 90 degrees or more against the next",
                      "take more edges");
  natural_ = angle > T(0) ? Vector3<T>(natural_turn_ * T(2 * sin(T(angle / 2)) / (l_ * angle))) : kappa;

  const auto hinge = [&](const EndDescription& end, int sign) {
    const Vector3<T> axis = make_vector<T>(end.axis);
    const T length = axis.norm();
    if (!(length > T(0)) || !std::isfinite(to_double(length)))
      throw_wrong_input(where, "the axis of a hinge has no direction", "give three numbers, not all zero");
    return typename HingeBend<T>::Side{axis / length, T(sign)};
  };
  start_hinge_ = hinge(description.start, -1);
  end_hinge_ = hinge(description.end, 1);
  inputs_.start = make_motion<T>(where, description.start);
  inputs_.end = make_motion<T>(where, description.end);
  inputs_.gravity = make_vector<T>(description.gravity);
  inputs_.start_force = make_vector<T>(description.loads.start_force);
  inputs_.end_force = make_vector<T>(description.loads.end_force);
  inputs_.start_moment = make_vector<T>(description.loads.start_moment);
  inputs_.end_moment = make_vector<T>(description.loads.end_moment);
  inputs_.force_per_length = make_vector<T>(description.loads.force_per_length);
  inputs_.moment_per_length = make_vector<T>(description.loads.moment_per_length);
}

template <class T>
std::vector<T> Rod<T>::natural_state() const {
  std::vector<T> state(state_count(), T(0));
  Quaternion<T> p = inputs_.start.p;
  Vector3<T> x = inputs_.start.x;
  Eigen::Map<Vector3<T>>(state.data()) = x;
  for (int e = 0; e < N_; ++e) {
    turn<T>(p, e == 0 ? Vector3<T>(natural_turn_ / 2) : natural_turn_);
    p.write(frame(state.data(), e));
    x += l_ * rotation(p).col(2);
    Eigen::Map<Vector3<T>>(node(state.data(), e + 1)) = x;
  }
  return state;
}

template <class T>
RodInputs<T> Rod<T>::natural_inputs() const {
  RodInputs<T> inputs;
  const Vector3<T> zero = Vector3<T>::Zero();
  inputs.start_force = inputs.end_force = inputs.start_moment = inputs.end_moment = zero;
  inputs.force_per_length = inputs.moment_per_length = inputs.gravity = zero;
  inputs.start = inputs_.start;
  const std::vector<T> state = natural_state();
  inputs.end.x = Eigen::Map<const Vector3<T>>(node(state.data(), N_));
  inputs.end.p = Quaternion<T>::from(frame(state.data(), N_ - 1));
  turn<T>(inputs.end.p, natural_turn_ / 2);
  return inputs;
}

template <class T>
void Rod<T>::insert_ends(const RodInputs<T>& inputs, T* state) const {
  for (const int n : {0, N_}) {
    if (!is_held(n)) continue;
    const EndMotion<T>& end = n == 0 ? inputs.start : inputs.end;
    Eigen::Map<Vector3<T>>(node(state, n)) = end.x;
    Eigen::Map<Vector3<T>>(velocity(state, 2 * n)) = end.v;
  }
}

template <class T>
T Rod<T>::slow_frequency_squared() const {
  const T stiffness = std::min(curvature_.C[0], curvature_.C[1]);
  return stiffness * l_ / (node_mass_ * length_ * length_ * length_ * length_);
}

template <class T>
T Rod<T>::largest_moment() const {
  return std::min(curvature_.C[0], curvature_.C[1]) / l_;
}

template EndMotion<double> make_motion(const std::string&, const EndDescription&);
template EndMotion<Multiprecision> make_motion(const std::string&, const EndDescription&);
template class Rod<double>;
template class Rod<Multiprecision>;

}  // namespace oldham::rod
