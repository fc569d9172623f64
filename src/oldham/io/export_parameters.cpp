// SPDX-License-Identifier: MIT
#include "oldham/io/export_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>
#include <span>

#include "oldham/core/error.hpp"
#include "oldham/io/tree.hpp"
#include "oldham/model/ready_made.hpp"
#include "oldham/model/registry.hpp"

namespace oldham {
namespace {

constexpr std::size_t most_numbers = 64;  // of one list; longer ones are tables and stay as they are

struct PossibleParameter {
  std::vector<std::string> path;
  double value = 0;
  bool is_certain = false;  // written as a real number, so it is read as one
};

bool is_number(const Value& value) { return value.is<double>() || value.is<std::int64_t>(); }

std::size_t count_numbers(const Value& value) {
  const Value::Array* list = value.get<Value::Array>();
  if (list == nullptr) return is_number(value) ? 1 : most_numbers + 1;
  std::size_t count = 0;
  for (const Value& element : *list) count += count_numbers(element);
  return count;
}

/// Keys of the file itself that hold no number of the model.
bool is_passed_over(const std::vector<std::string>& path, const std::string& key) {
  constexpr const char* of_the_file[] = {"title", "system", "simulation", "publish", "limits", "export", "bond"};
  return path.empty() && std::ranges::find(of_the_file, key) != std::end(of_the_file);
}

void walk(const Value& value, std::vector<std::string>& path, std::vector<PossibleParameter>& found) {
  if (const double* number = value.get<double>()) found.push_back({path, *number, true});
  if (const std::int64_t* number = value.get<std::int64_t>())
    found.push_back({path, static_cast<double>(*number), false});
  const auto descend = [&](const std::string& part, const Value& inner) {
    path.push_back(part);
    walk(inner, path, found);
    path.pop_back();
  };
  if (const Value::Table* table = value.get<Value::Table>())
    for (const auto& [key, inner] : *table)
      if (!is_passed_over(path, key)) descend(key, inner);
  const Value::Array* list = value.get<Value::Array>();
  if (list == nullptr) return;
  const bool is_table_of_numbers = count_numbers(value) > most_numbers;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string name = text_of((*list)[i], "name");
    if ((*list)[i].is<Value::Table>() || !is_table_of_numbers)
      descend(name.empty() ? fmt::format("{}", i) : name, (*list)[i]);
  }
}

std::string path_text(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& part : path) {
    if (!text.empty()) text += '.';
    text += part.find('.') == std::string::npos ? part : fmt::format("'{}'", part);
  }
  return text;
}

/// A default that a help tells, where it is a plain number.
void add_default(const Value& tree, std::vector<std::string> path, const ParameterHelp& help,
                 std::vector<PossibleParameter>& found) {
  double number = 0;
  const char* last = help.fallback.data() + help.fallback.size();
  if (help.fallback.empty() || std::from_chars(help.fallback.data(), last, number).ptr != last) return;
  for (const std::string& part : split_path(help.name)) path.push_back(part);
  if (find_place(tree, path_text(path)) == nullptr) found.push_back({std::move(path), number, false});
}

/// Where the keys of a model stand.
std::vector<std::string> key_place(const Value& entry) {
  const std::string model = text_of(entry, "model");
  std::vector<std::string> path = {"subsystem", text_of(entry, "name")};
  if (model != "mechanism" && model != "hydraulic-circuit" && model != "rod") path.push_back("parameters");
  return path;
}

template <class Visit>
void visit_helps(const Value& tree, const Visit& visit) {
  for (const SystemHelp& help : system_help())
    if (help.name == text_of(tree, "system"))
      for (const ParameterHelp& parameter : help.parameters) visit(std::vector<std::string>{"parameters"}, parameter);
  const Value* entries = tree.find("subsystem");
  if (entries == nullptr || !entries->is<Value::Array>() || tree.find("system") != nullptr) return;
  for (const Value& entry : *entries->get<Value::Array>())
    for (const ModelHelp& help : model_help())
      if (help.name == text_of(entry, "model"))
        for (const ParameterHelp& parameter : help.parameters) visit(key_place(entry), parameter);
}

/// Keeps the candidates with which the same model is built when they are written as real numbers.
class Sieve {
 public:
  Sieve(const Value& tree, const ExportedSystem& built) : tree_(tree), built_(built), outputs_(outputs_of(built)) {}

  void keep(std::span<const PossibleParameter> candidates, std::vector<PossibleParameter>& kept) const {
    if (candidates.empty()) return;
    if (makes_the_same(candidates) && (takes_fractions(candidates, 1) || takes_fractions(candidates, -1))) {
      kept.insert(kept.end(), candidates.begin(), candidates.end());
    } else if (candidates.size() > 1) {
      keep(candidates.first(candidates.size() / 2), kept);
      keep(candidates.subspan(candidates.size() / 2), kept);
    }
  }

  const std::vector<double>& outputs() const { return outputs_; }

 private:
  static std::vector<double> outputs_of(const ExportedSystem& built) {
    std::vector<double> y(static_cast<std::size_t>(built.subsystem->description().output_count()));
    built.subsystem->apply_inputs(built.input_starts);
    built.subsystem->read_outputs(y);
    return y;
  }

  bool makes_the_same(std::span<const PossibleParameter> candidates) const {
    try {
      Value tree = tree_;
      for (const PossibleParameter& candidate : candidates)
        make_place(tree, path_text(candidate.path)) = candidate.value;
      const ExportedSystem other = build_exported(tree);
      const SubsystemDescription &a = built_.subsystem->description(), &b = other.subsystem->description();
      return a.state_size == b.state_size && a.input_count() == b.input_count() && built_.step == other.step &&
             outputs_ == outputs_of(other) &&
             std::ranges::equal(built_.subsystem->parameters(), other.subsystem->parameters(), {},
                                &ParameterValue::value, &ParameterValue::value);
    } catch (const Error&) {
      return false;
    }
  }

  /// Counts are refused when they are no whole numbers; bounds may allow to move in one direction only.
  bool takes_fractions(std::span<const PossibleParameter> candidates, double direction) const {
    try {
      Value tree = tree_;
      for (const PossibleParameter& candidate : candidates) {
        const double size = candidate.value == 0 ? 1 : std::abs(candidate.value);
        make_place(tree, path_text(candidate.path)) = candidate.value + direction * 0x1p-40 * size;
      }
      build_exported(tree);
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  const Value& tree_;
  const ExportedSystem& built_;
  std::vector<double> outputs_;
};

/// "subsystem.left.parameters.point.0" is left.point[1]; of a subsystem alone point[1].
std::string short_name(const std::vector<std::string>& path, bool is_alone) {
  std::string name;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool is_index =
        !path[i].empty() && std::ranges::all_of(path[i], [](unsigned char c) { return std::isdigit(c); });
    const bool is_known = (i == 0 && (path[i] == "subsystem" || path[i] == "parameters")) ||
                          (i == 1 && is_alone && path[0] == "subsystem") ||
                          (i == 2 && path[0] == "subsystem" && path[i] == "parameters");
    if (is_known) continue;
    if (is_index && !name.empty())
      name += fmt::format("[{}]", std::stoul(path[i]) + 1);
    else
      name += (name.empty() ? "" : ".") + path[i];
  }
  return name;
}

}  // namespace

std::vector<fmi::ExportedParameter> find_export_parameters(const Value& tree, const ExportedSystem& built) {
  std::vector<PossibleParameter> certain, doubtful;
  std::vector<PossibleParameter> found;
  std::vector<std::string> path;
  walk(tree, path, found);
  visit_helps(tree, [&](std::vector<std::string> place, const ParameterHelp& help) {
    add_default(tree, std::move(place), help, found);
  });
  for (PossibleParameter& candidate : found)
    (candidate.is_certain ? certain : doubtful).push_back(std::move(candidate));
  const Sieve sieve(tree, built);
  sieve.keep(doubtful, certain);

  const Boundary& boundary = *built.subsystem->description().boundary;
  std::set<std::string> names = {"time"};
  for (const auto* ports : {&boundary.inputs, &boundary.outputs})
    for (const Port& port : *ports) names.insert(port.name);
  for (const fmi::ExportedAlias& alias : built.aliases) names.insert(alias.name);
  std::vector<fmi::ExportedParameter> parameters;
  for (const PossibleParameter& candidate : certain) {
    fmi::ExportedParameter parameter;
    parameter.path = path_text(candidate.path);
    parameter.name = short_name(candidate.path, !built.alone.subsystems.empty());
    parameter.start = candidate.value;
    visit_helps(tree, [&](const std::vector<std::string>& place, const ParameterHelp& help) {
      const std::string key = path_text(place) + "." + help.name;
      if (parameter.path != key && !parameter.path.starts_with(key + ".")) return;
      parameter.unit = help.unit;
      parameter.description = help.meaning;
    });
    if (!names.insert(parameter.name).second) {
      const auto output = std::ranges::find(boundary.outputs, parameter.name, &Port::name);
      if (output != boundary.outputs.end() && sieve.outputs()[output - boundary.outputs.begin()] == candidate.value)
        parameter.output = static_cast<int>(output - boundary.outputs.begin());
      else if (!names.insert(parameter.name = parameter.path).second)
        continue;
    }
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace oldham
