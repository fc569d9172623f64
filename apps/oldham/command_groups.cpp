// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <ranges>

#include "command_line.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/key_reference.hpp"

// Which commands there are, as people look for them.

namespace oldham::app {
namespace {

struct Group {
  const char* name;
  std::vector<const char*> commands;
};

const std::array<Group, 6>& groups() {
  static const std::array<Group, 6> all = {{
      {"Start a system", {"new", "examples", "models", "describe", "keys", "check"}},
      {"Run it", {"run", "monolithic", "static", "modal", "sweep", "converge"}},
      {"Assess it", {"stability", "map", "advise"}},
      {"FMUs and SSP", {"fmu", "ssp"}},
      {"Pages", {"report", "animate", "serve"}},
      {"Help", {"help", "completion"}},
  }};
  return all;
}

/// What other tools call them.
const std::map<std::string, std::string>& synonyms() {
  static const std::map<std::string, std::string> all = {{"simulate", "run"},
                                                         {"sim", "run"},
                                                         {"plot", "report"},
                                                         {"show", "report"},
                                                         {"view", "report"},
                                                         {"validate", "check"},
                                                         {"lint", "check"},
                                                         {"verify", "check"},
                                                         {"init", "new"},
                                                         {"create", "new"},
                                                         {"info", "fmu info"},
                                                         {"inspect", "describe"},
                                                         {"export", "fmu export"},
                                                         {"import", "new --from"},
                                                         {"ui", "serve"},
                                                         {"gui", "serve"},
                                                         {"web", "serve"},
                                                         {"eigenvalues", "modal"},
                                                         {"modes", "modal"},
                                                         {"equilibrium", "static"},
                                                         {"optimize", "advise"},
                                                         {"optimise", "advise"},
                                                         {"tune", "advise"},
                                                         {"chart", "map"},
                                                         {"reference", "monolithic"},
                                                         {"convergence", "converge"},
                                                         {"version", "--version"}};
  return all;
}

}  // namespace

void group_commands(CLI::App& program) {
  for (const Group& group : groups())
    for (const char* name : group.commands) program.get_subcommand(name)->group(group.name);
}

std::string short_help(const CLI::App& program) {
  std::string text = program.get_description() + "\n\n";
  std::size_t width = 0;
  for (const Group& group : groups()) width = std::max(width, std::string_view(group.name).size());
  for (const Group& group : groups())
    text += fmt::format("  {:<{}}  {}\n", group.name, width, fmt::join(group.commands, ", "));
  return text +
         "\n'oldham help' says what each does, 'oldham help COMMAND' how; 'oldham new first' starts a system file";
}

namespace {

/// Reading sample files takes a while: only when needed, and once.
const std::vector<KeySection>& known_sections() {
  static const std::vector<KeySection> sections = key_reference();
  return sections;
}

}  // namespace

std::string place_of_key(const std::string& key) {
  const std::vector<KeySection>& sections = known_sections();
  const std::size_t dot = key.rfind('.');
  const std::string last = dot == std::string::npos ? key : key.substr(dot + 1);
  const std::string table = dot == std::string::npos ? "" : key.substr(0, dot);
  // those of every file come first; a key of a subsystem or interface needs its name, which is not known here
  for (const char* id : {"", "scheme", "simulation", "scheme.adaptive", "subsystem", "interface"})
    for (const KeySection& section : sections) {
      if (section.id != id || (!table.empty() && table != id)) continue;
      const auto found = std::ranges::find(section.keys, last, &KeyEntry::key);
      if (found == section.keys.end()) continue;
      const std::string_view in = id;
      if (in.empty()) return table.empty() ? std::string() : last;  // it is where it belongs
      return in == "subsystem" || in == "interface" ? fmt::format("{}.NAME.{}", in, last)
                                                    : fmt::format("{}.{}", in, last);
    }
  return {};
}

std::vector<std::string> settable_keys() {
  std::vector<std::string> keys;
  for (const KeySection& section : known_sections())
    for (const char* table : {"scheme", "simulation", "scheme.adaptive"})
      if (section.id == table)
        for (const KeyEntry& entry : section.keys) keys.push_back(fmt::format("{}.{}=", table, entry.key));
  return keys;
}

std::vector<std::string> tables_of_keys() {
  std::vector<std::string> ids;
  for (const KeySection& section : known_sections())
    if (!section.id.empty() && section.id.find(':') == std::string::npos) ids.push_back(section.id);
  return ids;
}

std::string explain_command(const std::string& word, const std::vector<std::string>& names) {
  if (const auto other = synonyms().find(word); other != synonyms().end())
    return fmt::format("there is no command '{}'; 'oldham {}' does that", word, other->second);
  const std::vector<std::string> near = near_misses(word, names);
  return fmt::format("there is no command '{}'; {}", word,
                     near.empty() ? suggest(word, names) + "; see 'oldham help'" : suggest(word, names));
}

}  // namespace oldham::app
