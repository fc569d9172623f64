// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

#include "program.hpp"

namespace oldham::test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// The program as people and their shells use it.
class Comfort : public Scenario {
 protected:
  static constexpr std::array headings = {
      "Start a system:", "Run it:", "Assess it:", "FMUs and SSP:", "Pages:", "Help:", "Subcommands:"};

  /// The names of the commands that a help text lists in groups.
  static std::vector<std::string> listed(const std::string& help) {
    std::vector<std::string> names;
    std::istringstream lines(help);
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(" ")) inside = std::ranges::find(headings, line) != headings.end();
      if (inside && line.starts_with("  ") && line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
  }

  /// All commands, those inside others too, as arguments.
  std::vector<Arguments> commands() const {
    std::vector<Arguments> found;
    std::vector<Arguments> open = {{}};
    while (!open.empty()) {
      Arguments path = open.back();
      open.pop_back();
      Arguments asking = path;
      asking.push_back("--help");
      for (const std::string& name : listed(run(asking).out)) {
        Arguments inner = path;
        inner.push_back(name);
        open.push_back(inner);
        found.push_back(inner);
      }
    }
    return found;
  }

  std::string shell(const std::string& script) const {
    const std::string out = folder().string() + ".shell";
    const int status =
        std::system(fmt::format("cd '{}' && PATH='{}':$PATH bash -c '{}' > '{}'", folder().string(),
                                std::filesystem::path(OLDHAM_PROGRAM).parent_path().string(), script, out)
                        .c_str());
    EXPECT_EQ(status, 0) << script;
    std::string text = read_file(out);
    std::filesystem::remove(out);
    return text;
  }

  /// What the words may be followed by, as bash would offer it.
  std::string offered(const std::string& words, int at) const {
    return shell(fmt::format(
        "source <(oldham completion bash); COMP_WORDS=({}); COMP_CWORD={}; _oldham; echo \"${{COMPREPLY[@]}}\"", words,
        at));
  }

  /// Output of the program on a terminal.
  std::string on_terminal(const Arguments& arguments, bool no_colour) const {
    int terminal = -1;
    const pid_t process = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (process == 0) {
      setenv("TERM", "xterm", 1);
      no_colour ? setenv("NO_COLOR", "1", 1) : unsetenv("NO_COLOR");
      std::vector<char*> words = {const_cast<char*>(OLDHAM_PROGRAM)};
      for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
      words.push_back(nullptr);
      execv(words[0], words.data());
      _exit(127);
    }
    std::string text;
    char bytes[4096];
    for (ssize_t count; (count = read(terminal, bytes, sizeof bytes)) > 0;) text.append(bytes, count);
    waitpid(process, nullptr, 0);
    close(terminal);
    return text;
  }
};

}  // namespace oldham::test
