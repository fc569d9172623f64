// SPDX-License-Identifier: MIT
#include "command_line.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"

namespace oldham::app {
namespace {

/// The words of a type name such as "TEXT:{a,b}" or "ENUM:value in {a->0,b->1} OR {0,1}".
std::vector<std::string> words_of(const std::string& type_name) {
  std::vector<std::string> words;
  const std::size_t begin = type_name.find('{'), end = type_name.find('}');
  if (begin == std::string::npos || end == std::string::npos) return words;
  std::string word;
  for (const char c : type_name.substr(begin + 1, end - begin - 1) + ",") {
    if (c != ',') {
      word += c;
      continue;
    }
    words.push_back(word.substr(0, word.find("->")));
    word.clear();
  }
  return words;
}

OptionWords option_words(const CLI::Option& option) {
  OptionWords words;
  for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
  words.values = words_of(option.get_type_name());
  words.help = option.get_description();
  words.takes_value = option.get_items_expected_max() > 0;
  words.value_name = option.get_type_name();
  return words;
}

void add_words(const CLI::App& app, const std::string& path, std::vector<CommandWords>& list) {
  CommandWords words{path, app.get_description(), {}, {}, {}, app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      words.values = words_of(option->get_type_name());
      words.arguments.push_back(option->get_required() ? option->get_name(true) : '[' + option->get_name(true) + ']');
    } else {
      words.options.push_back(option_words(*option));
    }
  }
  list.push_back(std::move(words));
  for (const CLI::App* inner : app.get_subcommands([](const CLI::App*) { return true; }))
    add_words(*inner, path.empty() ? inner->get_name() : path + ' ' + inner->get_name(), list);
}

}  // namespace

std::vector<CommandWords> command_words(const CLI::App& program) {
  std::vector<CommandWords> list;
  add_words(program, "", list);
  return list;
}

std::string explain(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App* app = &program;
  std::string path = "oldham";
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().front();
    path += ' ' + app->get_name();
  }
  const std::string see = fmt::format("see '{} --help'", path);
  std::vector<std::string> unknown = program.remaining(true);
  std::erase(unknown, "--json");  // how the answer is written is not what is asked
  if (unknown.empty()) return fmt::format("{}; {}", error.what(), see);

  // what nobody knows says more than what is missing in its stead
  const std::string word = unknown.front().substr(0, unknown.front().find('='));
  std::vector<std::string> names;
  if (word.starts_with('-')) {
    for (const CLI::Option* option : app->get_options())
      for (const std::string& name : option_words(*option).names) names.push_back(name);
    const std::vector<std::string> near = near_misses(word, names);
    return fmt::format("'{}' has no option '{}'; {}", path, word, near.empty() ? see : suggest(word, names));
  }
  for (const CLI::App* inner : app->get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(inner->get_name());
  if (names.empty()) return fmt::format("'{}' takes no further argument '{}'; {}", path, unknown.front(), see);
  return fmt::format("there is no command '{} {}'; {}", path, word, suggest(word, names));
}

}  // namespace oldham::app
