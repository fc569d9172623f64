// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham::multibody {
namespace {

template <class T>
int largest(const std::vector<T>& values) {
  using std::abs;
  int index = -1;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (index < 0 || !(abs(values[i]) <= abs(values[index]))) index = static_cast<int>(i);
  return index;
}

template <class T>
T largest_value(const std::vector<T>& values) {
  using std::abs;
  return values.empty() ? T(0) : T(abs(values[largest(values)]));
}

/// The joint that a row belongs to.
template <class T>
const JointDescription& joint_of(const Mechanism<T>& m, int row) {
  const JointRows<T>* found = &m.joints.front();
  for (const JointRows<T>& rows : m.joints)
    if (rows.first_row <= row) found = &rows;
  return m.description.joints[found->joint];
}

/// What counts as closed: rounding in numbers of the mechanism's size.
template <class T>
T closing_tolerance(const Mechanism<T>& m, const T* q) {
  using std::abs;
  T size(1);
  for (int i = 0; i < m.coordinates; ++i) size = std::max(size, T(abs(q[i])));
  return 20 * std::numeric_limits<T>::epsilon() * size;
}

/// Refuses a joint that holds nothing the joints before it do not hold already.
template <class T>
void refuse_redundant(const std::shared_ptr<const Mechanism<T>>& mechanism, const T& start, const std::vector<T>& q,
                      const std::vector<T>& v) {
  Dynamics<T> dynamics(mechanism, true);
  dynamics.set(start, q.data(), v.data(), mechanism->u0.data());
  if (dynamics.factorise_mobility(T(1e-10))) return;
  const MechanismDescription& d = mechanism->description;
  const JointDescription& joint = d.joints[dynamics.failed_joint()];
  throw_wrong_input(
      joint.where,
      fmt::format("mechanism '{}': joint '{}' between '{}' and '{}' is redundant: it holds a motion that the joints "
                  "before it hold already",
                  d.name, joint.name, body_name(d, joint.first.body), body_name(d, joint.second.body)),
      d.planar ? "remove it, or replace it by one that holds less (a spring or bushing holds without redundancy); if "
                 "the mechanism only starts in a singular position, start it elsewhere"
               : "remove it, or replace a joint of its loop by one that holds less: spherical or cylindrical for "
                 "revolute, distance for a rod; if the mechanism only starts in a singular position, start it "
                 "elsewhere");
}

/// A driven angle in space is held by a row with two solutions, half a turn apart: goes to the right one by small
/// turns.
template <class T>
void turn_to_drivers(const Mechanism<T>& m, const T& start, std::vector<T>& q) {
  using std::abs;
  T furthest(0);
  for (const JointRows<T>& rows : m.joints)
    if (rows.kind == RowKind::direction && rows.drive.is_active)
      furthest = std::max(furthest, T(abs(rows.drive.at(start, m.u0.data()).value)));
  const int stages = static_cast<int>(std::min(1000.0, to_double(furthest) / 0.3));
  std::vector<T> v, work;
  for (int k = 1; k <= stages; ++k) {
    auto turned = std::make_shared<Mechanism<T>>(m);
    for (JointRows<T>& rows : turned->joints) {
      if (!rows.drive.is_active || rows.drive.input >= 0) continue;
      const T share = rows.kind == RowKind::direction ? T(T(k) / (stages + 1)) : T(1);
      const T value = share * rows.drive.at(start, m.u0.data()).value;
      rows.drive = Prescription<T>();
      rows.drive.is_active = true;
      rows.drive.offset = value;
    }
    Dynamics<T> dynamics(turned);
    v.assign(m.dofs, T(0));
    if (!project_on_joints(dynamics, start, m.u0.data(), q.data(), v.data(), work)) return;
  }
}

}  // namespace

template <class T>
bool project_on_joints(Dynamics<T>& dynamics, const T& t, const T* u, T* q, T* v, std::vector<T>& work) {
  using std::abs;
  const Mechanism<T>& m = dynamics.mechanism();
  if (m.rows == 0) return true;
  const T closed = closing_tolerance(m, q);
  work.resize(m.dofs + m.rows);
  T *step = work.data(), *wanted = work.data() + m.dofs;
  const auto correct = [&](const std::vector<T>& violation) {
    std::fill(step, step + m.dofs, T(0));
    for (int i = 0; i < m.rows; ++i) wanted[i] = -violation[i];
    dynamics.solve_constrained(step, wanted);
  };
  dynamics.set(t, q, v, u);
  if (!dynamics.factorise_mobility()) return false;
  // a first factor does: corrections are small, and the smaller they are the better it fits
  for (int iteration = 0; iteration < 20 && largest_value(dynamics.positions()) > closed; ++iteration) {
    if (iteration > 2 && !dynamics.factorise_mobility()) return false;
    correct(dynamics.positions());
    m.move(q, step);
    dynamics.set(t, q, v, u);
  }
  if (!(largest_value(dynamics.positions()) < 1e6 * closed)) {
    dynamics.blame_widest_joint();
    return false;
  }
  for (int pass = 0; pass < 3; ++pass) {
    correct(dynamics.rates());
    for (int i = 0; i < m.dofs; ++i) v[i] += step[i];
    // J v gains what the step gives; with the factor of a place nearby a little is left
    dynamics.apply_jacobian(step, wanted);
    T left(0);
    for (int i = 0; i < m.rows; ++i) left = std::max(left, T(abs(wanted[i] + dynamics.rates()[i])));
    if (!(left > closed)) return true;
    dynamics.set(t, q, v, u);
    if (!dynamics.factorise_mobility()) return false;
  }
  return true;
}

template <class T>
Configuration<T> assemble_configuration(const std::shared_ptr<const Mechanism<T>>& mechanism, const T& start) {
  using std::abs;
  using std::isfinite;
  const Mechanism<T>& m = *mechanism;
  const MechanismDescription& d = m.description;
  Configuration<T> made{m.q0, m.v0, m.dofs - m.rows, {}};
  if (m.rows == 0) return made;

  turn_to_drivers(m, start, made.q);
  // Newton's method, with steps of at most a tenth of the mechanism's size so that it closes near where it stands
  Dynamics<T> dynamics(mechanism);
  std::vector<T> step(m.dofs), wanted(m.rows);
  const T closed = closing_tolerance(m, made.q.data());
  const auto set = [&] { dynamics.set(start, made.q.data(), made.v.data(), m.u0.data()); };
  set();
  const T before = largest_value(dynamics.positions());
  const int before_row = largest(dynamics.positions());
  T size(0);
  for (const Motion<T>& motion : dynamics.motions()) size = std::max(size, T(motion.r.norm()));
  const T longest = std::max(size, T(0.1)) / 10;
  T residual = before;
  int stalled = 0;
  for (int iteration = 0; iteration < 200 && residual > closed && stalled < 4; ++iteration) {
    if (!dynamics.factorise_mobility()) break;
    std::fill(step.begin(), step.end(), T(0));
    for (int i = 0; i < m.rows; ++i) wanted[i] = -dynamics.positions()[i];
    dynamics.solve_constrained(step.data(), wanted.data());
    const T length = largest_value(step);
    if (length > longest)
      for (T& part : step) part *= longest / length;
    m.move(made.q.data(), step.data());
    set();
    const T next = largest_value(dynamics.positions());
    stalled = next > residual / 2 && next < 1000 * closed ? stalled + 1 : 0;
    residual = next;
    if (!isfinite(residual)) break;
  }
  if (!(residual <= 1000 * closed)) {
    const JointDescription& joint = joint_of(m, isfinite(residual) ? largest(dynamics.positions()) : before_row);
    throw_wrong_input(
        joint.where,
        fmt::format("mechanism '{}' cannot be assembled: joint '{}' between '{}' and '{}' stays open by {:.3g} (m or "
                    "rad)",
                    d.name, joint.name, body_name(d, joint.first.body), body_name(d, joint.second.body),
                    to_double(residual)),
        "check the lengths and points of the joints, or describe the bodies nearer to how they fit");
  }
  refuse_redundant(mechanism, start, made.q, made.v);
  if (before > T(1e-9))
    made.notes.push_back(fmt::format("mechanism '{}' was assembled: joint '{}' stood open by {:.3g}", d.name,
                                     joint_of(m, before_row).name, to_double(before)));

  // velocities that the joints allow
  const T wrong = largest_value(dynamics.rates());
  const int wrong_row = largest(dynamics.rates());
  std::vector<T> work;
  if (!project_on_joints(dynamics, start, m.u0.data(), made.q.data(), made.v.data(), work))
    refuse_redundant(mechanism, start, made.q, made.v);
  if (wrong > T(1e-9))
    made.notes.push_back(
        fmt::format("the velocities of mechanism '{}' were changed to agree with its joints: at "
                    "joint '{}' they differed by {:.3g}",
                    d.name, joint_of(m, wrong_row).name, to_double(wrong)));
  return made;
}

#define OLDHAM_INSTANTIATE(T)                                                                 \
  template bool project_on_joints(Dynamics<T>&, const T&, const T*, T*, T*, std::vector<T>&); \
  template Configuration<T> assemble_configuration(const std::shared_ptr<const Mechanism<T>>&, const T&)
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::multibody
