// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <thread>

#include "advising.hpp"
#include "oldham/io/table.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const char* kinematic = OLDHAM_SOURCE "/examples/two-mass/kinematic.toml";

TEST_F(Advise, AnInstabilityThatNoStepCuresIsSaidPlainlyWithWhatDoes) {
  // the moved side is too heavy for its mover: the loop of acceleration and force runs away in the limit
  const Arguments system = {kinematic, "--set", "scheme.forces=approximate", "--set", "parameters.m_R=2"};
  const auto with = [&](const char* command, const Arguments& more) {
    Arguments arguments = {command};
    arguments.insert(arguments.end(), system.begin(), system.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  const json advice = ask(with("advise", {"--budget", "8"}));
  const json zero = answer(with("stability", {})).at("zero_stability");
  ASSERT_FALSE(zero.at("stable"));
  EXPECT_FALSE(advice.at("file").at("stable"));
  EXPECT_EQ(advice.at("file").at("zero_stability_radius"), zero.at("spectral_radius"));
  EXPECT_TRUE(advice.at("file").at("largest_stable_step").is_null());
  const json& cures = advice.at("cures");
  EXPECT_NE(std::find(cures.begin(), cures.end(), "correction = semi-implicit"), cures.end()) << cures;
  // every cure is one: it makes the limit stable
  for (const std::string cure : cures) {
    if (cure.find("reversed") != std::string::npos) continue;  // no key of its own
    const std::string setting = "scheme." + cure.substr(0, cure.find(' ')) + "=" + cure.substr(cure.find("= ") + 2);
    EXPECT_TRUE(answer(with("stability", {"--set", setting})).at("zero_stability").at("stable")) << cure;
  }
  ASSERT_FALSE(advice.at("recommended").is_null());

  const Ended said = Program(with("advise", {"--budget", "4"}), folder()).wait(std::chrono::seconds(60));
  EXPECT_THAT(said.out, HasSubstr("ZERO-UNSTABLE, no step helps"));
  EXPECT_THAT(said.out, HasSubstr("cured by"));
}

TEST_F(Advise, WhatIsRecommendedIsStableAndAsPreciseAsAsked) {
  const double accuracy = 2e-3;
  const json advice = ask({"advise", two_mass_file(), "--accuracy", fmt::format("{}", accuracy), "--budget", "8",
                           "--write", "better.toml"});
  const json& recommended = advice.at("recommended");
  EXPECT_LE(recommended.at("error_estimate"), accuracy);
  EXPECT_EQ(advice.at("ranked").at(0).at("settings"), recommended.at("settings"));
  EXPECT_TRUE(answer({"stability", "better.toml"}).at("stable"));

  const json run = answer({"run", "better.toml", "--compare", "monolithic", "--out", "out"});
  EXPECT_EQ(run.at("status"), "completed");
  // the mean of squares over the outputs is below the accuracy squared, so each is below √n of it
  const Table table = read_results(folder() / "out");
  const double most = accuracy * std::sqrt(5.0) * 1.01;
  for (const char* name : {"x1", "v1", "x2", "v2"}) {
    const auto& column = table.column(name);
    const auto [low, high] = std::minmax_element(column.begin(), column.end());
    EXPECT_LE(run.at("errors").at(name).at("rms").get<double>() / (*high - *low), most) << name;
  }
}

TEST_F(Advise, LargestStepsAreThoseOfTheStabilityVerdict) {
  const json advice = ask({"advise", two_mass_file(), "--budget", "6", "--all", "--set", "simulation.end=8"});
  int compared = 0;
  for (const json& entry : advice.at("ranked")) {
    if (entry.at("largest_stable_step").is_null() || entry.at("stable_throughout") || compared == 6) continue;
    Arguments arguments = {"stability", two_mass_file(), "--largest-step", "1e-5:5:200"};
    for (const auto& [path, value] : entry.at("settings").items())
      arguments.insert(arguments.end(), {"--set", path + "=" + value.dump()});
    const double predicted = entry.at("largest_stable_step");
    // both bisect the same map; the advice to a thousandth
    EXPECT_NEAR(answer(arguments).at("largest_stable_step").get<double>(), predicted, 2e-3 * predicted)
        << entry.at("label");
    ++compared;
  }
  EXPECT_EQ(compared, 6);
}

TEST_F(Advise, FmusThatTellNothingOfTheirStatesAreProbed) {
  answer({"fmu", "export", "oscillator", "--fmi", "2", "-o", "oscillator.fmu"});
  const auto member = [](const char* name, double mass, double position) {
    return fmt::format(
        "[[subsystem]]\nname = \"{}\"\nfmu = \"oscillator.fmu\"\nextension = false\n[subsystem.parameters]\nmass = {}\n"
        "stiffness = 50.0\ndamping = 0.5\nposition = {}\n",
        name, mass, position);
  };
  write("pair.toml", "[simulation]\nend = 2.0\n[scheme]\nstep = 5e-3\norder = 1\n" + member("motor", 1, 0.01) +
                         member("machine", 4, 0) +
                         "[[interface]]\nname = \"shaft\"\nlaw = \"spring-damper\"\nbetween = [\"motor\", "
                         "\"machine\"]\nstiffness = 4e4\ndamping = 5.0\n");
  const json advice = ask({"advise", "pair.toml", "--accuracy", "0.05", "--budget", "10", "--write", "better.toml"});
  const json own = answer({"stability", "pair.toml", "--largest-step", "1e-5:1e-2:40"});
  // found to 0.5 %
  const double largest = own["largest_stable_step"];
  EXPECT_NEAR(advice["file"]["largest_stable_step"].get<double>(), largest, 0.01 * largest) << advice.dump(1);
  EXPECT_NEAR(advice["limiting_mode"]["frequency"].get<double>(), own["frequency"].get<double>(), 3);
  EXPECT_GT(advice["limiting_mode"]["growth_rate"], 0);
  ASSERT_FALSE(advice["recommended"].is_null()) << advice.dump(1);
  EXPECT_EQ(answer({"run", "better.toml"})["status"], "completed");
}

TEST_F(Advise, RanksByWhatCostAndPrecisionAreWorthAndTellsWhy) {
  const json advice = ask({"advise", two_mass_file(), "--budget", "6"});
  double before = 0;
  for (const json& entry : advice.at("ranked")) {
    for (const char* key : {"scheme", "largest_stable_step", "error_estimate", "cost_per_second", "reason"})
      EXPECT_TRUE(entry.contains(key)) << key;
    EXPECT_FALSE(entry.at("reason").get<std::string>().empty());
    EXPECT_GT(entry.at("scheme").at("step"), 0);
    if (entry.at("standing") != "reaches the accuracy") break;
    const double accuracy = advice.at("accuracy"), error = entry.at("error_estimate"),
                 cost = entry.at("cost_per_second");
    EXPECT_LE(error, accuracy * (1 + 1e-9));
    const double worth = cost * std::clamp(std::sqrt(error / accuracy), 0.4, 1.0);
    EXPECT_GE(worth, before);
    before = worth;
  }
  EXPECT_GT(before, 0);
}

TEST_F(Advise, TheCopyKeepsTheCommentsAndOverridesOfTheUser) {
  const std::string file = write("mine.toml",
                                 "# my system\nsystem = \"two-mass\"\n\n[scheme]\norder = 1   # of polynomials\n\n"
                                 "[simulation]\nend = 1.0   # s\n");
  const json advice = ask({"advise", file, "--budget", "3", "--set", "parameters.m1=2.0", "--write", "copy/of.toml"});
  const std::string text = read_file(folder() / "copy" / "of.toml");
  EXPECT_THAT(text, HasSubstr("# my system\nsystem = \"two-mass\"\n"));
  EXPECT_THAT(text, HasSubstr("# of polynomials"));
  EXPECT_THAT(text, HasSubstr("end = 1.0   # s\n"));
  EXPECT_THAT(text, HasSubstr("m1 = 2.0"));
  Arguments same = {"run", file, "--set", "parameters.m1=2.0"};
  for (const auto& [path, value] : advice.at("recommended").at("settings").items())
    same.insert(same.end(), {"--set", path + "=" + value.dump()});
  EXPECT_EQ(answer({"run", "copy/of.toml"}).at("outputs"), answer(same).at("outputs"));
}

TEST_F(Advise, AFourBarLinkageGetsASchemeThatRuns) {
  const json advice = ask({"advise", OLDHAM_SOURCE "/examples/four-bar/system.toml", "--budget", "8", "--set",
                           "simulation.end=1.0", "--write", "better.toml"});
  const json& recommended = advice.at("recommended");
  ASSERT_FALSE(recommended.is_null());
  EXPECT_LE(recommended.at("cost_per_second"), advice.at("file").at("cost_per_second").get<double>() * 1.05);
  EXPECT_EQ(answer({"run", "better.toml"}).at("status"), "completed");
  // the limit differs along the run; a machine that is slow may not get that far
  const json& own = advice.at("file");
  if (own.contains("about_the_start")) return;
  ASSERT_TRUE(own.contains("too_close_up_to")) << own;
  EXPECT_GT(own.at("too_close_up_to"), own.at("largest_stable_step").get<double>() * 1.01);
}

/// Held forces are far off long before anything grows: what runs show counts, too.
TEST_F(Advise, ALimitUpToWhichRunsAreNoGoodIsTooCloseToCall) {
  const json own = ask({"advise", OLDHAM_SOURCE "/examples/four-bar/system.toml", "--budget", "4", "--set",
                        "scheme.correction=explicit", "--set", "scheme.order=0"})
                       .at("file");
  ASSERT_TRUE(own.contains("too_close_up_to")) << own;
  EXPECT_THAT(own.at("too_close_because").get<std::string>(), HasSubstr("is off by up to"));
  const auto largest_deviation = [&](double step) {
    return answer({"run", OLDHAM_SOURCE "/examples/four-bar/system.toml", "--set", "scheme.correction=explicit",
                   "--set", "scheme.order=0", "--set", fmt::format("scheme.step={}", step), "--compare", "monolithic"})
        .at("largest_deviation")
        .at("share")
        .get<double>();
  };
  const double sure = own.at("largest_stable_step"), close = own.at("too_close_up_to");
  EXPECT_GT(close, 1.3 * sure);
  EXPECT_LT(largest_deviation(sure), 0.4);  // shares of ranges here and of what is reached there
  EXPECT_GT(largest_deviation(1.2 * sure), 0.3);
}

TEST_F(Advise, ACraneIsToldItsLimitingMode) {
  const json advice = ask({"advise", OLDHAM_SOURCE "/examples/crane/single.toml", "--budget", "8", "--set",
                           "simulation.end=3", "--write", "better.toml"});
  ASSERT_FALSE(advice.at("recommended").is_null());
  EXPECT_EQ(answer({"run", "better.toml"}).at("status"), "completed");
  ASSERT_TRUE(advice.contains("limiting_mode"));
  const json& carriers = advice.at("limiting_mode").at("subsystems");
  EXPECT_NE(std::find(carriers.begin(), carriers.end(), "mechanism"), carriers.end()) << carriers;
  EXPECT_GT(advice.at("limiting_mode").at("growth_rate"), 0);
}

TEST_F(Advise, InterruptedItTellsWhatIsKnown) {
  Program program({"advise", OLDHAM_SOURCE "/examples/crane/double.toml", "--budget", "100", "--json"}, folder());
  std::this_thread::sleep_for(std::chrono::seconds(3));
  program.send(SIGINT);
  const Ended ended = program.wait(std::chrono::seconds(30));
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_EQ(ended.json().at("status"), "interrupted");
  EXPECT_TRUE(ended.json().contains("ranked"));
}

TEST_F(Advise, RefusesWhatMakesNoSense) {
  const std::string file = two_mass_file();
  expect_refusal({"advise", file, "--accuracy", "2"}, 2, {"--accuracy", "between 0 and 1"});
  expect_refusal({"advise", file, "--budget", "0"}, 2, {"--budget", "seconds"});
  expect_refusal({"advise", file, "--at", "1e9"}, 2, {"--at", "outside the simulation"});
  write("mine.toml", "system = \"two-mass\"\n");
  std::filesystem::create_symlink("mine.toml", folder() / "link.toml");
  std::filesystem::create_hard_link(folder() / "mine.toml", folder() / "hard.toml");
  for (const char* name : {"./mine.toml", "link.toml", "hard.toml"})
    expect_refusal({"advise", "mine.toml", "--write", name}, 2, {"--write", "the file itself"});
}

TEST_F(Advise, ACopyThatCannotBeWrittenIsToldWithTheOptionThatNamesIt) {
  write("mine.toml", "system = \"two-mass\"\n");
  std::filesystem::create_directory(folder() / "taken");
  const Ended ended = Program({"advise", "mine.toml", "--budget", "2", "--write", "taken"}, folder()).wait();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.out, HasSubstr("recommended"));
  EXPECT_THAT(ended.err, testing::AllOf(HasSubstr("cannot be written"), HasSubstr("another with --write")));
  EXPECT_THAT(ended.err, testing::Not(HasSubstr("--out")));
}

}  // namespace
}  // namespace oldham::test
