// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "oldham/io/table.hpp"
#include "page_data.hpp"
#include "program.hpp"

// Nothing here says how late a deadline may be: that depends on the machine and on who else uses it. How lateness is
// counted is tested with synthetic clocks.

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class RealTime : public Scenario {
 protected:
  bool has(const std::string& name) const { return std::filesystem::exists(folder() / name); }
  std::string text_of(Arguments arguments) const {
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    return ended.out;
  }
};

TEST_F(RealTime, KeepsPaceWithTheClock) {
  const json object = answer({"run", two_mass_file(), "--out", "out", "--realtime"}), pace = object.at("realtime");
  EXPECT_GE(object.at("wall_s"), 1.0);  // the last step is not told before it is due
  EXPECT_EQ(pace.at("factor"), 1);
  EXPECT_EQ(pace.at("deadlines"), object.at("macro_steps"));
  EXPECT_EQ(pace.at("deadline_misses"), pace.at("overruns").get<int>() + pace.at("late_wakeups").get<int>());
  EXPECT_EQ(pace.at("tolerance_s"), 1e-4);  // 1 % of the step of 10 ms
  EXPECT_GT(pace.at("load"), 0.0);
  EXPECT_LE(pace.at("load"), 1.0);
  for (const char* name : {"lateness_s", "computing_s"}) {
    const json& times = pace.at(name);
    EXPECT_GT(times.at("p50"), 0.0) << name;
    EXPECT_LE(times.at("p50"), times.at("p99")) << name;
    EXPECT_LE(times.at("p99"), times.at("largest")) << name;
  }
  EXPECT_EQ(pace.at("latest_s"), pace.at("lateness_s").at("largest"));
  // the histogram has every deadline, and no gap
  double edge = 0;
  int count = 0;
  for (const json& bin : pace.at("histogram")) {
    EXPECT_EQ(bin.at("from_s"), edge);
    edge = bin.at("to_s");
    count += bin.at("count").get<int>();
  }
  EXPECT_EQ(count, object.at("macro_steps"));
  EXPECT_LT(pace.at("latest_s"), edge);
  // the same numbers as without a clock
  EXPECT_EQ(object.at("outputs"), answer({"run", two_mass_file(), "--out", "out"}).at("outputs"));
}

TEST_F(RealTime, SaysWhichStepsTookTooLong) {
  // ten thousand steps of a nanosecond take longer than 50 us
  const json pace = answer({"run", two_mass_file(), "--out", "out", "--realtime", "--set", "scheme.step=1e-9", "--set",
                            "simulation.end=1e-5"})
                        .at("realtime");
  EXPECT_EQ(pace.at("tolerance_s"), 50e-6);
  EXPECT_GT(pace.at("overruns"), 0);
  EXPECT_GT(pace.at("latest_s"), 50e-6);
}

TEST_F(RealTime, WritesLatenessBesideTheResults) {
  const json object = answer({"run", two_mass_file(), "--out", "out", "--realtime", "4"}), pace = object.at("realtime");
  Table table = read_csv(folder() / "out/pace.csv");
  EXPECT_EQ(table.time.size(), 100U);  // a deadline at the end of each step, and none at the start
  const std::vector<double>& lateness = table.column("lateness");
  EXPECT_NEAR(*std::ranges::max_element(lateness), pace.at("latest_s"), 0.51e-9);  // written to the nanosecond
  double missed = 0;
  for (const double count : table.column("missed")) missed += count;
  EXPECT_EQ(missed, pace.at("deadline_misses"));
  // as many rows as the results have, and no miss is lost
  const json thin = answer(
      {"run", two_mass_file(), "--out", "out", "--realtime", "1000", "--set", "simulation.output_interval=0.25"});
  table = read_csv(folder() / "out/pace.csv");
  EXPECT_EQ(table.time, (std::vector<double>{0.25, 0.5, 0.75, 1.0}));
  missed = 0;
  for (const double count : table.column("missed")) missed += count;
  EXPECT_EQ(missed, thin.at("realtime").at("deadline_misses"));
  // it is not about the next run
  answer({"run", two_mass_file(), "--out", "out"});
  EXPECT_FALSE(has("out/pace.csv"));
}

TEST_F(RealTime, IsSlowerOrFasterByAFactor) {
  const auto wall = [&](Arguments arguments, double factor) {
    const json object = answer(Arguments{"run"} + arguments + Arguments{"--set", "simulation.end=0.2", "--out", "out"});
    EXPECT_EQ(object.at("realtime").at("factor"), factor);
    return object.at("wall_s").get<double>();
  };
  EXPECT_GE(wall({two_mass_file(), "--realtime", "0.5"}, 0.5), 0.4);
  EXPECT_GE(wall({"--realtime=0.5", two_mass_file()}, 0.5), 0.4);
  EXPECT_GE(wall({"--realtime", "2", two_mass_file()}, 2), 0.1);
  // the file is not taken for the factor
  EXPECT_GE(wall({"--realtime", two_mass_file()}, 1), 0.2);
  EXPECT_THAT(text_of({"run", two_mass_file(), "--set", "simulation.end=0.1", "--realtime", "2", "--out", "out"}),
              HasSubstr("  pace      2 x real time; "));
}

TEST_F(RealTime, RefusesFactorsThatAreNone) {
  for (const char* factor : {"0", "-1", "nan", "inf", "1e9"})
    expect_refusal({"run", two_mass_file(), "--realtime", factor}, 2,
                   {"--realtime", factor, "between 1e-06 and 1e+06"});
  for (const char* factor : {"0,5", "1x", "-0.5.1"})
    expect_refusal({"run", two_mass_file(), "--realtime", factor}, 2,
                   {"--realtime", factor, "is no number", "--realtime 0.5"});
  expect_refusal({"run", two_mass_file(), "--realtime=half"}, 2, {"--realtime", "half", "is no number"});
  expect_refusal({"run", two_mass_file(), "--realtime="}, 2, {"--realtime", "is no number"});
  expect_refusal({"run", two_mass_file(), "--realtime", "--compare", "monolithic"}, 2, {"--realtime", "--compare"});
  expect_refusal({"check", two_mass_file(), "--realtime"}, 2, {"no option '--realtime'"});
}

TEST_F(RealTime, SaysWhatTheSystemGranted) {
  const json granted = answer({"run", two_mass_file(), "--out", "out", "--realtime", "100"}).at("realtime");
  const json& scheduling = granted.at("scheduling");
  EXPECT_EQ(scheduling.at("policy") == "SCHED_OTHER", scheduling.at("why_ordinary").is_string());
  EXPECT_EQ(scheduling.at("memory_locked").get<bool>(), scheduling.at("why_not_locked").is_null());
}

TEST_F(RealTime, RunsWithoutPrivilegesAndSaysWhatIsMissing) {
  // the program as a user whose limits allow nothing; an ordinary one cannot give anything away, and has nothing
  std::string command = "prlimit --rtprio=0 --memlock=65536 " OLDHAM_PROGRAM " run " + two_mass_file() +
                        " --out out --realtime 100 --json > answer.json";
  if (geteuid() == 0) command = "setpriv --bounding-set=-sys_nice,-ipc_lock " + command;
  ASSERT_EQ(std::system(("cd " + folder().string() + " && " + command).c_str()), 0);
  const json scheduling = json::parse(read_file(folder() / "answer.json")).at("realtime").at("scheduling");
  EXPECT_EQ(scheduling.at("policy"), "SCHED_OTHER");
  EXPECT_EQ(scheduling.at("priority"), 0);
  EXPECT_EQ(scheduling.at("why_ordinary"), "not permitted: the limit of real-time priorities (rtprio) is 0");
  EXPECT_EQ(scheduling.at("memory_locked"), false);
  EXPECT_EQ(scheduling.at("why_not_locked"), "not permitted: the limit of locked memory (memlock) is 64 kB");
}

TEST_F(RealTime, EndsAtOnceWhenItIsInterrupted) {
  // a step that lasts 10 000 s of the clock
  Program program({"run", two_mass_file(), "--out", "out", "--json", "--realtime", "1e-6"}, folder());
  for (int i = 0; i < 1000 && !has("out/pace.csv"); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  program.send(SIGINT);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_EQ(ended.json().at("status"), "interrupted");
}

TEST_F(RealTime, RunsAnFmuAloneAgainstTheClock) {
  const json object =
      answer({"fmu", "run", fmu_path("Oscillator-2"), "--end", "0.2", "--step", "0.01", "--out", "out", "--realtime"});
  EXPECT_EQ(object.at("realtime").at("deadlines"), 20);
  EXPECT_GE(object.at("wall_s"), 0.2);
}

TEST_F(RealTime, ReportsShowTheHistogram) {
  answer({"run", two_mass_file(), "--out", "out", "--realtime", "4", "--report"});
  const std::string page = read_file(folder() / "out/report.html");
  EXPECT_THAT(page, HasSubstr("<svg class=\"lateness\""));
  EXPECT_THAT(page, HasSubstr("Histogram of lateness of 100 deadlines: "));
  EXPECT_THAT(page, HasSubstr(" at 4 times real time</b>"));
  EXPECT_THAT(page, HasSubstr("of 100 deadlines missed (later than 50 µs)"));
  EXPECT_EQ(data_of(page).at("paces").at("signals").size(), 3U);
  // from the folder alone, and from that of a run without a clock
  answer({"report", "out", "-o", "again.html"});
  EXPECT_EQ(data_of(read_file(folder() / "again.html")), data_of(page));
  answer({"run", two_mass_file(), "--out", "out", "--report"});
  const std::string free = read_file(folder() / "out/report.html");
  EXPECT_EQ(free.find("<svg class=\"lateness\""), std::string::npos);
  EXPECT_FALSE(data_of(free).contains("paces"));
}

}  // namespace
}  // namespace oldham::test
