// SPDX-License-Identifier: MIT
#include "oldham/report/html.hpp"

#include <fmt/format.h>

#include "oldham/report/svg_text.hpp"
#include "oldham/report/web_files.hpp"

namespace oldham {
namespace {

std::string row(const std::vector<std::string>& cells, const char* tag) {
  std::string line = "<tr>";
  for (const std::string& cell : cells) line += fmt::format("<{0}>{1}</{0}>", tag, html_text(cell));
  return line + "</tr>\n";
}

}  // namespace

std::string html_text(std::string_view text) { return xml_escaped(printable(text)); }

std::string html_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines += html_text(text.substr(0, end));
    if (end == std::string_view::npos) break;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string script_json(const Json& data) {
  const std::string plain = data.dump();
  std::string text;
  text.reserve(plain.size());
  for (const char c : plain) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

std::string scrollable(std::string_view name, std::string_view html) {
  return fmt::format("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">{}</div>\n", name, html);
}

std::string html_file(std::string_view text) {
  return fmt::format("<pre role=\"region\" tabindex=\"0\" aria-label=\"System file\">{}</pre>", html_lines(text));
}

std::string html_table(std::string_view name, const std::vector<std::string>& heads,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string table = fmt::format("<table data-sortable>\n<thead>{}</thead>\n<tbody>\n", row(heads, "th"));
  for (const std::vector<std::string>& cells : rows) table += row(cells, "td");
  return scrollable(name, table + "</tbody>\n</table>");
}

std::string html_page(std::string_view title, std::string_view body, const Json& data) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n",
      html_text(title), report_style);
  page += body;
  page += "</main>\n<script type=\"application/json\" id=\"page-data\">";
  page += script_json(data);
  page += "</script>\n<script>\n";
  page += report_script;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace oldham
