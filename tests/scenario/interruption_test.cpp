// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>

#include "oldham/io/table.hpp"
#include "program.hpp"
#include "systems.hpp"

// Runs that are stopped from outside. They would take many minutes; rows are written every 0.1 ms of model time.

namespace oldham::test {
namespace {

using nlohmann::json;

class StoppedRun : public Scenario {
 protected:
  std::filesystem::path results(const char* name) const { return folder() / "out" / name; }

  Arguments endless() const {
    return {"run",
            write("one.toml", oscillator_system),
            "--json",
            "--out",
            "out",
            "--set",
            "scheme.step=1e-6",
            "--set",
            "simulation.output_interval=1e-4",
            "--set",
            "simulation.end=1e5"};
  }

  /// Waits until rows are on disk; they are written at least once per second.
  void wait_for_rows(Program& program, const char* name = "results.csv") const {
    for (int i = 0; i < 2000 && program.is_running(); ++i) {
      std::error_code none_yet;
      if (std::filesystem::file_size(results(name), none_yet) > 1000 && !none_yet) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    FAIL() << "no rows after 20 s";
  }

  /// Rows of x = 0.25 cos 3t from the start on, without a gap.
  static void expect_oscillation(const Table& table) {
    ASSERT_GT(table.time.size(), 10u);
    const std::vector<double>& x = table.column("pendulum.position");
    ASSERT_EQ(x.size(), table.time.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      // one interval apart, give or take a step
      ASSERT_NEAR(table.time[i] - (i == 0 ? -1e-4 : table.time[i - 1]), 1e-4, 1.5e-6);
      // each step rounds four times by 2^-53 of the amplitude, at worst always to the same side. How many steps there
      // are depends on the machine
      const double steps = table.time[i] / 1e-6;
      ASSERT_NEAR(x[i], 0.25 * std::cos(3 * table.time[i]), 4 * 1.2e-16 * 0.25 * steps + 1e-12);
    }
  }
};

TEST_F(StoppedRun, EndsCleanlyOnAnInterrupt) {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::filesystem::remove_all(folder() / "out");
    Program program(endless(), folder());
    wait_for_rows(program);
    program.send(signal);
    const Ended ended = program.wait();
    EXPECT_EQ(ended.exit_code, 128 + signal);
    const json object = ended.json();
    EXPECT_EQ(object.at("status"), "interrupted");
    EXPECT_NE(object.at("reason").get<std::string>().find("kept"), std::string::npos);
    EXPECT_GT(object.at("macro_steps"), 1000);
    EXPECT_LT(object.at("time"), 1e5);

    const Table csv = read_csv(results("results.csv")), hdf5 = read_hdf5(results("results.h5"));
    expect_oscillation(csv);
    EXPECT_EQ(csv.time, hdf5.time);
    EXPECT_EQ(csv.columns, hdf5.columns);
    // nothing that was computed is lost: the last row is less than an interval and a step old
    EXPECT_LT(object.at("time").get<double>() - csv.time.back(), 1.02e-4);
  }
}

TEST_F(StoppedRun, DrawsNothingThatTakesLong) {
  // nearly a thousand columns, of which a page and an animation are wanted
  Program program({"run", OLDHAM_SOURCE "/examples/harness/system.toml", "--set", "simulation.end=1000", "--report",
                   "--animate", "--no-check", "--out", "out"},
                  folder());
  wait_for_rows(program);
  while (program.is_running() && std::filesystem::file_size(results("results.csv")) < 160'000'000)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  program.send(SIGINT);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_TRUE(ended.out.starts_with("interrupted at t = ")) << ended.out;
  EXPECT_EQ(ended.out.find("interrupted", 1), std::string::npos) << "said twice: " << ended.out;
  EXPECT_NE(ended.out.find("plot      not drawn after an interruption"), std::string::npos) << ended.out;
  EXPECT_FALSE(std::filesystem::exists(results("plot.png")));
  EXPECT_TRUE(std::filesystem::exists(results("summary.toml")));
}

TEST_F(StoppedRun, IsNotHurriedByAShellThatTellsOfAClosedTerminalToo) {
  Program program(endless(), folder());
  wait_for_rows(program);
  program.send(SIGHUP);
  program.send(SIGHUP);
  EXPECT_EQ(program.wait().json().at("status"), "interrupted");
}

TEST_F(StoppedRun, LeavesAReadableTableWhenKilled) {
  Program program(endless(), folder());
  wait_for_rows(program);
  program.send(SIGKILL);
  EXPECT_EQ(program.wait().exit_code, -SIGKILL);
  expect_oscillation(read_csv(results("results.csv")));
}

TEST_F(StoppedRun, HasItsFolderForItselfUntilItsEnd) {
  Program program(endless(), folder());
  wait_for_rows(program);
  const Arguments another = {"run", two_mass_file(), "--out", "out"};
  expect_refusal(another, 2, {"out: another run is writing its results into this folder", "choose another folder"});
  expect_refusal({"monolithic", two_mass_file(), "--out", "out/"}, 2, {"another run is writing"});
  expect_refusal({"report", "out"}, 2, {"a run is still writing its results into this folder; wait for its end"});
  // studies write other files, and folders inside are others
  EXPECT_EQ(answer({"sweep", two_mass_file(), "--over", "scheme.order=0,1", "--out", "out"}).at("rows").size(), 2u);
  EXPECT_EQ(answer({"run", two_mass_file(), "--out", "out/inside"}).at("status"), "completed");
  // nothing of the first run was touched, and one that is killed holds nothing any longer
  EXPECT_TRUE(program.is_running());
  program.send(SIGKILL);
  EXPECT_EQ(program.wait().exit_code, -SIGKILL);
  expect_oscillation(read_csv(results("results.csv")));
  EXPECT_EQ(answer(another).at("status"), "completed");
}

TEST_F(StoppedRun, LeavesAMonolithicSolutionReadable) {
  Arguments arguments = endless();
  arguments.front() = "monolithic";
  // the monolithic solution writes every communication point
  arguments.insert(arguments.end(), {"--set", "scheme.step=1e-4"});
  Program program(arguments, folder());
  wait_for_rows(program, "monolithic.csv");
  program.send(SIGINT);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_EQ(ended.json().at("status"), "interrupted");
  const Table csv = read_csv(results("monolithic.csv"));
  EXPECT_EQ(csv.time.back(), ended.json().at("time").get<double>());
  EXPECT_EQ(csv.time, read_hdf5(results("monolithic.h5")).time);
}

TEST_F(StoppedRun, LeavesTheStepsOfAConvergenceStudyThatWereFinished) {
  // the first step is over in no time, the second takes hours
  Program program({"converge", two_mass_file(), "--steps", "0.01,1e-10", "--out", "out", "--json"}, folder());
  std::this_thread::sleep_for(std::chrono::seconds(2));
  program.send(SIGINT);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.exit_code, 130);
  const json object = ended.json();
  EXPECT_EQ(object.at("status"), "interrupted");
  EXPECT_EQ(object.at("steps"), json({0.01}));
  EXPECT_EQ(object.at("errors").at("position").size(), 1u);
  EXPECT_TRUE(object.at("orders").at("position").empty());
}

}  // namespace
}  // namespace oldham::test
