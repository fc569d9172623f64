// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/interface_response.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "oldham/core/error.hpp"

namespace oldham::multibody {

template <class T>
InterfaceRow find_interface_row(const Mechanism<T>& m, const std::string& name, const std::string& where) {
  const MechanismDescription& d = m.description;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < d.forces.size(); ++i) {
    if (!has_ports(d.forces[i].kind)) continue;
    if (d.forces[i].name == name) return {static_cast<int>(i), 0};
    known.push_back(d.forces[i].name);
  }
  for (std::size_t i = 0; i < d.ports.size(); ++i) {
    const int element = m.applied[i];
    const std::vector<const char*> directions =
        d.planar ? std::vector<const char*>{"x", "y", "phi"}
                 : std::vector<const char*>{"x", "y", "z", "turn_x", "turn_y", "turn_z"};
    for (int k = 0; k < m.forces[element].inputs; ++k) {
      known.push_back(d.ports[i].name + "." + directions[k]);
      if (known.back() == name) return {element, k};
    }
  }
  throw_wrong_input(where, fmt::format("mechanism '{}' has no actuator or port direction '{}'", d.name, name),
                    suggest(name, known));
}

template <class T>
InterfaceResponse<T>::InterfaceResponse(const Mechanism<T>& m, std::vector<InterfaceRow> rows)
    : rows_(std::move(rows)) {
  const int p = static_cast<int>(rows_.size());
  A_.resize(p, m.dofs);
  mobility_.resize(p, p);
  mass_.resize(p, p);
  drift_.resize(p);
  free_.resize(p);
  force_.resize(p);
  u_.resize(m.inputs);
  unit_.resize(m.inputs);
  column_.resize(m.dofs);
  none_.assign(m.rows, T(0));
  // a unit of force, whatever makes the force
  for (const InterfaceRow& row : rows_) {
    units_.push_back(m.forces[row.element]);
    if (units_.back().is_axial()) units_.back().kind = ElementKind::actuator;
  }
}

namespace {

/// Of a point: by rotation, and by what is prescribed to its body.
template <class T>
Vector3<T> known_acceleration(const Motion<T>& body, const Vector3<T>& arm) {
  return body.a + body.alpha.cross(arm) + centripetal(body, arm);
}

}  // namespace

/// A row of A is the generalised force of a unit force, by virtual power.
template <class T>
void InterfaceResponse<T>::set_row(const Dynamics<T>& dynamics, int k) {
  const Mechanism<T>& m = dynamics.mechanism();
  const ForceElement<T>& element = units_[k];
  std::fill(unit_.begin(), unit_.end(), T(0));
  unit_[element.input + rows_[k].component] = T(1);
  const Motion<T>&a = m.motion_of(element.body[0], dynamics.motions().data()),
        &b = m.motion_of(element.body[1], dynamics.motions().data());
  Wrenches<T> wrenches;
  evaluate_force(element, a, b, unit_.data(), wrenches);
  std::fill(column_.begin(), column_.end(), T(0));
  dynamics.add_wrench(element.body[1], wrenches.force[1], wrenches.torque[1], b, column_.data());
  if (element.kind == ElementKind::actuator)
    dynamics.add_wrench(element.body[0], wrenches.force[0], wrenches.torque[0], a, column_.data());
  std::copy(column_.begin(), column_.end(), A_.row(k).data());

  // Ȧ v: what the velocity gains without accelerations, but for the known ones of driven bodies
  const Point<T> p(a, element.point[0]), q(b, element.point[1]);
  if (element.kind == ElementKind::actuator) {
    const Stretch<T> stretch(p, q);
    const Vector3<T> relative = q.velocity - p.velocity;
    drift_[k] = (relative.squaredNorm() - stretch.rate * stretch.rate) / stretch.length +
                stretch.direction.dot(known_acceleration(b, q.arm) - known_acceleration(a, p.arm));
  } else {
    const int straight = element.planar ? 2 : 3;
    drift_[k] = rows_[k].component < straight ? known_acceleration(b, q.arm)[rows_[k].component]
                                              : b.alpha[element.planar ? 2 : rows_[k].component - straight];
  }
}

template <class T>
bool InterfaceResponse<T>::evaluate(Dynamics<T>& dynamics, const T& t, const T* q, const T* v, const T* u) {
  const Mechanism<T>& m = dynamics.mechanism();
  const int p = static_cast<int>(rows_.size());
  std::copy_n(u, m.inputs, u_.begin());
  for (std::size_t k = 0; k < rows_.size(); ++k)
    if (m.forces[rows_[k].element].kind != ElementKind::cylinder) u_[units_[k].input + rows_[k].component] = T(0);
  dynamics.set(t, q, v, u_.data());
  dynamics.evaluate_forces(u_.data());
  if (!dynamics.factorise_mobility()) return false;
  for (int k = 0; k < p; ++k) set_row(dynamics, k);

  // the accelerations without forces at the interface, then by a unit of each
  Eigen::Map<Vector> column(column_.data(), m.dofs);
  for (int i = 0; i < m.rows; ++i) none_[i] = -dynamics.bias()[i];
  std::copy(dynamics.forces().begin(), dynamics.forces().end(), column_.begin());
  // the force of a cylinder also comes from its motion: taken off as it is
  for (int k = 0; k < p; ++k)
    if (const ForceElement<T>& element = m.forces[rows_[k].element]; element.kind == ElementKind::cylinder) {
      const Stretch<T> stretch(Point<T>(m.motion_of(element.body[0], dynamics.motions().data()), element.point[0]),
                               Point<T>(m.motion_of(element.body[1], dynamics.motions().data()), element.point[1]));
      column -= axial_force(element, stretch.length, stretch.rate, u) * A_.row(k).transpose();
    }
  dynamics.solve_constrained(column_.data(), none_.data());
  free_.noalias() = A_ * column;
  free_ += drift_;
  std::fill(none_.begin(), none_.end(), T(0));
  for (int k = 0; k < p; ++k) {
    column = A_.row(k).transpose();
    dynamics.solve_constrained(column_.data(), none_.data());
    mobility_.col(k).noalias() = A_ * column;
  }
  const Eigen::LDLT<Matrix> factor(mobility_);
  // a direction that cannot move, or two rows that are one, have no mass of their own
  const Vector pivots = factor.vectorD();
  if (factor.info() != Eigen::Success ||
      !(pivots.minCoeff() > 1000 * std::numeric_limits<T>::epsilon() * mobility_.diagonal().maxCoeff()))
    return false;
  mass_ = factor.solve(Matrix::Identity(p, p));
  force_ = factor.solve(free_);
  return true;
}

#define OLDHAM_INSTANTIATE(T)                                                                            \
  template InterfaceRow find_interface_row(const Mechanism<T>&, const std::string&, const std::string&); \
  template class InterfaceResponse<T>
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::multibody
