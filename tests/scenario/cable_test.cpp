// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "oldham/analysis/feedthrough_loop.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "program.hpp"
#include "references.hpp"

// The cable between a wall and a swinging mechanism, against an independent program in joint coordinates.
// [Schneider2017]

namespace oldham::test {
namespace {

using nlohmann::json;

constexpr double total_mass = 0.6, cable_mass = 1100 * 3.14159265358979323846 * 0.005 * 0.005;  // kg

class Cable : public Scenario {
 protected:
  std::string file() const { return write("cable.toml", "system = \"cable\"\n"); }
  json ask(Arguments arguments, const std::vector<std::string>& settings = {}) const {
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    arguments.insert(arguments.end(), {"--out", "out", "--json"});
    const Ended ended = Program(arguments, folder()).wait(std::chrono::seconds(200));
    EXPECT_LE(ended.exit_code, 1) << ended.err;
    return ended.json();
  }
};

TEST_F(Cable, SolvedAsOneIsTheSolutionInJointCoordinates) {
  const json found = ask({"monolithic", file(), "--sample", "0,0.1,0.2,0.3,0.4,0.5"});
  const json& samples = reference_data("rod").at("embedded_nominal").at("samples");
  for (int n = 0; n <= 5; ++n) {
    const json &at = samples.at(n), &outputs = found.at("samples").at(n).at("outputs");
    ASSERT_NEAR(at.at("t").get<double>(), found.at("samples").at(n).at("time").get<double>(), 1e-12);
    for (int i = 0; i < 3; ++i) {
      const auto expect = [&](const char* key, const std::string& name) {
        EXPECT_NEAR(outputs.at(name).get<double>(), at.at(key).at(i).get<double>(), 1e-7) << name << " at sample " << n;
      };
      expect("eta", fmt::format("eta{}", i + 1));
      expect("etadot", fmt::format("etadot{}", i + 1));
      expect("F_on_body", fmt::format("F_on_body.{}", "xyz"[i]));
      expect("m_on_body_director", fmt::format("m_on_body_director.{}", "xyz"[i]));
      expect("x_mid", fmt::format("x_mid.{}", "xyz"[i]));
    }
  }
}

struct TableRow {
  const char* name;
  double step;
  std::vector<std::string> settings;
};

class CableTable : public Cable, public testing::WithParamInterface<TableRow> {};

TEST_P(CableTable, HasTheErrorsOfTheReference) {
  const TableRow& row = GetParam();
  std::vector<std::string> settings = row.settings;
  settings.push_back(fmt::format("scheme.step={}", row.step));
  const json found = ask({"run", file(), "--compare", "monolithic"}, settings);
  ASSERT_EQ(found.at("status"), "completed");
  for (const json& expected : reference_data("rod").at("cosim_convergence").at(row.name)) {
    if (expected.at("h") != row.step) continue;
    for (int i = 0; i < 3; ++i) {
      const double error = expected.at("max_abs_err_eta").at(i);
      EXPECT_NEAR(found.at("errors").at(fmt::format("eta{}", i + 1)).at("max").get<double>(), error, 0.005 * error);
    }
    return;
  }
  FAIL() << "no such row";
}

INSTANTIATE_TEST_SUITE_P(Rows, CableTable,
                         testing::Values(TableRow{"r0_s1", 0.004, {}},
                                         TableRow{"r2_s2", 0.002, {"scheme.force_order=2", "scheme.state_order=2"}},
                                         TableRow{"r0_s0_velocity_zero",
                                                  0.002,
                                                  {"scheme.force_order=0", "scheme.state_order=0",
                                                   "scheme.velocity=derivative"}},
                                         TableRow{"r0_s1_loopfree_forces", 0.004, {"scheme.forces=exact"}}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_F(Cable, IsZeroStableAboveTheMassRatiosOfTheTheory) {
  const json& thresholds = reference_data("rod").at("stability").at("thresholds_theory_N20");
  const auto radius = [](char r, char s, double ratio) {
    Value root = parse_toml("system = \"cable\"\n[parameters]\neta0 = [0.0, 0.0, 0.0]\n", "test");
    apply_override(root, fmt::format("scheme.force_order={}", r));
    apply_override(root, fmt::format("scheme.state_order={}", s));
    apply_override(root, fmt::format("parameters.inertia_scale={:.15g}", total_mass / cable_mass / ratio));
    System<double> system = build_system<double>(root, {.threads = 1});
    return measure_feedthrough_loop(*system.cosimulation, make_initial_state(system, system.step))
        .value()
        .spectral_radius();
  };
  for (const auto& [orders, value] : thresholds.items()) {
    const double ratio = value;
    EXPECT_GT(radius(orders[0], orders[1], ratio * (1 - 1e-6)), 1) << orders;
    EXPECT_LT(radius(orders[0], orders[1], ratio * (1 + 1e-6)), 1) << orders;
  }
}

TEST_F(Cable, HasNoLimitOfMassesWithExactForces) {
  // a cable of three times the mass of the mechanism
  const std::vector<std::string> heavy = {"parameters.inertia_scale=20", "simulation.end=0.2", "scheme.order=1"};
  const auto with = [&](const char* forces) {
    std::vector<std::string> settings = heavy;
    settings.emplace_back(forces);
    return ask({"run", file()}, settings).at("status");
  };
  EXPECT_EQ(with("scheme.forces=exact"), "completed");
  EXPECT_EQ(with("scheme.forces=approximate"), "diverged");
}

TEST_F(Cable, CorrectedHasNoLimitOfMasses) {
  const json found = ask({"run", file(), "--compare", "monolithic"},
                         {"parameters.inertia_scale=20", "simulation.end=0.05", "scheme.correction=implicit"});
  EXPECT_EQ(found.at("status"), "completed");
  EXPECT_LT(found.at("errors").at("eta3").at("max").get<double>(), 2e-3);
}

TEST_F(Cable, TheFileItIsWrittenOutToRunsBitwiseEqual) {
  for (const char* forces : {"exact", "approximate"}) {
    const std::string setting = fmt::format("scheme.forces={}", forces);
    const std::vector<std::string> settings = {setting, "simulation.end=0.05", "parameters.N=12",
                                               "parameters.eta0=[0.01, -0.2, 0.3]", "scheme.order=2"};
    Arguments describe = {"describe", "cable", "--expand"};
    for (const std::string& s : settings) describe.insert(describe.end(), {"--set", s});
    const std::string written = write("written.toml", run(describe).out);
    const json direct = ask({"run", file()}, settings), second = ask({"run", written});
    EXPECT_EQ(direct.at("outputs"), second.at("outputs"));
    EXPECT_TRUE(direct.at("outputs").contains("F_on_body.x"));
  }
}

TEST_F(Cable, HangsBetweenItsEndsHoweverFewItsEdges) {
  // on their way to their places the ends push it into bends that few edges cannot follow
  for (const char* eta0 : {"[0.0, 0.0, 0.0]", "[0.0054, -0.0266, 0.0062]"})
    for (const int edges : {6, 8, 10, 12, 14}) {
      const nlohmann::json rest =
          answer({"static", OLDHAM_SOURCE "/examples/cable/system.toml", "--set",
                  fmt::format("parameters.eta0={}", eta0), "--set", fmt::format("parameters.N={}", edges)});
      EXPECT_EQ(rest["status"], "completed") << edges;
      // twenty edges: -0.33936 N and -0.61974 m; the rest falls with the square of their number
      EXPECT_NEAR(rest["outputs"]["F_on_body.z"].get<double>(), -0.3394, 0.08 / (edges * edges)) << edges;
      EXPECT_NEAR(rest["outputs"]["x_mid.z"].get<double>(), -0.6190, 0.32 / (edges * edges)) << edges;
    }
}

}  // namespace
}  // namespace oldham::test
