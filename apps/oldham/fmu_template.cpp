// SPDX-License-Identifier: MIT
#include "fmu_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <variant>

#include "oldham/core/value.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::app {
namespace {

using fmi::Causality;

std::string in_toml(const std::string& text) { return to_toml(Value(text)); }

/// A name that no other has.
std::string free_name(const std::string& file, const std::vector<FmuUnit>& others) {
  const std::string stem = subsystem_name(file);
  std::string name = stem;
  for (int i = 2; std::ranges::find(others, name, &FmuUnit::name) != others.end(); ++i)
    name = fmt::format("{}{}", stem, i);
  return name;
}

/// The start value of a number or a truth, as it is written in a file.
std::string written_start(const fmi::Variable& variable) {
  if (!variable.start || fmi::size_of(*variable.start) != 1) return {};
  const auto write = []<class T>(const std::vector<T>& values) {
    return std::is_same_v<T, std::string> ? std::string() : fmt::format("{}", T(values.front()));
  };
  return std::visit(write, *variable.start);
}

/// The variables of a kind, a comment each.
std::string list(const fmi::ModelDescription& description, Causality causality, const char* heading) {
  constexpr int most = 40;
  std::string text;
  int count = 0;
  for (const fmi::Variable& variable : description.variables) {
    if (variable.causality != causality) continue;
    if (++count > most) continue;
    std::string line = fmt::format("#   {:<28}", variable.name);
    if (variable.traits.unit) line += fmt::format(" [{}]", *variable.traits.unit);
    if (const std::string start = written_start(variable); !start.empty()) line += fmt::format(" = {}", start);
    if (!variable.description.empty()) line += "  " + variable.description;
    // one line each, whatever the description holds
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < 0x20; }, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  if (count > most) text += fmt::format("#   and {} more: 'oldham fmu info' lists them\n", count - most);
  return text.empty() ? text : fmt::format("# {}\n{}", heading, text);
}

/// Inputs that nobody feeds, held at their start values: numbers, also where those are truths.
std::string held_inputs(const FmuUnit& unit, const FmuWiring& wiring) {
  std::string text;
  for (const fmi::Variable& variable : unit.description.variables) {
    if (std::ranges::find(wiring.open, unit.name + '.' + variable.name) == wiring.open.end()) continue;
    if (!variable.dimensions.empty()) continue;  // its elements are inputs of their own
    std::string start = written_start(variable);
    if (variable.type == fmi::Type::boolean) start = start == "true" ? "1" : start == "false" ? "0" : "";
    if (!start.empty()) text += fmt::format("{} = {}\n", in_toml(variable.name), start);
  }
  return text.empty() ? text
                      : "[subsystem.inputs]                   # held, as long as nothing is connected to them\n" + text;
}

std::string subsystem_text(const FmuUnit& unit, const FmuWiring& wiring) {
  std::string text = fmt::format("[[subsystem]]\nname = {}\nfmu  = {}\n", in_toml(unit.name), in_toml(unit.file));
  text += list(unit.description, Causality::input, "inputs");
  text += list(unit.description, Causality::output, "outputs");
  text += held_inputs(unit, wiring);
  text += "[subsystem.parameters]\n";
  return text + list(unit.description, Causality::parameter, "parameters and start values: NAME = VALUE") + '\n';
}

std::string connections(const FmuWiring& wiring) {
  std::string text;
  for (const FmuPair& pair : wiring.connected)
    text +=
        fmt::format("[[connect]]                          # by name; check that this is meant\nfrom = {}\nto   = {}\n",
                    in_toml(pair.from), in_toml(pair.to));
  return text;
}

/// A list in lines that begin as comments.
std::string comment_lines(const std::string& heading, const std::vector<std::string>& names) {
  constexpr std::size_t most = 40;
  std::string text = "# " + heading + "\n";
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += "#   " + names[i] + '\n';
  if (names.size() > most) text += fmt::format("#   and {} more\n", names.size() - most);
  // one line each, whatever a name holds
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 && c != '\n'; }, ' ');
  return text;
}

/// What several FMUs leave open, with pairs that may be meant.
std::string open_ends(const FmuWiring& wiring) {
  std::string text;
  if (!wiring.alone.empty()) text += comment_lines("nothing joins these FMUs:", wiring.alone);
  if (!wiring.open.empty()) text += comment_lines("inputs without a source:", wiring.open);
  if (wiring.candidates.empty()) return text;
  text += "# Candidates by units and names: remove the '# ' of those that are meant.\n";
  for (const FmuPair& pair : wiring.candidates)
    text += fmt::format("# [[connect]]\n# from = {}\n# to   = {}\n", in_toml(pair.from), in_toml(pair.to));
  return text;
}

}  // namespace

std::string subsystem_name(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  for (char& c : name)
    if (c == '.' || static_cast<unsigned char>(c) < 0x20) c = '_';
  return is_name(name) ? name : "fmu";
}

FmuTemplate make_fmu_template(const std::vector<std::string>& files, const std::filesystem::path& folder) {
  std::vector<FmuUnit> units;
  double end = 0, step = 0;
  for (const std::string& file : files) {
    const std::filesystem::path from_folder =
        std::filesystem::absolute(file).lexically_proximate(std::filesystem::absolute(folder.empty() ? "." : folder));
    FmuUnit unit{from_folder.string(), free_name(file, units), fmi::read_description(fmi::Archive(file))};
    if (const auto& experiment = unit.description.experiment) {
      end = std::max(end, experiment->stop.value_or(0));
      if (experiment->step) step = step > 0 ? std::min(step, *experiment->step) : *experiment->step;
    }
    units.push_back(std::move(unit));
  }
  if (!(end > 0)) end = 1;
  if (!(step > 0) || step > end) step = end / 100;
  std::string text = fmt::format(
      "title = \"A system of FMUs\"\n\n[simulation]\nend = {}\n\n[scheme]\n"
      "step     = {}\nschedule = \"jacobi\"                # all at once; \"gauss-seidel\": one after the other\n"
      "order    = 0                       # inputs are held between exchanges; 1 to 3: they follow a polynomial\n\n",
      to_toml(Value(end)), to_toml(Value(step)));
  FmuWiring wiring = find_wiring(units);
  for (const FmuUnit& unit : units) text += subsystem_text(unit, wiring);
  text += connections(wiring);
  if (units.size() > 1) text += open_ends(wiring);
  text +=
      "# Another connection, from an output to an input:\n# [[connect]]\n# from = \"NAME.OUTPUT\"\n# to   = "
      "\"NAME.INPUT\"\n";
  if (units.size() == 1) wiring.open.clear();
  return {std::move(text), std::move(wiring)};
}

}  // namespace oldham::app
