// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace oldham {

/// Whether a person looks at this stream, on a terminal that can redraw a line.
bool is_terminal(std::FILE* stream);

/// Whether texts there are coloured: on a terminal, unless the environment variable NO_COLOR says otherwise.
bool wants_colour(std::FILE* stream);

/// A text of lines and tables with colours: verdicts that begin a line by what they mean, labels that stand in front of
/// a column, headings. Nothing else of it changes, and without the colours it is the same text.
std::string painted(std::string_view text);

}  // namespace oldham
