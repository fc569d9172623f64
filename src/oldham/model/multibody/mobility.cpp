// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/mobility.hpp"

#include <algorithm>

namespace oldham::multibody {

template <class T>
Mobility<T>::Mobility(const Mechanism<T>& m, std::vector<InterfaceRow> rows, std::vector<int> velocities)
    : rows_(std::move(rows)), velocities_(std::move(velocities)) {
  const int p = static_cast<int>(rows_.size()), n = static_cast<int>(velocities_.size());
  B_.resize(p, m.dofs);
  mobility_.resize(n, p);
  free_.resize(n);
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

/// A row of B is the generalised force of a unit force, by virtual power.
template <class T>
void Mobility<T>::set_row(const Dynamics<T>& dynamics, int k) {
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
  std::copy(column_.begin(), column_.end(), B_.row(k).data());
}

/// Ȧ v: what the velocity gains without accelerations, but for the known ones of driven bodies.
template <class T>
T Mobility<T>::drift_of(const Dynamics<T>& dynamics, int k) const {
  const Mechanism<T>& m = dynamics.mechanism();
  const ForceElement<T>& element = units_[k];
  const Motion<T>&a = m.motion_of(element.body[0], dynamics.motions().data()),
        &b = m.motion_of(element.body[1], dynamics.motions().data());
  const Point<T> p(a, element.point[0]), q(b, element.point[1]);
  if (element.kind == ElementKind::actuator) {
    const Stretch<T> stretch(p, q);
    const Vector3<T> relative = q.velocity - p.velocity;
    return (relative.squaredNorm() - stretch.rate * stretch.rate) / stretch.length +
           stretch.direction.dot(known_acceleration(b, q.arm) - known_acceleration(a, p.arm));
  }
  const int straight = element.planar ? 2 : 3, component = rows_[k].component;
  if (component < straight) return known_acceleration(b, q.arm)[component];
  return b.alpha[element.planar ? 2 : component - straight];
}

template <class T>
bool Mobility<T>::evaluate(Dynamics<T>& dynamics, const T& t, const T* q, const T* v, const T* u) {
  const Mechanism<T>& m = dynamics.mechanism();
  const int p = static_cast<int>(rows_.size()), n = static_cast<int>(velocities_.size());
  std::copy_n(u, m.inputs, u_.begin());
  for (int k = 0; k < p; ++k)
    if (m.forces[rows_[k].element].kind != ElementKind::cylinder) u_[units_[k].input + rows_[k].component] = T(0);
  dynamics.set(t, q, v, u_.data());
  dynamics.evaluate_forces(u_.data());
  if (!dynamics.factorise_mobility()) return false;
  for (int k = 0; k < p; ++k) set_row(dynamics, k);

  // the accelerations without forces at the rows
  Eigen::Map<Vector> column(column_.data(), m.dofs);
  for (int i = 0; i < m.rows; ++i) none_[i] = -dynamics.bias()[i];
  std::copy(dynamics.forces().begin(), dynamics.forces().end(), column_.begin());
  // the force of a cylinder also comes from its motion: taken off as it is
  for (int k = 0; k < p; ++k)
    if (const ForceElement<T>& element = m.forces[rows_[k].element]; element.kind == ElementKind::cylinder) {
      const Stretch<T> stretch(Point<T>(m.motion_of(element.body[0], dynamics.motions().data()), element.point[0]),
                               Point<T>(m.motion_of(element.body[1], dynamics.motions().data()), element.point[1]));
      column -= axial_force(element, stretch.length, stretch.rate, u) * B_.row(k).transpose();
    }
  dynamics.solve_constrained(column_.data(), none_.data());
  for (int i = 0; i < n; ++i) free_[i] = B_.row(velocities_[i]).dot(column) + drift_of(dynamics, velocities_[i]);

  // R is symmetric: as many solutions as velocities are enough
  std::fill(none_.begin(), none_.end(), T(0));
  for (int i = 0; i < n; ++i) {
    column = B_.row(velocities_[i]).transpose();
    dynamics.solve_constrained(column_.data(), none_.data());
    mobility_.row(i).transpose().noalias() = B_ * column;
  }
  return true;
}

template <class T>
std::unique_ptr<Mobility<T>> make_frame_mobility(const Mechanism<T>& m) {
  std::vector<InterfaceRow> rows;
  std::vector<int> velocities;
  for (std::size_t i = 0; i < m.held.size(); ++i) {
    if (!m.description.frames[i].mobility) continue;
    for (int k = 0; k < 6; ++k) {
      if (k < 3) velocities.push_back(static_cast<int>(rows.size()));
      rows.push_back({m.held[i], k});
    }
  }
  if (rows.empty()) return nullptr;
  return std::make_unique<Mobility<T>>(m, std::move(rows), std::move(velocities));
}

#define OLDHAM_INSTANTIATE(T) \
  template class Mobility<T>; \
  template std::unique_ptr<Mobility<T>> make_frame_mobility(const Mechanism<T>&)
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::multibody
