// SPDX-License-Identifier: MIT
#include "oldham/report/graph_layout.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "oldham/report/graph_drawing.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Subsystems in a ring, each fed by the one before it.
CouplingGraph ring(int count) {
  CouplingGraph graph{.nodes = {}, .edges = {}, .groups = 1};
  for (int i = 0; i < count; ++i) {
    graph.nodes.push_back({.name = fmt::format("s{}", i), .model = "oscillator", .group = 1});
    graph.edges.push_back({i, (i + 1) % count, "y", "u", "m"});
  }
  return graph;
}

bool overlap(const GraphLayout::Box& a, const GraphLayout::Box& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

void expect_tidy(const GraphLayout& layout) {
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    const GraphLayout::Box& box = layout.boxes[i];
    EXPECT_GE(box.x, 0);
    EXPECT_GE(box.y, 0);
    EXPECT_LE(box.x + box.width, layout.width);
    EXPECT_LE(box.y + box.height, layout.height);
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(box, layout.boxes[j])) << i << " and " << j;
  }
  for (const GraphLayout::Wire& wire : layout.wires) EXPECT_FALSE(wire.path.empty());
}

TEST(GraphLayout, PutsARingInARowWithOneWireBack) {
  const GraphLayout layout = lay_out(ring(4));
  expect_tidy(layout);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(layout.boxes[static_cast<std::size_t>(i)].column, i);
}

TEST(GraphLayout, PutsALawBetweenTheSubsystemsItJoins) {
  CouplingGraph graph{.nodes = {{.name = "a", .group = 1}, {.name = "b", .group = 1}}, .edges = {}, .groups = 1};
  graph.nodes.push_back({.name = "spring", .kind = CouplingGraph::Kind::law});
  for (const int side : {0, 1}) {
    graph.edges.push_back({side, 2, "position", "", "m"});
    graph.edges.push_back({side, 2, "velocity", "", "m/s"});
    graph.edges.push_back({2, side, "", "force", "N"});
  }
  const GraphLayout layout = lay_out(graph);
  expect_tidy(layout);
  EXPECT_EQ(layout.boxes[0].column, 0);
  EXPECT_EQ(layout.boxes[2].column, 1);
  EXPECT_EQ(layout.boxes[1].column, 2);
  EXPECT_EQ(layout.boxes[0].right, (std::vector<std::string>{"position", "velocity"}));
  EXPECT_EQ(layout.boxes[0].left, (std::vector<std::string>{"force"}));
}

TEST(GraphLayout, GoesOnBelowWhereThePageEnds) {
  // oscillators with springs between them
  constexpr int count = 24;
  CouplingGraph graph{.nodes = {}, .edges = {}, .groups = 1};
  for (int i = 0; i < count; ++i) graph.nodes.push_back({.name = fmt::format("mass{}", i), .model = "oscillator"});
  for (int i = 0; i + 1 < count; ++i) {
    const int spring = count + i;
    graph.nodes.push_back({.name = fmt::format("spring{}", i), .kind = CouplingGraph::Kind::law});
    for (const int side : {i, i + 1}) {
      graph.edges.push_back({side, spring, "position", "", "m"});
      graph.edges.push_back({side, spring, "velocity", "", "m/s"});
      graph.edges.push_back({spring, side, "", "force", "N"});
    }
  }
  const GraphLayout layout = lay_out(graph);
  expect_tidy(layout);
  EXPECT_LT(layout.width, 1198);  // the text of a page
  std::size_t rows = 0;
  for (const GraphLayout::Box& box : layout.boxes) rows = std::max(rows, box.row_of_columns + 1);
  // 86 px of boxes, 30 px to the next row, and between them 12 px and 9 px for each of seven lanes at most, however
  // long the chain is: three wires back inside of a row, four to and from the next
  EXPECT_LT(layout.height, static_cast<double>(rows) * (86 + 30 + 12 + 7 * 9));
}

TEST(GraphLayout, MakesOneWireOfMany) {
  CouplingGraph graph = ring(2);
  for (int i = 0; i < 20; ++i) graph.edges.push_back({0, 1, fmt::format("y{}", i), fmt::format("u{}", i), "1"});
  const GraphLayout layout = lay_out(graph);
  EXPECT_EQ(layout.wires.size(), 2U);
  EXPECT_THAT(draw_graph(graph), HasSubstr("21 signals"));
}

TEST(GraphLayout, KeepsApartWhatIsNotJoinedAtAll) {
  CouplingGraph graph = ring(3);
  graph.nodes.push_back({.name = "alone", .group = 1});
  graph.edges.push_back({3, 3, "y", "u", "1"});  // to itself
  expect_tidy(lay_out(graph));
}

TEST(GraphDrawing, EscapesNamesAndTellsGroupsOnlyWhereThereAreSome) {
  CouplingGraph graph = ring(2);
  graph.nodes[0].name = "<script>alert(1)</script>";
  EXPECT_THAT(draw_graph(graph), Not(HasSubstr("<script>")));
  EXPECT_THAT(draw_graph(graph), Not(HasSubstr("class=\"group\"")));
  graph.groups = 2;
  graph.nodes[1].group = 2;
  EXPECT_THAT(draw_graph(graph), HasSubstr("class=\"group\""));
  EXPECT_EQ(draw_graph({}), "");
}

}  // namespace
}  // namespace oldham
