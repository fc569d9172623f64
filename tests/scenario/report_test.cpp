// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "page_data.hpp"
#include "program.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Report : public Scenario {
 protected:
  std::string page(const std::string& name) const { return read_file(folder() / name); }
  bool has(const std::string& name) const { return std::filesystem::exists(folder() / name); }
};

TEST_F(Report, TellsTheSameFromTheFolderAlone) {
  const json run = answer({"run", two_mass_file(), "--out", "out", "--report"});
  EXPECT_EQ(run.at("report"), "out/report.html");
  const std::string first = page("out/report.html");
  EXPECT_THAT(first, HasSubstr("<b>Completed</b>"));
  EXPECT_THAT(first, HasSubstr("<b>Stable at this step</b>"));
  EXPECT_THAT(first, HasSubstr("What limits the step"));
  EXPECT_THAT(first, HasSubstr("<svg class=\"graph\""));
  EXPECT_THAT(first, HasSubstr("system = \"two-mass\""));
  answer({"report", "out", "-o", "pages/again.html"});
  // all but what was judged anew, for which there may have been less time
  EXPECT_EQ(data_of(page("pages/again.html")), data_of(first));
  EXPECT_THAT(page("pages/again.html"), HasSubstr("<b>Stable at this step</b>"));
}

TEST_F(Report, NeedsNothingFromTheNetwork) {
  answer({"run", two_mass_file(), "--out", "out", "--report"});
  for (const char* tag : {"src=", "href=", "@import", "url("}) {
    const std::string text = page("out/report.html");
    for (std::size_t at = text.find(tag); at != std::string::npos; at = text.find(tag, at + 1))
      EXPECT_THAT(text.substr(at, 20), Not(HasSubstr("//"))) << text.substr(at, 60);
  }
}

TEST_F(Report, DrawsTheMonolithicSolutionAndOtherRuns) {
  answer({"run", two_mass_file(), "--out", "first", "--compare", "monolithic", "--report"});
  EXPECT_EQ(data_of(page("first/report.html")).at("others").at(0).at("label"), "monolithic");
  answer({"run", two_mass_file(), "--out", "second", "--set", "scheme.order=2"});
  answer({"monolithic", two_mass_file(), "--out", "third"});
  answer({"report", "first", "second", "--with", "third/"});
  EXPECT_THAT(page("first/report.html"), HasSubstr("<b>Compared with second</b><p>There: order 2, here 1.</p>"));
  const json others = data_of(page("first/report.html")).at("others");
  ASSERT_EQ(others.size(), 3U);
  EXPECT_EQ(others.at(1).at("label"), "second");
  EXPECT_EQ(others.at(2).at("label"), "third");
  // the same solution twice: what the first says differently of both is the same
  EXPECT_EQ(others.at(0).at("differences").at("signals").at(0).at("values"),
            others.at(2).at("differences").at("signals").at(0).at("values"));
  // a later run without it leaves nothing of it
  answer({"run", two_mass_file(), "--out", "first"});
  EXPECT_FALSE(has("first/monolithic.h5"));
  EXPECT_FALSE(has("first/report.html"));
}

TEST_F(Report, SaysThatRunsHaveNothingInCommon) {
  answer({"run", two_mass_file(), "--out", "first"});
  answer({"run", OLDHAM_SOURCE "/examples/crane/single.toml", "--out", "second", "--set", "simulation.end=0.1"});
  answer({"report", "first", "second"});
  EXPECT_THAT(page("first/report.html"), HasSubstr("<b>Nothing in common with second</b>"));
}

TEST_F(Report, TellsWhyARunEnded) {
  const Ended ended = run({"run", two_mass_file(), "--out", "out", "--report", "--json", "--set",
                           "scheme.decomposition=displacement-displacement", "--set", "scheme.step=0.5", "--set",
                           "simulation.end=1000.0"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.json().at("status"), "diverged");
  EXPECT_THAT(page("out/report.html"), HasSubstr("<b>Diverged at t ="));
  EXPECT_THAT(page("out/report.html"), HasSubstr("<b>Unstable at this step</b>"));
  EXPECT_THAT(page("out/report.html"), HasSubstr("The nearest stable step is"));
  EXPECT_THAT(page("out/report.html"), HasSubstr("<b>Why it diverged</b><p>"));
  EXPECT_THAT(page("out/report.html"), HasSubstr("</p><p>change: "));
}

TEST_F(Report, ConcludesNothingFromAStepThatIsNotLinear) {
  const std::string rod = OLDHAM_SOURCE "/examples/rod/rollup.toml";
  const json verdict = answer({"stability", rod});
  EXPECT_EQ(verdict.at("verdict"), "inconclusive");
  EXPECT_THAT(run({"stability", rod}).out, StartsWith("inconclusive at step"));
  answer({"run", rod, "--out", "out", "--report"});
  EXPECT_THAT(page("out/report.html"), HasSubstr("<b>Stability inconclusive</b>"));
  EXPECT_THAT(page("out/report.html"), HasSubstr("the step is not linear enough"));
  EXPECT_THAT(page("out/report.html"), Not(HasSubstr("Unstable at this step")));
}

TEST_F(Report, TellsTheWindowOfStableStepsOrWhyItIsNotKnown) {
  // oldham stability --largest-step finds these limits
  answer({"run", OLDHAM_SOURCE "/examples/interface-model/system.toml", "--out", "out", "--report"});
  EXPECT_THAT(page("out/report.html"), HasSubstr("It is stable from 1.984 ms to 2.911 ms"));
  answer(
      {"run", OLDHAM_SOURCE "/examples/rod/hanging.toml", "--out", "rod", "--report", "--set", "simulation.end=0.01"});
  EXPECT_THAT(page("rod/report.html"),
              HasSubstr("How far from its limit it is was not looked for, as that would take"));
}

TEST_F(Report, DoesNotPromiseToRunWhatOnlyAnotherProgramHas) {
  answer({"run", two_mass_file(), "--out", "out", "--report"});
  EXPECT_THAT(page("out/report.html"), HasSubstr("oldham run system.toml --report</dd>"));
  // such as a class of Python
  write("out/system.toml",
        "[simulation]\nend = 1.0\n[scheme]\nstep = 0.1\n[[subsystem]]\nname = \"a\"\nmodel = \"mine\"\n");
  answer({"report", "out"});
  EXPECT_THAT(page("out/report.html"), Not(HasSubstr("oldham run system.toml")));
  EXPECT_THAT(page("out/report.html"), HasSubstr("by the program that made it"));
}

TEST_F(Report, TakesAFolderThatHasResultsOnly) {
  answer({"monolithic", two_mass_file(), "--out", "out"});
  answer({"report", "out"});
  EXPECT_THAT(page("out/report.html"), HasSubstr("<b>Results alone</b>"));
  std::filesystem::remove(folder() / "out/monolithic.h5");
  answer({"report", "out"});
}

TEST_F(Report, SaysThatResultsWereCutShort) {
  answer({"run", two_mass_file(), "--out", "out"});
  std::filesystem::remove(folder() / "out/results.h5");
  const std::string whole = page("out/results.csv");
  answer({"report", "out"});
  EXPECT_THAT(page("out/report.html"), Not(HasSubstr("Results incomplete")));
  write("out/results.csv", whole.substr(0, whole.size() / 2));
  answer({"report", "out"});
  EXPECT_THAT(page("out/report.html"), HasSubstr("<b>Results incomplete</b>"));
}

TEST_F(Report, SaysWhatIsMissing) {
  expect_refusal({"report", "nowhere"}, 2, {"nowhere", "there is no such folder", "oldham run FILE"});
  std::filesystem::create_directory(folder() / "empty");
  expect_refusal({"report", "empty"}, 2, {"empty", "no results of a run"});
  answer({"run", two_mass_file(), "--out", "out"});
  expect_refusal({"report", "out", "--with", "nowhere"}, 2, {"nowhere", "there is no such folder"});
  write("out/summary.toml", "status = 3\n");
  expect_refusal({"report", "out"}, 2, {"summary.toml:1", "status"});
}

TEST_F(Report, TellsOfSteps) {
  answer({"run", two_mass_file(), "--out", "out", "--report", "--set", "scheme.correction=implicit"});
  const json steps = data_of(page("out/report.html")).at("steps").at("signals");
  EXPECT_EQ(steps.at(0).at("name"), "step");
  EXPECT_EQ(steps.at(1).at("name"), "corrections");
  EXPECT_TRUE(steps.at(1).contains("values"));  // none before the first step, some in every other
  EXPECT_THAT(page("out/report.html"), HasSubstr("Each step took 1 correction."));
}

TEST_F(Report, StudiesHavePages) {
  const json map = answer({"map", two_mass_file(), "--x", "scheme.step=0.01:0.1:4", "--y", "parameters.m2=0.1:10:3",
                           "--report", "--out", "map"});
  EXPECT_EQ(data_of(page(map.at("report"))).at("x").at("count"), 4);
  EXPECT_EQ(data_of(page(map.at("report"))).at("x").at("unit"), "s");
  EXPECT_EQ(data_of(page(map.at("report"))).at("y").at("unit"), "kg");
  EXPECT_THAT(page(map.at("report")), HasSubstr("oldham map system.toml --x scheme.step=0.01:0.1:4 --y "
                                                "parameters.m2=0.1:10:3 --report</dd>"));
  const json converged = answer({"converge", two_mass_file(), "--steps", "0.02,0.01", "--report", "--out", "converge"});
  EXPECT_EQ(data_of(page(converged.at("report"))).at("steps"), json({0.02, 0.01}));
  EXPECT_THAT(page(converged.at("report")), HasSubstr("oldham converge system.toml --steps 0.02,0.01 --report</dd>"));
  const json swept =
      answer({"sweep", two_mass_file(), "--over", "scheme.step=0.01,0.03", "--report", "--out", "sweep"});
  EXPECT_THAT(page(swept.at("report")), HasSubstr("oldham sweep system.toml --over scheme.step=0.01,0.03 --report"));
  const json data = data_of(page(swept.at("report")));
  EXPECT_EQ(data.at("keys"), 1);
  EXPECT_EQ(data.at("heads").at(0), "scheme.step");
  EXPECT_EQ(data.at("units").at(0), "s");
  // published outputs alone, with their units
  EXPECT_EQ(data.at("heads").at(2), "x1");
  EXPECT_EQ(data.at("units").at(2), "m");
  EXPECT_EQ(data.at("rows").size(), 2U);
  EXPECT_EQ(data.at("rows").at(0).at(1), "completed");
  EXPECT_EQ(data.at("rows").at(1).at(0), "0.03");  // in the digits it was given in
}

}  // namespace
}  // namespace oldham::test
