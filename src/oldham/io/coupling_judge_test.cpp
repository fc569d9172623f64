// SPDX-License-Identifier: MIT
#include "oldham/io/coupling_judge.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/own_parts.hpp"
#include "oldham/model/registry.hpp"

namespace oldham {
namespace {

using Clock = std::chrono::steady_clock;
using Kind = CouplingVerdict::Kind;

/// A built-in model that hides its state and cannot go back, as an FMU may; and one that takes its time.
class Opaque final : public Subsystem<double> {
 public:
  Opaque(std::unique_ptr<Subsystem<double>> inner, double seconds)
      : inner_(std::move(inner)), seconds_(seconds), description_(inner_->description()) {
    description_.capabilities = {};
    description_.state_size = 0;
  }
  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double& start) final {
    inner_->initialize(start);
    ++ticket_;
  }
  void apply_inputs(std::span<const double> u) final { inner_->apply_inputs(u); }
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final {
    for (const auto begin = Clock::now(); std::chrono::duration<double>(Clock::now() - begin).count() < seconds_;) {
    }
    ++ticket_;
    return inner_->advance(step, inputs);
  }
  void read_outputs(std::span<double> y) const final { inner_->read_outputs(y); }
  void save(Snapshot<double>& into) const final { into.ticket = ticket_; }
  void restore(const Snapshot<double>& from) final {
    if (from.ticket != ticket_) throw Error(ErrorKind::missing_capability, "cannot go back");
  }
  void assume_past(const double&) final {}
  void read_state(std::span<double>) const final {}
  void write_state(std::span<const double>) final {}
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }

 private:
  std::unique_ptr<Subsystem<double>> inner_;
  double seconds_;
  SubsystemDescription description_;
  std::uint64_t ticket_ = 1;
};

void add_opaque(double seconds = 0, const IntegratorSettings& integrator = {.kind = IntegratorKind::exact},
                const std::string& prefix = "opaque") {
  for (const char* model : {"oscillator", "linear"})
    add_own_model(fmt::format("{}-{}", prefix, model),
                  {{}, [=](const std::string& name, Reader& parameters, const IntegratorSettings&) {
                     return std::make_unique<Opaque>(make_subsystem<double>(model, name, parameters, integrator, ""),
                                                     seconds);
                   }});
}

std::string member(const std::string& name, const std::string& model, double mass) {
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"{}\"\nparameters = {{mass = {}, stiffness = 50.0, damping = 0.5}}\n",
      name, model, mass);
}

Value pair(const std::string& left, const std::string& right, const std::string& scheme, const std::string& more = "") {
  return parse_toml(fmt::format("[simulation]\nend = 1.0\n[scheme]\n{}\n{}{}[[interface]]\nname = \"shaft\"\nlaw = "
                                "\"spring-damper\"\nbetween = [\"left\", \"right\"]\nstiffness = 4e4\ndamping = "
                                "5.0\n{}",
                                scheme, member("left", left, 1), member("right", right, 4), more),
                    "test");
}

TEST(CouplingJudge, FindsOutAboutBlackBoxesWhatModelsTell) {
  add_opaque();
  for (const char* scheme : {"step = 1e-3\norder = 0", "step = 1e-3\norder = 1", "step = 5e-3\norder = 2",
                             "step = 2e-3\norder = 0\nschedule = \"gauss-seidel\""}) {
    const CouplingVerdict expected = judge_coupling(pair("oscillator", "oscillator", scheme));
    for (const auto& [left, right] :
         {std::pair{"opaque-oscillator", "opaque-oscillator"}, std::pair{"oscillator", "opaque-oscillator"}}) {
      const CouplingVerdict found = judge_coupling(pair(left, right, scheme));
      EXPECT_EQ(found.kind, expected.kind) << scheme << describe(found);
      EXPECT_NEAR(found.spectral_radius, expected.spectral_radius, 1e-6) << scheme;
      EXPECT_EQ(found.subsystems[1].order, 2) << scheme;
      // whatever states the maps have
      for (int s : {0, 1})
        EXPECT_NEAR(found.mode.shares.subsystems[s].share, expected.mode.shares.subsystems[s].share, 1e-3) << scheme;
      EXPECT_GT(found.probe_steps, 0);
    }
  }
}

TEST(CouplingJudge, AsksOncePerStepForAnyNumberOfSchemes) {
  add_opaque();
  const Value root = pair("opaque-oscillator", "opaque-oscillator", "step = 1e-3\norder = 0");
  CouplingJudge judge(root);
  EXPECT_TRUE(judge.has_black_boxes());
  EXPECT_FALSE(judge.can_correct());
  judge.judge();
  const long steps = judge.probe_steps();
  Value seidel = root;
  make_place(seidel, "scheme.schedule") = Value("gauss-seidel");
  const double found = judge.judge(seidel, 1e-3).spectral_radius;
  EXPECT_EQ(judge.probe_steps(), steps);
  EXPECT_NEAR(
      found,
      judge_coupling(pair("oscillator", "oscillator", "step = 1e-3\nschedule = \"gauss-seidel\"")).spectral_radius,
      1e-6);
  // what they cannot do is refused, as it is in a run
  Value corrected = root;
  make_place(corrected, "scheme.correction") = Value("semi-implicit");
  EXPECT_THROW(judge.judge(corrected, 1e-3), Error);
}

TEST(CouplingJudge, FindsTheLargestStepInSpiteOfAnAdaptiveSolver) {
  add_opaque(0, {.kind = IntegratorKind::cvode, .relative_tolerance = 1e-4, .absolute_tolerance = 1e-12}, "loose");
  const std::string scheme = "step = 2e-4\norder = 0";
  const StepScan scan{1e-5, 3e-3, 30};
  const auto find = [&](const std::string& left) {
    const Value root = pair(left, "oscillator", scheme);
    return CouplingJudge(root).find_largest_step(root, scan);
  };
  const double exact = find("oscillator").largest_stable_step.value_or(0);
  ASSERT_GT(exact, 2 * scan.low);
  const LargestStep found = find("loose-oscillator");
  ASSERT_TRUE(found.largest_stable_step && found.stable_up_to && found.unstable_from);
  // certain on both sides, whatever lies between
  EXPECT_LT(*found.stable_up_to, 1.01 * exact);
  EXPECT_GT(*found.unstable_from, 0.99 * exact);
  if (found.is_range) {
    EXPECT_EQ(*found.largest_stable_step, *found.stable_up_to);
  } else {
    EXPECT_NEAR(*found.largest_stable_step, exact, 0.01 * exact);
  }
  EXPECT_NE(found.confidence, Confidence::high);
}

/// Stable up to 140 µs, and so are runs; at rest the solver makes other steps than in motion, and its map there grows.
TEST(CouplingJudge, DoesNotTakeASolverThatChoosesItsStepsForUnstable) {
  add_opaque(0, {.kind = IntegratorKind::cvode, .relative_tolerance = 1e-4, .absolute_tolerance = 1e-12}, "loose");
  for (const double step : {3.75e-5, 3.9e-5, 4e-5, 4.1e-5, 4.2e-5}) {
    const Value root = parse_toml(
        fmt::format(
            "[simulation]\nend = 1.0\n[scheme]\nstep = {}\norder = 0\n[[subsystem]]\nname = \"s0\"\nmodel = "
            "\"loose-oscillator\"\nparameters = {{mass = 3.0468, stiffness = 11797.0, damping = 3.8563, position "
            "= 0.00286, velocity = 1.77}}\n[[subsystem]]\nname = \"s1\"\nmodel = \"oscillator\"\nparameters = "
            "{{mass = 0.30615, stiffness = 2155.8, damping = 0.5705, position = 0.552, velocity = "
            "2.91}}\n[[interface]]\nname = \"j0\"\nlaw = \"spring-damper\"\nbetween = [\"s0\", "
            "\"s1\"]\nstiffness = 25759.0\ndamping = 1.294\n",
            step),
        "test");
    const CouplingVerdict found = judge_coupling(root);
    EXPECT_NE(found.kind, Kind::unstable) << describe(found);
  }
}

TEST(CouplingJudge, ReachesLaterTimesByMakingTheStepsAgain) {
  add_opaque();
  const Value root = pair("opaque-oscillator", "oscillator", "step = 1e-3\norder = 1");
  CouplingJudge judge(root, {.at = 0.25});
  const CouplingVerdict found = judge.judge();
  EXPECT_EQ(found.time, 0.25);
  EXPECT_NEAR(found.spectral_radius,
              judge_coupling(pair("oscillator", "oscillator", "step = 1e-3\norder = 1")).spectral_radius, 1e-6);
}

// At the end of this run values are of 1e17: beside them a probe of one leaves no digit.
TEST(CouplingJudge, LargeValuesHideNoAnswer) {
  add_opaque();
  const char* const scheme = "step = 5e-3\norder = 1";
  const CouplingVerdict expected = judge_coupling(pair("oscillator", "oscillator", scheme));
  ASSERT_EQ(expected.kind, Kind::unstable);
  Value kicked = pair("opaque-oscillator", "opaque-oscillator", scheme);
  make_place(kicked, "subsystem.left.parameters.velocity") = Value(1.0);
  CouplingJudge judge(kicked, {.at = 0.95});
  double largest = 0;
  for (const double value : judge.state().outputs) largest = std::max(largest, std::abs(value));
  ASSERT_GT(largest, 1e14);
  const CouplingVerdict found = judge.judge();
  EXPECT_EQ(found.kind, Kind::unstable) << describe(found);
  EXPECT_NEAR(found.spectral_radius, expected.spectral_radius, 1e-6);
}

TEST(CouplingJudge, TakesAGroupWithABlackBoxForOne) {
  add_opaque();
  const std::string group =
      "[[group]]\nname = \"both\"\nmembers = [\"left\", \"right\"]\nscheme = {step = 1e-3, order = 1}\n";
  const std::string third = member("third", "oscillator", 2) +
                            "[[interface]]\nname = \"belt\"\nlaw = \"spring-damper\"\nbetween = [\"right\", "
                            "\"third\"]\nstiffness = 100.0\ndamping = 1.0\n";
  const auto with = [&](const std::string& model) {
    return judge_coupling(pair(model, model, "step = 2e-3\norder = 0", third + group));
  };
  const CouplingVerdict expected = with("oscillator"), found = with("opaque-oscillator");
  EXPECT_TRUE(found.subsystems.front().is_identified);
  EXPECT_EQ(found.subsystems.front().name, "both");
  EXPECT_NEAR(found.spectral_radius, expected.spectral_radius, 1e-5);
}

TEST(CouplingJudge, FindsTheLimitForVanishingSteps) {
  // a ring of feed-through with gain 2 · 0.8: ρ = √1.6 for held inputs one after the other
  add_opaque();
  const auto box = [](const char* name, const char* model, double a, double d) {
    return fmt::format(
        "[[subsystem]]\nname = \"{}\"\nmodel = \"{}\"\n[subsystem.parameters]\ninputs = [\"u\"]\noutputs = "
        "[\"y\"]\nA = [[{}]]\nB = [[1.0]]\nC = [[1.0]]\nD = [[{}]]\n",
        name, model, a, d);
  };
  const char* wires = "[[connect]]\nfrom = \"a.y\"\nto = \"b.u\"\n[[connect]]\nfrom = \"b.y\"\nto = \"a.u\"\n";
  for (const char* other : {"linear", "opaque-linear"}) {
    const Value root = parse_toml("[simulation]\nend = 1.0\n[scheme]\nstep = 1e-3\n" +
                                      box("a", "opaque-linear", -1, 2) + box("b", other, -2, 0.8) + wires,
                                  "test");
    CouplingJudge judge(root);
    const ZeroStability limit = judge.judge_zero_stability(root);
    EXPECT_FALSE(limit.stable) << other;
    EXPECT_NEAR(limit.spectral_radius, std::sqrt(1.6), 1e-3) << other;
  }
}

TEST(CouplingJudge, JudgesTwentyBlackBoxesWithAHundredConnectionsInTime) {
  // every one has five inputs and outputs, and steps of 10 us
  add_opaque(1e-5);
  constexpr int count = 20, ports = 5;
  std::string text = "[simulation]\nend = 1.0\n[scheme]\nstep = 1e-2\norder = 0\n";
  for (int s = 0; s < count; ++s) {
    text += fmt::format(
        "[[subsystem]]\nname = \"s{}\"\nmodel = \"opaque-linear\"\n[subsystem.parameters]\ninputs = [\"u0\", \"u1\", "
        "\"u2\", \"u3\", \"u4\"]\noutputs = [\"y0\", \"y1\", \"y2\", \"y3\", \"y4\"]\nA = [[-1.0, {}], [{}, -1.0]]\nB "
        "= [[1.0, 0.5, 0.2, 0.1, 0.3], [0.2, 0.4, 1.0, 0.5, 0.1]]\nC = [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.2, "
        "0.3], [0.1, 0.9]]\n",
        s, 5.0 + s, -5.0 - s);
    for (int p = 0; p < ports; ++p)
      text += fmt::format("[[connect]]\nfrom = \"s{}.y{}\"\nto = \"s{}.u{}\"\n", s, p, (s + p + 1) % count, p);
  }
  // connections may stand anywhere, subsystems too
  const auto begin = Clock::now();
  const CouplingVerdict verdict = judge_coupling(parse_toml(text, "test"));
  const double taken = std::chrono::duration<double>(Clock::now() - begin).count();
  EXPECT_NE(verdict.kind, Kind::inconclusive) << verdict.reason;
  EXPECT_LT(taken, 10) << verdict.probe_steps << " steps";
  RecordProperty("seconds", fmt::format("{:.2f}", taken));
  RecordProperty("steps", fmt::format("{}", verdict.probe_steps));
}

}  // namespace
}  // namespace oldham
