// SPDX-License-Identifier: MIT
#include "oldham/io/bushing_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/core/unit_text.hpp"
#include "oldham/coupling/requirements.hpp"
#include "oldham/interface/bushing.hpp"
#include "oldham/io/tree.hpp"

namespace oldham {
namespace {

enum class Cut { force_force, force_displacement, displacement_displacement };

/// A bushing as the file describes it.
struct BushingEntry {
  std::string name;
  std::vector<std::string> sides, directions;
  Eigen::MatrixXd C, D;
  Cut cut;
};

/// One number for each direction, or rows.
Eigen::MatrixXd read_square(Reader& reader, const char* key, Eigen::Index n) {
  const Value* given = reader.value(key);
  if (given == nullptr) return Eigen::MatrixXd::Zero(n, n);
  const Value::Array* array = given->get<Value::Array>();
  const bool has_rows = array != nullptr && !array->empty() && array->front().is<Value::Array>();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  if (has_rows) {
    matrix = reader.matrix(key);
  } else if (array != nullptr && static_cast<Eigen::Index>(array->size()) == n) {
    const std::vector<double> numbers = reader.numbers(key);
    matrix.diagonal() = Eigen::Map<const Eigen::VectorXd>(numbers.data(), n);
    return matrix;
  }
  if (!has_rows || matrix.rows() != n || matrix.cols() != n)
    reader.fail(
        key,
        fmt::format("expected {0} numbers or {0} rows of {0}, one for each direction, found {1}", n,
                    has_rows ? fmt::format("{} rows of {}", matrix.rows(), matrix.cols()) : describe(*given)),
        n == 3 ? fmt::format("write for example {} = [1e3, 1e3, 1e2]", key) : "give as many as there are directions");
  return matrix;
}

BushingEntry read_entry(Reader& reader) {
  BushingEntry entry;
  entry.sides = reader.texts("between");
  if (entry.sides.size() != 2 || entry.sides[0] == entry.sides[1])
    reader.fail("between", "expected two mechanical ports",
                "write for example between = [\"left.tip\", \"right.tip\"]");
  entry.name = reader.text("name", fmt::format("{}-{}", entry.sides[0], entry.sides[1]));
  if (entry.name.empty()) reader.fail("name", "a bushing needs a name", "leave it out, or give one");
  entry.directions = reader.texts("directions");
  if (entry.directions.empty()) entry.directions = {"x", "y", "phi"};
  for (const std::string& direction : entry.directions)
    if (direction.starts_with("turn_"))
      reader.fail(
          "directions",
          fmt::format("'{}': in space a bushing between two subsystems holds points, not rotations", direction),
          "use x, y and z, or put both bodies and a [[subsystem.force]] of type \"bushing\" into one mechanism");
  for (std::size_t i = 0; i < entry.directions.size(); ++i)
    if (std::find(entry.directions.begin(), entry.directions.begin() + static_cast<long>(i), entry.directions[i]) !=
        entry.directions.begin() + static_cast<long>(i))
      reader.fail("directions", fmt::format("'{}' is named twice", entry.directions[i]), "name each direction once");
  const auto n = static_cast<Eigen::Index>(entry.directions.size());
  entry.C = read_square(reader, "stiffness", n);
  entry.D = read_square(reader, "damping", n);
  entry.cut = reader.choice("decomposition",
                            {{"force-force", Cut::force_force},
                             {"force-displacement", Cut::force_displacement},
                             {"displacement-displacement", Cut::displacement_displacement}},
                            Cut::force_force);
  return entry;
}

Value::Array& list_in(Value& table, std::string_view key) {
  Value& list = (*table.get<Value::Table>())[key];
  if (!list.is<Value::Array>()) list = Value(Value::Array{}, table.origin());
  return *list.get<Value::Array>();
}

Value rows_value(const Eigen::MatrixXd& matrix, const Origin& origin) {
  Value::Array rows;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Value::Array row;
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.emplace_back(matrix(i, j), origin);
    rows.emplace_back(std::move(row), origin);
  }
  return Value(std::move(rows), origin);
}

/// Puts the bushing between a body that moves as `mover` says and the port of `carrier`.
void carry(Value& root, Reader& reader, const BushingEntry& entry, const std::string& carrier,
           const std::string& mover) {
  const Origin origin = reader.origin();
  const std::size_t dot = carrier.find('.');
  const std::string owner = carrier.substr(0, dot);
  std::vector<std::string> names;
  Value* subsystem = find_named(root, "subsystem", owner, &names);
  if (subsystem == nullptr)
    reader.fail("between", fmt::format("there is no subsystem '{}'", owner), suggest(owner, names));
  if (text_of(*subsystem, "model") != "mechanism" || dot == std::string::npos)
    reader.fail("decomposition", fmt::format("'{}' is no port of a mechanism and cannot carry the bushing", carrier),
                "use decomposition = \"force-force\", or name a port of a mechanism");
  const std::string port_name = carrier.substr(dot + 1);
  names.clear();
  const Value* port = find_named(*subsystem, "port", port_name, &names);
  if (port == nullptr)
    reader.fail("between", fmt::format("the mechanism '{}' has no port '{}'", owner, port_name),
                suggest(port_name, names));

  // directions of a body in the order in which a bushing counts them
  const bool planar = text_of(*subsystem, "space") != "space";
  const std::vector<std::string> axes = {"x", "y", planar ? "phi" : "z"};
  const Eigen::Index n = planar ? 3 : 6;
  std::vector<Eigen::Index> place;
  for (const std::string& direction : entry.directions) {
    const auto found = std::find(axes.begin(), axes.end(), direction);
    if (found == axes.end())
      reader.fail("directions", fmt::format("'{}' cannot carry the direction '{}'", carrier, direction),
                  fmt::format("{}; force-force knows others", suggest(direction, axes)));
    place.push_back(found - axes.begin());
  }
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(n, n), D = C;
  for (std::size_t i = 0; i < place.size(); ++i)
    for (std::size_t j = 0; j < place.size(); ++j) {
      C(place[i], place[j]) = entry.C(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      D(place[i], place[j]) = entry.D(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }

  std::string stem = entry.name;
  std::replace(stem.begin(), stem.end(), '.', '_');
  const std::string base = stem + "_base";
  Value::Table body;
  body["name"] = Value(base, origin);
  body["motion"] = Value("port", origin);
  const Value::Array centre(planar ? 2 : 3, Value(0.0, origin));
  const Value* point = port->find("point");
  Value::Table force;
  force["name"] = Value(stem, origin);
  force["type"] = Value("bushing", origin);
  force["between"] = Value(Value::Array{Value(base, origin), Value(text_of(*port, "body"), origin)}, origin);
  force["points"] =
      Value(Value::Array{Value(centre, origin), point == nullptr ? Value(centre, origin) : *point}, origin);
  force["stiffness"] = rows_value(C, origin);
  force["damping"] = rows_value(D, origin);
  list_in(*subsystem, "body").emplace_back(std::move(body), origin);
  list_in(*subsystem, "force").emplace_back(std::move(force), origin);

  Value& inputs = (*subsystem->get<Value::Table>())["inputs"];
  if (!inputs.is<Value::Table>()) inputs = Value(Value::Table{}, origin);
  for (const std::string& direction : axes) {
    const bool is_used =
        std::find(entry.directions.begin(), entry.directions.end(), direction) != entry.directions.end();
    for (const char* quantity : {"position", "velocity"}) {
      const std::string to = fmt::format("{}.{}.{}", base, direction, quantity);
      if (!is_used) {
        (*inputs.get<Value::Table>())[to] = Value(0.0, origin);
        continue;
      }
      Value::Table connect;
      connect["from"] = Value(fmt::format("{}.{}.{}", mover, direction, quantity), origin);
      connect["to"] = Value(fmt::format("{}.{}", owner, to), origin);
      list_in(root, "connect").emplace_back(std::move(connect), origin);
    }
  }
}

}  // namespace

void distribute_bushings(Value& root) {
  const Value* interfaces = root.find("interface");
  if (interfaces == nullptr || !interfaces->is<Value::Array>()) return;
  const Value::Array entries = *interfaces->get<Value::Array>();  // what is added moves the tree
  for (const Value& interface : entries) {
    if (text_of(interface, "law") != "bushing") continue;
    Reader reader(interface, fmt::format("interface '{}'", text_of(interface, "name")));
    const BushingEntry entry = read_entry(reader);
    if (entry.cut == Cut::displacement_displacement) carry(root, reader, entry, entry.sides[0], entry.sides[1]);
    if (entry.cut != Cut::force_force) carry(root, reader, entry, entry.sides[1], entry.sides[0]);
  }
}

template <class T>
void add_bushing(Reader& reader, Assembly<T>& assembly) {
  const BushingEntry entry = read_entry(reader);
  const std::string where = reader.origin().text();
  for (const auto* laws : {&assembly.laws, &assembly.measured})
    for (const Law<T>& other : *laws)
      if (other.name == entry.name)
        reader.fail("name", fmt::format("two interfaces are named '{}'", entry.name), "rename one of them");
  const auto decimals = [](const Eigen::MatrixXd& matrix) {
    std::vector<T> rows;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) rows.push_back(from_decimal<T>(matrix(i, j)));
    return rows;
  };
  const int n = static_cast<int>(entry.directions.size());
  Law<T> law{entry.name, std::make_shared<Bushing<T>>(n, decimals(entry.C), decimals(entry.D)), {}, {}, where, {}};
  const bool is_measured = entry.cut == Cut::displacement_displacement;
  const int index = static_cast<int>((is_measured ? assembly.measured : assembly.laws).size());
  for (int side = 0; side < 2; ++side)
    for (int d = 0; d < n; ++d) {
      const std::string port = entry.sides[side] + "." + entry.directions[d];
      const PortRef position = assembly.output(port + ".position", where);
      const PortRef velocity = assembly.output(port + ".velocity", where);
      const PortRef force = assembly.input(port + ".force", where);
      require_mechanical(where, entry.name, assembly.output_port(position), assembly.output_port(velocity),
                         assembly.input_port(force));
      law.arguments.insert(law.arguments.end(), {position, velocity});
      if (!is_measured && (side == 0 || entry.cut == Cut::force_force))
        law.effects.push_back({force, d, side == 0 ? -1.0 : 1.0});
      if (side == 1) continue;
      law.variable_names.push_back(fmt::format("{}.{}", entry.name, entry.directions[d]));
      assembly.variable_aliases.push_back({law.variable_names.back() + ".force",
                                           declared_unit(assembly.input_port(force)), index, d,
                                           is_measured ? VariableAlias::Of::measured : VariableAlias::Of::law});
    }
  (is_measured ? assembly.measured : assembly.laws).push_back(std::move(law));
}

template <class T>
void hold_free_forces(Reader& reader, Assembly<T>& assembly) {
  const auto is_fed = [&](PortRef input) {
    const auto is_input = [&](const auto& fed) { return fed.to == input; };
    for (const Law<T>& law : assembly.laws)
      if (std::any_of(law.effects.begin(), law.effects.end(), is_input)) return true;
    for (const Constraint& constraint : assembly.constraints)
      for (const Constraint::Row& row : constraint.rows)
        for (const Constraint::Term& term : row.terms)
          if (term.force == input) return true;
    return std::any_of(assembly.connections.begin(), assembly.connections.end(), is_input) ||
           std::any_of(assembly.constants.begin(), assembly.constants.end(), is_input);
  };
  const std::string where = reader.origin().text();
  for (const std::string& side : reader.texts("between")) {
    const std::size_t dot = side.find('.');
    const int s = assembly.find(side.substr(0, dot), where);
    const std::string begin = dot == std::string::npos ? "" : side.substr(dot + 1) + ".";
    const auto& inputs = assembly.subsystems[s]->description().boundary->inputs;
    for (int i = 0; i < static_cast<int>(inputs.size()); ++i)
      if (inputs[i].name.starts_with(begin) && inputs[i].name.ends_with(".force") && !is_fed({s, i}))
        assembly.constants.push_back({{s, i}, 0.0, where});
  }
}

template void add_bushing(Reader&, Assembly<double>&);
template void add_bushing(Reader&, Assembly<Multiprecision>&);
template void hold_free_forces(Reader&, Assembly<double>&);
template void hold_free_forces(Reader&, Assembly<Multiprecision>&);

}  // namespace oldham
