// SPDX-License-Identifier: MIT
#include "oldham/report/study_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/unit_text.hpp"
#include "oldham/report/html.hpp"
#include "oldham/report/packing.hpp"
#include "oldham/report/svg_text.hpp"

namespace oldham {
namespace {

std::string page(const StudyHead& head, const std::string& middle, const Json& data) {
  std::string body =
      fmt::format("<h1>{}</h1>\n<p class=\"soft\">{}</p>\n", html_text(head.title), html_text(head.verdict));
  body += middle;
  body += "<h2>To run it again</h2>\n<dl>\n";
  for (const auto& [name, value] : head.origin)
    body += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(name), html_text(value));
  body += fmt::format("</dl>\n<details><summary>The system file, as it was studied</summary>\n{}</details>\n",
                      html_file(head.system_file));
  return html_page(head.title, body, data);
}

/// Every how many cells one is shown.
int coarseness(const StabilityMap& map) {
  int every = 1;
  while (static_cast<std::int64_t>(map.x.count / every) * (map.y.count / every) > most_cells) ++every;
  return every;
}

Json axis_json(const MapAxis& axis, const Column& key, int every) {
  Json object = Json::object();
  object["key"] = printable(key.name);
  object["unit"] = printable(key.unit);
  object["count"] = axis.count / every;
  // the whole cells that are shown
  object["low"] = axis.edge(0);
  object["high"] = axis.edge(axis.count / every * every);
  object["isLogarithmic"] = axis.logarithmic;
  return object;
}

Json texts_json(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(printable(text));
  return list;
}

}  // namespace

std::string map_page(const StudyHead& head, const StabilityMap& map, const Column& x_key, const Column& y_key) {
  const int every = coarseness(map);
  std::vector<float> radii;
  for (int iy = 0; iy < map.y.count / every; ++iy)
    for (int ix = 0; ix < map.x.count / every; ++ix) {
      // of a block the cell in its middle
      const std::int64_t row = static_cast<std::int64_t>(iy) * every + every / 2;
      const std::int64_t cell = row * map.x.count + static_cast<std::int64_t>(ix) * every + every / 2;
      const double radius = map.spectral_radius[static_cast<std::size_t>(cell)];
      const bool is_stable = map.is_stable(cell);
      // in 4 bytes a radius must stay on its side of the bound
      float shown = static_cast<float>(std::min(radius, 1e30));
      const double bound = 1 + map.margin;
      if (is_stable && shown > bound) shown = std::nextafter(shown, 0.0F);
      if (!is_stable && shown <= bound) shown = std::nextafter(static_cast<float>(bound), INFINITY);
      radii.push_back(std::isnan(radius) ? NAN : shown);
    }
  Json data = Json::object();
  data["kind"] = "map";
  data["x"] = axis_json(map.x, x_key, every);
  data["y"] = axis_json(map.y, y_key, every);
  data["margin"] = map.margin;
  data["values"] = packed(std::span<const float>(radii));
  std::string middle = "<div class=\"map\" data-script></div>\n";
  if (every > 1)
    middle += fmt::format(
        "<p class=\"soft\">One of {} cells is shown in each direction; the chart's CSV file has all.</p>\n", every);
  return page(head, middle, data);
}

std::string convergence_page(const StudyHead& head, const ConvergencePage& study) {
  std::vector<std::string> heads = {"step (s)"};
  for (const ConvergencePage::Quantity& quantity : study.quantities)
    heads.insert(heads.end(), {quantity.name, "order"});
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < study.steps.size(); ++i) {
    std::vector<std::string> row = {fmt::format("{:g}", study.steps[i])};
    for (const ConvergencePage::Quantity& quantity : study.quantities) {
      row.push_back(fmt::format("{:.6e}", quantity.errors[i]));
      row.push_back(i == 0 ? "" : fmt::format("{:.2f}", quantity.orders[i - 1]));
    }
    rows.push_back(std::move(row));
  }
  Json data = Json::object(), quantities = Json::array();
  data["kind"] = "convergence";
  data["steps"] = study.steps;
  data["errorName"] = study.error_name;
  for (const ConvergencePage::Quantity& quantity : study.quantities) {
    Json object = Json::object();
    object["name"] = printable(quantity.name);
    object["errors"] = quantity.errors;
    object["orders"] = quantity.orders;
    quantities.push_back(std::move(object));
  }
  data["quantities"] = std::move(quantities);
  return page(
      head,
      fmt::format("<div class=\"convergence\" data-script></div>\n{}", html_table("Errors and orders", heads, rows)),
      data);
}

std::string sweep_page(const StudyHead& head, const SweepPage& sweep) {
  std::vector<std::string> names, units, heads;
  for (const std::vector<Column>* columns : {&sweep.keys, &sweep.results})
    for (const auto& [name, unit] : *columns) {
      names.push_back(name);
      units.push_back(shown_unit(unit));
      heads.push_back(with_unit(name, unit));
    }
  Json data = Json::object(), rows = Json::array();
  data["kind"] = "sweep";
  data["keys"] = sweep.keys.size();
  data["heads"] = texts_json(names);
  data["units"] = texts_json(units);
  for (const std::vector<std::string>& row : sweep.rows) rows.push_back(texts_json(row));
  data["rows"] = std::move(rows);
  return page(
      head,
      fmt::format("<div class=\"sweep\" data-script></div>\n<h2>Runs</h2>\n{}", html_table("Runs", heads, sweep.rows)),
      data);
}

}  // namespace oldham
