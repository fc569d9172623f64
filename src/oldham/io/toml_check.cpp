// SPDX-License-Identifier: MIT
#include "oldham/io/toml_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

// a table header may be that deep, and the values in that table once more
constexpr int deepest = 200;

/// Where the string that begins at `begin` ends: behind its last quotation mark, or where it breaks off.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const bool is_long = text.size() - begin > 2 && text[begin + 1] == quote && text[begin + 2] == quote;
  const std::string marks(is_long ? 3 : 1, quote);
  for (std::size_t at = begin + marks.size(); at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"')
      ++at;
    else if (text.substr(at).starts_with(marks))
      return at + marks.size();
    else if (text[at] == '\n' && !is_long)
      return at;
  }
  return text.size();
}

}  // namespace

void check_toml(std::string_view text, const std::string& name) {
  const auto place = [&](std::size_t at) {
    return fmt::format("{}:{}", name, 1 + std::count(text.begin(), text.begin() + at, '\n'));
  };
  std::vector<int> open;  // how deep the content of each open bracket lies
  int depth = 0;
  for (std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '#':
        at = std::min(text.find('\n', at), text.size()) - 1;
        break;
      case '"':
      case '\'':
        at = end_of_string(text, at) - 1;
        break;
      case '.':
        ++depth;
        break;
      case '[':
      case '{':
        open.push_back(++depth);
        break;
      case ']':
      case '}':
        if (!open.empty()) open.pop_back();
        [[fallthrough]];
      case ',':
      case '\n':
        depth = open.empty() ? 0 : open.back();
        break;
      default:
        if (static_cast<unsigned char>(text[at]) >= 0x80)
          throw_wrong_input(place(at), "there is a letter beyond ASCII outside of quotation marks",
                            "put the key or text into quotation marks");
        break;
    }
    if (depth > deepest)
      throw_wrong_input(place(at), fmt::format("tables are nested more than {} deep here", deepest),
                        "close brackets that are still open above, or write shorter keys");
  }
}

}  // namespace oldham
