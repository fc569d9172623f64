// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contract/kinematic_contract.hpp"
#include "oldham/analysis/monolithic.hpp"
#include "oldham/interface/explicit_joint.hpp"
#include "oldham/interface/joint_library.hpp"

// Varying masses and joints: kinematic coupling against the equations of the whole, put together a second time with
// joints differentiated by hand.

namespace oldham::test {
namespace {

using Values = std::vector<double>;
using Span = std::span<const double>;

/// A body (x, y, φ) on springs, with weight.
struct PlanarBody final : Mechanics<double> {
  double m = 3, J = 0.8, k = 40, turn = 10, g = 9.81;
  Values q0 = {0.1, -0.05, 0.3}, v0 = {0.5, 0.2, 1.0};

  int coordinates() const final { return 3; }
  bool has_constant_mass() const final { return true; }
  bool is_linear() const final { return false; }
  void mass(Span, std::span<double> M) const final {
    std::fill(M.begin(), M.end(), 0.0);
    M[0] = M[4] = m;
    M[8] = J;
  }
  void force(const double&, Span q, Span, std::span<double> f) const final {
    f[0] = -k * q[0];
    f[1] = -k * q[1] - m * g;
    f[2] = -turn * std::sin(q[2]);
  }
  double potential(const Vector& q) const {
    return k / 2 * (q(0) * q(0) + q(1) * q(1)) + m * g * q(1) - turn * std::cos(q(2));
  }
  Values initial_positions() const final { return q0; }
  Values initial_velocities() const final { return v0; }
  std::vector<ParameterValue> parameters() const final { return {}; }
};

/// A pivot (x, y) with mass, from which a point mass hangs at the angle φ.
struct Pendulum final : Mechanics<double> {
  double m0 = 0.5, m = 0.7, l = 0.6, k = 0, g = 9.81;
  Values q0, v0;

  int coordinates() const final { return 3; }
  bool has_constant_mass() const final { return false; }
  bool is_linear() const final { return false; }
  void mass(Span q, std::span<double> M) const final {
    const double c = m * l * std::cos(q[2]), s = m * l * std::sin(q[2]);
    const double rows[] = {m0 + m, 0, c, 0, m0 + m, s, c, s, m * l * l};
    std::copy(std::begin(rows), std::end(rows), M.begin());
  }
  void force(const double&, Span q, Span v, std::span<double> f) const final {
    const double c = std::cos(q[2]), s = std::sin(q[2]), w = v[2];
    f[0] = m * l * s * w * w - k * q[0];
    f[1] = -m * l * c * w * w - k * q[1] - (m0 + m) * g;
    f[2] = -m * g * l * s;
  }
  double potential(const Vector& q) const {
    return k / 2 * (q(0) * q(0) + q(1) * q(1)) + (m0 + m) * g * q(1) - m * g * l * std::cos(q(2));
  }
  Values initial_positions() const final { return q0; }
  Values initial_velocities() const final { return v0; }
  std::vector<ParameterValue> parameters() const final { return {}; }
};

/// A system, and its energy as a function of all coordinates, where it keeps it.
struct JointCase {
  std::string name;
  std::shared_ptr<const Mechanics<double>> mover, moved;
  std::vector<int> of_mover, of_moved;
  std::shared_ptr<const KinematicJoint<double>> joint;
  FollowerOf follower;
  std::function<double(const Vector& q_R, const Vector& q_F)> potential;

  WholePair whole() const { return {mover, moved, of_mover, of_moved, follower}; }
  Assembly<double> assembly(ForceKind forces, double step) const {
    const IntegratorSettings rk4{.kind = IntegratorKind::rk4, .micro_step = step};
    return join_kinematically<double>({"R", mover, of_mover, rk4, "", joint}, {"F", moved, of_moved, rk4}, forces);
  }
  double energy(double t, const Vector& x) const {
    const auto n_R = mover->coordinates(), inner = moved->coordinates() - static_cast<int>(of_moved.size());
    const Vector q_R = x.head(n_R), v_R = x.segment(n_R, n_R);
    Vector q_F(moved->coordinates());
    // coupled coordinates come first in all of these systems
    q_F << (follower ? follower(t, q_R(of_mover), v_R(of_mover)).q : Vector(q_R(of_mover))), x.segment(2 * n_R, inner);
    return whole().at(t, x).energy + potential(q_R, q_F);
  }
};
void PrintTo(const JointCase& row, std::ostream* stream) { *stream << row.name; }

/// Two masses in a row, the first of which is coupled.
std::shared_ptr<LinearMechanics<double>> two_in_a_row(double q, double v, double damping) {
  auto made = linear_mechanics<double>({0.6, 0.1, 0.1, 0.5}, {damping, -damping, -damping, damping},
                                       {30.0, -20.0, -20.0, 20.0}, 2);
  made->q0 = {q, 0.3};
  made->v0 = {v, -0.4};
  return made;
}
double potential_of(const LinearMechanics<double>& mechanics, const Vector& q) {
  double sum = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i)
    for (Eigen::Index j = 0; j < q.size(); ++j) sum += 0.5 * q(i) * mechanics.K[i * q.size() + j] * q(j);
  return sum;
}

/// A pendulum whose pivot and angle move another pendulum: masses vary on both sides, and both have inner coordinates.
JointCase pendulum_on_pendulum() {
  auto upper = std::make_shared<Pendulum>(), lower = std::make_shared<Pendulum>();
  upper->m0 = 2;
  upper->k = 50;
  upper->q0 = {0.2, -0.1, 0.7};
  upper->v0 = {0.3, 0.1, -1.0};
  lower->q0 = {0.2, -0.1, -0.5};
  lower->v0 = {0.3, 0.1, 2.0};
  return {"pendulums", upper,
          lower,       {0, 1},
          {0, 1},      {},
          {},          [=](const Vector& q, const Vector& p) {
            return upper->potential(q) + lower->potential(p); }};
}

JointCase pinned(double k, double g) {
  auto body = std::make_shared<PlanarBody>();
  auto hanging = std::make_shared<Pendulum>();
  body->k = k;
  body->g = hanging->g = g;
  const double a = 0.4, b = 0.1;
  const FollowerOf follower = [=](double, const Vector& q, const Vector& v) {
    const double c = std::cos(q(2)), s = std::sin(q(2)), x = c * a - s * b, y = s * a + c * b, w = v(2);
    Follower led{Vector(2), Vector(2), Vector(2), Matrix(2, 3)};
    led.q << q(0) + x, q(1) + y;
    led.v << v(0) - y * w, v(1) + x * w;
    led.bias << -x * w * w, -y * w * w;
    led.Xi << 1, 0, -y, 0, 1, x;
    return led;
  };
  const Follower first = follower(0, Vector::Map(body->q0.data(), 3), Vector::Map(body->v0.data(), 3));
  hanging->q0 = {first.q(0), first.q(1), 0.4};
  hanging->v0 = {first.v(0), first.v(1), -1.0};
  return {"revolute", body,
          hanging,    {0, 1, 2},
          {0, 1},     make_planar_revolute_joint<double>({a, b}),
          follower,   [=](const Vector& q, const Vector& p) { return body->potential(q) + hanging->potential(p); }};
}

JointCase rod_to_slider() {
  auto point = linear_mechanics<double>({2.0, 0.0, 0.0, 2.0}, {0.0, 0.0, 0.0, 0.0}, {60.0, 0.0, 0.0, 30.0}, 2);
  point->q0 = {0.1, 0.6};
  point->v0 = {0.2, 0.5};
  const FollowerOf follower = [](double, const Vector& q, const Vector& v) {
    const double y = q(1), w = v(1), s = std::sqrt(1 - y * y);
    Follower led{Vector(1), Vector(1), Vector(1), Matrix(1, 2)};
    led.q << q(0) + s;
    led.v << v(0) - y / s * w;
    led.bias << -w * w / (s * s * s);
    led.Xi << 1, -y / s;
    return led;
  };
  const Follower first = follower(0, Vector::Map(point->q0.data(), 2), Vector::Map(point->v0.data(), 2));
  auto slider = two_in_a_row(first.q(0), first.v(0), 0);
  return {
      "distance", point,
      slider,     {0, 1},
      {0},        make_distance_joint<double>({{0.0, 0.0}, {1.0, 0.0}}, 1.0),
      follower,   [=](const Vector& q, const Vector& p) { return potential_of(*point, q) + potential_of(*slider, p); }};
}

struct Shaking {
  template <class S>
  void operator()(const S& t, S* c) const {
    using std::sin;
    c[0] = S(0.1) * sin(S(3) * t);
  }
};

JointCase shaken() {
  auto cart = std::make_shared<Pendulum>();
  cart->m0 = 2;
  cart->k = 50;
  cart->q0 = {0.2, -0.1, 0.7};
  cart->v0 = {0.3, 0.1, -1.0};
  const FollowerOf follower = [](double t, const Vector& q, const Vector& v) {
    Follower led{q, v, Vector(1), Matrix::Identity(1, 1)};
    led.q(0) += 0.1 * std::sin(3 * t);
    led.v(0) += 0.3 * std::cos(3 * t);
    led.bias << -0.9 * std::sin(3 * t);
    return led;
  };
  return {"offset", cart, two_in_a_row(0.2, 0.6, 0.8), {0}, {0}, make_offset_joint<double>(1, Shaking{}), follower, {}};
}

/// q_F = q_R + q_R³/4: a cam of one's own.
JointCase cam() {
  auto mass = linear_mechanics<double>({2.0}, {0.3}, {40.0}, 1);
  mass->q0 = {0.8};
  mass->v0 = {-0.5};
  const auto formula = [](const auto&, const auto* q, auto* into) { into[0] = q[0] + q[0] * q[0] * q[0] / 4.0; };
  const FollowerOf follower = [](double, const Vector& q, const Vector& v) {
    const double slope = 1 + 0.75 * q(0) * q(0);
    Follower led{Vector(1), Vector(1), Vector(1), Matrix(1, 1)};
    led.q << q(0) + q(0) * q(0) * q(0) / 4;
    led.v << slope * v(0);
    led.bias << 1.5 * q(0) * v(0) * v(0);
    led.Xi << slope;
    return led;
  };
  const Follower first = follower(0, Vector::Map(mass->q0.data(), 1), Vector::Map(mass->v0.data(), 1));
  return {"cam",    mass, two_in_a_row(first.q(0), first.v(0), 0.4),
          {0},      {0},  std::make_shared<ExplicitJoint<double, decltype(formula)>>(JointShape{"cam", 1, 1}, formula),
          follower, {}};
}

constexpr double joint_end = 1;  // s
/// Of observed orders; the next term of the error is smaller by ω H, about 0.05. Measured: 0.06 at most.
constexpr double joint_tolerance = 0.2;

/// Runge-Kutta at 2.5e-4 s with frequencies below 20/s errs by some (5e-3)^4 = 6e-10 of the fastest motion.
Vector truth(const JointCase& row) { return row.whole().integrate(row.whole().start(), joint_end, 4000); }

/// At 2H, with the samples of the solution itself before it: order 2 without the O(H²) of a first step of order 0.
MacroState<double> start_late(Cosimulation<double>& system, double H) {
  MacroState<double> state = system.initial_state(0);
  Monolithic<double> monolithic(system);
  std::vector<double> x = monolithic.read_states(state), y(system.plan().outputs()), past;
  for (int n = 0; n <= 2; ++n) {
    if (n > 0) monolithic.advance({(n - 1) * H, H}, x);
    std::vector<double> w(system.plan().variables);
    monolithic.outputs(n * H, x, y, w);
    past.insert(past.begin(), w.begin(), w.end());
  }
  system.fill_history(state, H, past);
  std::vector<double> all(system.vector_size());
  system.read_vector(state, all);
  std::copy(x.begin(), x.end(), all.begin());
  system.write_vector(state, all);
  state.time = 2 * H;
  return state;
}

Vector end_of(const JointCase& row, ForceKind forces, const Scheme& scheme, int steps, bool late = false) {
  const double H = joint_end / steps;
  Cosimulation<double> system(row.assembly(forces, H / 2), scheme);
  MacroState<double> state = late ? start_late(system, H) : system.initial_state(0);
  for (int n = late ? 2 : 0; n < steps; ++n) {
    const StepReport report = system.step(state, {n * H, H});
    EXPECT_TRUE(report.is_accepted()) << report.reason;
  }
  return states_of(system, state);
}

double observed_order(const JointCase& row, ForceKind forces, const Scheme& scheme, int steps, bool late = false) {
  const Vector x = truth(row);
  const double coarse = (end_of(row, forces, scheme, steps, late) - x).norm();
  const double fine = (end_of(row, forces, scheme, 2 * steps, late) - x).norm();
  EXPECT_GT(fine, 1e-8);  // far above the error of the truth
  return std::log2(coarse / fine);
}

/// r = s = order.
Scheme scheme_of(int order, const char* correction = "explicit") {
  Scheme scheme =
      KinematicScheme{.force_order = order, .motion_order = order, .velocity = MotionCoupling::Velocity::sampled}
          .scheme();
  scheme.correction = correction_named(correction);
  return scheme;
}

class KinematicJointOrder : public testing::TestWithParam<JointCase> {};
INSTANTIATE_TEST_SUITE_P(All, KinematicJointOrder,
                         testing::Values(pendulum_on_pendulum(), pinned(40, 9.81), rod_to_slider(), shaken(), cam()),
                         [](const auto& row) { return row.param.name; });

TEST_P(KinematicJointOrder, HasTheForceOfTheWholeAtTheStart) {
  const WholePair whole = GetParam().whole();
  const Vector expected = whole.at(0, whole.start()).force;
  for (ForceKind forces : {ForceKind::exact, ForceKind::reduced, ForceKind::approximate}) {
    Cosimulation<double> system(GetParam().assembly(forces, 0.01), scheme_of(1));
    const auto found = forces_of(system, system.initial_state(0));
    ASSERT_EQ(static_cast<Eigen::Index>(found.size()), expected.size());
    // small well-conditioned matrices; accelerations enter by feed-through, which is solved by Newton
    for (Eigen::Index i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected(i), 1e-10 * expected.norm());
  }
}

TEST_P(KinematicJointOrder, OfTheMonolithicSolutionIsThatOfTheWhole) {
  Cosimulation<double> system(GetParam().assembly(ForceKind::exact, 0.01), scheme_of(1));
  Monolithic<double> monolithic(system);
  std::vector<double> x = monolithic.read_states(system.initial_state(0));
  monolithic.advance({0, joint_end}, x);
  const Vector expected = truth(GetParam());
  ASSERT_EQ(static_cast<Eigen::Index>(x.size()), expected.size());
  // the error of both; 1.1e-10 was measured at most
  EXPECT_LT((Vector::Map(x.data(), expected.size()) - expected).norm(), 1e-9 * expected.norm());
}

TEST_P(KinematicJointOrder, IsOrderPlusOne) {
  for (int order = 0; order <= 2; ++order)
    EXPECT_NEAR(observed_order(GetParam(), ForceKind::exact, scheme_of(order), 400, order == 2), order + 1,
                joint_tolerance)
        << order;
  Scheme scheme = scheme_of(1);
  scheme.schedule.kind = Schedule::Kind::gauss_seidel;
  EXPECT_NEAR(observed_order(GetParam(), ForceKind::exact, scheme, 400), 2, joint_tolerance);
}

TEST_P(KinematicJointOrder, IsTwoWithLinearSignalsWhenCorrected) {
  for (ForceKind forces : {ForceKind::exact, ForceKind::reduced, ForceKind::approximate})
    EXPECT_NEAR(observed_order(GetParam(), forces, scheme_of(1, "implicit"), 200), 2, joint_tolerance)
        << static_cast<int>(forces);
}

TEST_P(KinematicJointOrder, LeavesTheEnergyToTheOrderOfTheScheme) {
  if (!GetParam().potential) GTEST_SKIP() << "energy is not kept";
  const JointCase& row = GetParam();
  const double before = row.energy(0, row.whole().start());
  // what the truth itself keeps says that the equations of the whole are right
  EXPECT_NEAR(row.energy(joint_end, truth(row)), before, 1e-9 * std::max(1.0, std::abs(before)));
  const auto change = [&](int steps) {
    return std::abs(row.energy(joint_end, end_of(row, ForceKind::exact, scheme_of(1), steps)) - before);
  };
  const double coarse = change(400), fine = change(800);
  EXPECT_NEAR(std::log2(coarse / fine), 2, joint_tolerance);  // 0.13 was measured at most
}

TEST(KinematicJoint, KeepsTheMomentumOfWhatNothingHolds) {
  // no springs, no weight: the pin alone acts between body and pendulum
  const JointCase row = pinned(0, 0);
  const auto momentum = [&](const Vector& x) {
    const Follower led = row.follower(0, x.head(3), x.segment(3, 3));
    const auto& hanging = dynamic_cast<const Pendulum&>(*row.moved);
    const double phi = x(6), w = x(7), all = hanging.m0 + hanging.m, arm = hanging.m * hanging.l * w;
    return Eigen::Vector2d(3 * x(3) + all * led.v(0) + arm * std::cos(phi),
                           3 * x(4) + all * led.v(1) + arm * std::sin(phi));
  };
  const Eigen::Vector2d before = momentum(row.whole().start());
  EXPECT_LT((momentum(truth(row)) - before).norm(), 1e-9);
  const auto change = [&](const Scheme& scheme, int steps) {
    return (momentum(end_of(row, ForceKind::exact, scheme, steps)) - before).norm();
  };
  for (const char* correction : {"explicit", "implicit"}) {
    const double coarse = change(scheme_of(1, correction), 200), fine = change(scheme_of(1, correction), 400);
    EXPECT_NEAR(std::log2(coarse / fine), 2, joint_tolerance) << correction;
  }
}

}  // namespace
}  // namespace oldham::test
