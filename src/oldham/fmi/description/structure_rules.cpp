// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "oldham/fmi/description/rule_checks.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {
namespace {

bool is_continuous_float(const Variable& variable) {
  return is_float(variable.type) && variable.variability == Variability::continuous;
}

/// An unknown whose variable exists, to be looked at.
struct Listed {
  const Unknown& unknown;
  std::size_t place;
};

/// The unknowns of a list whose variables exist; complains of the others, and of those that stand twice.
std::vector<Listed> check_list(Examination& examination, const std::vector<Unknown>& list, const std::string& name) {
  const char* kind = examination.standard() == Standard::fmi3 ? "valueReference" : "index";
  std::vector<Listed> listed;
  std::set<std::size_t> seen;
  for (const Unknown& unknown : list) {
    if (!unknown.unknown.variable) {
      examination.error("unknown-reference", unknown.line, name,
                        fmt::format("{} {} is of no variable", kind, unknown.unknown.written));
      continue;
    }
    const std::size_t place = *unknown.unknown.variable;
    if (seen.insert(place).second)
      listed.push_back({unknown, place});
    else
      examination.error("duplicate-unknown", unknown.line, name,
                        fmt::format("{} stands twice", label_of(examination.at(place))));
  }
  return listed;
}

/// What an unknown may depend on, during initialisation and after it.
bool can_be_known(const Examination& examination, std::size_t place, bool is_initial) {
  const Variable& variable = examination.at(place);
  if (variable.causality == Causality::input || variable.causality == Causality::independent) return true;
  if (is_initial) return variable.initial == Initial::exact;
  if (examination.is_state(place)) return true;
  // without a list of derivatives nobody can tell which ones are states
  const bool may_be_state = examination.description().structure.derivatives.empty() &&
                            (variable.causality == Causality::local || variable.causality == Causality::output);
  if (examination.standard() == Standard::fmi2) return may_be_state;
  return may_be_state || variable.causality == Causality::parameter ||
         variable.causality == Causality::structural_parameter || variable.variability == Variability::discrete;
}

void check_dependencies(Examination& examination, const Listed& listed, const std::string& name, bool is_initial) {
  const Variable& unknown = examination.at(listed.place);
  const std::string where = fmt::format("{}: {}", name, label_of(unknown));
  const int line = listed.unknown.line;
  if (!listed.unknown.dependencies) return;
  std::set<std::uint32_t> seen;
  for (const Dependency& dependency : *listed.unknown.dependencies) {
    if (!dependency.known.variable) {
      examination.error("unknown-reference", line, where,
                        fmt::format("depends on {}, and no variable has that number", dependency.known.written));
      continue;
    }
    const Variable& known = examination.at(*dependency.known.variable);
    if (!seen.insert(dependency.known.written).second)
      examination.warn("dependency", line, where, fmt::format("depends on {} twice", shown(known.name)));
    if (*dependency.known.variable != listed.place &&
        !can_be_known(examination, *dependency.known.variable, is_initial))
      examination.warn("dependency", line, where,
                       fmt::format("depends on {}, which is neither an input nor {}", shown(known.name),
                                   is_initial ? "given by a start value" : "a state"));
    const bool is_special = dependency.kind != DependencyKind::dependent;
    if (is_special && (!is_float(unknown.type) || (is_initial && dependency.kind != DependencyKind::constant)))
      examination.warn("dependency-kind", line, where,
                       fmt::format("the kind of its dependency on {} is not allowed here", shown(known.name)));
  }
}

void check_outputs(Examination& examination, const std::vector<Listed>& listed) {
  const ModelDescription& d = examination.description();
  std::vector<bool> is_listed(d.variables.size(), false);
  for (const Listed& output : listed) {
    is_listed[output.place] = true;
    if (examination.at(output.place).causality != Causality::output)
      examination.error(
          "not-an-output", output.unknown.line, "outputs",
          fmt::format("{} is listed, and its causality is not output", label_of(examination.at(output.place))));
  }
  for (std::size_t i = 0; i < d.variables.size(); ++i)
    if (d.variables[i].causality == Causality::output && !is_listed[i])
      examination.warn("output-not-listed", d.variables[i].line, label_of(d.variables[i]),
                       "is an output, but not listed as such in ModelStructure");
}

void check_states(Examination& examination, const std::vector<Listed>& listed) {
  std::set<std::size_t> states;
  for (const Listed& entry : listed) {
    const Variable& derivative = examination.at(entry.place);
    const auto complain = [&](std::string what) {
      examination.error("state", entry.unknown.line, "derivatives: " + label_of(derivative), std::move(what));
    };
    if (!is_continuous_float(derivative)) complain("must be a continuous floating-point number");
    if (!derivative.derivative) complain("has no attribute derivative, so its state is not known");
    if (!derivative.derivative || !derivative.derivative->variable) continue;
    const Variable& state = examination.at(*derivative.derivative->variable);
    if (!is_continuous_float(state) || (state.causality != Causality::local && state.causality != Causality::output))
      complain(
          fmt::format("its state {} must be a continuous floating-point number, local or output", shown(state.name)));
    if (!states.insert(*derivative.derivative->variable).second)
      complain(fmt::format("its state {} has a derivative in the list already", shown(state.name)));
  }
}

/// Whether initialisation computes the variable: then it must be listed, unless a clock decides.
bool is_initial_unknown(const Examination& examination, std::size_t place, bool is_derivative) {
  const Variable& variable = examination.at(place);
  if (variable.causality == Causality::calculated_parameter) return true;
  if (variable.initial != Initial::approx && variable.initial != Initial::calculated) return false;
  return variable.causality == Causality::output || examination.is_state(place) || is_derivative;
}

void check_initial_unknowns(Examination& examination, const std::vector<Listed>& listed,
                            const std::vector<Listed>& derivatives) {
  const ModelDescription& d = examination.description();
  std::vector<bool> is_listed(d.variables.size(), false), is_derivative(d.variables.size(), false);
  for (const Listed& derivative : derivatives) is_derivative[derivative.place] = true;
  for (const Listed& entry : listed) {
    const Variable& variable = examination.at(entry.place);
    is_listed[entry.place] = true;
    if (variable.clocks.empty() && !is_initial_unknown(examination, entry.place, is_derivative[entry.place]))
      examination.warn("initial-unknown", entry.unknown.line, "initial unknowns",
                       fmt::format("{} is listed, but initialisation does not compute it", label_of(variable)));
  }
  for (std::size_t i = 0; i < d.variables.size(); ++i)
    if (!is_listed[i] && d.variables[i].clocks.empty() && d.variables[i].type != Type::clock &&
        is_initial_unknown(examination, i, is_derivative[i]))
      examination.warn("initial-unknown", d.variables[i].line, label_of(d.variables[i]),
                       "is computed by the initialisation, but not listed as an initial unknown");
  if (d.standard == Standard::fmi2 && !std::ranges::is_sorted(listed, {}, &Listed::place))
    examination.warn("initial-unknown", listed.front().unknown.line, "initial unknowns",
                     "should be in the order of the variables");
}

void check_clocked_and_indicators(Examination& examination, const std::vector<Listed>& clocked,
                                  const std::vector<Listed>& indicators) {
  for (const Listed& entry : clocked) {
    const Variable& variable = examination.at(entry.place);
    if (!variable.previous || variable.clocks.empty() || variable.type == Type::clock)
      examination.error("clocked-state", entry.unknown.line, "clocked states",
                        fmt::format("{} must have clocks and a previous value", label_of(variable)));
  }
  for (const Listed& entry : indicators)
    if (!is_continuous_float(examination.at(entry.place)))
      examination.error(
          "event-indicator", entry.unknown.line, "event indicators",
          fmt::format("{} must be a continuous floating-point number", label_of(examination.at(entry.place))));
}

}  // namespace

void check_structure(Examination& examination) {
  const ModelStructure& structure = examination.description().structure;
  if (!structure.is_written) {
    examination.error("missing-structure", 0, "fmiModelDescription", "has no element ModelStructure");
    return;
  }
  // FMI 1.0 has only dependencies by name, which were looked up while reading
  if (examination.standard() == Standard::fmi1) return;
  const std::vector<Listed> outputs = check_list(examination, structure.outputs, "outputs");
  const std::vector<Listed> derivatives = check_list(examination, structure.derivatives, "derivatives");
  const std::vector<Listed> clocked = check_list(examination, structure.clocked_states, "clocked states");
  const std::vector<Listed> initial = check_list(examination, structure.initial_unknowns, "initial unknowns");
  const std::vector<Listed> indicators = check_list(examination, structure.event_indicators, "event indicators");
  check_outputs(examination, outputs);
  check_states(examination, derivatives);
  check_initial_unknowns(examination, initial, derivatives);
  check_clocked_and_indicators(examination, clocked, indicators);
  for (const Listed& entry : outputs) check_dependencies(examination, entry, "outputs", false);
  for (const Listed& entry : derivatives) check_dependencies(examination, entry, "derivatives", false);
  for (const Listed& entry : initial) check_dependencies(examination, entry, "initial unknowns", true);
}

}  // namespace oldham::fmi
