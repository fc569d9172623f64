// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oldham/io/json.hpp"

namespace oldham {

/// Any text as it stands between tags: on one line, well-formed and escaped. Not for attributes.
std::string html_text(std::string_view text);

/// The same with its line ends kept, for <pre>.
std::string html_lines(std::string_view text);

/// JSON inside a <script>: no tag can begin in it, whatever the names are.
std::string script_json(const Json& data);

/// Something wide that scrolls by itself, also by keys; `name` is what screen readers call it.
std::string scrollable(std::string_view name, std::string_view html);

/// A file, its lines as they are.
std::string html_file(std::string_view text);

/// A table whose cells are plain text; the first column is words, the others are numbers.
std::string html_table(std::string_view name, const std::vector<std::string>& heads,
                       const std::vector<std::vector<std::string>>& rows);

/// A whole page in one file: `body` is HTML, `data` is what its script draws.
std::string html_page(std::string_view title, std::string_view body, const Json& data);

}  // namespace oldham
