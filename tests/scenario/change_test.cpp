// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "program.hpp"

// Tunable parameters of FMUs that change during a run: [[change]].

namespace oldham::test {
namespace {

using testing::HasSubstr;

/// The oscillator from position 1, undamped until 0.337 s, then with a damper of 12 N s/m.
double damped_later(double t) {
  const double when = 0.337, x = std::cos(10 * when), v = -10 * std::sin(10 * when), s = t - when;
  return std::exp(-6 * s) * (x * std::cos(8 * s) + (v + 6 * x) / 8 * std::sin(8 * s));
}

class Change : public Scenario {
 protected:
  /// One FMU; the change is at 0.337 s, in a step of 0.05 s.
  std::string system(const std::string& fmu, const std::string& keys = "", const std::string& change = later) const {
    return write("system.toml", fmt::format("[simulation]\nend = 1.0\n[scheme]\nstep = 0.05\n"
                                            "[[subsystem]]\nname = \"a\"\nfmu = \"{}\"\n{}\n{}",
                                            fmu_path(fmu), keys, change));
  }
  static constexpr const char* later =
      "[[change]]\nname = \"later\"\ntime = 0.337\nsubsystem = \"a\"\nparameter = \"damping\"\nvalue = 12.0\n";
};

// 1e-7: accuracy of the solver of model exchange, and of the inner steps of the FMUs
TEST_F(Change, TakesPlaceAtItsTimeForEveryKindOfFmu) {
  for (const char* fmu : {"Oscillator-2", "Oscillator-3", "Forgetful-2"})
    for (const char* kind : {"co-simulation", "model-exchange"}) {
      system(fmu, fmt::format("interface = \"{}\"", kind));
      const nlohmann::json ran = answer({"run", "system.toml"});
      EXPECT_NEAR(ran["outputs"]["a.position"].get<double>(), damped_later(1), 1e-7) << fmu << ' ' << kind;
      EXPECT_EQ(ran["macro_steps"], 21);  // a step ends at 0.337 s, the next where it would have ended
    }
}

// FMI 3.0 with event mode takes it in event mode only
TEST_F(Change, GoesThroughEventModeWhereTheFmuHasOne) {
  for (const char* fmu : {"Feedthrough-2", "Feedthrough-3"}) {
    system(fmu, "parameters = {float64_in = 2.0}",
           "[[change]]\ntime = 0.337\nsubsystem = \"a\"\nparameter = \"factor\"\nvalue = 5\n"
           "[[change]]\ntime = 0.1\nsubsystem = \"a\"\nparameter = \"factor\"\nvalue = 3.0\n");
    const nlohmann::json ran = answer({"run", "system.toml", "--sample", "0.1,0.15,0.3,0.35"});
    const auto at = [&](int i) { return ran["samples"][i]["outputs"]["a.float64_out"].get<double>(); };
    EXPECT_EQ(at(0), 2) << fmu;  // at the communication point itself the value before it
    EXPECT_EQ(at(1), 6) << fmu;
    EXPECT_EQ(at(2), 6) << fmu;
    EXPECT_EQ(at(3), 10) << fmu;
    EXPECT_EQ(ran["macro_steps"], 21);
  }
}

constexpr const char* pair_text = R"(
[simulation]
end = 1.0
[scheme]
step = 0.01
correction = "{}"
[[subsystem]]
name = "a"
fmu = "{}"
interface = "{}"
isolation = "{}"
[[subsystem]]
name = "b"
model = "oscillator"
[subsystem.parameters]
mass = 2.0
stiffness = 30.0
[[connect]]
from = "a.position"
to = "b.force"
scale = 20.0
[[connect]]
from = "b.position"
to = "a.force"
scale = 20.0
)";

// steps are undone and repeated: the parameter goes with the state. Forgetful-2 cannot save its state for
// co-simulation, and is stepped back by its states alone for model exchange.
TEST_F(Change, IsUndoneAndRepeatedWithTheStep) {
  struct Case {
    const char *fmu, *interface;
  };
  for (const auto& [fmu, interface] : {Case{"Oscillator-2", "co-simulation"}, Case{"Oscillator-2", "model-exchange"},
                                       Case{"Oscillator-3", "co-simulation"}, Case{"Forgetful-2", "model-exchange"}}) {
    const auto end = [&](const char* correction, const char* isolation, const std::string& step = "0.01") {
      write("system.toml", fmt::format(pair_text, correction, fmu_path(fmu), interface, isolation) + later);
      return answer({"run", "system.toml", "--set", "scheme.step=" + step})["outputs"];
    };
    const nlohmann::json implicit = end("implicit", "none");
    EXPECT_EQ(implicit, end("implicit", "process")) << fmu;
    EXPECT_EQ(end("semi-implicit", "none"), end("semi-implicit", "process")) << fmu;
    // to the solution that steps a tenth as long have: held inputs err by the first order, 1 % at this step
    const double fine = end("implicit", "none", "0.001")["a.position"].get<double>();
    EXPECT_NEAR(implicit["a.position"].get<double>(), fine, 0.02 * std::abs(fine) + 1e-3) << fmu;
    const double plain = end("explicit", "none", "0.001")["a.position"].get<double>();
    EXPECT_NEAR(plain, fine, 0.02 * std::abs(fine) + 1e-3) << fmu;
  }
}

TEST_F(Change, AdaptiveStepsEndThere) {
  write("system.toml", fmt::format(pair_text, "implicit", fmu_path("Oscillator-2"), "co-simulation", "none") + later +
                           "[scheme.adaptive]\ncontrol = \"residual\"\n");
  const nlohmann::json ran = answer({"run", "system.toml", "--out", "results/it"});
  EXPECT_THAT(read_file(folder() / "results/it/results.csv"), HasSubstr("\n0.337,"));
  EXPECT_EQ(ran["status"], "completed");
}

// an FMU that makes steps to 0.15 s, 0.3 s, ... only must not carry the run over a change
TEST_F(Change, IsNotSteppedOverWhereAnFmuInsistsOnALaterEnd) {
  write("system.toml", fmt::format(R"([simulation]
end = 0.9
[scheme]
step = 0.2
[[subsystem]]
name = "a"
fmu = "{}"
[[subsystem]]
name = "insists"
fmu = "{}"
parameters = {{ deed = "insist_on_marks", when = 0.0 }}
[[connect]]
from = "insists.position"
to = "a.force"
)",
                                   fmu_path("Oscillator-2"), fmu_path("Naughty-2")) +
                           later);
  EXPECT_EQ(answer({"run", "system.toml", "--no-check", "--set", "change.later.time=0.3"})["status"], "completed");
  const Ended ended = run({"run", "system.toml", "--no-check", "--json", "--set", "change.later.time=0.1"});
  EXPECT_EQ(ended.exit_code, 1);
  const nlohmann::json ran = ended.json();
  EXPECT_EQ(ran["status"], "failed");
  EXPECT_EQ(ran["time"], 0);
  EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("the step ends at the [[change]] at t = 0.1 s"));
}

TEST_F(Change, IsSetFromTheCommandLine) {
  system("Oscillator-2");
  const double twelve = answer({"run", "system.toml"})["outputs"]["a.position"].get<double>();
  const auto with = [&](const std::string& assignment) {
    return answer({"run", "system.toml", "--set", assignment})["outputs"]["a.position"].get<double>();
  };
  EXPECT_EQ(with("change.later.value=12"), twelve);
  EXPECT_NE(with("change.later.value=3.0"), twelve);
  EXPECT_EQ(with("change.later.time=1"), with("change.later.value=0.0"));
  EXPECT_EQ(with("change.0.time=0.337"), twelve);
  expect_refusal({"run", "system.toml", "--set", "change.latr.value=1"}, 2, {"change.latr.value", "'later'"});
}

TEST_F(Change, AnFmuWithEqualStepsAllowsItAtItsCommunicationPoints) {
  system("Strict-2");
  expect_refusal(
      {"run", "system.toml"}, 2,
      {"system.toml:9", "a step would have to end at 0.337 s, but 'a' makes steps of 0.05 s only", "0.3 s or 0.35 s"});
  EXPECT_EQ(answer({"run", "system.toml", "--set", "change.later.time=0.35"})["status"], "completed");
}

TEST_F(Change, WhatCannotChangeIsRefused) {
  const auto refuse = [&](const std::string& key, const std::string& value, int exit_code,
                          const std::vector<std::string>& words) {
    system("Oscillator-2");
    expect_refusal({"run", "system.toml", "--set", fmt::format("change.later.{}={}", key, value)}, exit_code, words);
  };
  refuse("parameter", "mass", 3, {"'mass' of FMU 'a' keeps one value", "tunable parameters of this FMU: damping"});
  refuse("parameter", "dampin", 2, {"no variable 'dampin'", "did you mean 'damping'"});
  refuse("parameter", "position", 3, {"'position' of FMU 'a' is no parameter"});
  refuse("subsystem", "b", 2, {"no subsystem 'b'"});
  refuse("value", "much", 2, {"'damping' is of type Real"});
  refuse("time", "0", 2, {"is not after the start, 0 s", "[subsystem.parameters]"});
  system("Oscillator-2", "", "[[change]]\ntime = 0.5\nsubsystem = \"a\"\nparameter = \"damping\"\nvalu = 1\n");
  expect_refusal({"run", "system.toml"}, 2, {"value"});
  write("system.toml", fmt::format(pair_text, "explicit", fmu_path("Oscillator-2"), "co-simulation", "none") +
                           "[[change]]\ntime = 0.5\nsubsystem = \"b\"\nparameter = \"mass\"\nvalue = 1.0\n");
  expect_refusal({"run", "system.toml"}, 3, {"'b' is a built-in model", "tunable parameters of FMUs"});
  // what has no effect is said
  system("Oscillator-2");
  const nlohmann::json ran = answer({"run", "system.toml", "--set", "simulation.end=0.3"});
  EXPECT_THAT(ran["notes"].dump(), HasSubstr("comes after the end"));
}

}  // namespace
}  // namespace oldham::test
