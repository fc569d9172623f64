// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "oldham/core/scalar.hpp"
#include "oldham/interface/kinematic_joint.hpp"

// What the tests of joints share: a state, the motion it leads to, and differences to hold it against.

namespace oldham {

inline constexpr double exact = 1e-150;  // of 160 digits, ten for a few dozen operations

template <class T>
struct JointState {
  T t;
  std::vector<T> q_R, v_R, a_R, guess;
};

/// Numbers in (−1, 1) that every machine draws alike, exact in double.
template <class T>
std::vector<T> draw(std::mt19937& generator, int count) {
  std::vector<T> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back((T(generator()) + T(0.5)) / T(2147483648.0) - 1);
  return numbers;
}

template <class T>
JointState<T> draw_state(const KinematicJoint<T>& joint, unsigned seed) {
  std::mt19937 generator(seed);
  const int n = joint.mover_coordinates();
  return {draw<T>(generator, 1)[0], draw<T>(generator, n), draw<T>(generator, n), draw<T>(generator, n), {}};
}

template <class T>
DependentMotion<T> motion_of(const KinematicJoint<T>& joint, const JointState<T>& at) {
  DependentMotion<T> motion;
  motion.position = at.guess;
  EXPECT_EQ(joint.solve(at.t, at.q_R, at.v_R, motion), "");
  return motion;
}

/// Ξ a_R + bias.
template <class T>
std::vector<T> acceleration_of(const DependentMotion<T>& motion, const std::vector<T>& a_R) {
  std::vector<T> a = motion.bias;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a_R.size(); ++j) a[i] += motion.jacobian[i * a_R.size() + j] * a_R[j];
  return a;
}

template <class T>
void expect_near(const std::vector<T>& left, const std::vector<T>& right, double tolerance, const std::string& what) {
  ASSERT_EQ(left.size(), right.size()) << what;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const double apart = std::abs(to_double(T(left[i] - right[i])));
    // written so that NaN fails
    EXPECT_TRUE(apart <= tolerance * (1 + std::abs(to_double(right[i])))) << what << " " << i << " is off by " << apart;
  }
}

template <class T>
void expect_equal_motion(const DependentMotion<T>& left, const DependentMotion<T>& right, double tolerance) {
  expect_near(left.position, right.position, tolerance, "position");
  expect_near(left.velocity, right.velocity, tolerance, "velocity");
  expect_near(left.bias, right.bias, tolerance, "bias");
  expect_near(left.jacobian, right.jacobian, tolerance, "jacobian");
}

/// Velocity, acceleration and Ξ against central differences of the position in 160 digits: with a width of 1e-40 they
/// err by 1e-80 of the next derivatives, and second differences lose 160 − 80 digits.
inline void expect_derivatives(const KinematicJoint<Multiprecision>& joint, JointState<Multiprecision> at) {
  using T = Multiprecision;
  const double tolerance = 1e-70;
  const DependentMotion<T> motion = motion_of(joint, at);
  at.guess = motion.position;
  const T h("1e-40");
  const auto position = [&](const T& s) {  // along the path of the mover
    JointState<T> there = at;
    there.t += s;
    for (std::size_t j = 0; j < at.q_R.size(); ++j) there.q_R[j] += s * at.v_R[j] + s * s / 2 * at.a_R[j];
    return motion_of(joint, there).position;
  };
  const std::vector<T> ahead = position(h), behind = position(-h);
  std::vector<T> velocity, acceleration, jacobian(motion.jacobian.size());
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    velocity.push_back((ahead[i] - behind[i]) / (2 * h));
    acceleration.push_back((ahead[i] - 2 * motion.position[i] + behind[i]) / (h * h));
  }
  for (std::size_t j = 0, n = at.q_R.size(); j < n; ++j) {
    JointState<T> plus = at, minus = at;
    plus.q_R[j] += h;
    minus.q_R[j] -= h;
    const std::vector<T> up = motion_of(joint, plus).position, down = motion_of(joint, minus).position;
    for (std::size_t i = 0; i < up.size(); ++i) jacobian[i * n + j] = (up[i] - down[i]) / (2 * h);
  }
  expect_near(motion.velocity, velocity, tolerance, "velocity");
  expect_near(acceleration_of(motion, at.a_R), acceleration, tolerance, "acceleration");
  expect_near(motion.jacobian, jacobian, tolerance, "jacobian");
}

}  // namespace oldham
