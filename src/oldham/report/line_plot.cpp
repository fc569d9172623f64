// SPDX-License-Identifier: MIT
#include "oldham/report/line_plot.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "oldham/report/curve.hpp"
#include "oldham/report/legend.hpp"
#include "oldham/report/slope_mark.hpp"

namespace oldham {
namespace {

constexpr double panel_gap = 24;
constexpr double beside_box = 14;  // to a legend outside

/// Panels over one x axis; a single plot is a stack of one.
struct Stack {
  std::string title;
  std::string x_label;
  bool log_x = false;
  std::span<const LinePlot> panels;
  bool headings = false;
  Range x_range;
};

struct Panel {
  Range y_range;
  double room_above = 0;
  Frame frame;
  Obstacles obstacles;
  std::optional<Rect> legend;
};

bool is_drawable(const Series& series, std::size_t i, bool log_x, bool log_y) {
  return is_showable(series.x[i], log_x) && is_showable(series.y[i], log_y);
}

/// The coordinates of the points that will be seen, so that gaps do not stretch the axes.
std::vector<double> seen(const LinePlot& plot, bool log_x, const std::vector<double> Series::*coordinate) {
  std::vector<double> values;
  for (const Series& series : plot.series)
    for (std::size_t i = 0; i < series.x.size(); ++i)
      if (is_drawable(series, i, log_x, plot.log_y)) values.push_back((series.*coordinate)[i]);
  return values;
}

Range common_x_range(const Stack& stack) {
  std::vector<double> values;
  bool has_markers = false;
  for (const LinePlot& plot : stack.panels) {
    if (plot.x_range) return *plot.x_range;
    const std::vector<double> own = seen(plot, stack.log_x, &Series::x);
    values.insert(values.end(), own.begin(), own.end());
    for (const Series& series : plot.series)
      has_markers |= series.style == SeriesStyle::markers || series.style == SeriesStyle::both;
  }
  const std::optional<Range> range = covered_range(values, stack.log_x);
  if (!range) return stack.log_x ? Range{0.1, 10} : Range{0, 1};
  // lines may run from edge to edge, markers would be cut
  return padded_range(*range, stack.log_x, has_markers ? 0.05 : 0);
}

Range own_y_range(const LinePlot& plot, bool log_x) {
  if (plot.y_range) return *plot.y_range;
  const std::optional<Range> range = covered_range(seen(plot, log_x, &Series::y), plot.log_y);
  if (!range) return plot.log_y ? Range{0.1, 10} : Range{0, 1};
  return padded_range(*range, plot.log_y, 0.07);
}

double widest_label(const Canvas& canvas, const Axis& axis) {
  double widest = 0;
  for (const Tick& tick : axis.ticks) widest = std::max(widest, canvas.text_width(tick.label, {.size = tick_size}));
  return widest;
}

/// Boxes and axes within the area, all boxes equally high and aligned left and right.
void lay_out(const Canvas& canvas, const Stack& stack, std::vector<Panel>& panels, const Rect& area) {
  double height = area.height() - room_below() - panel_gap * static_cast<double>(panels.size() - 1);
  for (const Panel& panel : panels) height -= panel.room_above;
  height /= static_cast<double>(panels.size());

  double left = 0;
  double top = area.top;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    Frame& frame = panels[i].frame;
    frame.y = fitted_y_axis(panels[i].y_range, stack.panels[i].log_y, height);
    frame.box.top = std::round(top + panels[i].room_above);
    frame.box.bottom = std::round(frame.box.top + height);
    top = frame.box.bottom + panel_gap;
    left = std::max(left, area.left + room_left(canvas, frame.y));
  }

  // a label at the very end of the x axis stands out by half its width
  const Axis draft = fitted_x_axis(canvas, stack.x_range, stack.log_x, area.right - left);
  const double right = area.right - std::max(0.0, widest_label(canvas, draft) / 2 - sheet_margin / 2);
  const Axis x = fitted_x_axis(canvas, stack.x_range, stack.log_x, right - left);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    Panel& panel = panels[i];
    panel.frame.x = x;
    panel.frame.box.left = std::round(left);
    panel.frame.box.right = std::round(right);
    panel.obstacles = {};
    panel.legend.reset();
    for (const Series& series : stack.panels[i].series)
      for (const std::vector<Point>& path : visible_paths(series, panel.frame)) panel.obstacles.add(path);
  }
}

Legend legend_of(const Canvas& canvas, const LinePlot& plot, const Frame& frame) {
  return {canvas, plot.series, 0.3 * canvas.area().width(), frame.box.height()};
}

/// A place for every legend within its box; false if one of them has none.
bool place_legends_inside(const Canvas& canvas, const Stack& stack, std::vector<Panel>& panels) {
  for (std::size_t i = 0; i < panels.size(); ++i) {
    Panel& panel = panels[i];
    const Legend legend = legend_of(canvas, stack.panels[i], panel.frame);
    if (legend.is_empty()) continue;
    panel.legend = legend.free_place(panel.frame.box, panel.obstacles);
    if (!panel.legend) return false;
  }
  return true;
}

/// The one legend that fits all panels, if it also fits on a row.
std::optional<Legend> common_legend(const Canvas& canvas, const Stack& stack, const std::vector<Panel>& panels,
                                    double width) {
  std::optional<Legend> common;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const Legend legend = legend_of(canvas, stack.panels[i], panels[i].frame);
    if (legend.is_empty()) continue;
    if (common && !legend.shows_the_same_as(*common)) return std::nullopt;
    common = legend;
  }
  if (!common || !common->is_complete() || common->row_width(canvas) > width) return std::nullopt;
  return common;
}

/// All legends to the right of the boxes, which give way equally.
void place_legends_beside(const Canvas& canvas, const Stack& stack, std::vector<Panel>& panels, Rect area) {
  double widest = 0;
  for (std::size_t i = 0; i < panels.size(); ++i)
    widest = std::max(widest, legend_of(canvas, stack.panels[i], panels[i].frame).width());
  area.right -= widest + beside_box;
  lay_out(canvas, stack, panels, area);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const Legend legend = legend_of(canvas, stack.panels[i], panels[i].frame);
    if (legend.is_empty()) continue;
    const Rect& box = panels[i].frame.box;
    const double left = box.right + beside_box;
    panels[i].legend = Rect{left, box.top, left + legend.width(), box.top + legend.height()};
  }
}

/// Inside where that covers nothing; else a common row above, or boxes beside.
void place_legends(Canvas& canvas, const Stack& stack, std::vector<Panel>& panels, Rect area) {
  lay_out(canvas, stack, panels, area);
  if (place_legends_inside(canvas, stack, panels)) return;
  const std::optional<Legend> row = common_legend(canvas, stack, panels, area.width());
  if (!row) return place_legends_beside(canvas, stack, panels, area);
  row->draw_row(canvas, {(area.left + area.right) / 2, area.top + 0.6 * tick_size});
  area.top += 1.9 * tick_size;
  lay_out(canvas, stack, panels, area);
}

void draw_panel(Canvas& canvas, const LinePlot& plot, Panel& panel, const AxisLabels& labels, bool heading) {
  const Frame& frame = panel.frame;
  draw_grid(canvas, frame);
  if (panel.legend) panel.obstacles.add(*panel.legend);
  canvas.push_clip(frame.box);
  draw_slope_marks(canvas, plot, frame, panel.obstacles);
  for (std::size_t i = 0; i < plot.series.size(); ++i) draw_curve(canvas, plot.series[i], i, frame);
  canvas.pop_clip();
  draw_axes(canvas, frame, labels);
  if (panel.legend) legend_of(canvas, plot, frame).draw(canvas, {panel.legend->left, panel.legend->top});
  if (heading) {
    // the common power of ten stands on the same line, at the left
    const double length = frame.box.width() - (frame.y.exponent == 0 ? 0 : 160);
    canvas.fitted_text(plot.title, {(frame.box.left + frame.box.right) / 2, frame.box.top - 9},
                       {.size = label_size, .horizontal = Align::centre, .vertical = Align::end}, length);
  }
}

void draw_stack(Canvas& canvas, Stack stack) {
  stack.x_range = common_x_range(stack);
  const Rect sheet = canvas.area();
  const Rect area{sheet_margin, draw_title(canvas, stack.title, ""), sheet.right - sheet_margin,
                  sheet.bottom - sheet_margin};
  std::vector<Panel> panels(stack.panels.size());
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const LinePlot& plot = stack.panels[i];
    panels[i].y_range = own_y_range(plot, stack.log_x);
    panels[i].room_above = room_above(make_axis(panels[i].y_range, plot.log_y, 5));
    if (stack.headings && !plot.title.empty()) panels[i].room_above = std::max(panels[i].room_above, 1.6 * label_size);
  }

  place_legends(canvas, stack, panels, area);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const bool is_last = i + 1 == panels.size();
    draw_panel(canvas, stack.panels[i], panels[i], {stack.x_label, stack.panels[i].y_label, is_last, area.left},
               stack.headings);
  }
}

}  // namespace

void draw(Canvas& canvas, const LinePlot& plot) {
  draw_stack(canvas, {plot.title, plot.x_label, plot.log_x, {&plot, 1}, false, {}});
}

void draw(Canvas& canvas, const StackedPlot& plot) {
  draw_stack(canvas, {plot.title, plot.x_label, plot.log_x, plot.panels, true, {}});
}

}  // namespace oldham
