// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "program.hpp"
#include "systems.hpp"

// What studies do to the folder that they write into.

namespace oldham::test {
namespace {

namespace fs = std::filesystem;

class StudyFolder : public Scenario {
 protected:
  /// What a study goes on for hours with.
  Arguments endless() const {
    return {write("one.toml", oscillator_system), "--set", "scheme.step=1e-6", "--set", "simulation.end=1e5"};
  }

  /// While one study goes on, its like is refused, and what writes other files is not.
  void expect_claim(const Arguments& study, const Arguments& same, const std::string& file) const {
    Program program(study, folder());
    for (int i = 0; i < 1000 && !fs::exists(folder() / "out"); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // from the folder to the claim
    ASSERT_TRUE(program.is_running());
    expect_refusal(
        same, 2,
        {"out/" + file + ": another study is writing its results here", "wait for its end", "choose another folder"});
    EXPECT_EQ(answer({"run", two_mass_file(), "--out", "out"}).at("status"), "completed");
    EXPECT_TRUE(program.is_running());
    program.send(SIGKILL);
    EXPECT_EQ(program.wait().exit_code, -SIGKILL);
    answer(same);  // one that was killed holds nothing
    fs::remove_all(folder() / "out");
  }
};

TEST_F(StudyFolder, IsNotLeftBehindByOneThatIsRefused) {
  const std::string file = two_mass_file();
  const Arguments refused[] = {
      {"sweep", file, "--over", "scheme.ordr=1"},
      {"sweep", file, "--over", "scheme.order=0,7"},
      {"map", file, "--x", "parameters.Lr1=-2:0:2", "--y", "parameters.wrong=0:10:2"},
      {"map", file, "--x", "parameters.Lr1=-2:0:2", "--y", "parameters.Lr1=0:10:2"},
      {"map", file, "--x", "parameters.Lr1=-2:0:2", "--y", "parameters.Li1"},
      {"converge", file, "--steps", "0.01,-1"},
      {"converge", file, "--steps", "0.01,0.005", "--set", "scheme.ordr=1"},
  };
  for (const Arguments& arguments : refused) {
    expect_refusal(arguments + Arguments{"--out", "deep/out"}, 2, {});
    EXPECT_FALSE(fs::exists(folder() / "deep")) << testing::PrintToString(arguments);
  }
  expect_refusal({"map", file, "--x", "parameters.Lr1=-2:0:2", "--y", "parameters.wrong=0:10:2", "-o", "deep/a.png"}, 2,
                 {});
  EXPECT_FALSE(fs::exists(folder() / "deep"));
}

TEST_F(StudyFolder, KeepsWhatAnEarlierStudyWroteWhenTheNextIsRefused) {
  answer({"sweep", two_mass_file(), "--over", "scheme.order=0,1", "--out", "out"});
  const std::string before = read_file(folder() / "out/sweep.csv");
  expect_refusal({"sweep", two_mass_file(), "--over", "scheme.ordr=1", "--out", "out"}, 2, {"ordr"});
  EXPECT_EQ(read_file(folder() / "out/sweep.csv"), before);
}

TEST_F(StudyFolder, IsWrittenIntoByOneSweepAtATime) {
  const Arguments over = {"--over", "scheme.order=0,1", "--out", "out"};
  expect_claim(Arguments{"sweep"} + endless() + over, Arguments{"sweep", two_mass_file()} + over, "sweep.csv");
}

TEST_F(StudyFolder, IsWrittenIntoByOneConvergenceStudyAtATime) {
  const Arguments endless_steps = {"--steps", "2e-6,1e-6", "--out", "out"};
  expect_claim(Arguments{"converge"} + endless() + endless_steps,
               {"converge", two_mass_file(), "--steps", "0.02,0.01", "--out", "out"}, "convergence.png");
}

TEST_F(StudyFolder, IsWrittenIntoByOneChartOfANameAtATime) {
  const auto chart = [](const char* cells, const char* name) {
    return Arguments{"map",       two_mass_file(),
                     "--x",       std::string("parameters.Lr1=-2:0:") + cells,
                     "--y",       "parameters.Li1=0:10:1000",
                     "-o",        name,
                     "--threads", "1"};
  };
  const auto small = [](const char* name) {
    return Arguments{"map", two_mass_file(),         "--x", "parameters.Lr1=-2:0:2",
                     "--y", "parameters.Li1=0:10:2", "-o",  name};
  };
  expect_claim(chart("99999", "out/a.png"), small("out/a.png"), "a.png");
  Program program(chart("99999", "out/a.png"), folder());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_EQ(answer(small("out/b.png")).at("status"), "completed");  // charts beside each other
  EXPECT_TRUE(program.is_running());
  program.send(SIGKILL);
}

}  // namespace
}  // namespace oldham::test
