// SPDX-License-Identifier: MIT
#include "oldham/io/own_law_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/core/unit_text.hpp"
#include "oldham/coupling/scheme.hpp"
#include "oldham/model/own_parts.hpp"

namespace oldham {
namespace {

constexpr const char* acts_on_example = "write for example acts_on = [\"ball.force\", \"-plate.force\"]";

/// For every variable the inputs it acts on.
std::vector<std::vector<std::string>> read_effects(Reader& reader) {
  const Value* given = reader.value("acts_on");
  const Value::Array* list = given == nullptr ? nullptr : given->get<Value::Array>();
  if (list == nullptr || list->empty())
    reader.fail("acts_on", "expected the inputs that the law acts on", acts_on_example);
  const bool is_nested = list->front().is<Value::Array>();
  std::vector<std::vector<std::string>> variables(is_nested ? 0 : 1);
  const auto add = [&](const Value& value) {
    const std::string* text = value.get<std::string>();
    if (text == nullptr) reader.fail("acts_on", fmt::format("{} is no input", describe(value)), acts_on_example);
    variables.back().push_back(*text);
  };
  for (const Value& element : *list) {
    if (!is_nested) {
      add(element);
      continue;
    }
    const Value::Array* inputs = element.get<Value::Array>();
    if (inputs == nullptr || inputs->empty())
      reader.fail("acts_on", fmt::format("expected a list of inputs for each variable, found {}", describe(element)),
                  "write for example acts_on = [[\"a.x.force\", \"-b.x.force\"], [\"a.y.force\", \"-b.y.force\"]]");
    variables.emplace_back();
    for (const Value& input : *inputs) add(input);
  }
  return variables;
}

}  // namespace

template <class T>
void add_own_law(Reader& reader, Assembly<T>& assembly) {
  const std::string kind = reader.text("law");
  Law<T> law;
  law.name = reader.text("name", kind);
  law.where = reader.origin().text();
  if constexpr (!std::is_same_v<T, double>) {
    throw_missing_capability(law.where,
                             fmt::format("'{}' is a law of one's own, which computes in double precision", kind),
                             "leave out the digits");
  } else {
    for (const auto* laws : {&assembly.laws, &assembly.measured})
      if (std::ranges::any_of(*laws, [&](const Law<T>& other) { return other.name == law.name; }))
        reader.fail("name", fmt::format("two interfaces are named '{}'", law.name), "rename one of them");
    for (const std::string& output : reader.texts("reads")) law.arguments.push_back(assembly.output(output, law.where));
    const std::vector<std::vector<std::string>> variables = read_effects(reader);
    const int index = static_cast<int>(assembly.laws.size()), count = static_cast<int>(variables.size());
    for (int v = 0; v < count; ++v) {
      const std::size_t first = law.effects.size();
      for (const std::string& text : variables[v]) {
        const bool is_reaction = text.starts_with('-');
        const PortRef input = assembly.input(is_reaction ? text.substr(1) : text, law.where);
        law.effects.push_back({input, v, is_reaction ? -1.0 : 1.0});
        if (!same_dimensions(assembly.input_port(input).unit, assembly.input_port(law.effects[first].to).unit))
          reader.fail("acts_on",
                      fmt::format("'{}' and '{}' differ in dimension", assembly.input_name(law.effects[first].to),
                                  assembly.input_name(input)),
                      "a variable acts on inputs of one kind");
      }
      law.variable_names.push_back(count == 1 ? law.name : fmt::format("{}.{}", law.name, v + 1));
      assembly.variable_aliases.push_back({law.variable_names.back(),
                                           declared_unit(assembly.input_port(law.effects[first].to)), index, v,
                                           VariableAlias::Of::law});
    }
    law.order = reader.optional_integer("order", {0, highest_order});
    Reader parameters = reader.table("parameters");
    law.equations = find_own_law(kind)->make(static_cast<int>(law.arguments.size()), count, parameters);
    parameters.finish();
    assembly.laws.push_back(std::move(law));
  }
}

template void add_own_law(Reader&, Assembly<double>&);
template void add_own_law(Reader&, Assembly<Multiprecision>&);

}  // namespace oldham
