// SPDX-License-Identifier: MIT
#include "oldham/report/frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace oldham {
namespace {

const TextStyle tick_style{.size = tick_size};
constexpr double tick_length = 6;
constexpr double tick_gap = 5;

/// Fewer and fewer ticks until neighbouring labels are apart; what still collides loses its label.
Axis fitted_axis(Range range, bool logarithmic, double length, int most,
                 const std::function<double(const std::string&)>& extent) {
  const auto collide = [&](const Axis& axis, const Tick& a, const Tick& b) {
    const double apart = std::abs(axis.fraction(b.value) - axis.fraction(a.value)) * length;
    return apart < (extent(a.label) + extent(b.label)) / 2;
  };
  for (int wanted = most; wanted >= 1; --wanted) {
    Axis axis = make_axis(range, logarithmic, wanted);
    const bool crowded = std::adjacent_find(axis.ticks.begin(), axis.ticks.end(), [&](const Tick& a, const Tick& b) {
                           return collide(axis, a, b);
                         }) != axis.ticks.end();
    if (!crowded) return axis;
  }
  Axis axis = make_axis(range, logarithmic, 1);
  const Tick* labelled = nullptr;
  for (Tick& tick : axis.ticks) {
    if (labelled != nullptr && collide(axis, *labelled, tick))
      tick.label.clear();
    else
      labelled = &tick;
  }
  return axis;
}

std::string exponent_label(const Axis& axis) {
  return axis.exponent == 0 ? std::string() : "×" + power_of_ten(axis.exponent);
}

/// The nearest border between pixels, where lines of one px are sharp.
double crisp(double coordinate) { return std::round(coordinate * 2) / 2; }

}  // namespace

Point Frame::position(double x_value, double y_value) const {
  const auto bounded = [](double fraction) {
    return std::isnan(fraction) ? fraction : std::clamp(fraction, -20.0, 21.0);
  };
  return {box.left + bounded(x.fraction(x_value)) * box.width(),
          box.bottom - bounded(y.fraction(y_value)) * box.height()};
}

Axis fitted_x_axis(const Canvas& canvas, Range range, bool logarithmic, double length) {
  return fitted_axis(range, logarithmic, length, std::clamp(static_cast<int>(length / 90), 2, 12),
                     [&](const std::string& label) { return canvas.text_width(label, tick_style) + 18; });
}

Axis fitted_y_axis(Range range, bool logarithmic, double length) {
  return fitted_axis(range, logarithmic, length, std::clamp(static_cast<int>(length / 36), 2, 10),
                     [](const std::string&) { return tick_size * 1.25; });
}

double room_left(const Canvas& canvas, const Axis& y) {
  double widest = 0;
  for (const Tick& tick : y.ticks) widest = std::max(widest, canvas.text_width(tick.label, tick_style));
  return tick_length + tick_gap + widest + 14 + 1.25 * label_size;
}

double room_below() { return tick_length + tick_gap + 1.2 * tick_size + 10 + 1.1 * label_size; }

double room_above(const Axis& y) { return y.exponent == 0 ? 0 : 1.6 * tick_size; }

void draw_grid(Canvas& canvas, const Frame& frame) {
  const auto vertical = [&](double value, Colour colour) {
    const double x = crisp(frame.box.left + frame.x.fraction(value) * frame.box.width());
    canvas.stroke(std::array{Point{x, frame.box.top}, Point{x, frame.box.bottom}}, {colour, 1, {}});
  };
  const auto horizontal = [&](double value, Colour colour) {
    const double y = crisp(frame.box.bottom - frame.y.fraction(value) * frame.box.height());
    canvas.stroke(std::array{Point{frame.box.left, y}, Point{frame.box.right, y}}, {colour, 1, {}});
  };
  for (const double value : frame.x.minor_ticks) vertical(value, faint_grey);
  for (const double value : frame.y.minor_ticks) horizontal(value, faint_grey);
  for (const Tick& tick : frame.x.ticks) vertical(tick.value, grid_grey);
  for (const Tick& tick : frame.y.ticks) horizontal(tick.value, grid_grey);
}

void draw_axes(Canvas& canvas, const Frame& frame, const AxisLabels& labels) {
  const Rect& box = frame.box;
  const Pen pen{ink, 1.2, {}};
  canvas.outline(box, pen);

  // ticks point outwards, away from the data
  const auto mark_x = [&](double value, double length) {
    const double x = crisp(box.left + frame.x.fraction(value) * box.width());
    canvas.stroke(std::array{Point{x, box.bottom}, Point{x, box.bottom + length}}, pen);
    return x;
  };
  const auto mark_y = [&](double value, double length) {
    const double y = crisp(box.bottom - frame.y.fraction(value) * box.height());
    canvas.stroke(std::array{Point{box.left, y}, Point{box.left - length, y}}, pen);
    return y;
  };
  for (const double value : frame.x.minor_ticks) mark_x(value, tick_length / 2);
  for (const double value : frame.y.minor_ticks) mark_y(value, tick_length / 2);

  TextStyle style = tick_style;
  style.horizontal = Align::end;
  for (const Tick& tick : frame.y.ticks)
    canvas.text(tick.label, {box.left - tick_length - tick_gap, mark_y(tick.value, tick_length)}, style);
  style.horizontal = Align::centre;
  style.vertical = Align::start;
  const double below = box.bottom + tick_length + tick_gap;
  for (const Tick& tick : frame.x.ticks) {
    const double x = mark_x(tick.value, tick_length);
    if (labels.x_ticks) canvas.text(tick.label, {x, below}, style);
  }

  // the common powers of ten stand at the far ends of their axes, apart from the axis labels
  style.horizontal = Align::start;
  style.vertical = Align::end;
  canvas.text(exponent_label(frame.y), {box.left, box.top - 8}, style);
  const double label_line = below + 1.2 * tick_size + 10;
  const std::string x_exponent = labels.x_ticks ? exponent_label(frame.x) : std::string();
  style.horizontal = Align::end;
  style.vertical = Align::start;
  canvas.text(x_exponent, {box.right, label_line}, style);

  const double taken = x_exponent.empty() ? 0 : canvas.text_width(x_exponent, tick_style) + 16;
  TextStyle label{.size = label_size, .horizontal = Align::centre, .vertical = Align::start};
  if (labels.x_ticks)
    canvas.fitted_text(labels.x, {(box.left + box.right) / 2, label_line}, label, box.width() - 2 * taken);
  label.upwards = true;
  canvas.fitted_text(labels.y, {labels.left_edge, (box.top + box.bottom) / 2}, label, box.height());
}

double draw_title(Canvas& canvas, const std::string& title, const std::string& subtitle) {
  const Rect area = canvas.area();
  const double centre = area.width() / 2;
  const double length = area.width() - 2 * sheet_margin;
  double y = sheet_margin;
  if (!title.empty()) {
    canvas.fitted_text(title, {centre, y},
                       {.size = title_size, .horizontal = Align::centre, .vertical = Align::start, .bold = true},
                       length);
    y += title_size + 8;
  }
  if (!subtitle.empty()) {
    canvas.fitted_text(subtitle, {centre, y},
                       {.size = tick_size, .horizontal = Align::centre, .vertical = Align::start, .colour = soft_ink},
                       length);
    y += tick_size + 8;
  }
  return y + 4;
}

}  // namespace oldham
