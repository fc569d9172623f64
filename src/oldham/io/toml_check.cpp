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

/// Reads over the text, character by character, as the parser will.
class Check {
 public:
  Check(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  void run() {
    for (std::size_t at = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0; at < text_.size(); ++at) {
      const char letter = text_[at];
      at = pass(at);
      if (depth_ > deepest)
        refuse(at, fmt::format("tables are nested more than {} deep here", deepest),
               "close brackets that are still open above, or write shorter keys");
      if (letter != ' ' && letter != '\t' && letter != '\r') previous_ = letter;
    }
  }

 private:
  [[noreturn]] void refuse(std::size_t at, std::string_view what, std::string_view remedy) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw_wrong_input(fmt::format("{}:{}", name_, line), what, remedy);
  }
  static bool is_beyond_ascii(char letter) { return static_cast<unsigned char>(letter) >= 0x80; }

  /// Looks at what begins at `at`; returns where its last character is.
  std::size_t pass(std::size_t at) {
    switch (text_[at]) {
      case '#':
        return std::min(text_.find('\n', at), text_.size()) - 1;
      case '"':
      case '\'':
        // elsewhere it is part of what stands there, which the parser then reads on
        if (std::string_view("\n=[{,.").find(previous_) == std::string_view::npos)
          refuse(at, "there is a quotation mark where no text can begin",
                 "put the whole key or text into quotation marks, or take this one away");
        return end_of_string(at) - 1;
      case '.':
        ++depth_;
        break;
      case '[':
      case '{':
        open_.push_back(++depth_);
        break;
      case ']':
      case '}':
        if (!open_.empty()) open_.pop_back();
        [[fallthrough]];
      case ',':
      case '\n':
        depth_ = open_.empty() ? 0 : open_.back();
        break;
      default:
        if (is_beyond_ascii(text_[at]))
          refuse(at, "there is a letter beyond ASCII outside of quotation marks",
                 "put the key or text into quotation marks");
        break;
    }
    return at;
  }

  /// Where the string that begins at `begin` ends: behind its last quotation mark.
  std::size_t end_of_string(std::size_t begin) const {
    const char quote = text_[begin];
    const bool is_long = text_.substr(begin).starts_with(std::string(3, quote));
    const std::string marks(is_long ? 3 : 1, quote);
    for (std::size_t at = begin + marks.size(); at < text_.size(); ++at) {
      if (text_[at] == '\n' && !is_long) break;
      if (text_[at] == '\\' && quote == '"') {
        if (is_long) check_escape(at);
        ++at;
      } else if (text_.substr(at).starts_with(marks)) {
        at += marks.size();
        // two more may be its last letters
        for (int more = 0; is_long && more < 2 && at < text_.size() && text_[at] == quote; ++more) ++at;
        return at;
      }
    }
    refuse(begin, is_long ? "a text of several lines is never closed" : "a text is not closed on its line",
           fmt::format("close it by {}", marks));
  }

  /// Behind a backslash the parser asks whether a letter is a blank, which it knows of ASCII only.
  void check_escape(std::size_t at) const {
    const std::size_t next = std::min(text_.find_first_not_of(" \t\r\n", at + 1), text_.size());
    if (next < text_.size() && is_beyond_ascii(text_[next]))
      refuse(next, "there is a letter beyond ASCII behind a backslash",
             "leave the backslash out, or begin the next line with another letter");
  }

  std::string_view text_;
  const std::string& name_;
  char previous_ = '\n';   // that is no blank
  std::vector<int> open_;  // how deep the content of each open bracket lies
  int depth_ = 0;
};

}  // namespace

void check_toml(std::string_view text, const std::string& name) { Check(text, name).run(); }

}  // namespace oldham
