// SPDX-License-Identifier: MIT
#include "oldham/io/coupling_graph.hpp"

#include <array>
#include <set>

#include "oldham/core/reader.hpp"
#include "oldham/core/unit_text.hpp"

namespace oldham {
namespace {

using BoxKind = CouplingGraph::Kind;

constexpr std::array kind_words{Choice<BoxKind>{"subsystem", BoxKind::subsystem}, Choice<BoxKind>{"law", BoxKind::law},
                                Choice<BoxKind>{"constraint", BoxKind::constraint}};

/// Every port once, however often a law names it.
class Builder {
 public:
  explicit Builder(const Assembly<double>& assembly) : assembly_(assembly) {}

  void join(PortRef from, PortRef to) {
    add({from.subsystem, to.subsystem, assembly_.output_port(from).name, assembly_.input_port(to).name,
         declared_unit(assembly_.output_port(from))});
  }
  void read(PortRef from, int node) {
    add({from.subsystem, node, assembly_.output_port(from).name, "", declared_unit(assembly_.output_port(from))});
  }
  void act(int node, PortRef to) {
    add({node, to.subsystem, "", assembly_.input_port(to).name, declared_unit(assembly_.input_port(to))});
  }

  std::vector<CouplingGraph::Edge> edges;

 private:
  void add(CouplingGraph::Edge edge) {
    if (known_.emplace(edge.from, edge.to, edge.from_port, edge.to_port).second) edges.push_back(std::move(edge));
  }

  const Assembly<double>& assembly_;
  std::set<std::tuple<int, int, std::string, std::string>> known_;
};

}  // namespace

CouplingGraph make_coupling_graph(const Cosimulation<double>& system) {
  const Assembly<double>& assembly = system.assembly();
  CouplingGraph graph;
  for (const auto& subsystem : assembly.subsystems) {
    const SubsystemDescription& description = subsystem->description();
    graph.nodes.push_back(
        {.name = description.name, .model = description.boundary->model, .states = description.state_size});
  }
  for (const std::vector<int>& group : system.plan().groups) {
    ++graph.groups;
    for (const int subsystem : group) graph.nodes[subsystem].group = graph.groups;
  }
  Builder builder(assembly);
  for (const Connection& connection : assembly.connections) builder.join(connection.from, connection.to);
  for (const KnownInput& known : assembly.known_inputs)
    if (known.from) builder.join(*known.from, known.to);
  for (const Motion& motion : assembly.motions) {
    builder.join(motion.position, motion.in_position);
    builder.join(motion.velocity, motion.in_velocity);
    builder.join(motion.acceleration, motion.in_acceleration);
  }
  for (const Law<double>& law : assembly.laws) {
    const int node = static_cast<int>(graph.nodes.size());
    graph.nodes.push_back({.name = law.name, .kind = BoxKind::law});
    for (const PortRef& argument : law.arguments) builder.read(argument, node);
    for (const auto& effect : law.effects) builder.act(node, effect.to);
  }
  for (const Constraint& constraint : assembly.constraints) {
    const int node = static_cast<int>(graph.nodes.size());
    graph.nodes.push_back({.name = constraint.name, .kind = BoxKind::constraint});
    for (const Constraint::Row& row : constraint.rows)
      for (const Constraint::Term& term : row.terms) {
        builder.read(term.position, node);
        builder.act(node, term.force);
      }
  }
  graph.edges = std::move(builder.edges);
  return graph;
}

Value to_value(const CouplingGraph& graph) {
  Value::Array nodes, edges;
  for (const CouplingGraph::Node& node : graph.nodes) {
    Value::Table table;
    table["name"] = Value(node.name);
    table["kind"] = Value(kind_words[static_cast<std::size_t>(node.kind)].word);
    if (!node.model.empty()) table["model"] = Value(node.model);
    if (node.group > 0) table["group"] = Value(node.group);
    if (node.states > 0) table["states"] = Value(node.states);
    nodes.emplace_back(std::move(table));
  }
  for (const CouplingGraph::Edge& edge : graph.edges) {
    Value::Table table;
    table["from"] = Value(edge.from);
    table["to"] = Value(edge.to);
    if (!edge.from_port.empty()) table["from_port"] = Value(edge.from_port);
    if (!edge.to_port.empty()) table["to_port"] = Value(edge.to_port);
    table["unit"] = Value(edge.unit);
    edges.emplace_back(std::move(table));
  }
  Value::Table whole;
  whole["groups"] = Value(graph.groups);
  whole["node"] = Value(std::move(nodes));
  whole["edge"] = Value(std::move(edges));
  return Value(std::move(whole));
}

CouplingGraph read_coupling_graph(const Value& value) {
  Reader reader(value, "graph");
  CouplingGraph graph;
  graph.groups = reader.integer("groups", 0, {.low = 0});
  for (Reader& entry : reader.tables("node"))
    graph.nodes.push_back({.name = entry.text("name"),
                           .model = entry.text("model", ""),
                           .kind = entry.choice<BoxKind>("kind", kind_words, BoxKind::subsystem),
                           .group = entry.integer("group", 0, {.low = 0}),
                           .states = entry.integer("states", 0, {.low = 0})});
  const IntegerLimits node{0, static_cast<int>(graph.nodes.size()) - 1};
  for (Reader& entry : reader.tables("edge"))
    graph.edges.push_back({.from = entry.integer("from", node),
                           .to = entry.integer("to", node),
                           .from_port = entry.text("from_port", ""),
                           .to_port = entry.text("to_port", ""),
                           .unit = entry.text("unit", "")});
  return graph;
}

}  // namespace oldham
