// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>

namespace oldham::bench {

/// n bars in a row, hinged to each other and to the ground, swinging: revolute joints in the plane, balls in space.
struct PendulumChain {
  int bars = 10;
  bool is_spatial = false;
  double mass = 1, length = 1;  // kg, m
  double inertia = 1.0 / 12;    // kg m², across the bar
  double axial_inertia = 0.01;  // kg m², about the bar; in space only
  double gravity = 9.81;        // m/s², along -y
  /// Where bar i starts: hanging, every one turned a little otherwise, about z and, in space, about x afterwards.
  double angle(int bar) const;  // rad, from +x
  double tilt(int bar) const;   // rad
};

/// The chain with Simbody, in joint coordinates, from rest.
class SimbodyChain {
 public:
  explicit SimbodyChain(const PendulumChain& chain);
  ~SimbodyChain();

  /// Positions, velocities and accelerations of all bars at the present coordinates, everything anew.
  void evaluate();
  /// One step of the classical Runge-Kutta method: four evaluations. Quaternions are normalised at its end.
  void step(double length);
  /// Of the centre of the bar.
  std::array<double, 3> position(int bar) const;

 private:
  struct System;
  std::unique_ptr<System> system_;
};

}  // namespace oldham::bench
