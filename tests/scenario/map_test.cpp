// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <sstream>

#include "program.hpp"
#include "systems.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;

class Map : public Scenario {
 protected:
  /// Two masses that differ, implicit: a boundary across the whole window. 4 cells lie between the first samples.
  Arguments unlike_masses(const char* out, const Arguments& more = {}) const {
    Arguments all = {"map",   two_mass_file(),           "--x",   "parameters.Lr1=-2:0:170",
                     "--y",   "parameters.Li1=0:10:160", "--set", "scheme.correction=implicit",
                     "--set", "scheme.order=2",          "--out", out};
    for (const char* key : {"alpha_m21", "alpha_Lr21", "alpha_Li21", "alpha_Lrc", "alpha_Lic"})
      all.insert(all.end(), {"--set", fmt::format("parameters.{}=10", key)});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::vector<std::string> lines(const std::filesystem::path& file) const {
    std::istringstream text(read_file(folder() / file));
    std::vector<std::string> all;
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }
};

double radius_of(const std::string& line) {
  double x = 0, y = 0, rho = 0;
  EXPECT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf", &x, &y, &rho), 3) << line;
  return rho;
}

TEST_F(Map, AdaptivelyHasTheVerdictsOfTheUniformOne) {
  const json uniform = answer(unlike_masses("uniform")), adaptive = answer(unlike_masses("adaptive", {"--adaptive"}));
  EXPECT_EQ(uniform.at("mode"), "uniform");
  EXPECT_EQ(uniform.at("evaluated"), 170 * 160);
  EXPECT_EQ(uniform.at("total"), 170 * 160);
  EXPECT_FALSE(uniform.contains("spacing"));
  EXPECT_FALSE(uniform.contains("settled"));
  EXPECT_EQ(adaptive.at("mode"), "adaptive");
  EXPECT_EQ(adaptive.at("spacing"), 4);
  EXPECT_EQ(adaptive.at("total"), 170 * 160);
  EXPECT_EQ(adaptive.at("stable"), uniform.at("stable"));
  EXPECT_EQ(adaptive.at("file"), "adaptive/map.png");
  EXPECT_EQ(adaptive.at("boundary"), "adaptive/map-boundary.csv");
  EXPECT_LT(adaptive.at("evaluated"), 170 * 160 / 4);
  EXPECT_GT(lines("uniform/map-boundary.csv").size(), 160u);  // across the window
  EXPECT_EQ(read_file(folder() / "uniform/map-boundary.csv"), read_file(folder() / "adaptive/map-boundary.csv"));

  const std::vector<std::string> full = lines("uniform/map.csv"), some = lines("adaptive/map.csv");
  ASSERT_EQ(full.size(), some.size());
  EXPECT_EQ(full[0], "parameters.Lr1,parameters.Li1,spectral_radius");
  EXPECT_EQ(some[0], full[0] + ",inferred");
  int judged = 0;
  for (std::size_t i = 1; i < full.size(); ++i) {
    if (some[i].ends_with(",0")) {
      ++judged;
      ASSERT_EQ(some[i], full[i] + ",0");
    } else {
      ASSERT_TRUE(some[i].ends_with(",1")) << some[i];
      ASSERT_EQ(radius_of(some[i]) <= 1 + 1e-6, radius_of(full[i]) <= 1 + 1e-6) << some[i];
    }
  }
  EXPECT_EQ(adaptive.at("evaluated"), judged);
}

TEST_F(Map, AdaptivelyIsBitwiseTheSameWhateverTheNumberOfThreads) {
  const json one = answer(unlike_masses("one", {"--adaptive", "--threads", "1"}));
  const json two = answer(unlike_masses("two", {"--adaptive", "--threads", "2"}));
  EXPECT_EQ(one.at("evaluated"), two.at("evaluated"));
  for (const char* file : {"map.csv", "map.png", "map.svg", "map-boundary.csv"})
    EXPECT_EQ(read_file(folder() / "one" / file), read_file(folder() / "two" / file)) << file;
}

TEST_F(Map, AdaptivelySaysWhatItPromises) {
  const Ended ended = run(unlike_masses("out", {"--adaptive"}));
  EXPECT_EQ(ended.exit_code, 0);
  for (const char* word : {"cells judged", "exact to a cell", "less than 4 cells wide"})
    EXPECT_NE(ended.out.find(word), std::string::npos) << ended.out;
}

TEST_F(Map, SettlesCloseVerdictsWithManyDigits) {
  // an undamped oscillator has ρ = 1 exactly; with a margin below the rounding of a double its verdict is a toss-up
  const Arguments neutral = {"map",      write("one.toml", oscillator_system),
                             "--x",      "scheme.step=0.1:2:12",
                             "--y",      "subsystem.pendulum.parameters.stiffness=5:40:9",
                             "--margin", "1e-17",
                             "--out",    "out"};
  const json tossed = answer(neutral);
  ASSERT_LT(tossed.at("stable"), 12 * 9);
  Arguments with_digits = neutral;
  with_digits.insert(with_digits.end(), {"--digits", "40"});
  for (const char* mode : {"uniform", "adaptive"}) {
    Arguments arguments = with_digits;
    if (mode == std::string("adaptive")) arguments.emplace_back("--adaptive");
    const json settled = answer(arguments);
    EXPECT_EQ(settled.at("mode"), mode);
    EXPECT_EQ(settled.at("stable"), 12 * 9);
    EXPECT_EQ(settled.at("settled"), 12 * 9);
    EXPECT_EQ(settled.at("changed"), 12 * 9 - tossed.at("stable").get<int>());
  }
}

TEST_F(Map, LeavesClearVerdictsToDoublePrecision) {
  const Arguments clear = {"map",      two_mass_file(),
                           "--x",      "parameters.Lr1=-2:-1:5",
                           "--y",      "parameters.Li1=0.1:0.2:5",
                           "--set",    "scheme.correction=implicit",
                           "--digits", "128",
                           "--out",    "out"};
  const json found = answer(clear);
  EXPECT_EQ(found.at("settled"), 0);
  EXPECT_EQ(found.at("changed"), 0);
}

TEST_F(Map, RefusesWrongInputBeforeAnyWork) {
  const auto map = [&](const char* x, const char* y, const Arguments& more) {
    Arguments all = {"map", two_mass_file(), "--x", x, "--y", y, "--out", "out"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  // a chart that would take hours
  expect_refusal(map("parameters.Lr3=-1:0:9000", "parameters.Li1=0:1:9000", {"--adaptive"}), 2, {"Lr3", "Lr1"});
  expect_refusal(map("parameters.Lr1=-1:0:9000", "parameters.Li1=0:1:9000", {"--digits", "151"}), 2,
                 {"--digits", "151", "1 to 150"});
  expect_refusal(map("parameters.Lr1=-1:0:9000", "parameters.Li1=0:1:9000",
                     {"--digits", "30", "--set", "subsystem.mass1.integrator=cvode"}),
                 3, {"mass1"});
  // one key inside the other, or two names of one place
  expect_refusal(map("parameters.Lr1=-1:0:9000", "parameters=0:1:9000", {}), 2, {"parameters.Lr1", "overlap"});
  expect_refusal(map("parameters=-1:0:9000", "parameters.Lr1=0:1:9000", {}), 2, {"parameters"});
  expect_refusal(map("parameters.Lr1=-1:0:9000", "parameters.'Lr1'=0:1:9000", {}), 2, {"the same"});
}

}  // namespace
}  // namespace oldham::test
