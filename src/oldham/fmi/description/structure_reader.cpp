// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/structure_reader.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {
namespace {

Unknown read_unknown(const XmlElement& element, const char* reference) {
  Unknown unknown;
  unknown.unknown.written = element.required_integer<std::uint32_t>(reference);
  unknown.line = element.line();
  const std::vector<std::string> kinds = element.list("dependenciesKind");
  unknown.has_kinds = element.has("dependenciesKind");
  if (element.has("dependencies")) {
    unknown.dependencies.emplace();
    for (const std::string& part : element.list("dependencies"))
      unknown.dependencies->push_back({{element.to_integer<std::uint32_t>("dependencies", part), {}}});
  }
  if (!unknown.has_kinds) return unknown;
  const std::size_t count = unknown.dependencies ? unknown.dependencies->size() : 0;
  if (kinds.size() != count) {
    element.notice(Severity::error, "dependency-kind",
                   fmt::format("{} = {} has {} kinds for {} dependencies; they are not used", reference,
                               unknown.unknown.written, kinds.size(), count));
    unknown.has_kinds = false;
    return unknown;
  }
  for (std::size_t i = 0; i < count; ++i)
    (*unknown.dependencies)[i].kind = element.to_word("dependenciesKind", kinds[i], dependency_words);
  return unknown;
}

std::vector<Unknown> read_unknowns(const std::vector<XmlElement>& elements, const char* reference) {
  std::vector<Unknown> unknowns;
  for (const XmlElement& element : elements) unknowns.push_back(read_unknown(element, reference));
  return unknowns;
}

std::vector<Unknown> read_list(const XmlElement& structure, const char* name) {
  const std::optional<XmlElement> list = structure.child(name);
  return list ? read_unknowns(list->children("Unknown"), "index") : std::vector<Unknown>();
}

}  // namespace

ModelStructure read_structure(const XmlElement& root, Standard standard) {
  const std::optional<XmlElement> element = root.child("ModelStructure");
  ModelStructure structure;
  if (!element) return structure;
  structure.is_written = true;
  if (standard == Standard::fmi2) {
    structure.outputs = read_list(*element, "Outputs");
    structure.derivatives = read_list(*element, "Derivatives");
    structure.initial_unknowns = read_list(*element, "InitialUnknowns");
    return structure;
  }
  structure.outputs = read_unknowns(element->children("Output"), "valueReference");
  structure.derivatives = read_unknowns(element->children("ContinuousStateDerivative"), "valueReference");
  structure.clocked_states = read_unknowns(element->children("ClockedState"), "valueReference");
  structure.initial_unknowns = read_unknowns(element->children("InitialUnknown"), "valueReference");
  structure.event_indicators = read_unknowns(element->children("EventIndicator"), "valueReference");
  return structure;
}

void resolve_references(ModelDescription& description) {
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (std::size_t i = 0; i < description.variables.size(); ++i)
    places.emplace(
        description.standard == Standard::fmi3 ? description.variables[i].reference : static_cast<std::uint32_t>(i + 1),
        i);
  const auto resolve = [&](Reference& reference) {
    const auto found = places.find(reference.written);
    if (found != places.end()) reference.variable = found->second;
  };
  for (Variable& variable : description.variables) {
    if (variable.derivative) resolve(*variable.derivative);
    if (variable.previous) resolve(*variable.previous);
    for (Reference& clock : variable.clocks) resolve(clock);
    for (Dimension& dimension : variable.dimensions)
      if (dimension.parameter) resolve(*dimension.parameter);
  }
  ModelStructure& structure = description.structure;
  for (std::vector<Unknown>* list : {&structure.outputs, &structure.derivatives, &structure.clocked_states,
                                     &structure.initial_unknowns, &structure.event_indicators})
    for (Unknown& unknown : *list) {
      resolve(unknown.unknown);
      if (unknown.dependencies)
        for (Dependency& dependency : *unknown.dependencies) resolve(dependency.known);
    }
}

}  // namespace oldham::fmi
