// SPDX-License-Identifier: MIT
#pragma once

namespace oldham::hydraulics {

/// A double-acting cylinder with viscous friction and dampers at both ends. [Rahikainen2020] eqs. (33), (34), with the
/// sign of the dampers corrected: they push away from the ends.
///
/// s is the distance of its two ends; chamber 1 is on the piston's side and grows with s, chamber 2 on the rod's.
template <class T>
struct Cylinder {
  T area1{}, area2{};                       // m²
  T start{};                                // s at which the chambers have these lengths, m
  T start1{}, start2{};                     // m
  T friction{};                             // N s/m
  T damper_length{};                        // of a chamber below which its damper acts, m
  T damper_stiffness{}, damper_friction{};  // N/m, N s/m

  T length1(const T& s) const { return start1 + (s - start); }
  T length2(const T& s) const { return start2 - (s - start); }

  /// What the dampers add; positive extends.
  T damper_force(const T& s, const T& rate) const {
    if (const T l1 = length1(s); l1 <= damper_length)
      return damper_stiffness * (damper_length - l1) - damper_friction * rate;
    if (const T l2 = length2(s); l2 <= damper_length)
      return -damper_stiffness * (damper_length - l2) - damper_friction * rate;
    return T(0);
  }
  /// Of the springs of the dampers: force, and the energy that it comes from, F = −dE/ds.
  T spring_force(const T& s) const {
    if (const T l1 = length1(s); l1 <= damper_length) return damper_stiffness * (damper_length - l1);
    if (const T l2 = length2(s); l2 <= damper_length) return -damper_stiffness * (damper_length - l2);
    return T(0);
  }
  T spring_energy(const T& s) const {
    const T force = spring_force(s);
    return force == T(0) ? T(0) : T(force * force / (2 * damper_stiffness));
  }
  /// What friction and dampers turn into heat.
  T friction_power(const T& s, const T& rate) const {
    const bool is_damped = length1(s) <= damper_length || length2(s) <= damper_length;
    return (is_damped ? T(friction + damper_friction) : friction) * rate * rate;
  }

  /// Positive extends.
  T force(const T& p1, const T& p2, const T& s, const T& rate) const {
    return p1 * area1 - p2 * area2 - friction * rate + damper_force(s, rate);
  }
};

}  // namespace oldham::hydraulics
