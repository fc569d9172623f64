// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <set>

#include "oldham/io/table.hpp"
#include "program.hpp"
#include "systems.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;

using SimulationRun = Scenario;
using MonolithicSolution = Scenario;

TEST_F(SimulationRun, WritesNumbersWithSeventeenDigitsAndNothingBesideTheObject) {
  const Ended ended = run({"run", two_mass_file(), "--json", "--out", "out"});
  EXPECT_EQ(ended.err, "");
  const json object = ended.json();  // refuses anything before or after the object
  ASSERT_TRUE(object.is_object());
  // seventeen digits give every double back and are written as such, so the text of each number follows from its value
  const std::regex number("\"(x1|v1|x2|v2)\": (-?[0-9.eE+-]+)");
  int count = 0;
  for (std::sregex_iterator m(ended.out.begin(), ended.out.end(), number), end; m != end; ++m, ++count)
    EXPECT_EQ((*m)[2], fmt::format("{:.17g}", object.at("outputs").at((*m)[1]).get<double>()));
  EXPECT_EQ(count, 4);
}

TEST_F(SimulationRun, AnswersWithTheFieldsOfTheContract) {
  const json object = answer({"run", two_mass_file(), "--out", "out"});
  EXPECT_EQ(object.at("status"), "completed");
  EXPECT_EQ(object.at("reason"), "");
  EXPECT_EQ(object.at("time"), 1.0);
  EXPECT_EQ(object.at("macro_steps"), 100);
  EXPECT_EQ(object.at("rejected_steps"), 0);
  EXPECT_EQ(object.at("corrections"), 0);
  EXPECT_GT(object.at("wall_s"), 0.0);
  EXPECT_EQ(object.at("results"), "out");
  EXPECT_FALSE(object.contains("samples"));
  EXPECT_FALSE(object.contains("errors"));
  // the names of the parts, and those of the ready-made system
  EXPECT_EQ(object.at("outputs").at("x1"), object.at("outputs").at("mass1.position"));
  EXPECT_EQ(object.at("outputs").at("v2"), object.at("outputs").at("mass2.velocity"));
}

TEST_F(SimulationRun, CountsOneCorrectionPerStepOfALinearImplicitScheme) {
  const json object = answer({"run", two_mass_file(), "--set", "scheme.correction=semi-implicit", "--out", "out"});
  EXPECT_EQ(object.at("corrections"), 100);
}

TEST_F(SimulationRun, InterpolatesSamplesOffTheGridAndMarksThem) {
  const json object = answer({"run", two_mass_file(), "--sample", "0.1025,0.1,0.11", "--out", "out"});
  const json& samples = object.at("samples");
  ASSERT_EQ(samples.size(), 3u);
  // in order of time
  const json &before = samples[0], &between = samples[1], &after = samples[2];
  EXPECT_EQ(between.at("time"), 0.1025);
  EXPECT_EQ(between.at("interpolated"), true);
  EXPECT_FALSE(before.contains("interpolated"));
  EXPECT_FALSE(after.contains("interpolated"));
  for (const char* name : {"x1", "v1", "x2", "v2"}) {
    const double a = before.at("outputs").at(name), b = after.at("outputs").at(name);
    ASSERT_NE(a, b);
    // a quarter of the way; the rounding of t itself moves the share by 1e-14
    EXPECT_NEAR(between.at("outputs").at(name).get<double>(), a + 0.25 * (b - a), 1e-13 * std::abs(b - a) + 1e-16);
  }
  // on the grid it is the value of that communication point
  const Table table = read_csv(folder() / "out" / "results.csv");
  EXPECT_EQ(before.at("outputs").at("x1").get<double>(), table.column("x1")[10]);
}

TEST_F(SimulationRun, ShowsSamplesToPeopleToo) {
  for (const char* command : {"run", "monolithic"}) {
    const json object = answer({command, two_mass_file(), "--sample", "0.1", "--out", "out"});
    const Ended ended = run({command, two_mass_file(), "--sample", "0.1", "--out", "out"});
    const std::size_t sample = ended.out.find("  at t = 0.1 s\n"), end = ended.out.find("  at t = 1 s, the end\n");
    ASSERT_NE(sample, std::string::npos) << ended.out;
    ASSERT_NE(end, std::string::npos) << ended.out;
    EXPECT_LT(sample, end);
    const double x1 = object.at("samples").at(0).at("outputs").at("x1");
    const std::string line = fmt::format("  {:<24} {: .9g} m\n", "x1", x1);
    EXPECT_NE(ended.out.substr(sample, end - sample).find(line), std::string::npos) << ended.out;
  }
}

TEST_F(SimulationRun, ShowsPublishedNamesFirstAndSaysHowManyAreLeftOut) {
  const std::string file = write("bars.toml", "system = \"four-bar\"\n[simulation]\nend = 1e-3\n");
  const Arguments arguments = {"run", file, "--compare", "monolithic", "--out", "out"};
  const json all = answer(arguments).at("outputs");
  // a port with a name of its own is not told twice
  std::set<std::string> named;
  const json published = answer({"describe", file}).at("published");
  for (const auto& [name, port] : published.items())
    if (all.contains(port.get<std::string>())) named.insert(port.get<std::string>());
  EXPECT_FALSE(named.empty());
  const std::size_t columns = all.size() - named.size();
  ASSERT_GT(columns, 12u);
  const std::string text = run(arguments).out;
  const std::size_t errors = text.find("error against monolithic");
  ASSERT_NE(errors, std::string::npos) << text;
  const std::string outputs = text.substr(0, errors), compared = text.substr(errors);
  // the name that the ready-made system gives, before the ports
  EXPECT_NE(outputs.find("\n  phi1 "), std::string::npos) << text;
  EXPECT_LT(outputs.find("\n  phi1 "), outputs.find("\n  left."));
  EXPECT_NE(outputs.find(fmt::format("  and {} more in results.csv\n", columns - 12)), std::string::npos) << text;
  EXPECT_NE(compared.find("\n  phi1 "), std::string::npos) << text;
  EXPECT_NE(compared.find(fmt::format("  and {} more with --json\n", columns - 12)), std::string::npos) << text;
}

TEST_F(SimulationRun, ShortensTheLastStepWhenTheEndIsNoMultiple) {
  const json object = answer({"run", write("one.toml", oscillator_system), "--set", "simulation.end=1.7", "--out",
                              "out", "--sample", "1.5,1.7"});
  EXPECT_EQ(object.at("macro_steps"), 4);
  EXPECT_EQ(object.at("time"), 1.7);
  const Table table = read_csv(folder() / "out" / "results.csv");
  EXPECT_EQ(table.time, (std::vector<double>{0, 0.5, 1.0, 1.5, 1.7}));
  // without coupling every step is exact, the shortened one too: rounding only
  EXPECT_NEAR(object.at("outputs").at("pendulum.position").get<double>(), 0.25 * std::cos(3 * 1.7), 1e-14);
  EXPECT_EQ(object.at("samples").at(1).at("outputs"), object.at("outputs"));
}

TEST_F(SimulationRun, IsNotLedAstrayByRoundingOfTheEnd) {
  // 0.3/0.1 is below 3 in binary, 0.6/0.1 is not: neither may cost or save a step
  for (const auto& [end, steps] : {std::pair{"0.3", 3}, {"0.6", 6}, {"0.7", 7}}) {
    const json object = answer({"run", write("one.toml", oscillator_system), "--set", "scheme.step=0.1", "--set",
                                fmt::format("simulation.end={}", end), "--out", "out"});
    EXPECT_EQ(object.at("macro_steps"), steps);
    EXPECT_EQ(object.at("time"), std::stod(end));
  }
}

TEST_F(SimulationRun, WritesOneRowPerOutputInterval) {
  const auto times = [&](const char* interval, const char* command = "run") {
    answer({command, write("one.toml", oscillator_system), "--set", "scheme.step=0.1", "--set", "simulation.end=1",
            "--set", fmt::format("simulation.output_interval={}", interval), "--out", "out"});
    return read_csv(folder() / "out" / (std::string(command) == "run" ? "results.csv" : "monolithic.csv")).time;
  };
  const std::vector<double> every_third = times("0.3");
  ASSERT_EQ(every_third.size(), 4u);
  // a communication point is n times the step
  for (std::size_t i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(every_third[i], 0.3 * static_cast<double>(i));
  EXPECT_EQ(times("0.5"), (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(times("0").size(), 11u);
  EXPECT_EQ(times("0.5", "monolithic"), (std::vector<double>{0, 0.5, 1}));
}

TEST_F(SimulationRun, KeepsTheOutputIntervalOverManyRows) {
  answer({"run", write("one.toml", oscillator_system), "--set", "scheme.step=1e-6", "--set", "simulation.end=0.1",
          "--set", "simulation.output_interval=1e-4", "--out", "out"});
  const std::vector<double> time = read_csv(folder() / "out" / "results.csv").time;
  ASSERT_EQ(time.size(), 1001u);
  // a sum of a thousand intervals drifts by more than a billionth of the step, and rows would come a step late
  for (std::size_t i = 0; i < time.size(); ++i) ASSERT_NEAR(time[i], 1e-4 * static_cast<double>(i), 1e-12);
}

TEST_F(SimulationRun, WritesTheSameNumbersInBothFormats) {
  const json object = answer({"run", two_mass_file(), "--out", "out"});
  const Table csv = read_csv(folder() / "out" / "results.csv"), hdf5 = read_hdf5(folder() / "out" / "results.h5");
  EXPECT_EQ(csv.header, hdf5.header);
  EXPECT_EQ(csv.time, hdf5.time);  // bitwise: the text has as many digits as give the number back
  EXPECT_EQ(csv.columns, hdf5.columns);
  ASSERT_EQ(csv.time.size(), 101u);
  EXPECT_EQ(csv.column("x1").front(), 1.0);
  for (const auto& [name, value] : object.at("outputs").items())
    EXPECT_EQ(csv.column(name).back(), value.get<double>()) << name;
  EXPECT_EQ(csv.header.front(), (Column{"mass1.position", "m"}));
}

TEST_F(SimulationRun, KeepsTheSystemAsItWasRun) {
  answer({"run", two_mass_file(), "--set", "scheme.order=2", "--set", "parameters.m2=3.5", "--out", "first"});
  // what was kept can be run again, without the settings
  answer({"run", "first/system.toml", "--out", "second"});
  EXPECT_EQ(read_file(folder() / "first" / "results.csv"), read_file(folder() / "second" / "results.csv"));
}

TEST_F(SimulationRun, GivesBitwiseTheSameResultsTwice) {
  for (const char* scheme : {"explicit", "implicit", "aitken"}) {
    const std::string setting = fmt::format("scheme.correction={}", scheme);
    for (const char* out : {"first", "second"})
      answer({"run", write("ring.toml", ring_system), "--set", setting, "--out", out});
    EXPECT_EQ(read_file(folder() / "first" / "results.csv"), read_file(folder() / "second" / "results.csv")) << scheme;
  }
}

TEST_F(SimulationRun, GivesBitwiseTheSameResultsWhateverTheNumberOfThreads) {
  // an adaptive solver makes a group costly enough for threads
  for (const char* threads : {"1", "2"})
    answer({"run", two_mass_file(), "--set", "subsystem.mass1.integrator=cvode", "--set",
            "subsystem.mass2.integrator=cvode", "--set", fmt::format("scheme.threads={}", threads), "--out", threads});
  EXPECT_EQ(read_file(folder() / "1" / "results.csv"), read_file(folder() / "2" / "results.csv"));
}

TEST_F(SimulationRun, ErrorsAgainstTheMonolithicSolutionShrinkWithTheStep) {
  const auto errors = [&](const char* step) {
    return answer({"run", two_mass_file(), "--set", "scheme.order=1", "--set", fmt::format("scheme.step={}", step),
                   "--compare", "monolithic", "--out", "out"})
        .at("errors");
  };
  const json coarse = errors("0.005"), fine = errors("0.0025");
  for (const char* name : {"x1", "v1", "x2", "v2"}) {
    for (const char* kind : {"max", "rms"}) {
      const double ratio = coarse.at(name).at(kind).get<double>() / fine.at(name).at(kind).get<double>();
      // linear extrapolation converges with order 2; start-up and higher terms move the ratio 4 by a few per cent
      EXPECT_NEAR(ratio, 4, 0.5) << name << ' ' << kind;
    }
    EXPECT_LE(fine.at(name).at("rms"), fine.at(name).at("max"));
  }
}

TEST_F(MonolithicSolution, ReportsExactlyTheTimesAskedFor) {
  const json object =
      answer({"monolithic", write("one.toml", oscillator_system), "--sample", "7.77,0,0.123,10", "--out", "out"});
  const double times[] = {0, 0.123, 7.77, 10};
  ASSERT_EQ(object.at("samples").size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const json& sample = object.at("samples")[i];
    const double t = times[i];
    EXPECT_EQ(sample.at("time"), t);
    EXPECT_FALSE(sample.contains("interpolated"));
    // twenty products of the step's propagator, each right to a few units of 1e-16
    EXPECT_NEAR(sample.at("outputs").at("pendulum.position").get<double>(), 0.25 * std::cos(3 * t), 1e-14);
    EXPECT_NEAR(sample.at("outputs").at("pendulum.velocity").get<double>(), -0.75 * std::sin(3 * t), 1e-14);
  }
  EXPECT_EQ(object.at("status"), "completed");
  EXPECT_EQ(object.at("time"), 10.0);
  EXPECT_EQ(object.at("outputs"), object.at("samples")[3].at("outputs"));
}

TEST_F(MonolithicSolution, ReportsATimeThatRoundingPutsBehindTheEndAsRunDoes) {
  // 0.1 + 0.2, as a script computes it
  for (const char* command : {"run", "monolithic"}) {
    const json object = answer({command, write("one.toml", oscillator_system), "--set", "simulation.end=0.3", "--set",
                                "scheme.step=0.1", "--sample", "0.30000000000000004", "--out", "out"});
    ASSERT_EQ(object.at("samples").size(), 1u) << command;
    EXPECT_NEAR(object.at("samples")[0].at("outputs").at("pendulum.position").get<double>(), 0.25 * std::cos(0.9),
                1e-14);
  }
}

TEST_F(MonolithicSolution, SolvesLoopsOfFeedThrough) {
  // y_a = x + 2 y_b and y_b = x + y_a/4 give y_a = 6 x and y_b = 5/2 x, and x = 1 at the start
  const json object = answer(
      {"monolithic", write("loop.toml", feedthrough_system(-1.0, 2.0, -1.0, 0.25)), "--sample", "0", "--out", "out"});
  const json& outputs = object.at("samples")[0].at("outputs");
  EXPECT_NEAR(outputs.at("a.y").get<double>(), 6.0, 1e-14);
  EXPECT_NEAR(outputs.at("b.y").get<double>(), 2.5, 1e-14);
}

TEST_F(SimulationRun, ReachesItsEndWhateverTheStep) {
  // longer than the run, a thousand times longer, and with a rest of exactly a thousandth of it
  for (const auto& [step, end] : {std::pair{"2", "0.1"}, {"2000", "0.1"}, {"0.01", "1.00001"}, {"0.01", "0.005"}}) {
    const json found = answer({"run", two_mass_file(), "--set", "scheme.correction=semi-implicit", "--set",
                               fmt::format("scheme.step={}", step), "--set", fmt::format("simulation.end={}", end),
                               "--sample", end, "--compare", "monolithic", "--out", "out"});
    EXPECT_EQ(found.at("time").get<double>(), std::stod(end)) << step;
    ASSERT_EQ(found.at("samples").size(), 1u) << step;
    EXPECT_NE(found.at("outputs").at("x1").get<double>(), 1.0) << step;  // it moved
  }
}

}  // namespace
}  // namespace oldham::test
