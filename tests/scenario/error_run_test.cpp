// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oldham/io/table.hpp"
#include "program.hpp"
#include "systems.hpp"

// Simulations that cannot be carried to their end: exit code 1, a reason that says who, what and when, results kept.

namespace oldham::test {
namespace {

using nlohmann::json;

class FailingRun : public Scenario {
 protected:
  /// Runs with --json; expects the status and a reason with all of `says`.
  json expect_failure(Arguments arguments, const char* status, const std::vector<std::string>& says) const {
    arguments.insert(arguments.end(), {"--json", "--out", "out"});
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.exit_code, 1);
    const json object = ended.json();
    EXPECT_EQ(object.at("status"), status) << ended.out;
    const std::string reason = object.at("reason");
    for (const std::string& part : says)
      EXPECT_NE(reason.find(part), std::string::npos) << "'" << part << "' is not in: " << reason;
    return object;
  }

  /// The results of all steps that were accepted are there, in both formats, and finite.
  void expect_results_kept(const json& object) const {
    const Table csv = read_csv(folder() / "out" / "results.csv");
    const Table hdf5 = read_hdf5(folder() / "out" / "results.h5");
    ASSERT_EQ(csv.time.size(), object.at("macro_steps").get<std::size_t>() + 1);
    EXPECT_EQ(csv.time.back(), object.at("time").get<double>());
    EXPECT_EQ(csv.time, hdf5.time);
    EXPECT_EQ(csv.columns, hdf5.columns);
    for (const auto& column : csv.columns)
      EXPECT_TRUE(std::all_of(column.begin(), column.end(), [](double y) { return std::isfinite(y); }));
  }
};

TEST_F(FailingRun, DivergenceNamesSubsystemVariableAndTimeAndKeepsTheResults) {
  // far beyond the largest stable step of order 3, 0.015 s
  const json object = expect_failure(
      {"run", two_mass_file(), "--set", "scheme.order=3", "--set", "scheme.step=0.5", "--set", "simulation.end=500"},
      "diverged", {"'mass1.position'", "t = ", "reduce scheme.step", "oldham stability"});
  EXPECT_GT(object.at("macro_steps"), 3);
  EXPECT_NE(object.at("reason").get<std::string>().find(fmt::format("t = {} s", object.at("time").get<double>())),
            std::string::npos);
  expect_results_kept(object);
}

TEST_F(FailingRun, TellsItsReasonOnStandardErrorToo) {
  // a script that keeps the JSON for later still shows the person why it stopped
  const Arguments arguments = {"run",   two_mass_file(),      "--set", "scheme.step=0.5",
                               "--set", "simulation.end=500", "--out", "out"};
  Arguments with_json = arguments;
  with_json.push_back("--json");
  const Ended machine = run(with_json), plain = run(arguments);
  const std::string reason = machine.json().at("reason");
  ASSERT_NE(reason, "");
  EXPECT_NE(machine.err.find(reason), std::string::npos) << "standard error says: '" << machine.err << "'";
  EXPECT_NE(plain.err.find(reason), std::string::npos) << "standard error says: '" << plain.err << "'";
}

/// A cubic spring, far too stiff for one RK4 step of 0.5 s.
std::string beam(double position, const std::string& more = "") {
  return fmt::format(
      "[simulation]\nend = 10.0\n[scheme]\nstep = 0.5\n[[subsystem]]\nname = \"beam\"\nmodel = \"duffing\"\n{}\n"
      "[subsystem.parameters]\nstiffness = 100.0\ncubic_stiffness = 1e4\nposition = {}\n"
      "[subsystem.inputs]\nforce = 0.0\n",
      more, position);
}

TEST_F(FailingRun, ALargeOutputIsDivergence) {
  const json object = expect_failure({"run", write("beam.toml", beam(5.0))}, "diverged",
                                     {"'beam.position'", "t = 0.5 s to 1 s", "reduce scheme.step"});
  EXPECT_EQ(object.at("time"), 0.5);
  expect_results_kept(object);
}

TEST_F(FailingRun, NotANumberIsDivergence) {
  // (1e100)^3 overflows once RK4 cubes its own stages, and infinity less infinity is not a number
  const json object =
      expect_failure({"run", write("beam.toml", beam(1e100))}, "diverged", {"beam", "t = 0 s", "0.5 s"});
  EXPECT_EQ(object.at("macro_steps"), 0);
}

TEST_F(FailingRun, AFailedSolverNamesSubsystemAndTime) {
  // a repelling cubic spring reaches infinity in finite time: no step of the solver gets past it
  const json object = expect_failure({"run", write("beam.toml", beam(5.0, "integrator = \"cvode\"")), "--set",
                                      "subsystem.beam.parameters.cubic_stiffness=-1e4"},
                                     "failed", {"'beam'", "cvode", "t = 0 s to 0.5 s"});
  expect_results_kept(object);
}

TEST_F(FailingRun, AFixedPointThatDoesNotContractSaysSo) {
  // the loop gain at the end of a step is about 1.5 · 2: substitution grows instead of contracting
  const std::string file = write("loop.toml", feedthrough_system(-1.0, 2.0, -2.0, 1.5));
  const json object =
      expect_failure({"run", file, "--set", "scheme.correction=fixed-point", "--set", "scheme.max_corrections=7"},
                     "failed", {"did not converge", "t = 0 s", "7 corrections", "reduce scheme.step"});
  EXPECT_EQ(object.at("corrections"), 7);
  expect_results_kept(object);
  // Newton's method does not depend on contraction
  EXPECT_EQ(answer({"run", file, "--set", "scheme.correction=implicit"}).at("status"), "completed");
}

/// y_a = ∫ u_a, y_b = 2 u_b: over a step of 0.5 s the ring has the gain 0.5 · 2 = 1, exactly so in binary, and
/// I − S is singular. At one instant there is no loop, as the integrator has no feed-through.
std::string integrator_and_gain() {
  std::string text = feedthrough_system(0.0, 0.0, 0.0, 2.0);
  text.replace(text.find("step = 0.1"), 10, "step = 0.5");
  // b has no state
  const std::size_t b = text.find("A = ", text.find("name = \"b\""));
  text.replace(b, text.find("D = ", b) - b, "");
  const std::size_t x0 = text.find("x0", b);
  return text.replace(x0, text.find('\n', x0) - x0, "");
}

TEST_F(FailingRun, ASingularInterfaceJacobianIsNamedAsSuch) {
  const std::string file = write("singular.toml", integrator_and_gain());
  const std::vector<std::string> says = {"interface Jacobian is singular", "t = 0 s", "change the step"};
  for (const char* correction : {"implicit", "semi-implicit"}) {
    const std::string setting = fmt::format("scheme.correction={}", correction);
    expect_results_kept(expect_failure({"run", file, "--set", setting}, "failed", says));
    expect_failure({"stability", file, "--set", setting}, "failed", says);
    // the remedy holds
    EXPECT_EQ(answer({"run", file, "--set", setting, "--set", "scheme.step=0.25"}).at("status"), "completed");
  }
}

TEST_F(FailingRun, AnAlgebraicLoopWithoutSolutionIsNamedAsSuch) {
  // y_a = x_a + 2 y_b and y_b = x_b + y_a / 2 have no solution for x_a + 2 x_b ≠ 0
  const std::string file = write("loop.toml", feedthrough_system(-1.0, 2.0, -2.0, 0.5));
  for (const char* correction : {"explicit", "implicit"})
    expect_refusal({"run", file, "--set", fmt::format("scheme.correction={}", correction), "--out", "out"}, 1,
                   {"loop.toml", "no solution at t = 0 s", "feed-through"});
}

TEST_F(FailingRun, AMonolithicLoopWithoutSolutionIsNamedAsSuch) {
  const std::string file = write("loop.toml", feedthrough_system(-1.0, 2.0, -2.0, 0.5));
  expect_refusal({"monolithic", file}, 1, {"loop.toml", "no solution at t = 0 s", "feed-through"});
}

TEST_F(FailingRun, ACoefficientThatOverflowsIsReportedNotComputedForEver) {
  // c/m = 1e400 is infinite in double precision, and no number of squarings makes e^{AH} of it
  const Ended ended =
      run({"run", write("one.toml", oscillator_system), "--set", "subsystem.pendulum.parameters.mass=1e-200", "--set",
           "subsystem.pendulum.parameters.stiffness=1e200", "--json", "--out", "out"});
  EXPECT_NE(ended.exit_code, 0);
  EXPECT_NE(ended.json().at("reason").get<std::string>().find("pendulum"), std::string::npos) << ended.out;
}

}  // namespace
}  // namespace oldham::test
