// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "program.hpp"
#include "references.hpp"

// Rods of system files against an independent program, closed forms and laws of conservation. [Lang2011]

namespace oldham::test {
namespace {

using nlohmann::json;

const std::string folder_of_examples = OLDHAM_SOURCE "/examples/rod/";
constexpr double printed = 1e-7;  // of a metre: what the reference is trusted to

class Rods : public Scenario {
 protected:
  json ask(const char* command, const std::string& file, const std::vector<std::string>& settings) const {
    Arguments arguments = {command, file};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", "parameters." + setting});
    return answer(arguments);
  }
  json rest(const std::string& file, const std::vector<std::string>& settings) const {
    return ask("static", file, settings).at("outputs");
  }
  std::vector<double> frequencies(const std::string& file, const std::vector<std::string>& settings) const {
    return ask("modal", file, settings).at("frequencies");
  }
  /// Whether one of the values is this one, to six digits.
  static bool has(const std::vector<double>& values, double value) {
    return std::any_of(values.begin(), values.end(), [&](double v) { return std::abs(v - value) < 1e-6 * value; });
  }
};

std::string number(const char* key, double value) { return fmt::format("{}={}", key, value); }

// ---- the reference ----

TEST_F(Rods, CantileversBendAsInTheReference) {
  const std::string file = folder_of_examples + "cantilever.toml";
  for (const json& entry : reference_data("rod").at("static_tip_force").at("cases"))
    for (const json& row : entry.at("rows")) {
      const double alpha = entry.at("alpha");
      const json found =
          rest(file, {fmt::format("N={}", row.at("N").get<int>()), fmt::format("tip_force=[0.0, 0.0, {:.1f}]", alpha)});
      EXPECT_NEAR(found.at("dv").get<double>(), row.at("dv").get<double>(), printed) << alpha << row;
      EXPECT_NEAR(found.at("dh").get<double>(), row.at("dh").get<double>(), printed) << alpha << row;
      // what the clamp is pulled by is the force, whatever the grid
      EXPECT_NEAR(found.at("F_on_clampA.z").get<double>(), alpha, 1e-6 * alpha);
    }
}

TEST_F(Rods, AMomentRollsThemUpAsInTheReference) {
  const std::string file = folder_of_examples + "rollup.toml";
  for (const json& row : reference_data("rod").at("end_moment_full_circle").at("rows")) {
    const json found = rest(file, {fmt::format("N={}", row.at("N").get<int>())});
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(found.at(fmt::format("tip.{}", "xyz"[i])).get<double>(), row.at("tip").at(i).get<double>(), printed);
    EXPECT_NEAR(found.at("angle_last_edge").get<double>(), row.at("angle_last_edge").get<double>(), printed) << row;
  }
}

TEST_F(Rods, ATorqueTwistsThemAsInTheReference) {
  for (const json& row : reference_data("rod").at("torsion").at("rows")) {
    const json found =
        rest(folder_of_examples + "cantilever.toml",
             {fmt::format("N={}", row.at("N").get<int>()), number("GJ", row.at("GJ")), "tip_force=[0, 0, 0]",
              fmt::format("tip_moment=[{:.1f}, 0, 0]", row.at("T").get<double>())});
    EXPECT_NEAR(found.at("twist_last_edge").get<double>(), row.at("twist_last_edge").get<double>(), printed) << row;
  }
}

TEST_F(Rods, HangAsInTheReference) {
  for (const json& row : reference_data("rod").at("hanging_cable").at("rows")) {
    const json found = rest(folder_of_examples + "hanging.toml",
                            {fmt::format("N={}", row.at("N").get<int>()), number("rho", row.at("rho"))});
    for (const char* name : {"mid", "F_on_clampA", "M_on_clampA", "F_on_clampB", "M_on_clampB"})
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(found.at(fmt::format("{}.{}", name, "xyz"[i])).get<double>(), row.at(name).at(i).get<double>(),
                    1e-6 * 0.42)  // forces are up to 0.42 N
            << name << row;
    EXPECT_NEAR(found.at("zmin_node").get<double>(), row.at("zmin_node").get<double>(), 1e-6) << row;
  }
}

TEST_F(Rods, VibrateAsInTheReference) {
  const std::string file = write("cable.toml", "system = \"rod\"\n");
  for (const json& row : reference_data("rod").at("frequencies").at("rows")) {
    const std::vector<double> found = frequencies(file, {fmt::format("N={}", row.at("N").get<int>())});
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
    for (int i = 0; i < 3; ++i)  // every bending twice: in two planes
      for (int plane = 0; plane < 2; ++plane)
        EXPECT_NEAR(found[2 * i + plane], row.at("bend").at(i).get<double>(), 1e-6 * found[2 * i]) << row;
    EXPECT_TRUE(has(found, row.at("tors1"))) << row;
    EXPECT_TRUE(has(found, row.at("axial1"))) << row;
  }
}

/// Spins, bends and stretches in free flight; nothing from outside acts.
TEST_F(Rods, KeepEnergyAndMomentumInFlight) {
  std::string spins, velocities;
  for (int e = 0; e < 10; ++e) spins += fmt::format("[0.5, {}, 3.0],", 2 - 4 * (e + 0.5) / 10);
  for (int n = 0; n <= 10; ++n) {
    const double t = n / 10.;
    velocities += fmt::format("[0.3, {}, {}],", 2 * (t - 0.5) * (t - 0.5) + 0.0, 2 * t * (1 - t) + 0.0);
  }
  const std::string file =
      write("flight.toml", fmt::format("system = \"rod\"\n[simulation]\nend = 0.5\n[scheme]\nstep = 1e-3\n"
                                       "[parameters]\nN = 10\nstart = \"free\"\nspins = [{}]\nvelocities = [{}]\n"
                                       "[[subsystem]]\nname = \"rod\"\nintegrator = \"rk4\"\nmicro_step = 1e-5\n",
                                       spins, velocities));
  const json samples = answer({"run", file, "--out", "out", "--sample", "0,0.5"}).at("samples");
  const json &before = samples.at(0).at("outputs"), &after = samples.at(1).at("outputs");
  const auto energy = [](const json& at) {
    return at.at("rod.energy.kinetic").get<double>() + at.at("rod.energy.elastic").get<double>();
  };
  const json& row = reference_data("rod").at("energy_momentum").at(0);
  ASSERT_EQ(row.at("dt"), 1e-5);
  EXPECT_NEAR(energy(before), row.at("E0").get<double>(), 5e-12);  // its last digit
  EXPECT_NEAR(energy(after), row.at("E1").get<double>(), 5e-11);   // quaternions are made of unit length less often
  for (const char* name : {"x", "y", "z", "turn_x", "turn_y", "turn_z"}) {
    const std::string momentum = fmt::format("rod.momentum.{}", name);
    EXPECT_NEAR(after.at(momentum).get<double>(), before.at(momentum).get<double>(), 1e-12);  // of 0.02 and rounding
  }
}

// ---- closed forms ----

/// A force across the tip of a rod that only bends, by elliptic integrals. [Bisshopp1945]
struct Elastica {
  double dv, dh;

  explicit Elastica(double alpha) {
    // √α = F(k) − F(ψ, k) with k² = (1 + sin φ₀)/2 and sin ψ = 1/(√2 k): find the angle φ₀ of the tip
    double low = 0, high = std::numbers::pi / 2 - 1e-12;
    const auto k = [](double phi) { return std::sqrt((1 + std::sin(phi)) / 2); };
    const auto psi = [&](double phi) { return std::asin(1 / (std::numbers::sqrt2 * k(phi))); };
    for (int i = 0; i < 200; ++i) {
      const double phi = (low + high) / 2;
      (std::comp_ellint_1(k(phi)) - std::ellint_1(k(phi), psi(phi)) < std::sqrt(alpha) ? low : high) = phi;
    }
    dv = 1 - 2 / std::sqrt(alpha) * (std::comp_ellint_2(k(low)) - std::ellint_2(k(low), psi(low)));
    dh = 1 - std::sqrt(2 * std::sin(low) / alpha);
  }
};

TEST_F(Rods, ApproachTheElasticaWithOrderTwo) {
  const double L = 1.7, EI = 2.5, force = 6.2;
  const Elastica exact(force * L * L / EI);
  double errors[2][2];
  for (int fine = 0; fine < 2; ++fine) {
    // across the rod in another direction, and the rod along another axis
    const json found = rest(folder_of_examples + "cantilever.toml",
                            {fmt::format("N={}", fine ? 60 : 30), number("L", L), number("EI", EI),
                             fmt::format("tip_force=[{}, 0, 0]", -force),
                             "start={x = [0.3, -1.0, 2.0], R = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}"});
    errors[fine][0] = found.at("dv").get<double>() / L - exact.dv;
    errors[fine][1] = found.at("dh").get<double>() / L - exact.dh;
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_LT(std::abs(errors[1][i]), 1e-3);
    EXPECT_NEAR(errors[0][i] / errors[1][i], 4, 0.05);  // O(l²), and 1e-8 of shear and stretch
  }
}

struct Held {
  const char* name;
  const char* start;
  const char* end;
  double beta;  // ω = β² √(E I/(ρ A L⁴)) after Euler and Bernoulli
};

TEST_F(Rods, ApproachBeamFrequenciesWithOrderTwo) {
  const double L = 2, EI = 3, rhoA = 0.7;
  const char* along = "R = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]";
  for (const Held& held : {Held{"cantilever", "clamped", "free", 1.8751040687119611},
                           Held{"bridge", "clamped", "clamped", 4.7300407448627040},
                           Held{"propped", "clamped", "hinged", 3.9266023120479188},
                           Held{"simple", "hinged", "hinged", std::numbers::pi}}) {
    const double exact = held.beta * held.beta * std::sqrt(EI / (rhoA * L * L * L * L));
    double errors[2];
    for (int fine = 0; fine < 2; ++fine) {
      const std::vector<double> found = frequencies(
          folder_of_examples + "cantilever.toml",
          {fmt::format("N={}", fine ? 60 : 30), number("L", L), number("EI", EI), number("rhoA", rhoA), "rhoI=1e-8",
           "tip_force=[0, 0, 0]", fmt::format("start={{x = [0, 0, 0], {}, kind = \"{}\"}}", along, held.start),
           fmt::format("end={{x = [2.0, 0, 0], {}, kind = \"{}\"}}", along, held.end)});
      // a rod between hinges turns freely about its axis: a zero, up to the root of a rounding
      const auto first = std::find_if(found.begin(), found.end(), [&](double f) { return f > 0.1 * exact; });
      errors[fine] = *first / exact - 1;
    }
    EXPECT_LT(std::abs(errors[1]), 1e-2) << held.name;
    EXPECT_NEAR(errors[0] / errors[1], 4, 0.1) << held.name;
  }
}

/// A hinge about the second director lets the rod turn in one plane, as on supports, and clamps it in the other.
TEST_F(Rods, RevoluteHingesSupportOnePlaneAndClampTheOther) {
  const double scale = std::sqrt(3 / (0.7 * 16)), pi = std::numbers::pi;
  const double supported = pi * pi * scale, clamped = 4.7300407448627040 * 4.7300407448627040 * scale;
  const std::string frame = "R = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]], kind = \"revolute\", axis = [0, 2, 0]";
  double errors[2][2];
  for (int fine = 0; fine < 2; ++fine) {
    const std::vector<double> found =
        frequencies(folder_of_examples + "cantilever.toml",
                    {fmt::format("N={}", fine ? 60 : 30), "L=2.0", "EI=3.0", "rhoA=0.7", "rhoI=1e-8",
                     "tip_force=[0, 0, 0]", "start={" + frame + "}", "end={x = [2.0, 0, 0], " + frame + "}"});
    // the slowest in each plane
    errors[fine][0] = found.at(0) / supported - 1;
    errors[fine][1] = found.at(1) / clamped - 1;
  }
  for (int plane = 0; plane < 2; ++plane) {
    EXPECT_LT(std::abs(errors[1][plane]), 1e-2);
    EXPECT_NEAR(errors[0][plane] / errors[1][plane], 4, 0.1);
  }
  // loads in the plane of the hinge find it as if it were spherical, and leave no moment
  const std::vector<std::string> sagging = {"EI=3.0", "L=2.0", "tip_force=[0, 0, 0]", "force_per_length=[0, 0, -4.0]",
                                            "end={x = [1.8, 0, 0], kind = \"hinged\"}"};
  std::vector<std::string> revolute = sagging, spherical = sagging;
  revolute.push_back("start={" + frame + "}");
  spherical.push_back("start={kind = \"hinged\"}");
  const json one = rest(folder_of_examples + "cantilever.toml", revolute),
             other = rest(folder_of_examples + "cantilever.toml", spherical);
  EXPECT_NEAR(one.at("mid.z").get<double>(), other.at("mid.z").get<double>(), 1e-9);
  EXPECT_NEAR(one.at("M_on_clampA.y").get<double>(), 0, 1e-9);
  EXPECT_LT(one.at("mid.z").get<double>(), -0.1);
}

/// Half of the weight on either side, at rest and as the run goes on.
TEST_F(Rods, MovedByAHingeTheyHangFromIt) {
  const std::string file = write(
      "moved.toml",
      "[simulation]\nend = 0.2\n[scheme]\nstep = 1e-3\n[[subsystem]]\nname = \"rope\"\nmodel = \"rod\"\nN = 24\n"
      "gravity = 9.81\ntauK = 1e-2\ntauG = 1e-3\nstart = {x = [0.1, 0, 0], kind = \"hinged\", driven = true}\n"
      "end = {x = [0.7, 0, 0], kind = \"hinged\"}\n"
      "inputs = {'start.x.position' = 0.1, 'start.x.velocity' = 0.0, 'start.x.acceleration' = 0.0, "
      "'start.y.position' = 0.0, 'start.y.velocity' = 0.0, 'start.y.acceleration' = 0.0, 'start.z.position' = 0.0, "
      "'start.z.velocity' = 0.0, 'start.z.acceleration' = 0.0}\n");
  const json outputs = answer({"run", file, "--out", "out"}).at("outputs");
  const double half = 1100 * std::numbers::pi * 0.005 * 0.005 * 9.81 / 2;
  for (const char* name : {"rope.start.z.force", "rope.start.z.inner", "rope.end.z.force"})
    EXPECT_NEAR(outputs.at(name).get<double>(), -half, 1e-6 * half) << name;
  EXPECT_FALSE(outputs.contains("rope.start.moment1"));
  EXPECT_FALSE(outputs.contains("rope.end.z.inner"));
}

TEST_F(Rods, TheFileThatARodIsWrittenOutToRunsBitwiseEqual) {
  const std::string file = folder_of_examples + "hanging.toml";
  const Ended expanded = run({"describe", file, "--expand"});
  ASSERT_EQ(expanded.exit_code, 0) << expanded.err;
  const Arguments options = {"--out", "out", "--set", "simulation.end=0.02"};
  Arguments direct = {"run", file}, written = {"run", write("written.toml", expanded.out)};
  direct.insert(direct.end(), options.begin(), options.end());
  written.insert(written.end(), options.begin(), options.end());
  EXPECT_EQ(answer(direct).at("outputs"), answer(written).at("outputs"));
}

TEST_F(Rods, TheSystemOfTheGuideComesToRestWhereItSays) {
  const std::string file = write("guide.toml", file_of_guide("rods.md", "beam.toml"));
  EXPECT_EQ(answer({"run", file, "--out", "out"}).at("status"), "completed");
  // the weight floats: its spring is slack, and the clamp carries the beam alone
  const json found = answer({"static", file}).at("outputs");
  EXPECT_NEAR(found.at("beam.end.z.position").get<double>(), found.at("weight.position").get<double>(), 1e-9);
  EXPECT_NEAR(found.at("beam.start.z.force").get<double>(), -1150 * std::numbers::pi * 0.004 * 0.004 * 0.8 * 9.81,
              1e-6);
}

TEST_F(Rods, ThatRestStayAtRestInEveryIntegrator) {
  for (const char* solver : {"linear-implicit", "trapezoidal", "cvode", "arkode"}) {
    const json samples =
        answer({"run", folder_of_examples + "hanging.toml", "--out", "out", "--sample", "0,0.01", "--set",
                "simulation.end=0.01", "--set", fmt::format("subsystem.rod.integrator={}", solver)})
            .at("samples");
    for (const char* name : {"mid.z", "F_on_clampA.x", "M_on_clampB.y"})
      EXPECT_NEAR(samples.at(1).at("outputs").at(name).get<double>(),
                  samples.at(0).at("outputs").at(name).get<double>(), 1e-8)
          << solver << name;
  }
}

}  // namespace
}  // namespace oldham::test
