// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace oldham::app {

/// An option as a shell completes it.
struct OptionWords {
  std::vector<std::string> names;   // with their dashes
  std::vector<std::string> values;  // the words it takes, where those are few
  std::string help;
  bool takes_value = false;
  std::string value_name;              // what stands for a value in the help: "FILE"
  std::string files = {};              // it takes those with this ending besides: ".fmu"
  std::vector<std::string> keys = {};  // of a system file, each with what follows it: "scheme.step="
};

/// A command as a shell completes it; the first of a list is the program itself, whose path is empty.
struct CommandWords {
  std::string path;  // "fmu check"
  std::string help;
  std::vector<OptionWords> options;
  std::vector<std::string> values;     // the words its first argument is one of, where those are few
  std::vector<std::string> arguments;  // their names
  std::string footer;                  // examples
  bool takes_files = false;            // besides those words
};

/// The program and all its commands, those inside others behind them.
std::vector<CommandWords> command_words(const CLI::App& program);

/// All of them as a page for man(1).
std::string manual_page(const std::vector<CommandWords>& commands);

/// Adds examples to the help of each command.
void add_examples_to_help(CLI::App& program);

/// The groups that commands are listed in, in this order, with what they are for.
void group_commands(CLI::App& program);
/// All commands by groups, a line for each group.
std::string short_help(const CLI::App& program);

/// What --set may begin with: "scheme.step=", of the tables that every file has.
std::vector<std::string> settable_keys();
std::vector<std::string> tables_of_keys();

/// "scheme.step" for "step", or what a path with dots comes near; empty where no table of a system file has such a key.
std::string place_of_key(const std::string& key);

/// What is wrong with a command that nobody knows.
std::string explain_command(const std::string& word, const std::vector<std::string>& names);

/// What is wrong with a command line, with the near misses of what nobody knows.
std::string explain(const CLI::App& program, const CLI::ParseError& error);

/// Lets no option of any command have a value that asks for nothing, such as that of a variable that is not set.
void refuse_empty_values(CLI::App& program);

}  // namespace oldham::app
