// SPDX-License-Identifier: MIT
#include "oldham/report/graph_drawing.hpp"

#include <fmt/format.h>

#include "oldham/report/graph_layout.hpp"
#include "oldham/report/html.hpp"
#include "oldham/report/svg_text.hpp"

namespace oldham {
namespace {

using Kind = CouplingGraph::Kind;

constexpr double smallest_scale = 0.65;  // that labels are read at; narrower windows scroll

std::string label(const std::string& text) { return xml_escaped(shortened(printable(text), longest_label)); }

std::string wire_title(const CouplingGraph& graph, const GraphLayout::Wire& wire) {
  const CouplingGraph::Edge& edge = graph.edges[static_cast<std::size_t>(wire.first_edge)];
  const auto end = [&](int node, const std::string& port) {
    const std::string& name = graph.nodes[static_cast<std::size_t>(node)].name;
    return port.empty() || wire.edges > 1 ? name : fmt::format("{}.{}", name, port);
  };
  const std::string what = wire.edges > 1      ? fmt::format(", {} signals", wire.edges)
                           : edge.unit.empty() ? ""
                                               : fmt::format(" ({})", edge.unit);
  return fmt::format("{} → {}{}", end(edge.from, edge.from_port), end(edge.to, edge.to_port), what);
}

std::string draw_box(const CouplingGraph::Node& node, const GraphLayout::Box& box, bool shows_group) {
  const bool is_subsystem = node.kind == Kind::subsystem;
  std::string svg = fmt::format(
      "<g class=\"{}\"><title>{}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"{}\"/>",
      is_subsystem ? "subsystem" : "law", html_text(node.name), box.x, box.y, box.width, box.height,
      is_subsystem ? 7 : 16);
  const double middle = box.x + box.width / 2;
  const std::string below = !node.model.empty()             ? node.model
                            : node.kind == Kind::law        ? "law"
                            : node.kind == Kind::constraint ? "constraint"
                                                            : "";
  svg += fmt::format("<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", middle, box.y + 19, label(node.name));
  svg += fmt::format("<text class=\"model\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", middle, box.y + 34, label(below));
  if (shows_group && node.group > 0)
    svg += fmt::format(
        "<circle cx=\"{0:.1f}\" cy=\"{1:.1f}\" r=\"10\"/><text class=\"group\" x=\"{0:.1f}\" y=\"{2:.1f}\">{3}</text>",
        box.x, box.y, box.y + 4, node.group);
  for (std::size_t i = 0; i < box.left.size(); ++i)
    svg += fmt::format("<text class=\"in\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", box.x + 9, box.row(i) + 4,
                       label(box.left[i]));
  for (std::size_t i = 0; i < box.right.size(); ++i)
    svg += fmt::format("<text class=\"out\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", box.x + box.width - 9, box.row(i) + 4,
                       label(box.right[i]));
  return svg + "</g>\n";
}

}  // namespace

std::string draw_graph(const CouplingGraph& graph) {
  if (graph.nodes.empty()) return {};
  const GraphLayout layout = lay_out(graph);
  std::string svg = fmt::format(
      "<svg class=\"graph\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" style=\"min-width: {2:.0f}px\" "
      "role=\"img\" "
      "aria-label=\"Subsystems and what joins them\">\n"
      "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
      "orient=\"auto\"><path d=\"M0 0.6 8 4 0 7.4z\"/></marker></defs>\n",
      layout.width, layout.height, smallest_scale * layout.width);
  for (const GraphLayout::Wire& wire : layout.wires)
    svg += fmt::format(
        "<g class=\"wire{}\"><path class=\"touch\" d=\"{}\"/><path d=\"{}\" "
        "marker-end=\"url(#arrow)\"/><title>{}</title></g>\n",
        wire.edges > 1 ? " bundle" : "", wire.path, wire.path, html_text(wire_title(graph, wire)));
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    svg += draw_box(graph.nodes[i], layout.boxes[i], graph.groups > 1);
  return svg + "</svg>\n";
}

}  // namespace oldham
