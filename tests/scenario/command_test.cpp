// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

#include "program.hpp"
#include "systems.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;

class Commands : public Scenario {
 protected:
  Arguments map(const char* out, const char* threads) const {
    return {"map",       two_mass_file(),
            "--x",       "parameters.Lr1=-2:0:21",
            "--y",       "parameters.Li1=0:10:17",
            "--set",     "scheme.correction=implicit",
            "--out",     out,
            "--threads", threads};
  }
};

void expect_picture(const std::filesystem::path& stem) {
  const std::string png = read_file(stem.string() + ".png"), svg = read_file(stem.string() + ".svg");
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_GT(png.size(), 2000u);  // an empty canvas of the size of a figure takes less
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_GT(svg.size(), 2000u);
}

TEST_F(Commands, HelpListsAllCommands) {
  const Ended help = run({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* command :
       {"run", "monolithic", "stability", "map", "converge", "sweep", "animate", "models", "describe"}) {
    EXPECT_NE(help.out.find(fmt::format("\n  {} ", command)), std::string::npos) << help.out;
    const Ended own = run({command, "--help"});
    EXPECT_EQ(own.exit_code, 0);
    EXPECT_NE(own.out.find("--json"), std::string::npos) << own.out;
  }
}

TEST_F(Commands, VersionIsANumber) {
  EXPECT_THAT(run({"--version"}).out, testing::MatchesRegex("oldham [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_F(Commands, ModelsListsWhatDescribeKnows) {
  const json models = answer({"models"});
  bool has_two_mass = false, has_oscillator = false;
  for (const json& system : models.at("systems")) has_two_mass = has_two_mass || system.at("name") == "two-mass";
  for (const json& model : models.at("models")) has_oscillator = has_oscillator || model.at("name") == "oscillator";
  EXPECT_TRUE(has_two_mass);
  EXPECT_TRUE(has_oscillator);
  for (const char* kind : {"systems", "models"})
    for (const json& entry : models.at(kind)) {
      EXPECT_NE(entry.at("summary"), "");
      const json described = answer({"describe", entry.at("name")});
      for (const char* field : {"ports", "parameters", "capabilities"})
        EXPECT_TRUE(described.contains(field)) << entry.at("name") << ' ' << field;
      for (const json& parameter : described.at("parameters")) {
        EXPECT_TRUE(parameter.contains("unit")) << parameter;
        EXPECT_TRUE(parameter.contains("default")) << parameter;
      }
    }
}

TEST_F(Commands, DescribeShowsWhatAReadyMadeSystemIsMadeOf) {
  const json described = answer({"describe", "two-mass"});
  ASSERT_EQ(described.at("subsystems").size(), 2u);
  const json& mass1 = described.at("subsystems").at(0);
  EXPECT_EQ(mass1.at("name"), "mass1");
  EXPECT_EQ(mass1.at("ports").at("inputs").at(0).at("name"), "force");
  EXPECT_EQ(mass1.at("ports").at("inputs").at(0).at("unit"), "N");
  EXPECT_EQ(mass1.at("ports").at("outputs").size(), 2u);
  EXPECT_EQ(mass1.at("capabilities").at("rollback"), true);
  EXPECT_EQ(described.at("published").at("x1"), "mass1.position");
  // another cut, other ports: the spring is carried by both masses
  const json cut = answer({"describe", "two-mass", "--set", "scheme.decomposition=displacement-displacement"});
  EXPECT_EQ(cut.at("subsystems").at(0).at("ports").at("inputs").size(), 3u);
}

TEST_F(Commands, DescribeReadsAFileToo) {
  const json described = answer({"describe", write("ring.toml", ring_system)});
  EXPECT_EQ(described.at("subsystems").size(), 3u);
  EXPECT_EQ(described.at("couplings").size(), 4u);
  EXPECT_EQ(described.at("states"), 4);
}

TEST_F(Commands, MapIsBitwiseTheSameWhateverTheNumberOfThreads) {
  const json one = answer(map("one", "1")), two = answer(map("two", "2"));
  EXPECT_EQ(one.at("stable"), two.at("stable"));
  EXPECT_EQ(one.at("total"), 21 * 17);
  EXPECT_EQ(one.at("file"), "one/map.png");
  // neither all nor none, or the comparison would say little
  EXPECT_GT(one.at("stable"), 0);
  for (const char* file : {"map.csv", "map.png", "map.svg"})
    EXPECT_EQ(read_file(folder() / "one" / file), read_file(folder() / "two" / file)) << file;
  expect_picture(folder() / "one" / "map");
}

TEST_F(Commands, MapIsJudgedAtCellCentres) {
  answer({"map", two_mass_file(), "--x", "parameters.Lr1=-2:0:2", "--y", "parameters.Li1=0:10:5", "--out", "out"});
  std::istringstream csv(read_file(folder() / "out" / "map.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "parameters.Lr1,parameters.Li1,spectral_radius");
  int rows = 0;
  for (double y : {1.0, 3.0, 5.0, 7.0, 9.0})
    for (double x : {-1.5, -0.5}) {
      ASSERT_TRUE(std::getline(csv, line));
      ++rows;
      double found_x = 0, found_y = 0, rho = 0;
      ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf", &found_x, &found_y, &rho), 3) << line;
      EXPECT_DOUBLE_EQ(found_x, x);
      EXPECT_DOUBLE_EQ(found_y, y);
      if (rows != 4) continue;
      // a cell is what `stability` says there
      EXPECT_EQ(rho, answer({"stability", two_mass_file(), "--set", "parameters.Lr1=-0.5", "--set", "parameters.Li1=3"})
                         .at("spectral_radius")
                         .get<double>());
    }
  EXPECT_FALSE(std::getline(csv, line));
}

TEST_F(Commands, SweepGivesOneRowPerCombinationInOrder) {
  const auto sweep = [&](const char* threads) {
    json rows = answer({"sweep", two_mass_file(), "--over", "scheme.order=2,0,1", "--over",
                        "scheme.correction=implicit,explicit", "--threads", threads, "--out", "out"})
                    .at("rows");
    for (json& row : rows) row.erase("wall_s");
    return rows;
  };
  const json rows = sweep("1");
  ASSERT_EQ(rows.size(), 6u);
  std::size_t i = 0;
  // the last key runs fastest
  for (int order : {2, 0, 1})
    for (const char* correction : {"implicit", "explicit"}) {
      const json& row = rows.at(i++);
      EXPECT_EQ(row.at("settings").at("scheme.order"), order);
      EXPECT_EQ(row.at("settings").at("scheme.correction"), correction);
      json alone = answer({"run", two_mass_file(), "--set", fmt::format("scheme.order={}", order), "--set",
                           fmt::format("scheme.correction={}", correction), "--out", "out"});
      for (const char* field : {"status", "reason", "time", "macro_steps", "rejected_steps", "corrections",
                                "step_sizes", "outputs", "energy_residual"})
        EXPECT_EQ(row.at(field), alone.at(field)) << field;
    }
  EXPECT_EQ(sweep("2"), rows);
  EXPECT_EQ(sweep("3"), rows);
}

TEST_F(Commands, SweepWritesWhatItsRunsCameTo) {
  const json found = answer({"sweep", two_mass_file(), "--over", "scheme.step=0.5,0.01", "--set", "simulation.end=500",
                             "--set", "scheme.order=3", "--out", "out"});
  std::istringstream table(read_file(folder() / "out/sweep.csv"));
  std::string head, diverged, completed;
  std::getline(table, head);
  std::getline(table, diverged);
  std::getline(table, completed);
  EXPECT_EQ(head, "scheme.step,status,time,corrections,wall_s,energy_residual.total,x1,v1,x2,v2,reason");
  EXPECT_TRUE(diverged.starts_with("0.5,diverged,")) << diverged;
  EXPECT_TRUE(diverged.ends_with("\"")) << "the reason has commas: " << diverged;
  EXPECT_NE(diverged.find("beyond its limit"), std::string::npos) << diverged;
  EXPECT_TRUE(completed.starts_with("0.01,completed,500,0,")) << completed;
  const json& row = found.at("rows").at(1);
  EXPECT_NE(completed.find(fmt::format(",{},", row.at("outputs").at("x1").get<double>())), std::string::npos);
  EXPECT_NE(completed.find(fmt::format(",{},", row.at("energy_residual").at("total").at("signed").get<double>())),
            std::string::npos);
}

TEST_F(Commands, TheMonolithicSolutionStandsBesideARun) {
  answer({"run", two_mass_file(), "--out", "out"});
  const std::string before = read_file(folder() / "out/results.csv");
  const json found = answer({"monolithic", two_mass_file(), "--out", "out"});
  EXPECT_EQ(found.at("file"), "out/monolithic.csv");
  EXPECT_EQ(read_file(folder() / "out/results.csv"), before);
  EXPECT_TRUE(std::filesystem::exists(folder() / "out/summary.toml"));
  EXPECT_NE(read_file(folder() / "out/monolithic.csv"), before);
}

TEST_F(Commands, RunsSayWhatTheyReplace) {
  const Arguments command = {"run", two_mass_file(), "--out", "out"};
  const auto notes = [&](const Arguments& more) {
    const json found = answer(command + more);
    return found.contains("notes") ? found.at("notes").dump() : std::string();
  };
  EXPECT_EQ(notes({}).find("replaced"), std::string::npos);
  EXPECT_EQ(notes({}).find("replaced"), std::string::npos) << "the same run once more";
  const std::string note = notes({"--set", "scheme.step=0.02", "--set", "subsystem.mass1.integrator=rk4"});
  EXPECT_NE(note.find("replaced the run of 20"), std::string::npos) << note;
  EXPECT_NE(note.find("scheme.step was not set, subsystem.mass1.integrator was not set)"), std::string::npos) << note;
  const std::string other = notes({"--set", "scheme.step=0.01", "--set", "subsystem.mass1.integrator=rk4"});
  EXPECT_NE(other.find("(scheme.step was 0.02)"), std::string::npos) << other;
}

TEST_F(Commands, RunsSayWhenTheyWillWriteMuch) {
  // 2.5e8 steps, of which it comes to none: a value is over its limit at once
  const json found = run({"run", two_mass_file(), "--out", "out", "--set", "simulation.end=2.5e6", "--set",
                          "scheme.divergence_limit=1e-9", "--json", "--no-check"})
                         .json();
  EXPECT_NE(found.at("notes").dump().find("MB; simulation.output_interval = "), std::string::npos) << found.dump(1);
  const json small = answer({"run", two_mass_file(), "--out", "other"});
  EXPECT_TRUE(!small.contains("notes") || small.at("notes").dump().find(" MB") == std::string::npos);
}

TEST_F(Commands, SweepGoesOnWhereARunDiverges) {
  const json rows = answer({"sweep", two_mass_file(), "--over", "scheme.step=0.5,0.01", "--set", "simulation.end=500",
                            "--set", "scheme.order=3", "--out", "out"})
                        .at("rows");
  EXPECT_EQ(rows.at(0).at("status"), "diverged");
  EXPECT_EQ(rows.at(1).at("status"), "completed");
}

TEST_F(Commands, RunDrawsTheResultsUnlessTheAnswerIsForAProgram) {
  EXPECT_EQ(run({"run", two_mass_file(), "--out", "plain"}).exit_code, 0);
  expect_picture(folder() / "plain" / "plot");
  answer({"run", two_mass_file(), "--out", "machine"});
  EXPECT_FALSE(std::filesystem::exists(folder() / "machine" / "plot.png"));
  answer({"run", two_mass_file(), "--out", "both", "--plot"});
  expect_picture(folder() / "both" / "plot");
}

TEST_F(Commands, ConvergeKeepsWhatCompletedBesideAStepThatDiverges) {
  const Ended ended = run({"converge", two_mass_file(), "--steps", "0.3,0.01,0.005", "--set", "simulation.end=200",
                           "--out", "out", "--json"});
  EXPECT_EQ(ended.exit_code, 1);
  const json object = ended.json();
  EXPECT_EQ(object.at("status"), "failed");
  EXPECT_NE(object.at("reason").get<std::string>().find("step 0.3 s"), std::string::npos) << object.at("reason");
  EXPECT_EQ(object.at("steps"), json({0.01, 0.005}));
  EXPECT_EQ(object.at("errors").at("position").size(), 2u);
  EXPECT_EQ(object.at("orders").at("position").size(), 1u);
}

TEST_F(Commands, ConvergeDrawsItsErrors) {
  const json object = answer({"converge", two_mass_file(), "--steps", "0.02,0.01,0.005", "--out", "out"});
  EXPECT_EQ(object.at("steps"), (json{0.02, 0.01, 0.005}));
  EXPECT_EQ(object.at("errors").at("position").size(), 3u);
  EXPECT_EQ(object.at("orders").at("position").size(), 2u);
  EXPECT_FALSE(object.at("errors").contains("local_position"));
  expect_picture(folder() / "out" / "convergence");
}

TEST_F(Commands, ResultsGoToAFolderNamedAfterTheSystem) {
  const json object = answer({"run", two_mass_file()});
  EXPECT_EQ(object.at("results"), "results/two-mass");
  EXPECT_TRUE(std::filesystem::exists(folder() / "results" / "two-mass" / "results.csv"));
}

TEST_F(Commands, EveryIntegratorOfTheContractIsKnown) {
  for (const char* name : {"exact", "euler", "rk4", "trapezoidal", "linear-implicit", "cvode", "arkode"}) {
    const Ended ended = run({"run", two_mass_file(), "--set", fmt::format("subsystem.mass1.integrator={}", name),
                             "--set", "simulation.end=0.1", "--out", "out", "--json"});
    EXPECT_EQ(ended.exit_code, 0) << name << ": " << ended.err;
  }
}

}  // namespace
}  // namespace oldham::test
