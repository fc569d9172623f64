// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmu_ports.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

constexpr std::size_t most_elements = 100'000;  // of all inputs, or outputs; more is a slip in a structural parameter

std::size_t elements_of(const ModelDescription& description, const Variable& variable) {
  const std::optional<std::uint64_t> count = element_count(description, variable);
  if (!count || *count > most_elements)
    throw_wrong_input(fmt::format("variable '{}'", variable.name),
                      count ? fmt::format("has {} elements", *count) : "has a size that is not known",
                      "check the structural parameters that its dimensions refer to");
  return static_cast<std::size_t>(*count);
}

std::vector<double> numbers_of(const Values& values) {
  return std::visit(
      [](const auto& list) {
        std::vector<double> numbers;
        if constexpr (!std::is_same_v<std::decay_t<decltype(list)>, std::vector<std::string>>)
          for (const auto value : list) numbers.push_back(static_cast<double>(value));
        return numbers;
      },
      values);
}

/// One port for each element.
void add_ports(const ModelDescription& description, std::size_t place, std::vector<Port>& ports,
               std::vector<std::size_t>& variables) {
  const Variable& variable = description.variables[place];
  const std::optional<Unit> unit = unit_of(description, variable);
  const std::vector<double> starts = variable.start ? numbers_of(*variable.start) : std::vector<double>();
  const std::vector<std::string> names = element_names(description, variable);
  for (std::size_t i = 0; i < names.size(); ++i) {
    Port port{names[i], unit.value_or(Unit()), variable.description};
    port.has_unit = unit.has_value();
    port.nominal = variable.traits.nominal && *variable.traits.nominal > 0 ? *variable.traits.nominal : 1;
    port.is_real = is_float(variable.type);
    port.is_discrete = !port.is_real || variable.variability != Variability::continuous;
    if (variable.causality == Causality::input)
      port.rest = starts.empty() ? 0 : starts.size() == 1 ? starts.front() : i < starts.size() ? starts[i] : 0;
    ports.push_back(std::move(port));
    variables.push_back(place);
  }
}

/// Whether an output may follow an input of the same instant: where nothing is said, it may.
bool has_feedthrough(const ModelDescription& description) {
  if (description.standard == Standard::fmi1) return true;
  const auto is_input = [&](const Dependency& dependency) {
    return !dependency.known.variable ||
           description.variables[*dependency.known.variable].causality == Causality::input;
  };
  return std::ranges::any_of(description.structure.outputs, [&](const Unknown& unknown) {
    return !unknown.dependencies || std::ranges::any_of(*unknown.dependencies, is_input);
  });
}

VariableBatch make_batch(const ModelDescription& description, const std::vector<std::size_t>& places) {
  std::vector<std::size_t> counts;
  std::size_t total = 0;
  for (const std::size_t place : places) {
    counts.push_back(elements_of(description, description.variables[place]));
    total += counts.back();
    if (total > most_elements)
      throw_wrong_input(fmt::format("FMU '{}'", description.model_name),
                        fmt::format("its inputs, or its outputs, have more than {} elements", most_elements),
                        "check the structural parameters that their dimensions refer to");
  }
  return {description, places, counts};
}

}  // namespace

Values spread(Values values, std::size_t count) {
  std::visit(
      [&](auto& list) {
        if (list.size() != 1) return;
        const typename std::decay_t<decltype(list)>::value_type only = list.front();
        list.assign(count, only);
      },
      values);
  return values;
}

void spread_over_arrays(const ModelDescription& description, std::vector<VariableSetting>& values) {
  for (auto& [place, given] : values) {
    const Variable& variable = description.variables[place];
    const std::size_t count = elements_of(description, variable);
    given = spread(std::move(given), count);
    if (size_of(given) != count)
      throw_wrong_input(fmt::format("variable '{}'", variable.name),
                        fmt::format("has {} elements, but {} values are given", count, size_of(given)),
                        "give one value for each of them, or one for all");
  }
}

ModelDescription with_values(ModelDescription description, const std::vector<VariableSetting>& values) {
  for (const auto& [place, value] : values) description.variables[place].start = value;
  return description;
}

bool has_kept(const Variable& variable, const Values& given, const Values& now) {
  if (variable.type != Type::float32) return given == now;
  const auto single = [](double value) { return static_cast<float>(value); };
  return std::ranges::equal(std::get<std::vector<double>>(given), std::get<std::vector<double>>(now), {}, single,
                            single);
}

std::vector<std::string> element_names(const ModelDescription& description, const Variable& variable) {
  if (variable.dimensions.empty()) return {variable.name};
  std::vector<std::uint64_t> sizes;
  for (const Dimension& dimension : variable.dimensions) {
    Variable line = variable;
    line.dimensions = {dimension};
    sizes.push_back(elements_of(description, line));
  }
  std::vector<std::string> names;
  std::vector<std::uint64_t> index(sizes.size(), 1);
  for (std::size_t k = elements_of(description, variable); k > 0; --k) {
    names.push_back(fmt::format("{}[{}]", variable.name, fmt::join(index, ",")));
    for (std::size_t d = sizes.size(); d-- > 0;) {  // the last index runs fastest
      if (++index[d] <= sizes[d]) break;
      index[d] = 1;
    }
  }
  return names;
}

FmuPorts make_ports(const ModelDescription& description, const std::vector<std::size_t>& further) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = fmt::format("FMU {}", description.model_name);
  boundary->is_foreign = true;
  // in FMI 1.0 there is no mode of initialisation: whatever is set before it begins counts as initial
  boundary->begins_once = description.standard == Standard::fmi1;
  FmuPorts ports;
  std::vector<std::size_t> inputs, outputs;
  for (std::size_t i = 0; i < description.variables.size(); ++i) {
    const Variable& variable = description.variables[i];
    const bool is_output = variable.causality == Causality::output || std::ranges::find(further, i) != further.end();
    if (!is_number(variable.type)) {
      if (is_output || variable.causality == Causality::input)
        std::ranges::copy(element_names(description, variable), std::back_inserter(boundary->texts));
      if (is_output && variable.type != Type::clock) ports.text_outputs.push_back(i);
      continue;
    }
    if (variable.causality == Causality::input) inputs.push_back(i);
    if (is_output) outputs.push_back(i);
  }
  ports.inputs = make_batch(description, inputs);
  ports.outputs = make_batch(description, outputs);
  for (const std::size_t place : inputs) add_ports(description, place, boundary->inputs, ports.input_variables);
  for (const std::size_t place : outputs) add_ports(description, place, boundary->outputs, ports.output_variables);
  ports.varying_inputs = ports.inputs;
  ports.needed_outputs = ports.outputs;
  boundary->feedthrough = !inputs.empty() && has_feedthrough(description);
  ports.boundary = std::move(boundary);
  return ports;
}

VariableBatch make_part(const ModelDescription& description, const std::vector<std::size_t>& of_ports,
                        std::span<const int> ports) {
  std::vector<std::size_t> variables, counts, firsts;
  for (const int port : ports) {
    const std::size_t variable = of_ports[static_cast<std::size_t>(port)];
    if (!variables.empty() && variables.back() == variable) continue;  // another element of an array
    variables.push_back(variable);
    counts.push_back(elements_of(description, description.variables[variable]));
    firsts.push_back(static_cast<std::size_t>(std::ranges::find(of_ports, variable) - of_ports.begin()));
  }
  return {description, variables, counts, firsts, of_ports.size()};
}

PortSelection select_inputs(const ModelDescription& description, const FmuPorts& ports, bool discrete) {
  PortSelection selection;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < ports.input_variables.size(); ++i) {
    if (ports.boundary->inputs[i].is_discrete != discrete) continue;
    selection.ports.push_back(i);
    if (places.empty() || places.back() != ports.input_variables[i]) places.push_back(ports.input_variables[i]);
  }
  selection.batch = make_batch(description, places);
  selection.row.resize(selection.ports.size());
  return selection;
}

}  // namespace oldham::fmi
