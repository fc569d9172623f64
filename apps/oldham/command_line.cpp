// SPDX-License-Identifier: MIT
#include "command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/model/ready_made.hpp"
#include "oldham/model/registry.hpp"

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
  if (words.value_name == "PATH=VALUE") words.keys = settable_keys();
  // "FILE.fmu" among words stands for files
  const auto file =
      std::ranges::find_if(words.values, [](const std::string& word) { return word.starts_with("FILE"); });
  if (file != words.values.end()) {
    words.files = file->substr(4);
    words.values.erase(file);
  }
  return words;
}

std::vector<std::string> names_of_models() {
  std::vector<std::string> names;
  for (const SystemHelp& help : system_help()) names.push_back(help.name);
  for (const ModelHelp& help : model_help()) names.push_back(help.name);
  return names;
}

void add_words(const CLI::App& app, const std::string& path, std::vector<CommandWords>& list) {
  CommandWords words{path, app.get_description(), {}, {}, {}, app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      words.values = words_of(option->get_type_name());
      if (option->get_name(true) == "table") words.values = tables_of_keys();
      // what is described or exported is built in, or a file
      words.takes_files = option->get_name(true) == "what";
      if (words.takes_files) words.values = names_of_models();
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

namespace {

/// What the parser of the command line says, in the words of all other messages.
std::string translated(const CLI::App& app, const CLI::ParseError& error) {
  const std::string text = error.what();
  const auto between = [&](std::string_view begin, std::string_view end) {
    const std::size_t from = text.find(begin);
    if (from == std::string::npos) return std::string();
    const std::size_t to = text.find(end, from + begin.size());
    return to == std::string::npos ? std::string() : text.substr(from + begin.size(), to - from - begin.size());
  };
  if (const std::string option = between("Could not convert: ", " = "); !option.empty())
    return fmt::format("{}: '{}' is no number", option, text.substr(text.find(" = ") + 3));
  if (const std::string word = between(": ", " not in {"); !word.empty())
    return fmt::format("{}: there is no '{}'; {}", text.substr(0, text.find(": ")), word,
                       suggest(word, words_of(text)));
  if (text.find("subcommand is required") != std::string::npos) {
    std::vector<std::string> names;
    for (const CLI::App* inner : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(inner->get_name());
    return fmt::format("name a command: {}", fmt::join(names, ", "));
  }
  return text;
}

}  // namespace

namespace {

/// "scheme.step=0.005" of "--step 0.005" or "--scheme.step=0.005"; empty where that is no key, or none can be set.
std::string as_setting(const CLI::App& app, const std::vector<std::string>& words) {
  if (app.get_option_no_throw("--set") == nullptr || !words.front().starts_with("--")) return {};
  const std::size_t sign = words.front().find('=');
  const std::string place = place_of_key(words.front().substr(2, sign == std::string::npos ? sign : sign - 2));
  if (place.empty()) return {};
  const std::string value = sign != std::string::npos ? words.front().substr(sign + 1)
                            : words.size() > 1        ? words[1]
                                                      : "VALUE";
  return fmt::format("{}={}", place, value);
}

}  // namespace

void refuse_empty_values(CLI::App& program) {
  const auto refuse = [](CLI::Option& option) {
    const std::string kind = option.get_type_name();
    option.check([kind](const std::string& value) -> std::string {
      return value.empty() ? fmt::format("expected {}, found ''; give one, or leave the option out", kind) : "";
    });
    // as a default it means that no digits are asked for
    if (option.check_lname("digits"))
      option.check([](const std::string& value) -> std::string {
        return value == "0" ? "0 digits are none; ask for one or more, or leave the option out" : "";
      });
  };
  for (CLI::Option* option : program.get_options())
    if (!option->get_positional() && option->get_items_expected_max() > 0) refuse(*option);
  for (CLI::App* inner : program.get_subcommands([](CLI::App*) { return true; })) refuse_empty_values(*inner);
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
  if (unknown.empty()) {
    const std::string text = translated(*app, error);
    return text.ends_with('?') ? text : fmt::format("{}; {}", text, see);
  }

  // what nobody knows says more than what is missing in its stead
  const std::string word = unknown.front().substr(0, unknown.front().find('='));
  std::vector<std::string> names;
  if (word.starts_with('-')) {
    if (const std::string setting = as_setting(*app, unknown); !setting.empty())
      return fmt::format("'{}' has no option '{}'; write --set {}", path, word, setting);
    for (const CLI::Option* option : app->get_options())
      for (const std::string& name : option_words(*option).names)
        if (name.starts_with("--")) names.push_back(name);
    if (word.size() == 2) names.clear();  // nothing is near a letter
    const std::vector<std::string> near = near_misses(word, names);
    return fmt::format("'{}' has no option '{}'; {}", path, word, near.empty() ? see : suggest(word, names));
  }
  for (const CLI::App* inner : app->get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(inner->get_name());
  if (names.empty()) return fmt::format("'{}' takes no further argument '{}'; {}", path, unknown.front(), see);
  return fmt::format("there is no command '{} {}'; {}", path, word, suggest(word, names));
}

}  // namespace oldham::app
