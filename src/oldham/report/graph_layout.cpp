// SPDX-License-Identifier: MIT
#include "oldham/report/graph_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "oldham/report/graph_wires.hpp"

namespace oldham {
namespace {

constexpr std::size_t most_wires = 8;  // between two boxes; more become one
constexpr double head_height = 42, row_height = 18, foot_height = 8, between_boxes = 26, margin = 12;
constexpr double page_width = 1150, between_rows = 30;  // px

/// Letters of a proportional font are about this wide, px.
double text_width(std::size_t letters, double size) { return 0.58 * size * static_cast<double>(letters); }

std::size_t shown_length(const std::string& text) { return std::min(text.size(), longest_label); }

/// The row of a label on one side of a box, added where there is none.
std::size_t row_of(std::vector<std::string>& labels, std::map<std::string, std::size_t>& rows, const std::string& key,
                   const std::string& label) {
  const auto [place, is_new] = rows.try_emplace(key, labels.size());
  if (is_new) labels.push_back(label);
  return place->second;
}

/// Ports and wires; where a port has no name, what comes from one box arrives at one place.
void add_wires(const CouplingGraph& graph, GraphLayout& layout) {
  std::map<std::pair<int, int>, std::size_t> count;
  for (const CouplingGraph::Edge& edge : graph.edges) ++count[{edge.from, edge.to}];
  std::vector<std::map<std::string, std::size_t>> left(layout.boxes.size()), right(layout.boxes.size());
  std::map<std::tuple<int, int, std::size_t, std::size_t>, std::size_t> known;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const CouplingGraph::Edge& edge = graph.edges[e];
    const std::size_t together = count[{edge.from, edge.to}];
    const bool is_bundle = together > most_wires;
    const auto key = [&](const std::string& port, int other) {
      return port.empty() || is_bundle ? fmt::format("\n{}", other) : port;
    };
    const auto label = [&](const std::string& port) {
      return port.empty() ? "" : is_bundle ? fmt::format("{} signals", together) : port;
    };
    GraphLayout::Wire wire{.from = edge.from, .to = edge.to, .first_edge = static_cast<int>(e), .path = {}};
    wire.from_row =
        row_of(layout.boxes[edge.from].right, right[edge.from], key(edge.from_port, edge.to), label(edge.from_port));
    wire.to_row = row_of(layout.boxes[edge.to].left, left[edge.to], key(edge.to_port, edge.from), label(edge.to_port));
    const auto [place, is_new] =
        known.try_emplace({wire.from, wire.to, wire.from_row, wire.to_row}, layout.wires.size());
    if (is_new)
      layout.wires.push_back(std::move(wire));
    else
      ++layout.wires[place->second].edges;
  }
}

/// Columns such that wires lead to the right, but for those that close a loop: they are left out.
void choose_columns(const CouplingGraph& graph, GraphLayout& layout) {
  const std::size_t count = layout.boxes.size();
  std::vector<std::vector<int>> next(count);
  for (const GraphLayout::Wire& wire : layout.wires) next[wire.from].push_back(wire.to);
  enum class Mark { fresh, open, done };
  std::vector<Mark> marks(count, Mark::fresh);
  std::vector<int> finished;  // in the order in which their searches end
  std::vector<std::pair<int, int>> forward;
  std::vector<std::pair<int, std::size_t>> stack;
  const auto search = [&](int root) {
    if (marks[root] != Mark::fresh) return;
    stack.emplace_back(root, 0);
    marks[root] = Mark::open;
    while (!stack.empty()) {
      auto& [node, at] = stack.back();
      if (at == next[node].size()) {
        marks[node] = Mark::done;
        finished.push_back(node);
        stack.pop_back();
        continue;
      }
      const int from = node, to = next[node][at++];
      if (marks[to] == Mark::open) continue;
      forward.emplace_back(from, to);
      if (marks[to] == Mark::done) continue;
      marks[to] = Mark::open;
      stack.emplace_back(to, 0);
    }
  };
  // those that step first stand first
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int node) {
    return graph.nodes[node].kind == CouplingGraph::Kind::subsystem ? graph.nodes[node].group : graph.groups + 1;
  });
  for (const int node : order) search(node);
  std::ranges::reverse(finished);
  std::vector<std::vector<int>> ahead(count);
  for (const auto& [from, to] : forward) ahead[from].push_back(to);
  for (const int node : finished)
    for (const int to : ahead[node])
      layout.boxes[to].column = std::max(layout.boxes[to].column, layout.boxes[node].column + 1);
}

/// The order within the columns: near to what comes from the left.
std::vector<std::vector<int>> order_columns(const GraphLayout& layout) {
  std::vector<std::vector<int>> columns;
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    const auto column = static_cast<std::size_t>(layout.boxes[i].column);
    if (columns.size() <= column) columns.resize(column + 1);
    columns[column].push_back(static_cast<int>(i));
  }
  std::vector<double> place(layout.boxes.size(), 0);
  for (std::vector<int>& column : columns) {
    std::vector<double> wanted(layout.boxes.size(), 0);
    for (const int box : column) {
      double sum = 0;
      int count = 0;
      for (const GraphLayout::Wire& wire : layout.wires)
        if (wire.to == box && layout.boxes[wire.from].column < layout.boxes[box].column) {
          sum += place[wire.from];
          ++count;
        }
      wanted[box] = count > 0 ? sum / count : 0;
    }
    std::ranges::stable_sort(column, {}, [&](int box) { return wanted[box]; });
    for (std::size_t i = 0; i < column.size(); ++i)
      place[column[i]] = (static_cast<double>(i) + 0.5) / static_cast<double>(column.size());
  }
  return columns;
}

void size_boxes(const CouplingGraph& graph, GraphLayout& layout) {
  const auto longest = [](const std::vector<std::string>& labels) {
    std::size_t letters = 0;
    for (const std::string& label : labels) letters = std::max(letters, shown_length(label));
    return letters;
  };
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    GraphLayout::Box& box = layout.boxes[i];
    const double head = std::max(text_width(shown_length(graph.nodes[i].name), 14) + 30,
                                 text_width(shown_length(graph.nodes[i].model), 11));
    const double ports = text_width(longest(box.left), 12) + text_width(longest(box.right), 12) + 24;
    box.width = std::max({84.0, head + 20, ports + 12});
    box.height =
        head_height + row_height * static_cast<double>(std::max(box.left.size(), box.right.size())) + foot_height;
  }
}

double height_of(const std::vector<int>& column, const GraphLayout& layout) {
  double height = -between_boxes;
  for (const int box : column) height += layout.boxes[box].height + between_boxes;
  return height;
}

/// Fills rows with columns as far as the page is wide; the widths of columns and of the gaps about them, px.
void choose_rows(const std::vector<std::vector<int>>& columns, const std::vector<double>& widths, GraphLayout& layout) {
  const std::vector<double> gaps = gap_widths(layout, columns.size());
  std::size_t row = 0;
  double x = gaps.front();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double right = x + widths[c] + gaps[c + 1];
    const bool is_first = c == 0 || layout.boxes[columns[c - 1].front()].row_of_columns != row;
    if (!is_first && right > page_width) {
      ++row;
      x = gaps[c] + widths[c] + gaps[c + 1];
    } else {
      x = right;
    }
    for (const int box : columns[c]) layout.boxes[box].row_of_columns = row;
  }
}

/// From left to right; the height of every row.
std::vector<double> place_across(const std::vector<std::vector<int>>& columns, const std::vector<double>& widths,
                                 GraphLayout& layout) {
  const std::vector<double> gaps = gap_widths(layout, columns.size());
  std::vector<double> heights;
  double x = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::size_t row = layout.boxes[columns[c].front()].row_of_columns;
    if (row == heights.size()) {
      heights.push_back(0);
      x = margin + gaps[c];
    }
    for (const int box : columns[c]) layout.boxes[box].x = x + (widths[c] - layout.boxes[box].width) / 2;
    heights.back() = std::max(heights.back(), height_of(columns[c], layout));
    x += widths[c] + gaps[c + 1];
    layout.width = std::max(layout.width, x + margin);
  }
  return heights;
}

}  // namespace

double GraphLayout::Box::row(std::size_t port) const {
  return y + head_height + row_height * (static_cast<double>(port) + 0.5);
}

GraphLayout lay_out(const CouplingGraph& graph) {
  GraphLayout layout;
  layout.boxes.resize(graph.nodes.size());
  add_wires(graph, layout);
  choose_columns(graph, layout);
  size_boxes(graph, layout);
  const std::vector<std::vector<int>> columns = order_columns(layout);
  std::vector<double> widths;
  for (const std::vector<int>& column : columns) {
    widths.push_back(0);
    for (const int box : column) widths.back() = std::max(widths.back(), layout.boxes[box].width);
  }
  choose_rows(columns, widths, layout);
  const std::vector<double> heights = place_across(columns, widths, layout);
  const WirePlan plan = plan_wires(layout, columns.size());
  layout.width = plan.width;

  // rows below each other, with room for the lanes between them; each column in the middle of its row
  std::vector<double> tops, bottoms;
  double y = margin;
  for (std::size_t row = 0; row < heights.size(); ++row) {
    tops.push_back(y);
    bottoms.push_back(y + heights[row]);
    y = bottoms.back() + height_of_lanes(plan.lanes[row]) + (row + 1 < heights.size() ? between_rows : margin);
  }
  layout.height = y;
  for (const std::vector<int>& column : columns) {
    const std::size_t row = layout.boxes[column.front()].row_of_columns;
    double at = tops[row] + (heights[row] - height_of(column, layout)) / 2;
    for (const int box : column) {
      layout.boxes[box].y = at;
      at += layout.boxes[box].height + between_boxes;
    }
  }
  draw_wires(plan, bottoms, layout);
  return layout;
}

}  // namespace oldham
