// SPDX-License-Identifier: MIT
#include "oldham/fmi/export/exported_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "oldham/fmi/description/unit_name.hpp"
#include "oldham/fmi/export/output_dependencies.hpp"

namespace oldham::fmi {
namespace {

using Role = VariableLayout::Role;

/// Puts the variables in the order of their references; aliases of FMI 2.0 stand behind all others.
class Composer {
 public:
  Composer(const ExportedModel& model, Standard standard)
      : model_(model),
        boundary_(*model.subsystem->description().boundary),
        layout_(VariableLayout::of(*model.subsystem, model.parameters.size())) {
    d_.standard = standard;
    d_.fmi_version = standard == Standard::fmi3 ? "3.0" : "2.0";
  }

  ModelDescription compose() {
    add_interfaces();
    add_time();
    for (int i = 0; i < layout_.inputs; ++i) add_input(i);
    for (int i = 0; i < layout_.outputs; ++i) add_output(i);
    for (int i = 0; i < layout_.states; ++i) add_local(Role::state, i, fmt::format("state[{}]", i + 1));
    for (int i = 0; i < layout_.states; ++i)
      add_local(Role::derivative, i, fmt::format("der(state[{}])", i + 1)).derivative = refer(place(Role::state, i));
    // FMI 2.0 knows how many there are and no more
    if (d_.standard == Standard::fmi3)
      for (int i = 0; i < layout_.switches; ++i) add_local(Role::switch_function, i, fmt::format("switch[{}]", i + 1));
    else
      d_.declared_event_indicators = static_cast<std::uint32_t>(layout_.switches);
    for (std::size_t i = 0; i < model_.parameters.size(); ++i) add_parameter(static_cast<int>(i));
    add_aliases();
    add_structure();
    return std::move(d_);
  }

 private:
  void add_interfaces() {
    const Capabilities& can = model_.subsystem->description().capabilities;
    Interface common;
    common.model_identifier = c_identifier(model_.name);
    common.can_get_and_set_state = can.rollback;
    common.can_serialize_state = can.rollback && can.serialisation;
    common.provides_directional_derivatives = can.equations;
    if (can.equations) {
      d_.interfaces.push_back(common);
      d_.interfaces.back().kind = InterfaceKind::model_exchange;
      d_.interfaces.back().needs_completed_step = true;
    }
    common.kind = InterfaceKind::co_simulation;
    common.can_handle_variable_step = true;
    // inputs inside a step are given as derivatives in FMI 2.0, and asked for in FMI 3.0
    common.can_interpolate_inputs = d_.standard == Standard::fmi2;
    common.provides_intermediate_update = d_.standard == Standard::fmi3;
    d_.interfaces.push_back(common);
  }

  Variable& add(Role role, int index, std::string name) {
    Variable& variable = d_.variables.emplace_back();
    variable.name = std::move(name);
    variable.reference = layout_.reference(role, index);
    return variable;
  }

  void add_time() {
    Variable& time = add(Role::time, 0, "time");
    time.causality = Causality::independent;
    set_unit(time, parse_unit("s"));
  }

  Variable& add_port(Role role, int index, const Port& port) {
    Variable& variable = add(role, index, port.name);
    variable.description = port.description;
    set_unit(variable, port.unit);
    if (port.nominal != 1) variable.traits.nominal = port.nominal;
    return variable;
  }

  void add_input(int i) {
    Variable& input = add_port(Role::input, i, boundary_.inputs[i]);
    input.name = exported_input_name(boundary_, i);
    input.causality = Causality::input;
    input.start = std::vector<double>{model_.input_starts[i]};
    if (d_.standard == Standard::fmi3) input.intermediate_update = true;
  }

  void add_output(int i) {
    Variable& output = add_port(Role::output, i, boundary_.outputs[i]);
    output.causality = Causality::output;
    output.initial = Initial::calculated;
    const auto own = std::ranges::find(model_.parameters, i, &ExportedParameter::output);
    if (own == model_.parameters.end()) return;
    output.initial = Initial::exact;
    output.is_initial_written = true;
    output.start = std::vector<double>{own->start};
  }

  Variable& add_local(Role role, int index, std::string name) {
    Variable& variable = add(role, index, std::move(name));
    variable.initial = Initial::calculated;
    return variable;
  }

  void add_parameter(int i) {
    const ExportedParameter& given = model_.parameters[i];
    if (given.output >= 0) return;
    Variable& parameter = add(Role::parameter, i, given.name);
    parameter.description = given.description;
    parameter.causality = Causality::parameter;
    parameter.variability = Variability::fixed;
    parameter.initial = Initial::exact;
    parameter.start = std::vector<double>{given.start};
    // what several numbers have in common says nothing of one
    if (const std::optional<Unit> unit = unit_from_name(given.unit)) set_unit(parameter, *unit);
  }

  void add_aliases() {
    for (const ExportedAlias& alias : model_.aliases) {
      Variable& output = d_.variables[place(Role::output, alias.output)];
      if (d_.standard == Standard::fmi3) {
        output.aliases.push_back({.name = alias.name, .description = {}, .display_unit = {}});
        continue;
      }
      Variable second = output;
      second.name = alias.name;
      second.causality = Causality::local;
      second.initial = Initial::calculated;
      second.is_initial_written = false;
      second.start.reset();
      d_.variables.push_back(std::move(second));
    }
  }

  void set_unit(Variable& variable, const Unit& unit) {
    if (unit.text == "1") return;
    variable.traits.unit = unit.text;
    if (find_unit(d_, unit.text) == nullptr)
      d_.units.push_back({.name = unit.text, .unit = unit, .has_base_units = true});
  }

  std::size_t place(Role role, int index) const {
    const std::uint32_t reference = layout_.reference(role, index);
    for (std::size_t i = 0; i < d_.variables.size(); ++i)
      if (d_.variables[i].reference == reference) return i;
    return 0;
  }

  /// By index or by value reference, as the version has it.
  Reference refer(std::size_t at) const {
    return {d_.standard == Standard::fmi3 ? d_.variables[at].reference : static_cast<std::uint32_t>(at + 1), at};
  }
  Unknown unknown(Role role, int index) const { return {refer(place(role, index)), {}, false, 0}; }

  void add_structure() {
    ModelStructure& structure = d_.structure;
    structure.is_written = true;
    const OutputDependencies depends(*model_.subsystem);
    for (int i = 0; i < layout_.outputs; ++i) {
      Unknown& output = structure.outputs.emplace_back(unknown(Role::output, i));
      if (!depends.are_known(i)) continue;
      output.dependencies.emplace();
      for (const int j : depends.inputs(i)) output.dependencies->push_back({refer(place(Role::input, j))});
      for (const int j : depends.states(i)) output.dependencies->push_back({refer(place(Role::state, j))});
    }
    for (int i = 0; i < layout_.states; ++i) structure.derivatives.push_back(unknown(Role::derivative, i));
    if (d_.standard == Standard::fmi3)
      for (int i = 0; i < layout_.switches; ++i)
        structure.event_indicators.push_back(unknown(Role::switch_function, i));
    for (int i = 0; i < layout_.outputs; ++i)
      if (d_.variables[place(Role::output, i)].initial == Initial::calculated)
        structure.initial_unknowns.push_back(unknown(Role::output, i));
    for (const Role role : {Role::state, Role::derivative})
      for (int i = 0; i < layout_.states; ++i) structure.initial_unknowns.push_back(unknown(role, i));
  }

  const ExportedModel& model_;
  const Boundary& boundary_;
  VariableLayout layout_;
  ModelDescription d_;
};

}  // namespace

std::string exported_input_name(const Boundary& boundary, int input) {
  const std::string& name = boundary.inputs[input].name;
  const bool is_taken = std::ranges::find(boundary.outputs, name, &Port::name) != boundary.outputs.end();
  return is_taken ? "in." + name : name;
}

std::string c_identifier(std::string_view text) {
  std::string identifier;
  for (const unsigned char c : text) identifier += std::isalnum(c) && c < 0x80 ? static_cast<char>(c) : '_';
  if (identifier.empty() || std::isdigit(static_cast<unsigned char>(identifier.front())))
    identifier.insert(0, "model_");
  return identifier;
}

ModelDescription describe_export(const ExportedModel& model, Standard standard, const std::string& token) {
  ModelDescription d = Composer(model, standard).compose();
  d.model_name = model.name;
  d.token = token;
  d.description = model.description;
  d.generation_tool = model.tool;
  d.log_categories = {{"logStatusError", "why something could not be done"}};
  d.experiment = DefaultExperiment{.start = model.start, .stop = model.end, .tolerance = {}, .step = {}};
  if (model.step > 0) d.experiment->step = model.step;
  return d;
}

}  // namespace oldham::fmi
