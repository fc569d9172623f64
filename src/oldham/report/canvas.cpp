// SPDX-License-Identifier: MIT
#include "oldham/report/canvas.hpp"

#include <cairo-svg.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "oldham/core/error.hpp"
#include "oldham/report/svg_text.hpp"

namespace oldham {
namespace {

cairo_status_t append(void* sink, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(sink)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void require(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw Error(ErrorKind::failure, fmt::format("the figure could not be drawn: {}", cairo_status_to_string(status)));
}

/// Drops the last code point.
void shorten(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

double shift(Align align, double length) {
  return align == Align::start ? 0 : align == Align::centre ? -length / 2 : -length;
}

}  // namespace

Canvas::Canvas(double width, double height, ImageFormat format) : width_(width), height_(height), format_(format) {
  if (format == ImageFormat::svg) {
    surface_.reset(cairo_svg_surface_create_for_stream(append, &bytes_, width, height));
    cairo_svg_surface_set_document_unit(surface_.get(), CAIRO_SVG_UNIT_PX);
  } else {
    surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(width * pixels_per_px)),
                                              static_cast<int>(std::lround(height * pixels_per_px))));
  }
  require(cairo_surface_status(surface_.get()));
  context_.reset(cairo_create(surface_.get()));
  if (format == ImageFormat::png) cairo_scale(context_.get(), pixels_per_px, pixels_per_px);

  // unhinted, so that both formats measure text alike
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(context_.get(), options);
  cairo_font_options_destroy(options);

  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  fill(area(), white);
}

void Canvas::apply(Colour colour) {
  cairo_set_source_rgba(context_.get(), colour.red, colour.green, colour.blue, colour.alpha);
}

void Canvas::apply(const Pen& pen) {
  apply(pen.colour);
  cairo_set_line_width(context_.get(), pen.width);
  cairo_set_line_cap(context_.get(), pen.dash.empty() ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  cairo_set_dash(context_.get(), pen.dash.data(), static_cast<int>(pen.dash.size()), 0);
}

void Canvas::trace(std::span<const Point> path) {
  cairo_new_path(context_.get());
  for (const Point& point : path) cairo_line_to(context_.get(), point.x, point.y);
}

void Canvas::stroke(std::span<const Point> path, const Pen& pen) {
  apply(pen);
  trace(path);
  cairo_stroke(context_.get());
}

void Canvas::stroke(std::span<const std::array<Point, 2>> lines, const Pen& pen) {
  // many at a time keeps SVG small, not all at once keeps the rasteriser fast
  constexpr std::size_t batch = 256;
  apply(pen);
  cairo_new_path(context_.get());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    cairo_move_to(context_.get(), lines[i][0].x, lines[i][0].y);
    cairo_line_to(context_.get(), lines[i][1].x, lines[i][1].y);
    if ((i + 1) % batch == 0 || i + 1 == lines.size()) cairo_stroke(context_.get());
  }
}

void Canvas::fill(std::span<const Point> outline, Colour colour) {
  apply(colour);
  trace(outline);
  cairo_fill(context_.get());
}

void Canvas::fill(const Rect& rect, Colour colour) {
  apply(colour);
  cairo_rectangle(context_.get(), rect.left, rect.top, rect.width(), rect.height());
  cairo_fill(context_.get());
}

void Canvas::outline(const Rect& rect, const Pen& pen) {
  apply(pen);
  cairo_rectangle(context_.get(), rect.left, rect.top, rect.width(), rect.height());
  cairo_stroke(context_.get());
}

void Canvas::disc(Point centre, double radius, Colour colour) {
  apply(colour);
  cairo_new_path(context_.get());
  cairo_arc(context_.get(), centre.x, centre.y, radius, 0, 2 * std::numbers::pi);
  cairo_fill(context_.get());
}

void Canvas::image(const Rect& rect, std::span<const std::uint32_t> pixels, int columns) {
  const int rows = static_cast<int>(pixels.size() / static_cast<std::size_t>(columns));
  const std::unique_ptr<cairo_surface_t, Destroy<cairo_surface_destroy>> source(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows));
  require(cairo_surface_status(source.get()));
  unsigned char* data = cairo_image_surface_get_data(source.get());
  for (int row = 0; row < rows; ++row) {
    auto* line = reinterpret_cast<std::uint32_t*>(data + static_cast<std::ptrdiff_t>(row) *
                                                             cairo_image_surface_get_stride(source.get()));
    std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(row) * columns, columns, line);
  }
  cairo_surface_mark_dirty(source.get());

  cairo_save(context_.get());
  cairo_translate(context_.get(), rect.left, rect.top);
  cairo_scale(context_.get(), rect.width() / columns, rect.height() / rows);
  cairo_set_source_surface(context_.get(), source.get(), 0, 0);
  cairo_pattern_set_filter(cairo_get_source(context_.get()), CAIRO_FILTER_NEAREST);
  cairo_paint(context_.get());
  cairo_restore(context_.get());
}

void Canvas::select_font(const TextStyle& style) const {
  cairo_select_font_face(context_.get(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), style.size);
}

double Canvas::text_width(std::string_view text, const TextStyle& style) const {
  select_font(style);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), printable(text).c_str(), &extents);
  return extents.x_advance;
}

void Canvas::show(const std::string& line, Point anchor, const TextStyle& style) {
  // from the baseline, capitals rise 0.73 of the size in this typeface
  const double rise = 0.73 * style.size;
  const double below = style.vertical == Align::start ? rise : style.vertical == Align::centre ? rise / 2 : 0;
  const double along = shift(style.horizontal, text_width(line, style));
  apply(style.colour);
  cairo_save(context_.get());
  cairo_translate(context_.get(), anchor.x, anchor.y);
  if (style.upwards) cairo_rotate(context_.get(), -std::numbers::pi / 2);
  cairo_move_to(context_.get(), along, below);
  cairo_show_text(context_.get(), line.c_str());
  cairo_restore(context_.get());
  cairo_new_path(context_.get());
}

void Canvas::text(std::string_view text, Point anchor, const TextStyle& style) {
  fitted_text(text, anchor, style, std::numeric_limits<double>::infinity());
}

void Canvas::fitted_text(std::string_view text, Point anchor, TextStyle style, double length) {
  if (text.empty()) return;
  const double smallest = 0.7 * style.size;
  const double width = text_width(text, style);
  if (width > length) style.size = std::max(smallest, style.size * length / width);
  std::string line = printable(text);
  texts_ += line + '\n';
  if (text_width(line, style) > length * 1.001) {
    while (!line.empty() && text_width(line + "…", style) > length) shorten(line);
    line += "…";
  }
  show(line, anchor, style);
}

void Canvas::push_clip(const Rect& rect) {
  cairo_save(context_.get());
  cairo_rectangle(context_.get(), rect.left, rect.top, rect.width(), rect.height());
  cairo_clip(context_.get());
}

void Canvas::pop_clip() { cairo_restore(context_.get()); }

std::string Canvas::finish(std::string_view title) {
  require(cairo_status(context_.get()));
  if (format_ == ImageFormat::png) {
    require(cairo_surface_write_to_png_stream(surface_.get(), append, &bytes_));
    return std::move(bytes_);
  }
  cairo_surface_finish(surface_.get());
  require(cairo_surface_status(surface_.get()));
  std::string svg = renumbered_svg(bytes_);
  const std::size_t head = svg.find('>', svg.find("<svg")) + 1;
  svg.insert(head,
             fmt::format("\n<title>{}</title>\n<desc>\n{}</desc>", xml_escaped(printable(title)), xml_escaped(texts_)));
  return svg;
}

}  // namespace oldham
