// SPDX-License-Identifier: MIT
#include "oldham/present/fmu/fmu_info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/capability.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/violations.hpp"
#include "oldham/fmi/description/words.hpp"
#include "oldham/present/fmu/fmu_json.hpp"
#include "oldham/present/text/printable.hpp"

namespace oldham::fmi {
namespace {

// more than these are told by --json
constexpr std::size_t most_variables = 30, most_violations = 5;
constexpr std::size_t widest = 44;  // letters of a name before the columns give way

/// The capabilities that say more than no: "canGetAndSetFMUstate, maxOutputDerivativeOrder = 2".
std::string capability_text(const Interface& interface, Standard standard) {
  std::vector<std::string> words;
  const Json capabilities = describe_capabilities(interface, standard);
  for (const Capability& capability : all_capabilities()) {
    const Json* value =
        applies(capability, standard, interface.kind) ? capabilities.find(capability.attribute) : nullptr;
    const std::string text = value == nullptr ? "null" : value->dump();
    if (text == "true")
      words.emplace_back(capability.attribute);
    else if (text != "false" && text != "0" && text != "null")
      words.push_back(fmt::format("{} = {}", capability.attribute, text));
  }
  return words.empty() ? "no capabilities declared" : fmt::format("{}", fmt::join(words, ", "));
}

std::string head_text(const ModelDescription& d) {
  std::string text = fmt::format("{}, FMI {}", printable(d.model_name), d.fmi_version);
  if (!d.version.empty()) text += fmt::format(", version {}", printable(d.version));
  if (!d.generation_tool.empty()) text += fmt::format(", made with {}", printable(d.generation_tool));
  text += '\n';
  if (!d.description.empty()) text += fmt::format("  {}\n", printable(d.description));
  for (const Interface& interface : d.interfaces)
    text += fmt::format("  {:<18} {}: {}\n", word_in(interface_words, interface.kind),
                        printable(interface.model_identifier), capability_text(interface, d.standard));
  return text;
}

std::string experiment_text(const DefaultExperiment& experiment) {
  std::string text = fmt::format("from {}", experiment.start.value_or(0));
  if (experiment.stop) text += fmt::format(" to {}", *experiment.stop);
  if (experiment.step) text += fmt::format(", step {}", *experiment.step);
  if (experiment.tolerance) text += fmt::format(", tolerance {}", *experiment.tolerance);
  return text;
}

std::string platform_text(const std::vector<Platform>& platforms) {
  std::vector<std::string> names;
  for (const Platform& platform : platforms) names.push_back(platform.name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// Start values as one writes them; of long arrays and texts the beginning.
std::string start_text(const Variable& variable) {
  constexpr std::size_t most = 4, longest = 40;
  if (!variable.start) return {};
  std::vector<std::string> values;
  std::visit(
      [&](const auto& list) {
        for (std::size_t i = 0; i < std::min(list.size(), most); ++i) values.push_back(fmt::format("{}", list[i]));
      },
      *variable.start);
  if (variable.type == Type::binary) values = {fmt::format("{} bytes", values.empty() ? 0 : values.front().size())};
  std::string text = printable(fmt::format("{}", fmt::join(values, " ")));
  if (size_of(*variable.start) > values.size() || text.size() > longest) text = text.substr(0, longest) + " ...";
  return text;
}

std::string label_with_unit(const Variable& variable) {
  return printable(variable.traits.unit ? fmt::format("{} [{}]", variable.name, *variable.traits.unit) : variable.name);
}

std::string variable_text(const ModelDescription& d, const Variable& variable, std::size_t width) {
  std::string type(type_word(d.standard, variable.type));
  if (!variable.dimensions.empty()) {
    const std::optional<std::uint64_t> count = element_count(d, variable);
    type += count ? fmt::format("[{}]", *count) : "[?]";
  }
  std::string line = fmt::format("  {:<{}} {:<12} {:<10} {}", label_with_unit(variable), width, type,
                                 start_text(variable), printable(variable.description));
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string variables_text(const ModelDescription& d, const char* title, std::initializer_list<Causality> causalities) {
  std::vector<const Variable*> chosen;
  for (const Variable& variable : d.variables)
    if (std::ranges::find(causalities, variable.causality) != causalities.end()) chosen.push_back(&variable);
  if (chosen.empty()) return {};
  std::string text = fmt::format("{} ({})\n", title, chosen.size());
  const std::span shown_ones = std::span(chosen).first(std::min(chosen.size(), most_variables));
  std::size_t width = 18;
  for (const Variable* variable : shown_ones) width = std::clamp(label_with_unit(*variable).size(), width, widest);
  for (const Variable* variable : shown_ones) text += variable_text(d, *variable, width);
  if (chosen.size() > most_variables)
    text += fmt::format("  and {} more; --json shows all\n", chosen.size() - most_variables);
  return text;
}

std::string violations_text(const std::vector<Violation>& violations) {
  const auto count = [&](Severity severity) { return std::ranges::count(violations, severity, &Violation::severity); };
  std::string text = fmt::format("rules of the standard: errors {}, warnings {}, information {}",
                                 count(Severity::error), count(Severity::warning), count(Severity::information));
  for (std::size_t i = 0; i < std::min(violations.size(), most_violations); ++i)
    text += "\n  " + text_of(violations[i]);
  if (violations.size() > most_violations)
    text += fmt::format("\n  and {} more; --json shows all", violations.size() - most_violations);
  return text;
}

}  // namespace

Reply describe_fmu_file(const std::filesystem::path& file) {
  const Archive archive(file);
  const ModelDescription d = read_description(archive);
  const std::vector<Platform> platforms = find_platforms(archive.entries());
  std::vector<Violation> violations = find_violations(d);
  std::ranges::copy(find_binary_violations(d, archive.entries()), std::back_inserter(violations));
  std::ranges::stable_sort(violations, std::greater(), &Violation::severity);

  Reply answer;
  answer.json = describe_fmu(d);
  answer.json["platforms"] = describe_platforms(platforms);
  answer.json["violations"] = describe_violations(violations);
  answer.text = head_text(d);
  if (d.experiment) answer.text += fmt::format("  {:<18} {}\n", "DefaultExperiment", experiment_text(*d.experiment));
  answer.text += fmt::format("  {:<18} {}\n", "binaries", platform_text(platforms));
  if (const std::size_t states = d.structure.derivatives.size(); states > 0)
    answer.text += fmt::format("  {:<18} {}\n", "state derivatives", states);
  answer.text += variables_text(d, "inputs", {Causality::input});
  answer.text += variables_text(d, "outputs", {Causality::output});
  answer.text += variables_text(d, "parameters", {Causality::structural_parameter, Causality::parameter});
  const auto others = std::ranges::count_if(d.variables, [](const Variable& variable) {
    return variable.causality == Causality::local || variable.causality == Causality::calculated_parameter ||
           variable.causality == Causality::independent;
  });
  answer.text += fmt::format("other variables ({})\n", others);
  answer.text += violations_text(violations);
  return answer;
}

}  // namespace oldham::fmi
