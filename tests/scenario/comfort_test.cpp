// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

#include "comfort.hpp"

namespace oldham::test {
namespace {

TEST_F(Comfort, EveryCommandHasExamplesThatBeginWithIt) {
  const std::vector<Arguments> all = commands();
  EXPECT_GT(all.size(), 15u);
  for (Arguments command : all) {
    std::string name = "oldham";
    for (const std::string& word : command) name += ' ' + word;
    command.push_back("--help");
    EXPECT_THAT(run(command).out, HasSubstr("Examples:\n  " + name)) << "add some to help_examples.cpp";
  }
}

TEST_F(Comfort, ExamplesOfTheHelpWork) {
  // what they speak of
  answer({"new", "kit/first"});
  for (const char* name : {"pump", "tank"})
    ASSERT_EQ(run({"fmu", "export", "oscillator", "-o", fmt::format("kit/{}.fmu", name)}).exit_code, 0);
  answer({"new", "kit/rig", "--from", "kit/pump.fmu", "--from", "kit/tank.fmu"});
  answer({"ssp", "export", "kit/rig.toml", "-o", "kit/rig.ssp"});
  const std::string four_bar = OLDHAM_SOURCE "/examples/four-bar/system.toml";
  for (const auto& [file, results] : {std::pair<std::string, std::string>{"kit/first.toml", "first"},
                                      {"kit/first.toml", "second"},
                                      {four_bar, "four-bar"}})
    answer({"run", file, "--out", "kit/results/" + results, "--set", "simulation.end=0.1"});
  int runs = 0;
  for (Arguments command : commands()) {
    const bool makes_files = command.front() == "new";
    command.push_back("--help");
    std::istringstream lines(run(command).out);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("  oldham ")) continue;
      line = line.substr(9, line.find("  ", 9) - 9);
      // a server does not end, variables are those of an FMU that is not here, what a shell writes goes to the user's
      // own folder, much time is asked for, and what other tests have unpacked is not to be removed
      const bool is_passed_over =
          std::ranges::any_of(std::array{"serve", "speed=", "> ", "--budget", "--clear"},
                              [&](const char* word) { return line.find(word) != std::string::npos; });
      if (is_passed_over) continue;
      const std::filesystem::path place = folder() / fmt::format("run{}", runs++);
      std::filesystem::copy(folder() / "kit", place, std::filesystem::copy_options::recursive);
      if (makes_files)
        for (const char* file : {"first.toml", "rig.toml"}) std::filesystem::remove(place / file);
      Arguments words;
      std::istringstream parts(line);
      for (std::string word; parts >> word;) words.push_back(word);
      const Ended ended = run_program(words, place);
      EXPECT_EQ(ended.exit_code, 0) << line << "\n" << ended.err;
      std::filesystem::remove_all(place);
    }
  }
  EXPECT_GT(runs, 40);
}

TEST_F(Comfort, BashCompletesCommandsOptionsAndTheirValues) {
  EXPECT_THAT(offered("oldham st", 1), testing::AllOf(HasSubstr("static"), HasSubstr("stability")));
  EXPECT_THAT(offered("oldham fmu ch", 2), HasSubstr("check"));
  EXPECT_THAT(offered("oldham fmu check --ti", 3), HasSubstr("--time-limit"));
  EXPECT_THAT(offered("oldham run --compare m", 3), HasSubstr("monolithic"));
  EXPECT_THAT(offered("oldham new x --from me", 4), HasSubstr("mechanism"));
  write("mine.fmu", "");
  write("mine.csv", "");
  EXPECT_EQ(offered("oldham new x --from mi", 4), "mine.fmu\n");
  EXPECT_THAT(offered("oldham new x --from F", 4), Not(HasSubstr("FILE")));
  EXPECT_THAT(offered("oldham describe osc", 2), HasSubstr("oscillator"));
  EXPECT_THAT(offered("oldham describe mine.f", 2), HasSubstr("mine.fmu"));
  EXPECT_THAT(offered("oldham fmu export cra", 3), HasSubstr("crane-double"));
  EXPECT_THAT(offered("oldham examples fo", 2), HasSubstr("four-bar"));
  write("mine.toml", "");
  EXPECT_THAT(offered("oldham run mi", 2), HasSubstr("mine.toml"));
  // keys of a file, and tables of the list of them
  EXPECT_THAT(offered("oldham run mine.toml --set scheme.st", 4), HasSubstr("scheme.step="));
  EXPECT_THAT(offered("oldham keys sch", 2), HasSubstr("scheme"));
  EXPECT_THAT(offered("oldham run --", 2), Not(HasSubstr("--time-limit")));
}

TEST_F(Comfort, ThePageForManTellsOfEveryCommandAndOption) {
  std::string page = run({"completion", "man"}).out;
  EXPECT_THAT(page, testing::StartsWith(".TH OLDHAM 1"));
  // as it is read: a dash that stays a dash is written with a backslash
  for (std::size_t at; (at = page.find("\\-")) != std::string::npos;) page.erase(at, 1);
  for (Arguments command : commands()) {
    std::string head = ".SS oldham";
    for (const std::string& word : command) head += ' ' + word;
    EXPECT_THAT(page, HasSubstr(head));
    command.push_back("--help");
    std::istringstream words(run(command).out);
    for (std::string word; words >> word;) {
      if (!word.starts_with("--") || word == "--" || word == "--help") continue;
      EXPECT_THAT(page, HasSubstr(word.substr(0, word.find_first_of(",=:"))));
    }
  }
}

TEST_F(Comfort, CompletionKnowsEveryOptionOfEveryCommand) {
  for (const char* name : {"bash", "zsh", "fish"}) {
    const std::string script = answer({"completion", name}).at("script");
    for (Arguments command : commands()) {
      command.push_back("--help");
      std::istringstream words(run(command).out);
      for (std::string word; words >> word;) {
        if (!word.starts_with("--") || word == "--") continue;
        const std::string option = word.substr(0, word.find_first_of(",=:"));
        const bool is_fish = std::string(name) == "fish";
        EXPECT_THAT(script, HasSubstr(is_fish ? "-l " + option.substr(2) : option)) << name;
      }
    }
  }
  EXPECT_EQ(run({"completion", "tcsh"}).exit_code, 2);
}

TEST_F(Comfort, ScriptsAreGoodForTheirShells) {
  for (const char* name : {"bash", "zsh", "fish"}) {
    if (std::system(fmt::format("command -v {} > /dev/null", name).c_str()) != 0) continue;
    shell(fmt::format("oldham completion {0} > script && {0} -n script", name));
    if (std::string(name) != "fish") continue;
    const auto offered_by_fish = [&](const char* line) {
      return shell(fmt::format("HOME=$PWD fish -c \"source script; complete -C \\\"{}\\\"\"", line));
    };
    EXPECT_THAT(offered_by_fish("oldham fmu ch"), testing::StartsWith("check\t"));
    EXPECT_THAT(offered_by_fish("oldham fmu check --ti"), testing::StartsWith("--time-limit\t"));
    EXPECT_THAT(offered_by_fish("oldham run --compare m"), testing::StartsWith("monolithic\t"));
  }
}

TEST_F(Comfort, NewFilesRunAsTheyAre) {
  const json templates = {"two-mass", "mechanism", "rod", "ready-made"};
  for (const std::string name : templates) {
    const json written = answer({"new", name, "--from", name});
    EXPECT_EQ(written.at("file"), name + ".toml");
    EXPECT_EQ(answer({"run", name + ".toml", "--set", "simulation.end=0.05"}).at("status"), "completed") << name;
    EXPECT_THAT(read_file(folder() / (name + ".toml")), HasSubstr(" # "));
  }
  EXPECT_EQ(answer({"new", "sub/first.toml"}).at("file"), "sub/first.toml");
  expect_refusal({"new", "two-mass"}, 2, {"two-mass.toml", "already"});
  expect_refusal({"new", "other", "--from", "tow-mass"}, 2, {"did you mean 'two-mass'"});
}

TEST_F(Comfort, NewFilesOfFmusListTheirVariables) {
  ASSERT_EQ(run({"fmu", "export", "oscillator", "-o", "a.fmu"}).exit_code, 0);
  answer({"new", "rigs/pair", "--from", "a.fmu", "--from", "a.fmu"});
  const std::string text = read_file(folder() / "rigs/pair.toml");
  EXPECT_THAT(text, HasSubstr("../a.fmu"));
  EXPECT_THAT(text, HasSubstr("name = \"a2\""));
  EXPECT_THAT(text, HasSubstr("#   force"));
  EXPECT_THAT(text, HasSubstr("#   position"));
  EXPECT_EQ(answer({"run", "rigs/pair.toml"}).at("status"), "completed");
}

TEST_F(Comfort, NewFilesListWhatIsOpenWithCandidates) {
  for (const char* name : {"Oscillator-2", "Trivial-2"})
    std::filesystem::copy(fmu_path(name), folder() / (std::string(name) + ".fmu"));
  const Ended made = run({"new", "open", "--from", "Oscillator-2.fmu", "--from", "Trivial-2.fmu"});
  EXPECT_THAT(made.out, HasSubstr("nothing joins these FMUs: Oscillator-2, Trivial-2"));
  EXPECT_THAT(made.out, HasSubstr("inputs without a source: Oscillator-2.force, Trivial-2.u"));
  std::string text = read_file(folder() / "open.toml");
  EXPECT_THAT(text, HasSubstr("# [[connect]]\n# from = \"Trivial-2.y\"\n# to   = \"Oscillator-2.force\"\n"));
  // one of them is meant; its constant gives way
  const std::string candidate = "# [[connect]]\n# from = \"Trivial-2.y\"\n# to   = ";
  text.replace(text.find(candidate), candidate.size(), "[[connect]]\nfrom = \"Trivial-2.y\"\nto   = ");
  write("open.toml", text);
  const json ran = answer({"run", "open.toml", "--set", "simulation.end=0.1"});
  EXPECT_EQ(ran.at("status"), "completed");
  EXPECT_THAT(ran.at("notes").dump(), HasSubstr("input 'Oscillator-2.force' is connected; its constant 0 is not used"));
}

TEST_F(Comfort, NewFilesOfAnyFmuCanBePutTogether) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(fmu_path("Stair-2")).parent_path())) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".fmu" || name.starts_with("LacksLibrary")) continue;
    answer({"new", name, "--from", entry.path().string()});
    const Ended ended = run({"check", name + ".toml"});
    EXPECT_EQ(ended.exit_code, 0) << name << ": " << ended.err;
    ++count;
  }
  EXPECT_GT(count, 20);
}

TEST_F(Comfort, ExamplesAreThoseOfTheTree) {
  std::vector<std::string> names, folders;
  const json listed_examples = answer({"examples"});
  for (const json& example : listed_examples.at("examples")) {
    names.push_back(example.at("name"));
    EXPECT_NE(example.at("summary"), "") << names.back();
  }
  for (const auto& entry : std::filesystem::directory_iterator(OLDHAM_SOURCE "/examples"))
    if (entry.is_directory()) folders.push_back(entry.path().filename().string());
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(folders));

  const json copied = answer({"examples", "two-mass"});
  for (const std::string file : copied.at("files"))
    EXPECT_EQ(read_file(folder() / file), read_file(std::filesystem::path(OLDHAM_SOURCE "/examples") / file));
  EXPECT_EQ(answer({"run", "two-mass/system.toml"}).at("status"), "completed");
  expect_refusal({"examples", "two-mass"}, 2, {"already", "--to"});
  expect_refusal({"examples", "two-mas"}, 2, {"did you mean 'two-mass'"});
}

TEST_F(Comfort, TheListOfKeysInTheGuideIsThatOfTheProgram) {
  EXPECT_EQ(run({"keys", "--markdown"}).out, read_file(OLDHAM_SOURCE "/docs/guide/keys.md"))
      << "run 'oldham keys --markdown > docs/guide/keys.md'";
  const std::string scheme = run({"keys", "scheme"}).out;
  EXPECT_THAT(scheme, HasSubstr("divergence_limit"));
  EXPECT_THAT(scheme, Not(HasSubstr("output_interval")));
  expect_refusal({"keys", "shceme"}, 2, {"did you mean 'scheme'"});
  expect_refusal({"keys", "nothing"}, 2, {"no table 'nothing'", "known here: simulation, "});
}

TEST_F(Comfort, OnlyTerminalsSeeColours) {
  const Arguments models = {"models"};
  const std::string plain = run(models).out;
  EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
  EXPECT_THAT(on_terminal(models, false), HasSubstr("\x1b[36mtwo-mass\x1b[0m"));
  std::string quiet = on_terminal(models, true);
  std::erase(quiet, '\r');
  EXPECT_EQ(quiet, plain);
}

}  // namespace
}  // namespace oldham::test
