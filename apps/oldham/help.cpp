// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "command_line.hpp"
#include "oldham/core/error.hpp"

namespace oldham::app {
namespace {

struct HelpArguments {
  std::vector<std::string> words;
  bool json = false;
};

Answer work(const HelpArguments& arguments, const CLI::App& program) {
  const CLI::App* app = &program;
  for (const std::string& word : arguments.words) {
    const CLI::App* next = nullptr;
    std::vector<std::string> names;
    for (const CLI::App* inner : app->get_subcommands([](const CLI::App*) { return true; })) {
      names.push_back(inner->get_name());
      if (names.back() == word) next = inner;
    }
    if (next == nullptr)
      throw Error(ErrorKind::wrong_input,
                  app == &program ? explain_command(word, names)
                                  : fmt::format("there is no command '{} {}'; {}", app->get_name(), word,
                                                names.empty() ? "see 'oldham help'" : suggest(word, names)));
    app = next;
  }
  Answer answer;
  // its own help() would be that of the command that runs, which is this one
  std::string prefix = "oldham";
  for (const std::string& word : arguments.words) prefix += ' ' + word;
  answer.text = app->get_formatter()->make_help(app, prefix, CLI::AppFormatMode::Normal);
  while (answer.text.ends_with('\n')) answer.text.pop_back();
  answer.json["help"] = answer.text;
  return answer;
}

}  // namespace

Command add_help(CLI::App& parent) {
  auto arguments = std::make_shared<HelpArguments>();
  CLI::App* app = parent.add_subcommand("help", "what commands there are, and how one is used");
  app->add_option("command", arguments->words, "a command: run, fmu check");
  app->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  return {app, &arguments->json, [arguments, &parent] { return work(*arguments, parent); }};
}

}  // namespace oldham::app
