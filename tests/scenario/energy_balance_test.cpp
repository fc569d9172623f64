// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "program.hpp"

// Where the energy of systems with hydraulic circuits comes from and where it goes.

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class EnergyBalance : public Scenario {
 protected:
  const std::string single = OLDHAM_SOURCE "/examples/crane/single.toml",
                    twin = OLDHAM_SOURCE "/examples/crane/double.toml",
                    cylinder = OLDHAM_SOURCE "/examples/cylinder/system.toml";

  json ask(Arguments arguments, const std::vector<std::string>& settings = {}) const {
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    arguments.insert(arguments.end(), {"--json", "--no-check", "--out", "out"});
    const Ended ended = Program(arguments, folder()).wait(std::chrono::seconds(120));
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    return ended.json();
  }
  json balance(const std::string& file, const std::vector<std::string>& settings) const {
    return ask({"run", file, "--energy"}, settings).at("energy_balance");
  }
  static double sum(const json& elements) {
    double all = 0;
    for (const json& energy : elements) all += energy.get<double>();
    return all;
  }
  /// The columns of results.csv by name, without units.
  std::map<std::string, std::vector<double>> results() const {
    std::istringstream text(read_file(folder() / "out/results.csv"));
    std::string line, cell;
    std::getline(text, line);
    std::vector<std::string> names;
    for (std::istringstream head(line); std::getline(head, cell, ',');)
      names.push_back(cell.substr(0, cell.find(" [")));
    std::map<std::string, std::vector<double>> columns;
    while (std::getline(text, line)) {
      std::istringstream row(line);
      for (const std::string& name : names) {
        std::getline(row, cell, ',');
        columns[name].push_back(std::stod(cell));
      }
    }
    return columns;
  }
};

// up and into the damper at the upper end, and out of it
const std::string lifting = "simulation.end=15.0";

struct CraneRow {
  const char* crane;
  const char* coupling;
  const char* interface;
};

class EnergyOfCranes : public EnergyBalance, public testing::WithParamInterface<CraneRow> {};

TEST_P(EnergyOfCranes, ClosesToAMillionthOfWhatIsExchanged) {
  const CraneRow& row = GetParam();
  const json found = balance(row.crane == std::string("single") ? single : twin,
                             {lifting, fmt::format("scheme.coupling={}", row.coupling),
                              fmt::format("scheme.interface={}", row.interface), "scheme.order=1"});
  EXPECT_EQ(found.at("subsystems").size(), row.crane == std::string("single") ? 2U : 3U);
  const double exchanged = std::abs(sum(found.at("subsystems").at("mechanism").at("received")));
  EXPECT_GT(exchanged, 100);
  for (const auto& [name, account] : found.at("subsystems").items())
    EXPECT_LT(std::abs(account.at("error").get<double>()), 1e-6 * exchanged) << name;
  const json& total = found.at("total");
  EXPECT_LT(std::abs(total.at("error").get<double>()), 1e-6 * exchanged);
  EXPECT_EQ(found.at("without_account"), json::array());
  // what is left of the exchange is the coupling's: a few joules of damper springs, whose velocities lag
  EXPECT_LT(std::abs(total.at("coupling").get<double>()), 3);
  // friction acts once, in the circuit or, with pressures, in the mechanism
  int frictions = 0;
  for (const auto& [name, account] : found.at("subsystems").items())
    for (const auto& [element, energy] : account.at("lost").items()) frictions += element.starts_with("cylinder");
  EXPECT_EQ(frictions, row.crane == std::string("single") ? 1 : 2);
}

INSTANTIATE_TEST_SUITE_P(
    All, EnergyOfCranes,
    testing::Values(CraneRow{"single", "velocity-force", "polynomial"}, CraneRow{"single", "velocity-force", "model"},
                    CraneRow{"single", "velocity-pressure", "polynomial"},
                    CraneRow{"single", "velocity-pressure", "model"},
                    CraneRow{"double", "velocity-force", "polynomial"}, CraneRow{"double", "velocity-force", "model"},
                    CraneRow{"double", "velocity-pressure", "polynomial"},
                    CraneRow{"double", "velocity-pressure", "model"}),
    [](const auto& row) {
      std::string name = fmt::format("{}_{}_{}", row.param.crane, row.param.coupling, row.param.interface);
      std::ranges::replace(name, '-', '_');
      return name;
    });

TEST_F(EnergyBalance, IsThatOfPublishedFlowsAndPressures) {
  // sums over communication points: the trapezoidal rule errs by (H/τ)²/12 while flows change, 3e-3 with H = 1 ms and a
  // spool of 5 ms, for a tenth of the stroke
  const json found = balance(cylinder, {"subsystem.circuit.flows=true", "simulation.output_interval=0.0"});
  const auto columns = results();
  const auto of = [&](const std::string& name) -> const std::vector<double>& { return columns.at(name); };
  const auto integral = [&](auto power) {
    double sum = 0;
    for (std::size_t n = 1; n < of("time").size(); ++n)
      sum += (power(n - 1) + power(n)) / 2 * (of("time")[n] - of("time")[n - 1]);
    return sum;
  };
  const std::vector<double>&a = of("circuit.valve.a.flow"), &b = of("circuit.valve.b.flow"),
        &p1 = of("circuit.piston_side.pressure"), &p2 = of("circuit.rod_side.pressure");
  const json& circuit = found.at("subsystems").at("circuit");
  const auto expect = [&](double value, const json& energy) {
    EXPECT_NEAR(energy.get<double>(), value, 2e-3 * std::abs(value));
  };
  const double pump = 1e7, tank = 1e5;
  expect(integral([&](std::size_t n) { return pump * (std::max(a[n], 0.0) + std::max(b[n], 0.0)); }),
         circuit.at("supplied").at("pump"));
  expect(integral([&](std::size_t n) { return tank * (std::min(a[n], 0.0) + std::min(b[n], 0.0)); }),
         circuit.at("supplied").at("tank"));
  expect(integral([&](std::size_t n) {
           const auto lost = [](double flow, double pressure) { return flow * ((flow > 0 ? 1e7 : 1e5) - pressure); };
           return lost(a[n], p1[n]) + lost(b[n], p2[n]);
         }),
         circuit.at("lost").at("valve"));
  expect(-integral([&](std::size_t n) { return of("circuit.cylinder.force")[n] * of("load.ram.velocity")[n]; }),
         circuit.at("received").at("cylinder"));
}

TEST_F(EnergyBalance, ChangesNoOtherResult) {
  for (const char* integrator : {"trapezoidal", "rk4", "cvode"}) {
    const std::vector<std::string> settings = {"simulation.end=2.0",
                                               fmt::format("subsystem.circuit1.integrator={}", integrator)};
    json plain = ask({"run", single}, settings);
    const auto columns = results();
    json kept = ask({"run", single, "--energy"}, settings);
    for (const auto& [name, values] : columns) EXPECT_EQ(results().at(name), values) << name;
    EXPECT_GT(results().size(), columns.size());
    for (const char* key : {"outputs", "energy_residual", "mechanical_energy_balance", "corrections"})
      EXPECT_EQ(plain.at(key), kept.at(key)) << key;
    EXPECT_FALSE(plain.contains("energy_balance"));
  }
}

TEST_F(EnergyBalance, ShowsTheErrorOfTheCoupling) {
  // velocities of the semi-implicit Euler method lag by half a step: of first order
  const auto made = [&](const char* step) {
    return balance(single, {lifting, step}).at("total").at("coupling").get<double>();
  };
  const double coarse = made("scheme.step=1e-3"), fine = made("scheme.step=5e-4");
  EXPECT_GT(std::abs(coarse), 0.1);
  EXPECT_NEAR(coarse / fine, 2, 0.1);
}

TEST_F(EnergyBalance, ShowsASolverThatChatters) {
  // the smallest volume of the crane fills in less than a micro step: explicit methods make energy of that
  const auto error = [&](const char* integrator) {
    return balance(single, {lifting, fmt::format("subsystem.circuit1.integrator={}", integrator)})
        .at("subsystems")
        .at("circuit1")
        .at("error")
        .get<double>();
  };
  EXPECT_GT(error("rk4"), 10);
  EXPECT_LT(std::abs(error("trapezoidal")), 1e-4);
}

TEST_F(EnergyBalance, SurvivesStepsThatAreRepeated) {
  for (const char* setting :
       {"scheme.correction=implicit", "scheme.adaptive.control=doubling", "scheme.schedule=gauss-seidel"}) {
    const json found = balance(single, {"simulation.end=3.0", setting});
    const json& circuit = found.at("subsystems").at("circuit1");
    EXPECT_GT(sum(circuit.at("supplied")), 1000) << setting;
    EXPECT_LT(std::abs(circuit.at("error").get<double>()), 1e-6 * std::abs(sum(circuit.at("received")))) << setting;
  }
}

TEST_F(EnergyBalance, OfACircuitAlone) {
  const std::string text = write("alone.toml", R"([simulation]
end = 2.0
energy_balance = true
[scheme]
step = 1e-2
[[subsystem]]
name = "circuit"
model = "hydraulic-circuit"
micro_step = 1e-4
[subsystem.inputs]
"ram.position" = 0.1
"ram.velocity" = 0.0
[[subsystem.source]]
name = "pump"
pressure = {step = {time = 0.5, before = 2e6, after = 7e6}}
[[subsystem.source]]
name = "tank"
pressure = 1e5
[[subsystem.volume]]
name = "room"
pressure = 2e6
volume = 1e-3
[[subsystem.throttle]]
between = ["pump", "room"]
coefficient = 1e-8
[[subsystem.throttle]]
name = "leak"
between = ["room", "tank"]
coefficient = 1e-10
[[subsystem.cylinder]]
name = "ram"
chambers = ["room", "tank"]
areas = [1e-3, 5e-4]
start = 0.0
lengths = [0.01, 0.3]
)");
  const json found = ask({"run", text}).at("energy_balance");
  const json& circuit = found.at("subsystems").at("circuit");
  EXPECT_GT(circuit.at("lost").at("leak"), 0);
  EXPECT_GT(circuit.at("stored").at("oil"), 10);
  EXPECT_LT(std::abs(circuit.at("error").get<double>()), 1e-6 * sum(circuit.at("supplied")));
  EXPECT_TRUE(found.at("total").contains("from_others"));  // the cylinder is held by nobody's account
  EXPECT_FALSE(found.at("total").contains("coupling"));
}

TEST_F(EnergyBalance, NamesWhatHasNoAccount) {
  const std::string lift = write("lift.toml", file_of_guide("hydraulics.md", "lift.toml"));
  const json found = balance(lift, {});
  EXPECT_EQ(found.at("without_account"), json({"load"}));
  EXPECT_TRUE(found.at("total").contains("from_others"));
  const std::string text = run({"run", lift, "--energy", "--out", "out"}).out;
  EXPECT_THAT(text, HasSubstr("without account      load\n"));
}

TEST_F(EnergyBalance, SaysWhereDampersAreInTheError) {
  const std::string damped = write("damped.toml", R"([simulation]
end = 1.0
energy_balance = true
[scheme]
step = 1e-2
[[subsystem]]
name = "bob"
model = "mechanism"
micro_step = 1e-3
[[subsystem.body]]
name = "mass"
mass = 2.0
velocity = [1.0, 0.0]
drag = 0.5
)");
  const json found = ask({"run", damped}).at("energy_balance");
  EXPECT_EQ(found.at("subsystems").at("bob").at("has_unseen_work"), true);
  // v = exp(−d t/m): drag takes m/2 (1 − exp(−2 d t/m))
  EXPECT_NEAR(found.at("total").at("error").get<double>(), -(1 - std::exp(-0.5)), 1e-9);
  EXPECT_THAT(run({"run", damped, "--out", "out"}).out, HasSubstr("* with the work of dampers, drag and drivers"));
}

TEST_F(EnergyBalance, IsInTextRecordPageAndTable) {
  const Ended ended = run({"run", cylinder, "--energy", "--out", "out", "--report"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("energy (J)"));
  EXPECT_THAT(ended.out, HasSubstr("supplied: pump 3094.2, tank -23.122; lost: valve 2025.8, cylinder 270.2"));
  EXPECT_THAT(read_file(folder() / "out/summary.toml"), HasSubstr("[[energy_balance.line]]"));
  const std::string page = read_file(folder() / "out/report.html");
  EXPECT_THAT(page, HasSubstr("<h3>Energy balance</h3>"));
  EXPECT_THAT(page, HasSubstr("<td>pump</td>"));
  const auto columns = results();
  const json found = balance(cylinder, {});
  EXPECT_EQ(columns.at("energy.circuit.lost.valve").back(),
            found.at("subsystems").at("circuit").at("lost").at("valve").get<double>());
  EXPECT_EQ(columns.at("energy.load.stored.potential").front(), 0);
  // not without being asked for
  const Ended plain = run({"run", cylinder, "--out", "out", "--report"});
  EXPECT_THAT(plain.out, Not(HasSubstr("energy (J)")));
  EXPECT_THAT(read_file(folder() / "out/report.html"), Not(HasSubstr("Energy balance")));
  // and in each row of a sweep
  const json sweep = answer({"sweep", cylinder, "--out", "swept", "--over", "scheme.step=1e-3,2e-3", "--set",
                             "simulation.energy_balance=true"});
  for (const json& row : sweep.at("rows")) EXPECT_TRUE(row.at("energy_balance").contains("total"));
}

TEST_F(EnergyBalance, RefusesAKeyThatIsNoBoolean) {
  expect_refusal({"run", cylinder, "--out", "out", "--set", "simulation.energy_balance=3"}, 2,
                 {"energy_balance", "true"});
}

}  // namespace
}  // namespace oldham::test
