// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "oldham/core/scalar.hpp"
#include "rods.hpp"

namespace oldham::rod {
namespace {

using Number = Multiprecision;
using Numbers = std::vector<Number>;

/// The strains of a rod written down a second time, straight from their definitions and with ghost quaternions, and
/// forces as derivatives of energies of them.
class Definition {
 public:
  Definition(const RodDescription& description, const RodInputs<Number>& inputs) : d_(description), inputs_(inputs) {
    const auto& section = std::get<GeneralSection>(d_.section);
    l_ = from_decimal<Number>(d_.length) / d_.edges;
    for (int i = 0; i < 3; ++i) {
      C_[0][i] = from_decimal<Number>(section.strain_stiffness[i]);
      C_[1][i] = from_decimal<Number>(section.curvature_stiffness[i]);
      inertia_[i] = l_ * from_decimal<Number>(section.inertia[i]);
      kappa_[i] = from_decimal<Number>(d_.natural_curvature[i]);
    }
    mass_ = l_ * from_decimal<Number>(section.mass);
    tau_[0] = from_decimal<Number>(d_.strain_retardation);
    tau_[1] = from_decimal<Number>(d_.curvature_retardation);
  }

  /// One strain with its weight and the kind of its stiffness: 0 for Γ, 1 for K.
  struct Strain {
    int kind;
    Number weight;
    Vector3<Number> value;
  };

  /// All strains when unknowns move by `step` and the ends by end_time.
  std::vector<Strain> strains(const Rod<Number>& rod, Numbers state, const Numbers& step,
                              const Number& end_time) const {
    RodInputs<Number> in = inputs_;
    move(in.start, end_time);
    move(in.end, end_time);
    for (int n = 0; n <= d_.edges; ++n)
      for (int i = 0; i < 3; ++i) rod.node(state.data(), n)[i] += step[6 * n + i];
    for (int i = 0; i < 3; ++i) {
      if (rod.is_held(0)) rod.node(state.data(), 0)[i] = in.start.x[i] + step[i];
      if (rod.is_held(d_.edges)) rod.node(state.data(), d_.edges)[i] = in.end.x[i] + step[6 * d_.edges + i];
    }
    std::vector<Eigen::Quaternion<Number>> p;
    for (int e = 0; e < d_.edges; ++e) {
      const Number* q = rod.frame(state.data(), e);
      p.push_back(turned(Eigen::Quaternion<Number>(q[0], q[1], q[2], q[3]), &step[6 * e + 3]));
    }
    std::vector<Strain> all;
    for (int e = 0; e < d_.edges; ++e) {
      const Vector3<Number> d = Eigen::Map<const Vector3<Number>>(rod.node(state.data(), e + 1)) -
                                Eigen::Map<const Vector3<Number>>(rod.node(state.data(), e));
      const Vector3<Number> gamma = p[e].toRotationMatrix().transpose() * d / l_ - Vector3<Number>::UnitZ();
      all.push_back({0, l_, gamma});
    }
    for (int e = 1; e < d_.edges; ++e) all.push_back({1, l_, curvature(p[e - 1], p[e])});
    if (d_.start.kind == EndKind::clamped) all.push_back({1, l_ / 2, curvature(ghost(in.start.p, p[0]), p[0])});
    if (d_.end.kind == EndKind::clamped) all.push_back({1, l_ / 2, curvature(p.back(), ghost(in.end.p, p.back()))});
    return all;
  }

  Numbers forces(const Rod<Number>& rod, const Numbers& state) const {
    const Number width("1e-40");
    const int n = rod.unknown_count();
    // rates of strain, along the motion
    Numbers u(state.begin() + rod.position_count(), state.end()), ahead(n), back(n), none(n, Number(0));
    for (int i = 0; i < n; ++i) {
      const bool held = (i < 3 && rod.is_held(0)) || (i >= n - 3 && rod.is_held(d_.edges));
      ahead[i] = held ? Number(0) : Number(width * u[i]);
      back[i] = -ahead[i];
    }
    const auto now = strains(rod, state, none, Number(0)), later = strains(rod, state, ahead, width),
               earlier = strains(rod, state, back, -width);
    // elastic energy, and the work of viscous stresses that do not change
    const auto potential = [&](const Numbers& step) {
      const auto moved = strains(rod, state, step, Number(0));
      Number sum(0);
      for (std::size_t k = 0; k < moved.size(); ++k)
        for (int i = 0; i < 3; ++i) {
          const Number& C = C_[now[k].kind][i];
          const Number rate = (later[k].value[i] - earlier[k].value[i]) / (2 * width);
          sum += now[k].weight * C * moved[k].value[i] * (moved[k].value[i] / 2 + tau_[now[k].kind] * rate);
        }
      return sum;
    };
    Numbers f(n);
    for (int i = 0; i < n; ++i) {
      Numbers step = none;
      step[i] = width;
      f[i] = -potential(step);
      step[i] = -width;
      f[i] = (f[i] + potential(step)) / (2 * width);
    }
    add_outer_and_gyroscopic(rod, state, f);
    return f;
  }

 private:
  using Turn = Eigen::Quaternion<Number>;

  static Turn turned(const Turn& p, const Number* by) {
    const Turn turn = p * Turn(Number(1), by[0] / 2, by[1] / 2, by[2] / 2);
    return Turn(turn.coeffs() / turn.coeffs().norm());
  }
  static void move(EndMotion<Number>& end, const Number& time) {
    end.x += time * end.v;
    const Vector3<Number> by = time * end.w;
    const Turn p = turned(Turn(end.p.s, end.p.v[0], end.p.v[1], end.p.v[2]), by.data());
    end.p = {p.w(), p.vec()};
  }
  static Turn ghost(const Quaternion<Number>& clamp, const Turn& p) {
    const Turn c(clamp.s, clamp.v[0], clamp.v[1], clamp.v[2]);
    return Turn(2 * c.dot(p) * c.coeffs() - p.coeffs());
  }
  /// (2/l) Im(p₋* p₊) less that of two frames turned by κ l.
  Vector3<Number> curvature(const Turn& before, const Turn& behind) const {
    const Vector3<Number> kappa(kappa_[0], kappa_[1], kappa_[2]);
    const Number angle = kappa.norm() * l_;
    return 2 / l_ * ((before.conjugate() * behind).vec() - kappa / kappa.norm() * sin(Number(angle / 2)));
  }
  void add_outer_and_gyroscopic(const Rod<Number>& rod, const Numbers& state, Numbers& f) const {
    const int N = d_.edges;
    for (int n = 0; n <= N; ++n)
      for (int i = 0; i < 3; ++i) {
        const int share = n == 0 || n == N ? 2 : 1;
        f[6 * n + i] += (mass_ * inputs_.gravity[i] + l_ * inputs_.force_per_length[i]) / share;
        if (n == 0) f[i] += inputs_.start_force[i];
        if (n == N) f[6 * n + i] += inputs_.end_force[i];
      }
    for (int e = 0; e < N; ++e) {
      const Number* q = rod.frame(state.data(), e);
      Vector3<Number> moment = l_ * inputs_.moment_per_length;
      if (e == 0) moment += inputs_.start_moment;
      if (e == N - 1) moment += inputs_.end_moment;
      moment = Turn(q[0], q[1], q[2], q[3]).toRotationMatrix().transpose() * moment;
      const Vector3<Number> w = Eigen::Map<const Vector3<Number>>(rod.velocity(state.data(), 2 * e + 1));
      const Vector3<Number> spin(inertia_[0] * w[0], inertia_[1] * w[1], inertia_[2] * w[2]);
      moment -= w.cross(spin);
      for (int i = 0; i < 3; ++i) f[6 * e + 3 + i] += moment[i];
    }
  }

  RodDescription d_;
  RodInputs<Number> inputs_;
  Number l_, mass_, C_[2][3], tau_[2], inertia_[3], kappa_[3];
};

constexpr EndKind kinds[] = {EndKind::free, EndKind::hinged, EndKind::clamped};

TEST(RodForces, AreDerivativesOfTheEnergyAtAHundredStates) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const int edges = 1 + static_cast<int>(seed % 4);
    const RodDescription description = test::full_rod(edges, kinds[seed % 3], kinds[seed / 3 % 3]);
    const Rod<Number> rod(description);
    const Rod<double> rounded(description);
    const test::RandomRodState<Number> exact(rod, seed);
    const test::RandomRodState<double> near(rounded, seed);
    const Numbers expected = Definition(description, exact.inputs).forces(rod, exact.state);
    Numbers f(rod.unknown_count());
    std::vector<double> f_rounded(rod.unknown_count());
    rod.forces(exact.state.data(), exact.inputs, f.data());
    rounded.forces(near.state.data(), near.inputs, f_rounded.data());
    for (int i = 0; i < rod.unknown_count(); ++i) {
      const double value = to_double(expected[i]);
      // differences err by the square of their width, 1e-80, and by rounding over width, 1e-120
      EXPECT_LT(to_double(Number(abs(f[i] - expected[i]))), 1e-70) << "unknown " << i << ", state " << seed;
      EXPECT_NEAR(f_rounded[i], value, 1e-12 * (100 + std::abs(value))) << "unknown " << i << ", state " << seed;
    }
  }
}

/// A rod that nothing holds or drives loses exactly what it dissipates.
TEST(RodForces, TakeFromTheEnergyWhatIsDissipated) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    RodDescription description = test::full_rod(3, EndKind::free, EndKind::free);
    description.loads = {};
    const Rod<Number> rod(description);
    const test::RandomRodState<Number> random(rod, seed);
    const Number width("1e-40");
    Numbers rate(rod.state_count()), ahead = random.state, back = random.state;
    rod.derivative(random.state.data(), random.inputs, rate.data());
    for (int i = 0; i < rod.state_count(); ++i) {
      ahead[i] += width * rate[i];
      back[i] -= width * rate[i];
    }
    const Number power = rod.energy(random.state.data(), random.inputs).dissipated_power;
    const Number change =
        rod.energy(ahead.data(), random.inputs).total() - rod.energy(back.data(), random.inputs).total();
    EXPECT_GT(to_double(power), 0.1);
    EXPECT_LT(to_double(Number(abs(change / (2 * width) + power))), 1e-70);
  }
}

/// What leaves one element enters its neighbour: without outer forces the clamps take all momentum there is.
TEST(RodForces, AndReactionsOfClampsBalance) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    RodDescription description = test::full_rod(4, EndKind::clamped, EndKind::clamped);
    description.loads = {};
    description.gravity = {};
    const Rod<double> rod(description);
    const test::RandomRodState<double> random(rod, seed);
    RodInputs<double> inputs = random.inputs;
    std::vector<double> state = random.state, f(rod.unknown_count());
    std::fill(state.begin() + rod.position_count(), state.end(), 0.0);  // no gyroscopic moments
    for (EndMotion<double>* end : {&inputs.start, &inputs.end}) end->v = end->a = end->w = Vector3<double>::Zero();
    rod.forces(state.data(), inputs, f.data());
    const auto start = rod.start_reaction(state.data(), inputs), end = rod.end_reaction(state.data(), inputs);
    Vector3<double> force = start.force + end.force;
    Vector3<double> moment = inputs.start.x.cross(start.force) + rotation(inputs.start.p) * start.moment +
                             inputs.end.x.cross(end.force) + rotation(inputs.end.p) * end.moment;
    for (int n = 0; n <= 4; ++n) {
      const Vector3<double> x = Eigen::Map<const Vector3<double>>(rod.node(state.data(), n));
      const Vector3<double> own = Eigen::Map<const Vector3<double>>(&f[6 * n]);
      if (n > 0 && n < 4) force += own, moment += x.cross(own);
      if (n == 4) break;
      const auto p = Quaternion<double>::from(rod.frame(state.data(), n));
      moment += rotation(p) * Eigen::Map<const Vector3<double>>(&f[6 * n + 3]);
    }
    EXPECT_GT(start.moment.norm(), 0.1);
    EXPECT_LT(force.norm(), 1e-12);
    EXPECT_LT(moment.norm(), 1e-12);
  }
}

TEST(RodForces, VanishInTheNaturalShape) {
  RodDescription description = test::full_rod(7, EndKind::clamped, EndKind::clamped);
  description.loads = {};
  description.gravity = {};
  description.start.rotation = test::along_x;
  const Rod<double> rod(description);
  std::vector<double> f(rod.unknown_count());
  rod.forces(rod.natural_state().data(), rod.natural_inputs(), f.data());
  for (const double value : f) EXPECT_NEAR(value, 0, 1e-14);
  EXPECT_LT(rod.end_reaction(rod.natural_state().data(), rod.natural_inputs()).moment.norm(), 1e-14);
}

TEST(RodForces, DoNotChangeWithTheLengthOfAQuaternionToFirstOrder) {
  const Rod<double> rod(test::full_rod(3, EndKind::clamped, EndKind::free));
  const test::RandomRodState<double> random(rod, 5);
  std::vector<double> longer = random.state, f(rod.unknown_count()), g(rod.unknown_count());
  for (int e = 0; e < 3; ++e)
    for (int i = 0; i < 4; ++i) rod.frame(longer.data(), e)[i] *= 1 + 1e-6;
  rod.forces(random.state.data(), random.inputs, f.data());
  rod.forces(longer.data(), random.inputs, g.data());
  for (int i = 0; i < rod.unknown_count(); ++i) EXPECT_NEAR(f[i], g[i], 1e-9);  // 1e-12 squared, times forces of 100
}

}  // namespace
}  // namespace oldham::rod
