// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/capability.hpp"
#include "oldham/fmi/description/definitions_reader.hpp"
#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {
namespace {

void read_member(const XmlElement& element, const Capability& capability, bool Interface::*member, Interface& into) {
  into.*member = element.boolean(capability.attribute).value_or(false) != capability.is_inverted;
}

void read_member(const XmlElement& element, const Capability& capability, std::optional<double> Interface::*member,
                 Interface& into) {
  into.*member = element.number(capability.attribute);
}

template <class Integer>
void read_member(const XmlElement& element, const Capability& capability, Integer Interface::*member, Interface& into) {
  into.*member = element.integer<Integer>(capability.attribute).value_or(0);
}

void read_capabilities(const XmlElement& element, Standard standard, Interface& into) {
  for (const Capability& capability : all_capabilities())
    if (applies(capability, standard, into.kind))
      std::visit([&](auto member) { read_member(element, capability, member, into); }, capability.member);
}

/// In FMI 1.0 the root has the identifier, and an element of co-simulation makes the difference.
Interface read_early_interface(const XmlElement& root) {
  Interface interface {
    .kind = InterfaceKind::model_exchange, .model_identifier = root.required_text("modelIdentifier"),
    .needs_completed_step = true, .line = root.line()
  };
  const std::optional<XmlElement> implementation = root.child("Implementation");
  if (!implementation) return interface;
  std::optional<XmlElement> element = implementation->child("CoSimulation_StandAlone");
  interface.needs_execution_tool = !element;
  if (!element) element = implementation->child("CoSimulation_Tool");
  if (!element) {
    implementation->notice(Severity::error, "no-interface",
                           "expected CoSimulation_StandAlone or CoSimulation_Tool inside, found neither");
    return interface;
  }
  interface.kind = InterfaceKind::co_simulation;
  interface.needs_completed_step = false;
  interface.line = element->line();
  if (const auto capabilities = element->child("Capabilities"))
    read_capabilities(*capabilities, Standard::fmi1, interface);
  return interface;
}

}  // namespace

std::vector<Interface> read_interfaces(const XmlElement& root, Standard standard) {
  if (standard == Standard::fmi1) return {read_early_interface(root)};
  std::vector<Interface> interfaces;
  for (const Choice<InterfaceKind>& choice : interface_words) {
    const std::optional<XmlElement> element = root.child(choice.word.data());
    if (!element || (standard == Standard::fmi2 && choice.meaning == InterfaceKind::scheduled_execution)) continue;
    Interface& interface = interfaces.emplace_back();
    interface.kind = choice.meaning;
    interface.model_identifier = element->required_text("modelIdentifier");
    interface.line = element->line();
    read_capabilities(*element, standard, interface);
    if (const auto sources = element->child("SourceFiles"))
      for (const XmlElement& file : sources->children("File"))
        interface.source_files.push_back(file.required_text("name"));
  }
  return interfaces;
}

}  // namespace oldham::fmi
