// SPDX-License-Identifier: MIT
#include "oldham/io/run_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "message_of.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

class RunRecordTest : public testing::Test {
 protected:
  RunRecordTest() {
    file_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  ~RunRecordTest() override { fs::remove(file_); }
  RunRecord through_the_file(const RunRecord& record) const {
    std::ofstream(file_) << to_toml(record);
    return read_run_record(file_);
  }
  fs::path file_;
};

TEST_F(RunRecordTest, ReadsWhatItWrites) {
  RunRecord record;
  record.title = "Crane \"double\"\nwith = signs";
  record.status = "diverged";
  record.reason = "output 'a.x' is 1e31 at t = 0.3 s";
  record.time = 0.3;
  record.step = 1e-3;
  record.macro_steps = 5'000'000'000;  // more than an int holds
  record.accounts = {{"bond.1", 0.1, 0.2, 3.0}};
  record.total = {"total", 0.1, 0.2, 3.0};
  record.alarm = {0.25, 0.4};
  record.growth_shows = 0.125;
  record.deviation = {"x", 0.01};
  record.pace = PaceResult{.deadlines = 10, .overruns = 2, .late_wakeups = 1};
  record.adaptive = {"energy", 1e-4, 2e-3, 7};
  record.notes = {"first", "second"};
  record.explanation = {"energy: bond 'shaft'", "mode: \"quoted\""};
  record.graph.groups = 2;
  record.graph.nodes = {{"a", "oscillator", CouplingGraph::Kind::subsystem, 1, 2},
                        {"b", "", CouplingGraph::Kind::subsystem, 2, 0},
                        {"spring", "", CouplingGraph::Kind::law, 0, 0}};
  record.graph.edges = {{0, 2, "position", "", "m"}, {2, 1, "", "force", "N"}};
  const RunRecord read = through_the_file(record);
  EXPECT_EQ(read.title, record.title);
  EXPECT_EQ(read.status, "diverged");
  EXPECT_EQ(read.reason, record.reason);
  EXPECT_EQ(read.step, 1e-3);
  EXPECT_EQ(read.macro_steps, 5'000'000'000);
  ASSERT_EQ(read.accounts.size(), 1U);
  EXPECT_EQ(read.accounts[0].passed, 3.0);
  EXPECT_EQ(read.total->absolute, 0.2);
  EXPECT_EQ(read.alarm->share, 0.4);
  EXPECT_EQ(read.growth_shows, 0.125);
  EXPECT_EQ(read.deviation->output, "x");
  EXPECT_EQ(read.pace->misses(), 3);
  ASSERT_TRUE(read.adaptive);
  EXPECT_EQ(read.adaptive->control, "energy");
  EXPECT_EQ(read.adaptive->largest, 2e-3);
  EXPECT_EQ(read.adaptive->imprecise, 7);
  EXPECT_EQ(read.notes, record.notes);
  EXPECT_EQ(read.explanation, record.explanation);
  EXPECT_EQ(read.graph, record.graph);
}

TEST_F(RunRecordTest, LeavesOutWhatIsNotFinite) {
  RunRecord record;
  record.accounts = {{"bond", INFINITY, NAN, 1.0}};
  record.deviation = {"x", INFINITY};
  const RunRecord read = through_the_file(record);
  EXPECT_FALSE(read.accounts[0].residual);
  EXPECT_FALSE(read.accounts[0].absolute);
  EXPECT_FALSE(read.deviation);
}

TEST_F(RunRecordTest, RefusesAnEdgeToNowhere) {
  RunRecord record;
  record.graph.nodes = {{.name = "a"}};
  record.graph.edges = {{0, 1, "", "", ""}};
  EXPECT_THAT(message_of([&] { through_the_file(record); }), testing::HasSubstr("to"));
}

}  // namespace
}  // namespace oldham
