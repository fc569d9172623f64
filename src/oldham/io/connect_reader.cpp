// SPDX-License-Identifier: MIT
#include "oldham/io/connect_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/scheme.hpp"
#include "oldham/interface/converted_output.hpp"
#include "oldham/io/signal_reader.hpp"

namespace oldham {
namespace {

template <class T>
void add_table(Reader& reader, Assembly<T>& assembly, PortRef from, PortRef to) {
  for (const Law<T>& law : assembly.laws)
    for (const auto& effect : law.effects)
      if (effect.to == to)
        reader.fail("to", fmt::format("input '{}' has two sources", assembly.input_name(to)), "remove one of them");
  if (reader.optional_boolean("convert_units").value_or(false))
    reader.fail("convert_units", "values of a table have no units", "leave it out");
  Law<T> law;
  law.name = fmt::format("{} to {}", assembly.output_name(from), assembly.input_name(to));
  law.equations = read_conversion<T>(reader);
  law.arguments = {from};
  law.effects = {{to, 0, 1.0}};
  law.where = reader.origin().text();
  law.variable_names = {law.name};
  // a signal that jumps between the values of a table is held
  law.order = reader.integer("order", 0, {0, 0});
  assembly.laws.push_back(std::move(law));
}

/// What is foreign may jump, and may tell units that do not fit; both is met with, and told.
template <class T>
void fit_foreign(Connection& connection, const std::string& names, Assembly<T>& assembly) {
  const Port &from = assembly.output_port(connection.from), &to = assembly.input_port(connection.to);
  connection.is_held = (from.is_discrete || to.is_discrete) && !connection.order;
  if (connection.is_held) connection.order = 0;
  if (from.is_discrete && !to.is_discrete)
    assembly.notes.push_back(fmt::format("{}: a Boolean, integer or discrete output feeds a Real input", names));
  const auto is_foreign = [&](PortRef ref) {
    return assembly.subsystems[ref.subsystem]->description().boundary->is_foreign;
  };
  const bool is_advice = is_foreign(connection.from) || is_foreign(connection.to);
  if (!connection.convert_units || !is_advice) return;
  if (from.has_unit != to.has_unit) {
    const std::string& told = (from.has_unit ? from : to).unit.text;
    if (!told.empty() && told != "1")
      assembly.notes.push_back(fmt::format("{}: only the {} tells a unit, {}; numbers pass as they are", names,
                                           from.has_unit ? "output" : "input", told));
  }
  if (!from.has_unit || !to.has_unit || same_dimensions(from.unit, to.unit)) return;
  connection.convert_units = false;
  assembly.notes.push_back(
      fmt::format("{}: units {} and {} do not fit; numbers pass as they are", names, from.unit.text, to.unit.text));
}

/// Where texts, bytes or clocks are meant, that is no slip in a name.
template <class T>
void refuse_texts(const std::string& from, const std::string& to, const std::string& where,
                  const Assembly<T>& assembly) {
  for (const std::string& path : {from, to})
    for (const auto& subsystem : assembly.subsystems) {
      const std::string begin = subsystem->description().name + ".";
      const std::vector<std::string>& texts = subsystem->description().boundary->texts;
      if (path.starts_with(begin) && std::ranges::find(texts, path.substr(begin.size())) != texts.end())
        throw_missing_capability(
            where,
            fmt::format("'{}' cannot be connected to '{}': only numbers pass between subsystems, and '{}' is none",
                        from, to, path),
            "leave the connection out; a text of an input can be given under [subsystem.parameters]");
    }
}

}  // namespace

template <class T>
void add_connection(Reader& reader, Assembly<T>& assembly) {
  const std::string where = reader.origin().text();
  const std::string from = reader.text("from"), to = reader.text("to");
  refuse_texts(from, to, where, assembly);
  const PortRef output = assembly.output(from, where), input = assembly.input(to, where);
  if (reader.has("map")) {
    add_table(reader, assembly, output, input);
    return;
  }
  Connection connection{output,
                        input,
                        reader.number("scale", 1.0),
                        reader.number("offset", 0.0),
                        where,
                        reader.optional_integer("order", {0, highest_order}),
                        reader.boolean("convert_units", true)};
  fit_foreign(connection, fmt::format("{} -> {}", from, to), assembly);
  assembly.connections.push_back(std::move(connection));
}

template <class T>
std::shared_ptr<const InterfaceEquations<T>> read_conversion(Reader& reader) {
  std::vector<std::pair<T, T>> table;
  if (const auto rows = reader.optional_matrix("map")) {
    if (rows->cols() != 2)
      reader.fail("map", fmt::format("expected rows of two values, found {}", rows->cols()),
                  "write for example map = [[0, 1], [1, 3]]");
    for (Eigen::Index i = 0; i < rows->rows(); ++i) {
      const T source = from_decimal<T>((*rows)(i, 0));
      if (std::ranges::any_of(table, [&](const auto& entry) { return entry.first == source; }))
        reader.fail("map", fmt::format("{} stands twice in the table", (*rows)(i, 0)), "leave one of the rows");
      table.emplace_back(source, from_decimal<T>((*rows)(i, 1)));
    }
  }
  return std::make_shared<const ConvertedOutput<T>>(std::move(table), from_decimal<T>(reader.number("scale", 1.0)),
                                                    from_decimal<T>(reader.number("offset", 0.0)));
}

template <class T>
void follow_known_functions(std::vector<Reader>& subsystems, Assembly<T>& assembly) {
  for (Reader& reader : subsystems) {
    if (reader.text("model", "") != "signal") continue;
    const int source = assembly.find(reader.text("name"), "");
    Reader parameters = reader.table("parameters");
    const SignalDescription function = read_signal(parameters, "value");
    if (function.points.empty()) continue;  // a sine is smooth, but no straight line
    std::erase_if(assembly.connections, [&](const Connection& c) {
      const Port &from = assembly.output_port(c.from), &to = assembly.input_port(c.to);
      const bool converts = c.convert_units && from.has_unit && to.has_unit;
      if (c.from.subsystem != source || c.order || (converts && !same_dimensions(from.unit, to.unit))) return false;
      KnownInput known{c.to, function, c.where, false, c.from};
      const double factor = converts ? from.unit.factor / to.unit.factor : 1;
      const double offset = converts ? (from.unit.offset - to.unit.offset) / to.unit.factor : 0;
      for (SignalDescription::Point& point : known.signal.points)
        point.value = factor * c.scale * point.value + offset + c.offset;
      assembly.known_inputs.push_back(std::move(known));
      return true;
    });
  }
}

template void add_connection(Reader&, Assembly<double>&);
template void add_connection(Reader&, Assembly<Multiprecision>&);
template void follow_known_functions(std::vector<Reader>&, Assembly<double>&);
template void follow_known_functions(std::vector<Reader>&, Assembly<Multiprecision>&);
template std::shared_ptr<const InterfaceEquations<double>> read_conversion(Reader&);
template std::shared_ptr<const InterfaceEquations<Multiprecision>> read_conversion(Reader&);

}  // namespace oldham
