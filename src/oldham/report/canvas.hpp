// SPDX-License-Identifier: MIT
#pragma once

#include <cairo.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/report/colours.hpp"

namespace oldham {

struct Point {
  double x = 0;
  double y = 0;
};

/// Upright rectangle; y grows downwards, as on paper.
struct Rect {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

struct Pen {
  Colour colour = ink;
  double width = 1;          // px
  std::vector<double> dash;  // lengths on, off, ...; empty draws through
};

enum class Align { start, centre, end };

struct TextStyle {
  double size = 17;  // px
  Align horizontal = Align::start;
  Align vertical = Align::centre;
  Colour colour = ink;
  bool bold = false;
  bool upwards = false;  // turned to read from bottom to top, around the anchor
};

enum class ImageFormat { png, svg };

/// A white sheet to draw on, measured in px of a 96 dpi page; PNG has `pixels_per_px` pixels for each, both ways.
class Canvas {
 public:
  static constexpr int pixels_per_px = 2;

  Canvas(double width, double height, ImageFormat format);

  Rect area() const { return {0, 0, width_, height_}; }

  void stroke(std::span<const Point> path, const Pen& pen);
  void stroke(std::span<const std::array<Point, 2>> lines, const Pen& pen);
  void fill(std::span<const Point> outline, Colour colour);
  void fill(const Rect& rect, Colour colour);
  void outline(const Rect& rect, const Pen& pen);
  void disc(Point centre, double radius, Colour colour);

  /// Pixels 0xffRRGGBB, rows from the top, stretched over the rectangle without smoothing.
  void image(const Rect& rect, std::span<const std::uint32_t> pixels, int columns);

  void text(std::string_view text, Point anchor, const TextStyle& style);
  double text_width(std::string_view text, const TextStyle& style) const;

  /// Text drawn within a length: smaller when it is too long, and cut with "…" when still too long.
  void fitted_text(std::string_view text, Point anchor, TextStyle style, double length);

  void push_clip(const Rect& rect);
  void pop_clip();

  /// The finished file. `title` becomes that of an SVG document, whose description lists all texts drawn, since
  /// the letters themselves are outlines.
  std::string finish(std::string_view title);

 private:
  template <auto destroy>
  struct Destroy {
    void operator()(auto* object) const { destroy(object); }
  };

  void apply(Colour colour);
  void apply(const Pen& pen);
  void trace(std::span<const Point> path);
  void show(const std::string& line, Point anchor, const TextStyle& style);
  void select_font(const TextStyle& style) const;

  double width_;
  double height_;
  ImageFormat format_;
  std::string bytes_;
  std::string texts_;
  std::unique_ptr<cairo_surface_t, Destroy<cairo_surface_destroy>> surface_;
  std::unique_ptr<cairo_t, Destroy<cairo_destroy>> context_;
};

}  // namespace oldham
