// SPDX-License-Identifier: MIT
#include "oldham/interface/joint_library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "joint_check.hpp"
#include "message_of.hpp"

namespace oldham {
namespace {

using M = Multiprecision;
using enum RotationKind;
using testing::HasSubstr;

/// c_i(t) = sin((i + 1) t).
struct Swing {
  int coordinates;
  template <class S>
  void operator()(const S& t, S* c) const {
    for (int i = 0; i < coordinates; ++i) c[i] = sin((i + 1) * t);
  }
};

struct Named {
  std::string name;
  int mover, moved;
  bool is_linear, starts_from_guess;
};
const std::vector<Named> rows = {{"coincident", 5, 5, true, false},       {"offset", 3, 3, false, false},
                                 {"distance", 2, 1, false, true},         {"distance", 3, 1, false, true},
                                 {"spherical", 6, 3, false, false},       {"spherical", 7, 3, false, false},
                                 {"revolute", 6, 6, false, false},        {"revolute", 7, 6, false, false},
                                 {"planar revolute", 3, 2, false, false}, {"planar prismatic", 4, 3, false, false},
                                 {"clamped", 6, 12, false, false},        {"clamped", 7, 9, false, false},
                                 {"clamped", 7, 7, false, false}};

/// All of them, in the order of the rows; every number is exact in double.
template <class T>
std::vector<Joint<T>> library() {
  const std::array<T, 3> s = {T(0.5), T(-0.25), T(0.75)}, axis = {T(1), T(2), T(-2)};
  const std::array<T, 3> x = {T(1), T(0), T(0)}, y = {T(0), T(1), T(0)}, z = {T(0), T(0), T(1)};
  const std::array<T, 2> p = {T(0.5), T(-0.25)}, along = {T(3), T(4)};
  std::vector<Joint<T>> joints;
  joints.push_back(make_coincident_joint<T>(5));
  joints.push_back(make_offset_joint<T>(3, Swing{3}));
  joints.push_back(make_distance_joint<T>({{T(0.5), T(0.25)}, {T(3), T(4)}}, T(2.5)));
  joints.push_back(make_distance_joint<T>({{T(0.5), T(0.25), T(1)}, {T(1), T(2), T(-2)}}, T(3.5)));
  for (RotationKind kind : {cardan_angles, euler_parameters}) joints.push_back(make_spherical_joint<T>(kind, s));
  for (RotationKind kind : {cardan_angles, euler_parameters}) joints.push_back(make_revolute_joint<T>(kind, s, axis));
  joints.push_back(make_planar_revolute_joint<T>(p));
  joints.push_back(make_planar_prismatic_joint<T>(p, along, T(0.125)));
  joints.push_back(make_clamped_joint<T>(cardan_angles, s, {y, z, x}));
  joints.push_back(make_clamped_joint<T>(euler_parameters, s, {z, x}));
  joints.push_back(make_clamped_quaternion_joint<T>(s, {T(1), T(-1), T(0.5), T(2)}));
  return joints;
}

class JointLibrary : public testing::TestWithParam<int> {
 protected:
  const Named& row() const { return rows[GetParam()]; }
  template <class T>
  JointState<T> state(const KinematicJoint<T>& joint, unsigned seed) const {
    JointState<T> at = draw_state(joint, seed);
    if (row().starts_from_guess) at.guess = {T(2)};
    return at;
  }
};
INSTANTIATE_TEST_SUITE_P(Rows, JointLibrary, testing::Range(0, static_cast<int>(rows.size())),
                         [](const auto& row) { return std::to_string(row.param); });

TEST_P(JointLibrary, SaysWhatItCouples) {
  const Joint<M> joint = std::move(library<M>()[GetParam()]);
  EXPECT_EQ(joint->name(), row().name);
  EXPECT_EQ(joint->mover_coordinates(), row().mover);
  EXPECT_EQ(joint->moved_coordinates(), row().moved);
  EXPECT_EQ(joint->is_linear(), row().is_linear);
}

TEST_P(JointLibrary, HasTheDerivativesOfItsPosition) {
  const Joint<M> joint = std::move(library<M>()[GetParam()]);
  for (unsigned seed = 1; seed <= 5; ++seed) expect_derivatives(*joint, state(*joint, seed));
}

TEST_P(JointLibrary, AgreesInDoubleAndMultiprecision) {
  const Joint<double> joint = std::move(library<double>()[GetParam()]);
  const Joint<M> precise = std::move(library<M>()[GetParam()]);
  const DependentMotion<double> motion = motion_of(*joint, state(*joint, 7));
  const DependentMotion<M> many = motion_of(*precise, state(*precise, 7));
  DependentMotion<double> rounded;
  for (const M& x : many.position) rounded.position.push_back(to_double(x));
  for (const M& x : many.velocity) rounded.velocity.push_back(to_double(x));
  for (const M& x : many.bias) rounded.bias.push_back(to_double(x));
  for (const M& x : many.jacobian) rounded.jacobian.push_back(to_double(x));
  expect_equal_motion(motion, rounded, 1e-13);  // ε = 2e-16, a few dozen operations, factors up to 10
}

TEST_P(JointLibrary, KeepsItsStorage) {
  const Joint<double> joint = std::move(library<double>()[GetParam()]);
  const JointState<double> at = state(*joint, 3);
  DependentMotion<double> motion = motion_of(*joint, at);
  const DependentMotion<double> before = motion;
  const double* places[] = {motion.position.data(), motion.velocity.data(), motion.bias.data(), motion.jacobian.data()};
  ASSERT_EQ(joint->solve(at.t, at.q_R, at.v_R, motion), "");
  EXPECT_EQ(places[0], motion.position.data());
  EXPECT_EQ(places[1], motion.velocity.data());
  EXPECT_EQ(places[2], motion.bias.data());
  EXPECT_EQ(places[3], motion.jacobian.data());
  expect_equal_motion(motion, before, 1e-14);  // where Newton starts from its solution it stays there
}

TEST(JointLibraryTruth, ACoincidentCoordinateMovesWithItsPartner) {
  const Joint<M> joint = make_coincident_joint<M>(2);
  const DependentMotion<M> motion = motion_of(*joint, {M(0), {M(3), M(4)}, {M(5), M(6)}, {}, {}});
  expect_equal_motion(motion, {{M(3), M(4)}, {M(5), M(6)}, {M(0), M(0)}, {M(1), M(0), M(0), M(1)}}, 0);
}

TEST(JointLibraryTruth, APrescribedOffsetAddsItsRates) {
  const Joint<M> joint = make_offset_joint<M>(2, Swing{2});
  const M t("0.3");
  const DependentMotion<M> motion = motion_of(*joint, {t, {M(3), M(4)}, {M(5), M(6)}, {}, {}});
  expect_equal_motion(motion,
                      {{3 + sin(t), 4 + sin(2 * t)},
                       {5 + cos(t), 6 + 2 * cos(2 * t)},
                       {-sin(t), -4 * sin(2 * t)},
                       {M(1), M(0), M(0), M(1)}},
                      exact);
}

TEST(JointLibraryTruth, ARodOnAGuideIsASliderCrank) {
  // guide along x: q = x + √(L² − y²) =: x + w, q' = x' − y y'/w, bias = −(y'² + (y y'/w)²)/w
  const M L(2), x("0.3"), y("-0.7"), vx("1.1"), vy("0.4"), w = sqrt(L * L - y * y), u = y * vy / w;
  const Joint<M> joint = make_distance_joint<M>({{M(0), M(0)}, {M(1), M(0)}}, L);
  const DependentMotion<M> right = motion_of(*joint, {M(0), {x, y}, {vx, vy}, {}, {M(1)}});
  expect_equal_motion(right, {{x + w}, {vx - u}, {-(vy * vy + u * u) / w}, {M(1), -y / w}}, exact);
  // the other side of the guide from a guess on that side
  const DependentMotion<M> left = motion_of(*joint, {M(0), {x, y}, {vx, vy}, {}, {M(-1)}});
  expect_equal_motion(left, {{x - w}, {vx + u}, {(vy * vy + u * u) / w}, {M(1), y / w}}, exact);
}

TEST(JointLibraryTruth, APinAndACarriageFeelCentripetalAndCoriolisAcceleration) {
  const M phi("0.4"), w("1.3"), c = cos(phi), s = sin(phi), sigma("0.6"), rate("-0.8"), sx("0.5"), sy("-0.2");
  const Joint<M> pin = make_planar_revolute_joint<M>({sx, sy});
  const M ax = c * sx - s * sy, ay = s * sx + c * sy;  // arm
  expect_equal_motion(
      motion_of(*pin, {M(0), {M(1), M(2), phi}, {M(3), M(4), w}, {}, {}}),
      {{1 + ax, 2 + ay}, {3 - w * ay, 4 + w * ax}, {-w * w * ax, -w * w * ay}, {M(1), M(0), -ay, M(0), M(1), ax}},
      exact);
  // e = (0.6, 0.8)
  const Joint<M> carriage = make_planar_prismatic_joint<M>({sx, sy}, {M(3), M(4)}, M(1) / 8);
  const M e0 = M(6) / 10, e1 = M(8) / 10, ex = c * e0 - s * e1, ey = s * e0 + c * e1;
  const M bx = ax + sigma * ex, by = ay + sigma * ey;
  expect_equal_motion(motion_of(*carriage, {M(0), {M(1), M(2), phi, sigma}, {M(3), M(4), w, rate}, {}, {}}),
                      {{1 + bx, 2 + by, phi + M(1) / 8},
                       {3 - w * by + rate * ex, 4 + w * bx + rate * ey, w},
                       {-w * w * bx - 2 * w * rate * ey, -w * w * by + 2 * w * rate * ex, M(0)},
                       {M(1), M(0), -by, ex, M(0), M(1), bx, ey, M(0), M(0), M(1), M(0)}},
                      exact);
}

/// A body that spins about its z axis at Ω = 3: the angle at time t, its rates, and what a vector (a, 0, b) of the body
/// does: it turns in the plane, its velocity is Ω across, its acceleration Ω² inwards.
const M spin(3), angle("0.7");
void expect_spin(const KinematicJoint<M>& joint, std::vector<M> q, std::vector<M> v, const std::vector<M>& a) {
  const DependentMotion<M> motion = motion_of(joint, {M(0), q, v, {}, {}});
  const M r(2), c = cos(angle), s = sin(angle);  // s = (2, 0, 5)
  expect_near<M>({motion.position.begin(), motion.position.begin() + 3}, {1 + r * c, 1 + r * s, M(6)}, exact,
                 "position");
  expect_near<M>({motion.velocity.begin(), motion.velocity.begin() + 3}, {-spin * r * s, spin * r * c, M(0)}, exact,
                 "velocity");
  std::vector<M> acceleration = acceleration_of(motion, a);
  const M inwards = -spin * spin;
  expect_near<M>({acceleration.begin(), acceleration.begin() + 3}, {inwards * r * c, inwards * r * s, M(0)}, exact,
                 "acceleration");
  // the first director is the x axis of the body, the second its z axis
  expect_near<M>({motion.position.begin() + 3, motion.position.end()}, {c, s, M(0), M(0), M(0), M(1)}, exact,
                 "directors");
  expect_near<M>({motion.velocity.begin() + 3, motion.velocity.end()}, {-spin * s, spin * c, M(0), M(0), M(0), M(0)},
                 exact, "rates of directors");
  expect_near<M>({acceleration.begin() + 3, acceleration.end()}, {inwards * c, inwards * s, M(0), M(0), M(0), M(0)},
                 exact, "accelerations of directors");
}

TEST(JointLibraryTruth, AClampedFrameSpinsWithItsBody) {
  const std::array<M, 3> s = {M(2), M(0), M(5)}, x = {M(1), M(0), M(0)}, z = {M(0), M(0), M(1)};
  const Joint<M> cardan = make_clamped_joint<M>(cardan_angles, s, {x, z});
  expect_spin(*cardan, {M(1), M(1), M(1), M(0), M(0), angle}, {M(0), M(0), M(0), M(0), M(0), spin},
              std::vector<M>(6, M(0)));
  // p = 2 (cos, 0, 0, sin)(Ωt/2): its length must not matter; p'' = −(Ω/2)² p
  const Joint<M> quaternion = make_clamped_joint<M>(euler_parameters, s, {x, z});
  const M c = 2 * cos(angle / 2), w = 2 * sin(angle / 2), k = spin / 2;
  expect_spin(*quaternion, {M(1), M(1), M(1), c, M(0), M(0), w}, {M(0), M(0), M(0), -k * w, M(0), M(0), k * c},
              {M(0), M(0), M(0), -k * k * c, M(0), M(0), -k * k * w});
}

TEST(JointLibraryTruth, CardanAnglesAreTurnsAboutXThenYThenZ) {
  // each alone, by a right angle: x axis to y by z, y to z by x, z to x by y; together from the right: z first
  const M right = pi<M>() / 2;
  const auto image = [&](std::vector<M> angles, std::array<M, 3> a) {
    const Joint<M> joint = make_spherical_joint<M>(cardan_angles, a);
    return motion_of(*joint, {M(0), {M(0), M(0), M(0), angles[0], angles[1], angles[2]}, std::vector<M>(6), {}, {}})
        .position;
  };
  const std::array<M, 3> x = {M(1), M(0), M(0)}, y = {M(0), M(1), M(0)}, z = {M(0), M(0), M(1)};
  expect_near(image({right, M(0), M(0)}, y), {M(0), M(0), M(1)}, exact, "y by α");
  expect_near(image({M(0), right, M(0)}, z), {M(1), M(0), M(0)}, exact, "z by β");
  expect_near(image({M(0), M(0), right}, x), {M(0), M(1), M(0)}, exact, "x by γ");
  expect_near(image({right, M(0), right}, x), {M(0), M(0), M(1)}, exact, "x by γ, then α");
}

TEST(JointLibraryTruth, AClampedQuaternionTurnsAsTheDirectorsDo) {
  // the frame c in the body, its axes as directors: R(p ∘ c) e_k = R(p) (R(c) e_k)
  const std::array<M, 3> s = {M("0.5"), M("-0.2"), M("0.1")};
  const std::array<M, 4> c = {M(1), M(-2), M(3), M("0.5")};
  const RotationMatrix<M> C = quaternion_rotation(c.data());
  std::vector<std::array<M, 3>> d;
  for (int k = 0; k < 3; ++k) d.push_back({C[0][k], C[1][k], C[2][k]});
  const Joint<M> directors = make_clamped_joint<M>(euler_parameters, s, d),
                 frame = make_clamped_quaternion_joint<M>(s, c);
  const JointState<M> at = draw_state(*frame, 4);
  const DependentMotion<M> expected = motion_of(*directors, at), motion = motion_of(*frame, at);
  const RotationMatrix<M> R = quaternion_rotation(&motion.position[3]);
  std::vector<M> position(motion.position.begin(), motion.position.begin() + 3);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) position.push_back(R[i][k]);
  expect_near(position, expected.position, exact, "position");
  // and directors are a right-handed frame: d_1 × d_2 = d_3
  const M* a = &expected.position[3];
  expect_near<M>({a[1] * a[5] - a[2] * a[4], a[2] * a[3] - a[0] * a[5], a[0] * a[4] - a[1] * a[3]}, {a[6], a[7], a[8]},
                 exact, "d_3");
}

TEST(JointLibrarySingular, ARodAcrossItsGuideIsReportedWithNumbers) {
  const Joint<double> joint = make_distance_joint<double>({{0, 0}, {1, 0}}, 2);
  DependentMotion<double> motion;
  motion.position = {0.5};
  const std::vector<double> across = {0.25, 2}, beyond = {0.25, 3}, rest = {0, 0};
  std::string reason = joint->solve(1.5, across, rest, motion);
  EXPECT_THAT(reason, HasSubstr("joint 'distance' at t = 1.5, q_R = (0.25, 2), q_F = (0.25"));
  EXPECT_THAT(reason, HasSubstr("does not determine coordinate 1 of q_F: dg/dq_F is singular, smallest pivot"));
  EXPECT_EQ(motion.position, std::vector<double>({0.5}));  // the guess is kept

  // out of reach: g = (3² − 2²)/2 remains
  reason = joint->solve(0, beyond, rest, motion);
  EXPECT_THAT(reason, HasSubstr("g = 2.5"));
  EXPECT_EQ(motion.position, std::vector<double>({0.5}));

  // the same verdict in many digits
  const Joint<M> precise = make_distance_joint<M>({{M(0), M(0)}, {M(1), M(0)}}, M(2));
  DependentMotion<M> many;
  many.position = {M(0.5)};
  const std::vector<M> there = {M(0.25), M(2)}, still = {M(0), M(0)};
  EXPECT_THAT(precise->solve(M(0), there, still, many), HasSubstr("dg/dq_F is singular"));
}

TEST(JointLibrarySingular, AQuaternionOfNoLengthIsReported) {
  const Joint<double> joint = make_spherical_joint<double>(euler_parameters, {1, 2, 3});
  DependentMotion<double> motion;
  const std::vector<double> zero(7, 0);
  EXPECT_THAT(joint->solve(0, zero, zero, motion),
              HasSubstr("joint 'spherical' at t = 0, q_R = (0, 0, 0, 0, 0, 0, 0)"));
}

TEST(JointLibraryInput, IsRefusedWithARemedy) {
  using Directors = std::vector<std::array<double, 3>>;
  const auto clamp = [](const Directors& d) { (void)make_clamped_joint<double>(cardan_angles, {0, 0, 0}, d); };
  EXPECT_THAT(message_of([] { (void)make_coincident_joint<double>(0); }), HasSubstr("at least one coordinate"));
  EXPECT_THAT(message_of([] {
                (void)make_distance_joint<double>({{0, 0}, {1, 0, 0}}, 1);
              }),
              HasSubstr("base of 2 and a direction of 3"));
  EXPECT_THAT(message_of([] { (void)make_distance_joint<double>({{0, 0}, {0, 0}}, 1); }), HasSubstr("no length"));
  EXPECT_THAT(message_of([] { (void)make_distance_joint<double>({{0, 0}, {1, 0}}, 0); }), HasSubstr("length is 0 m"));
  EXPECT_THAT(message_of([&] { clamp({{1, 0, 0}}); }), HasSubstr("it has 1 directors"));
  EXPECT_THAT(message_of([&] { clamp({{1, 0, 0}, {0.1, 1, 0}}); }), HasSubstr("d1 . d2 = 0.1"));
  EXPECT_THAT(message_of([&] { clamp({{1, 0, 0}, {0, 2, 0}}); }), HasSubstr("d2 . d2 = 4"));
  EXPECT_EQ(message_of([&] { clamp({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}); }), "no error");
}

}  // namespace
}  // namespace oldham
