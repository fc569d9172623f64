// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/fmi/description/value_reader.hpp"
#include "oldham/fmi/description/variable_reader.hpp"
#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {
namespace {

enum class EarlyVariability { constant, parameter, discrete, continuous };
enum class EarlyAlias { none, same, negated };

constexpr std::array<Choice<Causality>, 4> early_causality_words = {{{"input", Causality::input},
                                                                     {"output", Causality::output},
                                                                     {"internal", Causality::local},
                                                                     {"none", Causality::local}}};
constexpr std::array<Choice<EarlyVariability>, 4> early_variability_words = {
    {{"constant", EarlyVariability::constant},
     {"parameter", EarlyVariability::parameter},
     {"discrete", EarlyVariability::discrete},
     {"continuous", EarlyVariability::continuous}}};
constexpr std::array<Choice<EarlyAlias>, 3> early_alias_words = {
    {{"noAlias", EarlyAlias::none}, {"alias", EarlyAlias::same}, {"negatedAlias", EarlyAlias::negated}}};

/// A parameter that has a start value is set from outside, one without is calculated.
void set_causality(Variable& variable, Causality causality, EarlyVariability variability) {
  variable.causality = causality;
  switch (variability) {
    case EarlyVariability::constant:
      variable.variability = Variability::constant;
      break;
    case EarlyVariability::parameter:
      variable.variability = Variability::fixed;
      if (causality == Causality::local)
        variable.causality = variable.start ? Causality::parameter : Causality::calculated_parameter;
      break;
    case EarlyVariability::discrete:
      variable.variability = Variability::discrete;
      break;
    case EarlyVariability::continuous:
      variable.variability = Variability::continuous;
      break;
  }
}

}  // namespace

std::vector<Variable> read_early_variables(const XmlElement& list, const ModelDescription& so_far) {
  const TypeTraits types = traits_by_name(so_far.types);
  std::vector<Variable> variables;
  for (const XmlElement& element : list.children("ScalarVariable")) {
    Variable& variable = variables.emplace_back();
    const XmlElement content = find_content(element, variable.type);
    variable.line = element.line();
    variable.name = element.required_text("name");
    variable.reference = element.required_integer<std::uint32_t>("valueReference");
    variable.description = element.text("description");
    variable.declared_type = content.text("declaredType");
    const auto declared = types.find(variable.declared_type);
    variable.traits = read_traits(content, variable.type, declared == types.end() ? Traits() : *declared->second);
    variable.start = read_values(content, "start", variable.type, false);
    set_causality(variable, element.word("causality", early_causality_words).value_or(Causality::local),
                  element.word("variability", early_variability_words).value_or(EarlyVariability::continuous));
    // `fixed` says whether a start value holds or is a guess
    if (variable.start)
      variable.initial = content.boolean("fixed").value_or(true) ? Initial::exact : Initial::approx;
    else if (variable.causality != Causality::input)
      variable.initial = Initial::calculated;
    variable.is_negated = element.word("alias", early_alias_words).value_or(EarlyAlias::none) == EarlyAlias::negated;
  }
  find_aliases(variables);
  return variables;
}

ModelStructure read_early_structure(const XmlElement& list, const ModelDescription& so_far) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < so_far.variables.size(); ++i) places.emplace(so_far.variables[i].name, i);
  ModelStructure structure;
  structure.is_written = true;
  std::size_t place = 0;
  for (const XmlElement& element : list.children("ScalarVariable")) {
    const std::size_t own = place++;
    const std::optional<XmlElement> names = element.child("DirectDependency");
    if (so_far.variables[own].causality != Causality::output) continue;
    Unknown& output = structure.outputs.emplace_back();
    output.unknown = {static_cast<std::uint32_t>(own + 1), own};
    output.line = element.line();
    if (!names) continue;
    output.dependencies.emplace();
    for (const XmlElement& name : names->children("Name")) {
      const auto found = places.find(name.content());
      if (found != places.end())
        output.dependencies->push_back({{static_cast<std::uint32_t>(found->second + 1), found->second}});
      else
        element.notice(Severity::error, "unknown-reference",
                       fmt::format("depends on {}, and there is no variable of this name", shown(name.content())));
    }
  }
  return structure;
}

}  // namespace oldham::fmi
