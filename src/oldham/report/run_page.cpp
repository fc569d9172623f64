// SPDX-License-Identifier: MIT
#include "oldham/report/run_page.hpp"

#include <fmt/format.h>

#include "oldham/report/svg_text.hpp"
#include "oldham/report/web_files.hpp"

namespace oldham {
namespace {

std::string escaped(const std::string& text) { return xml_escaped(printable(text)); }

std::string row(const std::vector<std::string>& cells, const char* tag) {
  std::string line = "<tr>";
  for (const std::string& cell : cells) line += fmt::format("<{0}>{1}</{0}>", tag, escaped(cell));
  return line + "</tr>\n";
}

}  // namespace

std::string to_html(const RunPage& page) {
  std::string body =
      fmt::format("<h1>{}</h1>\n<p class=\"verdict\">{}</p>\n", escaped(page.title), escaped(page.verdict));
  for (const std::string& alarm : page.alarms) body += fmt::format("<p class=\"alarm\">{}</p>\n", escaped(alarm));
  body += "<div class=\"facts\">\n";
  for (const RunPage::Fact& fact : page.facts)
    body += fmt::format("<div><b>{}</b><span>{}</span></div>\n", escaped(fact.value), escaped(fact.meaning));
  body += "</div>\n";
  if (!page.animation.empty()) body += fmt::format("<h2>Motion</h2>\n{}", page.animation);
  if (!page.rows.empty()) {
    body += "<h2>Values</h2>\n<div class=\"wide\"><table>\n" + row(page.heads, "th");
    for (const std::vector<std::string>& cells : page.rows) body += row(cells, "td");
    body += "</table></div>\n";
  }
  if (!page.plot.empty()) {
    // inside a page an SVG document stands without its heading
    const std::size_t begin = page.plot.find("<svg");
    body += fmt::format("<h2>Over time</h2>\n<figure>{}</figure>\n",
                        begin == std::string::npos ? std::string() : page.plot.substr(begin));
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
      escaped(page.title), report_style, body);
}

}  // namespace oldham
