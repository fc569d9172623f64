// SPDX-License-Identifier: MIT
#include "oldham/report/animation.hpp"

#include <fmt/format.h>

#include "oldham/report/animation_data.hpp"
#include "oldham/report/svg_text.hpp"
#include "oldham/report/web_files.hpp"

namespace oldham {
namespace {

/// The script finds the element it stands in; its names stay inside its own scope.
std::string element(const Animation& animation, const AnimationOptions& options, std::string_view classes) {
  return fmt::format(
      "<div class=\"{}\">\n"
      "<style>\n{}</style>\n"
      "{}"
      "<script type=\"application/json\">{}</script>\n"
      "<script>\n(() => {{\n'use strict';\n{}}})();\n</script>\n"
      "</div>\n",
      classes, animation_style, animation_controls, animation_json(animation, options), animation_script);
}

}  // namespace

std::string animation_fragment(const Animation& animation, const AnimationOptions& options) {
  return element(animation, options, "oldham-animation");
}

std::string animation_page(const Animation& animation, const AnimationOptions& options) {
  const std::string title = xml_escaped(printable(animation.title));
  return fmt::format(
      "<!DOCTYPE html>\n"
      "<html lang=\"en\">\n"
      "<head>\n"
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n"
      "<style>\n{1}</style>\n"
      "</head>\n"
      "<body>\n"
      "<main>\n"
      "<h1>{0}</h1>\n"
      "{2}"
      "</main>\n"
      "</body>\n"
      "</html>\n",
      title, animation_page_style, element(animation, options, "oldham-animation whole-page"));
}

}  // namespace oldham
