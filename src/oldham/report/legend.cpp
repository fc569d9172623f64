// SPDX-License-Identifier: MIT
#include "oldham/report/legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "oldham/report/curve.hpp"

namespace oldham {
namespace {

constexpr double entry_height = 1.5 * tick_size;
constexpr double padding = 8;
constexpr double sample_width = 36;
constexpr double sample_gap = 10;
constexpr double row_gap = 30;  // between the entries of a row
constexpr double beside_name = 2 * padding + sample_width + sample_gap;

}  // namespace

Legend::Legend(const Canvas& canvas, const std::vector<Series>& series, double most_width, double most_height) {
  for (std::size_t i = 0; i < series.size(); ++i)
    if (!series[i].name.empty()) entries_.push_back({series[i].name, series[i].style, i});

  // the last row tells how many found no room
  const auto rows = std::max<std::size_t>(2, static_cast<std::size_t>((most_height - 2 * padding) / entry_height));
  if (entries_.size() > rows) {
    left_out_ = entries_.size() - (rows - 1);
    entries_.resize(rows - 1);
  }
  for (const Entry& entry : entries_)
    width_ = std::max(width_, beside_name + canvas.text_width(entry.name, {.size = tick_size}) + 1);
  width_ = std::min(width_, most_width);
  if (left_out_ > 0) width_ = std::max(width_, beside_name + 100);
}

double Legend::height() const {
  return 2 * padding + entry_height * static_cast<double>(entries_.size() + (left_out_ > 0 ? 1 : 0));
}

std::optional<Rect> Legend::free_place(const Rect& box, const Obstacles& obstacles) const {
  constexpr double inset = 12;
  constexpr double clearance = 9;  // a marker and a bit
  const double left = box.left + inset;
  const double right = box.right - inset - width();
  const double top = box.top + inset;
  const double bottom = box.bottom - inset - height();
  const double middle = (left + right) / 2;
  const double half_way = (top + bottom) / 2;
  // more would crowd the data even where it is free
  if (width() > 0.5 * box.width() || height() > 0.8 * box.height()) return std::nullopt;

  const std::array<Point, 8> places{{{right, top},
                                     {left, top},
                                     {right, bottom},
                                     {left, bottom},
                                     {right, half_way},
                                     {left, half_way},
                                     {middle, top},
                                     {middle, bottom}}};
  for (const auto& [x, y] : places) {
    const Rect rect{x, y, x + width(), y + height()};
    if (obstacles.covered_by({x - clearance, y - clearance, rect.right + clearance, rect.bottom + clearance}) == 0)
      return rect;
  }
  return std::nullopt;
}

void Legend::draw(Canvas& canvas, Point top_left) const {
  const Rect rect{top_left.x, top_left.y, top_left.x + width(), top_left.y + height()};
  Colour paper = white;
  paper.alpha = 0.92;
  canvas.fill(rect, paper);
  canvas.outline(rect, {grid_grey, 1, {}});
  double y = rect.top + padding + entry_height / 2;
  const double names = rect.left + padding + sample_width + sample_gap;
  for (const Entry& entry : entries_) {
    draw_curve_sample(canvas, entry.style, entry.index, {rect.left + padding, y, names - sample_gap, y});
    canvas.fitted_text(entry.name, {names, y}, {.size = tick_size}, width() - beside_name);
    y += entry_height;
  }
  if (left_out_ > 0)
    canvas.fitted_text(fmt::format("… and {} more", left_out_), {names, y}, {.size = tick_size, .colour = soft_ink},
                       width() - beside_name);
}

double Legend::row_width(const Canvas& canvas) const {
  double width = -row_gap;
  for (const Entry& entry : entries_)
    width += sample_width + sample_gap + canvas.text_width(entry.name, {.size = tick_size}) + row_gap;
  return width;
}

void Legend::draw_row(Canvas& canvas, Point centre) const {
  double x = centre.x - row_width(canvas) / 2;
  for (const Entry& entry : entries_) {
    draw_curve_sample(canvas, entry.style, entry.index, {x, centre.y, x + sample_width, centre.y});
    x += sample_width + sample_gap;
    canvas.text(entry.name, {x, centre.y}, {.size = tick_size});
    x += canvas.text_width(entry.name, {.size = tick_size}) + row_gap;
  }
}

}  // namespace oldham
