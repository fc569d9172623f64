// SPDX-License-Identifier: MIT
#include "refusal_page.hpp"

#include <fmt/format.h>

#include <cctype>

#include "oldham/report/html.hpp"

namespace oldham::app {

std::string make_refusal_page(int status, std::string message) {
  message[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(message[0])));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Oldham: {}</title>\n<link rel=\"icon\" href=\"data:,\">\n"
      "<style>:root {{ color-scheme: light dark }} body {{ font: 17px/1.5 system-ui, \"DejaVu Sans\", sans-serif }} "
      "main {{ max-width: 36rem; margin: 18vh auto 0; padding: 0 1.2rem }}</style>\n"
      "</head>\n<body>\n<main>\n<h1>Oldham</h1>\n<p>{}.</p>\n</main>\n</body>\n</html>\n",
      status, html_text(message));
}

}  // namespace oldham::app
