// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/variable_reader.hpp"

#include <fmt/format.h>

#include "oldham/fmi/description/initial_rules.hpp"
#include "oldham/fmi/description/value_reader.hpp"
#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {
namespace {

std::optional<Reference> read_reference(const XmlElement& element, const char* attribute) {
  const std::optional<std::uint32_t> written = element.integer<std::uint32_t>(attribute);
  return written ? std::optional(Reference{*written, {}}) : std::nullopt;
}

/// What stands in the same attributes in both versions: `named` and `content` are one element in FMI 3.0.
Variable read_common(const XmlElement& named, const XmlElement& content, Type type, Standard standard,
                     const TypeTraits& types) {
  Variable variable;
  variable.type = type;
  variable.line = named.line();
  variable.name = named.required_text("name");
  variable.reference = named.required_integer<std::uint32_t>("valueReference");
  variable.description = named.text("description");
  variable.causality = named.word("causality", causality_words).value_or(Causality::local);
  variable.variability =
      named.word("variability", variability_words).value_or(default_variability(standard, variable.causality, type));
  const std::optional<Initial> initial = named.word("initial", initial_words);
  variable.is_initial_written = initial.has_value();
  const bool has_initial = type != Type::clock;
  if (has_initial)
    variable.initial = initial ? initial : initial_rule(standard, variable.causality, variable.variability).fallback;
  variable.can_handle_multiple_set = named.boolean("canHandleMultipleSetPerTimeInstant");
  variable.declared_type = content.text("declaredType");
  const auto declared = types.find(variable.declared_type);
  variable.traits = read_traits(content, type, declared == types.end() ? Traits() : *declared->second);
  if (is_float(type)) {
    variable.derivative = read_reference(content, "derivative");
    variable.reinit = content.boolean("reinit");
  }
  return variable;
}

/// Texts and bytes stand in elements of their own in FMI 3.0.
std::optional<Values> read_start_elements(const XmlElement& element, Type type) {
  std::vector<std::string> values;
  for (const XmlElement& start : element.children("Start")) {
    start.required_text("value");
    values.push_back(type == Type::binary ? read_hex(start, "value") : start.text("value"));
  }
  return values.empty() ? std::nullopt : std::optional<Values>(std::move(values));
}

Variable read_variable(const XmlElement& element, Type type, const TypeTraits& types) {
  Variable variable = read_common(element, element, type, Standard::fmi3, types);
  const bool has_elements = type == Type::string || type == Type::binary;
  variable.start = has_elements ? read_start_elements(element, type) : read_values(element, "start", type, true);
  variable.intermediate_update = element.boolean("intermediateUpdate");
  variable.previous = read_reference(element, "previous");
  for (const std::string& clock : element.list("clocks"))
    variable.clocks.push_back({element.to_integer<std::uint32_t>("clocks", clock), {}});
  for (const XmlElement& dimension : element.children("Dimension"))
    variable.dimensions.push_back(
        {dimension.integer<std::uint64_t>("start"), read_reference(dimension, "valueReference")});
  for (const XmlElement& alias : element.children("Alias"))
    variable.aliases.push_back(
        {alias.required_text("name"), alias.text("description"), alias.optional_text("displayUnit")});
  return variable;
}

}  // namespace

TypeTraits traits_by_name(const std::vector<TypeDefinition>& types) {
  TypeTraits traits;
  for (const TypeDefinition& type : types) traits.emplace(type.name, &type.traits);
  return traits;
}

XmlElement find_content(const XmlElement& variable, Type& type) {
  for (const XmlElement& element : variable.children())
    if (const auto found = meaning_in(early_type_words, element.name())) {
      type = *found;
      return element;
    }
  variable.fail("type", "expected one of the elements Real, Integer, Boolean, String, Enumeration inside, found none",
                "correct the description, or export the FMU again");
}

std::vector<Variable> read_variables(const XmlElement& list, const ModelDescription& so_far) {
  const TypeTraits types = traits_by_name(so_far.types);
  std::vector<Variable> variables;
  for (const XmlElement& element : list.children()) {
    if (so_far.standard == Standard::fmi3) {
      if (const auto type = meaning_in(type_words, element.name())) {
        variables.push_back(read_variable(element, *type, types));
        continue;
      }
    } else if (element.name() == "ScalarVariable") {
      Type type = Type::float64;
      const XmlElement content = find_content(element, type);
      Variable variable = read_common(element, content, type, so_far.standard, types);
      variable.start = read_values(content, "start", type, false);
      variables.push_back(std::move(variable));
      continue;
    }
    element.notice(Severity::warning, "unknown-element", "is no variable of this version; passed over");
  }
  if (so_far.standard == Standard::fmi2) find_aliases(variables);
  return variables;
}

void find_aliases(std::vector<Variable>& variables) {
  // integers and enumerations are read by the same function, so they share their references
  const auto kind = [](Type type) { return type == Type::enumeration ? Type::int32 : type; };
  std::unordered_map<std::uint64_t, std::size_t> first;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Variable& variable = variables[i];
    const std::uint64_t key = std::uint64_t{variable.reference} << 8 | static_cast<std::uint64_t>(kind(variable.type));
    if (const auto [known, is_new] = first.emplace(key, i); !is_new) variable.alias_of = known->second;
  }
}

}  // namespace oldham::fmi
