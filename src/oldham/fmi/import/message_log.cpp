// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/message_log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdio>

namespace oldham::fmi {
namespace {

constexpr std::array words = {"OK", "warning", "discard", "error", "fatal", "pending"};

/// On one line, without what would move the cursor of a terminal.
std::string tidy(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace

const char* word_of(Status status) { return words[static_cast<std::size_t>(status)]; }

void MessageLog::add(Status status, std::string_view category, std::string_view text) {
  const std::string line = tidy(text);
  if (shown_ < most_shown)
    fmt::print(stderr, "{}: {}{}: {}\n", name_, word_of(status),
               category.empty() ? "" : fmt::format(" [{}]", tidy(category)), line);
  if (++shown_ == most_shown) fmt::print(stderr, "{}: further messages are not shown\n", name_);
  if (status == Status::ok || line.empty()) return;
  kept_.push_back(line);
  if (kept_.size() > most_kept) kept_.pop_front();
}

void MessageLog::add_formatted(Status status, const char* category, const char* format, std::va_list arguments) {
  std::array<char, 4096> text{};
  const int length = format == nullptr ? 0 : std::vsnprintf(text.data(), text.size(), format, arguments);
  add(status, category == nullptr ? "" : category, length < 0 ? format : text.data());
}

std::string MessageLog::take_last_words() {
  if (kept_.empty()) return {};
  std::string words_kept = fmt::format("; it says: {}", fmt::join(kept_, "; "));
  kept_.clear();
  return words_kept;
}

}  // namespace oldham::fmi
