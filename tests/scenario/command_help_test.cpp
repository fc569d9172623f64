// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <sstream>

#include "comfort.hpp"

// What the program answers to those who do not know it yet.

namespace oldham::test {
namespace {

TEST_F(Comfort, CommandsAreListedInGroups) {
  const std::string all = run({"--help"}).out;
  for (const char* heading : headings)
    EXPECT_EQ(all.find(std::string("\n") + heading + "\n") != std::string::npos, std::string(heading) != "Subcommands:")
        << heading;
  const Ended bare = run({});
  EXPECT_EQ(bare.exit_code, 0) << bare.err;
  EXPECT_THAT(bare.out, HasSubstr("Run it"));
  for (const std::string& name : listed(all)) EXPECT_THAT(bare.out, HasSubstr(name));
  EXPECT_LT(std::ranges::count(bare.out, '\n'), 12);
}

TEST_F(Comfort, HelpIsACommandToo) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "fmu", "check"}).out, run({"fmu", "check", "--help"}).out);
  EXPECT_EQ(run({"-V"}).out, run({"--version"}).out);
  EXPECT_EQ(answer({"help", "run"}).at("help").get<std::string>() + "\n", run({"run", "--help"}).out);
  expect_refusal({"help", "rnu"}, 2, {"no command 'rnu'", "did you mean 'run'"});
  expect_refusal({"help", "fmu", "chek"}, 2, {"no command 'fmu chek'", "did you mean 'check'"});
}

TEST_F(Comfort, KeysThatAreGivenAsOptionsAreFound) {
  expect_refusal({"run", "a.toml", "--step", "0.005"}, 2, {"has no option '--step'; write --set scheme.step=0.005"});
  expect_refusal({"stability", "a.toml", "--scheme.order=1"}, 2, {"write --set scheme.order=1"});
  expect_refusal({"run", "a.toml", "--end", "3"}, 2, {"write --set simulation.end=3"});
  expect_refusal({"run", two_mass_file(), "--set", "step=0.005"}, 2,
                 {"--set step=0.005", "did you mean 'scheme.step'?"});
  expect_refusal({"models", "--step", "1"}, 2, {"has no option '--step'"});
  // nothing is near a single letter
  const Ended letter = run({"run", "a.toml", "-x", "1"});
  EXPECT_THAT(letter.err, HasSubstr("has no option '-x'; see 'oldham run --help'"));
  expect_refusal({"simulate", "a.toml"}, 2, {"no command 'simulate'; 'oldham run' does that"});
  expect_refusal({"qqqqqqq"}, 2, {"known here: new, ", "see 'oldham help'"});
}

TEST_F(Comfort, OIsOutEverywhere) {
  for (const Arguments& command : commands()) {
    const std::string help = run(command + Arguments{"--help"}).out;
    if (help.find("--out") == std::string::npos) continue;
    EXPECT_THAT(help, HasSubstr("-o,--out")) << command.front();
  }
  answer({"run", two_mass_file(), "-o", "here"});
  EXPECT_TRUE(std::filesystem::exists(folder() / "here/results.csv"));
  const Arguments map = {"map", two_mass_file(), "--x", "scheme.step=0.01:0.1:4", "--y", "parameters.Li1=1:10:4"};
  EXPECT_EQ(answer(map + Arguments{"-o", "chart.svg"}).at("file"), "chart.svg");
  EXPECT_EQ(answer(map + Arguments{"--output", "other.png"}).at("file"), "other.png");
  EXPECT_EQ(answer(map + Arguments{"-o", "charts"}).at("file"), "charts/map.png");
}

TEST_F(Comfort, NumbersWithoutUnitHaveNone) {
  std::filesystem::copy(fmu_path("Trivial-2"), folder() / "plain.fmu");
  const std::string text = run({"fmu", "run", "plain.fmu"}).out;
  EXPECT_THAT(text, testing::ContainsRegex("\n  y  +[-0-9.e]+\n"));
  EXPECT_THAT(text, Not(HasSubstr("plain.y"))) << "the same once more";
  const std::string table = read_file(folder() / "results/plain/results.csv");
  EXPECT_THAT(table, testing::StartsWith("time [s],plain.y,y\n"));
  EXPECT_THAT(read_file(folder() / "results/plain/plot.svg"), Not(HasSubstr("(1)")));
}

TEST_F(Comfort, NamesOfModelsStandInColumns) {
  std::istringstream lines(run({"models"}).out);
  std::set<std::size_t> columns;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) continue;
    columns.insert(line.find_first_not_of(' ', line.find(' ', 2)));
  }
  EXPECT_EQ(columns.size(), 1u);
}

TEST_F(Comfort, AFileThatCannotBeWrittenLeavesNothingAndSaysWhy) {
  // as on a full disk: no byte can be written
  const std::string said = shell("(trap \"\" XFSZ; ulimit -f 0; oldham new first) 2>&1 | cat");
  EXPECT_THAT(said,
              HasSubstr("first.toml: cannot be written: File too large; free some space or choose another place"));
  EXPECT_FALSE(std::filesystem::exists(folder() / "first.toml"));
  EXPECT_FALSE(std::filesystem::exists(folder() / "first.toml.new"));
}

TEST_F(Comfort, WordsThatNobodyKnowsAreToldWhatIsNear) {
  expect_refusal({"rnu", "a.toml"}, 2, {"did you mean 'run'"});
  expect_refusal({"fmu", "chek", "a.fmu"}, 2, {"no command 'oldham fmu chek'", "did you mean 'check'"});
  expect_refusal({"run", "a.toml", "--comapre", "monolithic"}, 2, {"has no option '--comapre'", "'--compare'"});
  expect_refusal({"stability", "a.toml", "--largest-stpe=1:2:3"}, 2, {"'--largest-step'"});
  expect_refusal({"run", "a.toml", "b.toml"}, 2, {"takes no further argument 'b.toml'", "oldham run --help"});
  expect_refusal({"run", "a.toml", "--zzzzzz"}, 2, {"see 'oldham run --help'"});
  expect_refusal({"run"}, 2, {"file", "oldham run --help"});
}

}  // namespace
}  // namespace oldham::test
