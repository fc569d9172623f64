// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/scalar.hpp"
#include "program.hpp"
#include "references.hpp"

// Kinematic coupling against an independent program that works in 40 digits: zero-stability, radii of the step and of
// the published closed form, largest steps, trajectories, orders of convergence.

namespace oldham::test {
namespace {

using nlohmann::json;

class Kinematic : public Scenario {
 protected:
  json ask(const std::string& command, const Arguments& options, const Arguments& settings) const {
    Arguments arguments = {command, kinematic_file(), "--out", "out"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    return answer(arguments);
  }
  /// The limit H -> 0 as the step has it; the closed form must be the same.
  double zero_radius(const Arguments& settings) const {
    const json zero = ask("stability", {}, settings).at("zero_stability");
    const double limit = zero.at("spectral_radius");
    // the limit is taken at 1e-45 of the step, where vanishing eigenvalues are 1e-9 at the most
    EXPECT_NEAR(zero.at("closed_form").get<double>(), limit, 1e-9);
    return limit;
  }
};

const char* forces(const json& mode) { return mode == "exact" ? "exact" : "approximate"; }

Arguments orders(int r, int s) {
  return {fmt::format("scheme.force_order={}", r), fmt::format("scheme.state_order={}", s)};
}

Arguments parameters(const json& values) {
  Arguments settings;
  for (const auto& [key, value] : values.items()) settings.push_back(fmt::format("parameters.{}={}", key, text(value)));
  return settings;
}

/// The scheme of an entry in the words of a system file.
Arguments scheme(const json& entry) {
  const json& s = entry.at("scheme");
  const auto word = [&](const char* key) { return s.at(key).get<std::string>(); };
  const std::string loop = word("loop");
  Arguments settings = {fmt::format("scheme.forces={}", forces(s.at("mode"))),
                        fmt::format("scheme.schedule={}", word("typ") == "gs" ? "gauss-seidel" : "jacobi"),
                        fmt::format("scheme.velocity={}", word("vel") == "deriv" ? "derivative" : "sampled"),
                        fmt::format("scheme.outputs={}", word("out") == "actual" ? "actual" : "extrapolated"),
                        fmt::format("scheme.loop={}", loop == "a_upd"     ? "updated-acceleration"
                                                      : loop == "lam_upd" ? "updated-force"
                                                                          : "jacobi"),
                        fmt::format("scheme.startup={}", entry.at("startup").get<std::string>())};
  if (word("integ") == "lie") settings.push_back("subsystem.F.integrator=linear-implicit");
  return settings + orders(s.at("r"), s.at("s"));
}

std::string kinematic_entry_name(const testing::TestParamInfo<json>& info) {
  const json& e = info.param;
  std::string name = std::to_string(info.index);
  if (e.contains("id")) name += "_" + e.at("id").get<std::string>();
  if (e.contains("scheme"))
    for (const auto& [key, value] : e.at("scheme").items()) name += "_" + value.dump();
  std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '_'; });
  return name;
}

// ---- H -> 0 ----

Arguments with_ratio(double ratio) {
  return {"scheme.forces=approximate", fmt::format("parameters.m_Fco={}", 5 / ratio)};
}

using KinematicZeroStability = Kinematic;

TEST_F(KinematicZeroStability, IsThatOfTheIndependentProgram) {
  for (const json& point : reference_data("kinematic-coupling", "/zero_stability/points"))
    EXPECT_NEAR(zero_radius(with_ratio(point.at("ratio")) + orders(point.at("r"), point.at("r"))),
                point.at("rho").get<double>(), 1e-9)
        << point;
}

TEST_F(KinematicZeroStability, IsLostAtTheCriticalRatios) {
  // the ratios are given to 1e-14, and the radius moves less than they do
  const json mixed = reference_data("kinematic-coupling", "/zero_stability/mixed_orders_rows_r_cols_s");
  for (int r = 0; r < 3; ++r)
    for (int s = 0; s < 3; ++s)
      EXPECT_NEAR(zero_radius(with_ratio(mixed.at(r).at(s)) + orders(r, s)), 1, 1e-9) << r << s;
  const std::pair<const char*, const char*> variants[] = {{"a_upd", "scheme.loop=updated-acceleration"},
                                                          {"lam_upd", "scheme.loop=updated-force"},
                                                          {"gauss_seidel_R_first", "scheme.schedule=gauss-seidel"}};
  for (const auto& [name, setting] : variants) {
    const json ratios = reference_data("kinematic-coupling", "/zero_stability/single_extrapolation_variants").at(name);
    for (int r = 0; r < 3; ++r)
      EXPECT_NEAR(zero_radius(with_ratio(ratios.at(r)) + orders(r, r) + Arguments{setting}), 1, 1e-9) << name << r;
  }
}

// ---- radii and steps ----

/// Entries of the published closed form, and of the step.
class KinematicStability : public Kinematic, public testing::WithParamInterface<json> {
 protected:
  const json& entry() const { return GetParam(); }
  bool is_published() const { return entry().at("matrix") == "printed"; }
  json judge(Arguments options, const Arguments& settings) const {
    if (is_published()) options.insert(options.end(), {"--recurrence", "published"});
    const int r = entry().at("r");
    const json found =
        ask("stability", options,
            Arguments{fmt::format("scheme.forces={}", forces(entry().at("mode"))), "scheme.velocity=derivative"} +
                orders(r, r) + parameters(entry().at("params")) + settings);
    EXPECT_EQ(found.value("recurrence", ""), is_published() ? "published" : "");
    return found;
  }
};

class KinematicRadius : public KinematicStability {};

TEST_P(KinematicRadius, IsThatOfTheIndependentProgram) {
  const double expected = entry().at("rho");
  const json found = judge({"--digits", "20"}, {fmt::format("scheme.step={}", text(entry().at("h")))});
  // double precision: 1e-10 is what the eigenvalues of a matrix of norm 100 leave
  EXPECT_NEAR(found.at("eigenvalues").at(0).get<double>(), expected, 1e-10);
  EXPECT_NEAR(found.at("spectral_radius").get<double>(), expected, 4e-15);  // both rounded, to 16 digits of up to 3
  EXPECT_EQ(found.at("stable").get<bool>(), expected <= 1 + 1e-6);
  // many digits: the reference is rounded to 16 of them
  const Multiprecision digits(found.at("spectral_radius_digits").get<std::string>());
  const Multiprecision reference(entry().at("rho_str").get<std::string>());
  EXPECT_LT(to_double(Multiprecision(abs(digits / reference - 1))), 1e-15);
}

INSTANTIATE_TEST_SUITE_P(Reference, KinematicRadius,
                         testing::ValuesIn(reference_list("kinematic-coupling", "/spectral_radius")),
                         kinematic_entry_name);

using PublishedRecurrence = Kinematic;

TEST_F(PublishedRecurrence, IsLabelledAsNotTheStep) {
  const std::string file = kinematic_file();
  const Ended ended = run({"stability", file, "--recurrence", "published"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("published: the closed form S(H) of the paper, not the step that is simulated"),
            std::string::npos)
      << ended.out;
  EXPECT_EQ(run({"stability", file}).out.find("published"), std::string::npos);
}

TEST_F(PublishedRecurrence, IsRefusedWhereThePaperHasNone) {
  const Arguments command = {"stability", kinematic_file(), "--recurrence", "published"};
  const auto set = [&](const char* setting) { return command + Arguments{"--set", setting}; };
  expect_refusal(set("scheme.state_order=2"), 3, {"force_order = state_order", "leave out --recurrence"});
  expect_refusal(set("scheme.schedule=gauss-seidel"), 3, {"explicit Jacobi", "leave out --recurrence"});
  expect_refusal(set("scheme.correction=implicit"), 3, {"explicit Jacobi", "leave out --recurrence"});
  expect_refusal(command + Arguments{"--at", "0.5"}, 2, {"--at", "leave it out"});
}

class KinematicLargestStep : public KinematicStability {};

TEST_P(KinematicLargestStep, IsThatOfTheIndependentProgramWithAllCrossings) {
  const json& scan = entry().at("scan");
  const json found =
      judge({"--largest-step", fmt::format("{}:{}:{}", text(scan.at(0)), text(scan.at(1)), scan.at(2).get<int>())}, {});
  // the reference promises 1e-8; radii meet 1 at an angle that may cost a digit
  const double relative = 1e-7;
  if (entry().at("flag") == "ok") {
    const double expected = entry().at("h_crit");
    EXPECT_NEAR(found.at("largest_stable_step").get<double>(), expected, relative * expected);
  } else {
    EXPECT_TRUE(found.at("largest_stable_step").is_null());
  }
  const json &crossings = found.at("crossings"), &expected = entry().at("crossings");
  ASSERT_EQ(crossings.size(), expected.size()) << crossings << expected;
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    const double step = expected.at(i).at("h");
    EXPECT_NEAR(crossings.at(i).at("step").get<double>(), step, relative * step);
    EXPECT_EQ(crossings.at(i).at("direction"), expected.at(i).at("dir"));
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, KinematicLargestStep,
                         testing::ValuesIn(reference_list("kinematic-coupling", "/h_crit")), kinematic_entry_name);

// ---- runs ----

class KinematicTrajectory : public Kinematic, public testing::WithParamInterface<json> {};

TEST_P(KinematicTrajectory, IsThatOfTheIndependentProgram) {
  const json& entry = GetParam();
  const json found = ask("run", {},
                         scheme(entry) + parameters(entry.at("params")) + parameters(entry.at("x0")) +
                             Arguments{fmt::format("scheme.step={}", text(entry.at("h"))),
                                       fmt::format("simulation.end={}", text(entry.at("t_end")))});
  EXPECT_EQ(found.at("macro_steps"), entry.at("nsteps"));
  // rounding of 200 steps, and what a growing mode makes of it
  for (const auto& [name, value] : entry.at("final").items()) {
    const double expected = value;
    EXPECT_NEAR(found.at("outputs").at(name).get<double>(), expected, 1e-9 * std::abs(expected) + 1e-12) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, KinematicTrajectory,
                         testing::ValuesIn(reference_list("kinematic-coupling", "/trajectories")),
                         kinematic_entry_name);

class KinematicConvergence : public Kinematic, public testing::WithParamInterface<json> {};

TEST_P(KinematicConvergence, HasTheErrorsAndSlopesOfTheIndependentProgram) {
  const json& entry = GetParam();
  std::string steps;
  for (const json& h : entry.at("h")) steps += (steps.empty() ? "" : ",") + text(h);
  const json found = ask("converge", {"--steps", steps, "--norm", "max"},
                         scheme(entry) + Arguments{fmt::format("simulation.end={}", text(entry.at("T")))});
  const json &errors = entry.at("err_max_q"), &slopes = entry.at("orders");
  ASSERT_EQ(found.at("errors").at("position").size(), errors.size());
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double expected = errors.at(i);
    // the reference promises 1e-4, and has a rounding of its own
    EXPECT_NEAR(found.at("errors").at("position").at(i).get<double>(), expected, 1e-4 * expected + 1e-12);
  }
  for (std::size_t i = 0; i < slopes.size(); ++i)
    EXPECT_NEAR(found.at("orders").at("position").at(i).get<double>(), slopes.at(i).get<double>(), 0.05) << i;
}

INSTANTIATE_TEST_SUITE_P(Reference, KinematicConvergence,
                         testing::ValuesIn(reference_list("kinematic-coupling", "/convergence")), kinematic_entry_name);

class KinematicDefaults : public Scenario {};

TEST_F(KinematicDefaults, AreOfSecondOrderAlsoWhenTheStructureStartsMoving) {
  // in the first step of the ramp a derived velocity would be zero
  const json found = answer({"converge", kinematic_file(), "--norm", "max", "--steps", "0.005,0.0025,0.00125", "--set",
                             "parameters.v1=1.0", "--set", "parameters.d_F=5.0", "--set", "scheme.force_order=2",
                             "--set", "scheme.state_order=2", "--out", "out"});
  EXPECT_NEAR(found.at("orders").at("position").back().get<double>(), 2.0, 0.2);
}

TEST_F(KinematicDefaults, AnUpdatedAccelerationIsSeenWhateverTheOutputs) {
  // one of the two extrapolations of the loop is gone: radius below 1 at ratio 4, linear
  for (const char* outputs : {"actual", "extrapolated"}) {
    const json found = answer({"stability", kinematic_file(), "--set", "scheme.forces=approximate", "--set",
                               "scheme.loop=updated-acceleration", "--set", "parameters.m_R=2.0", "--set",
                               fmt::format("scheme.outputs={}", outputs)});
    EXPECT_TRUE(found.at("zero_stability").at("stable").get<bool>()) << outputs;
  }
}

}  // namespace
}  // namespace oldham::test
