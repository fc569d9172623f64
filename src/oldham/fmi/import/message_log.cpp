// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/message_log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cctype>
#include <cstdio>
#include <mutex>
#include <vector>

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

constexpr std::string_view decimal = "0123456789", hexadecimal = "0123456789ABCDEF";

bool is_one_of(std::string_view characters, char c) { return characters.find(c) != std::string_view::npos; }

/// Whether this is a byte of an address, such as the %20 of "/my%20name", rather than a conversion of its own.
bool is_encoded_byte(std::string_view text, std::size_t percent) {
  if (percent == 0 || percent + 2 >= text.size()) return false;
  const char before = text[percent - 1];
  const bool goes_on = std::isalnum(static_cast<unsigned char>(before)) != 0 || is_one_of("/._-~", before);
  return goes_on && text[percent + 1] >= '2' && is_one_of(hexadecimal, text[percent + 1]) &&
         is_one_of(hexadecimal, text[percent + 2]);
}

/// Whether a message can be formatted without harm. Some FMUs pass finished text where a format belongs, and what looks
/// like a conversion in it would read, or even write, what nobody passed.
bool is_harmless(std::string_view text) {
  constexpr std::size_t most_digits = 3;
  std::size_t at = 0;
  const auto skip = [&](std::string_view characters, std::size_t most) {
    const std::size_t begin = at;
    while (at < text.size() && at - begin < most && is_one_of(characters, text[at])) ++at;
  };
  while ((at = text.find('%', at)) != std::string_view::npos) {
    if (is_encoded_byte(text, at)) return false;
    ++at;
    skip("-+#0", 4);  // a space behind it rather means per cent
    skip(decimal, most_digits);
    if (at < text.size() && text[at] == '.') {
      ++at;
      skip(decimal, most_digits);
    }
    skip("hlqjztL", 2);
    if (at == text.size() || !is_one_of("diouxXfFeEgGaAcsp%", text[at])) return false;
    ++at;
  }
  return true;
}

/// All that live, the newest last.
struct LivingLogs {
  std::mutex mutex;
  std::vector<MessageLog*> logs;
};
LivingLogs& living() {
  static LivingLogs all;
  return all;
}

}  // namespace

MessageLog::MessageLog(std::string name, const void* owner) : name_(std::move(name)), owner_(owner) {
  const std::scoped_lock lock(living().mutex);
  living().logs.push_back(this);
}

MessageLog::~MessageLog() {
  const std::scoped_lock lock(living().mutex);
  std::erase(living().logs, this);
}

MessageLog* MessageLog::find(const void* address, const char* name) {
  const std::scoped_lock lock(living().mutex);
  MessageLog* best = living().logs.empty() ? nullptr : living().logs.back();
  for (MessageLog* log : living().logs) {
    if (address != nullptr && (log == address || log->owner_ == address)) return log;
    if (name != nullptr && log->name_ == name) best = log;
  }
  return best;
}

const char* word_of(Status status) { return words[static_cast<std::size_t>(status)]; }

void MessageLog::add(Status status, std::string_view category, std::string_view text) {
  const std::string line = tidy(text);
  if (shown_ < most_shown && !is_muted_)
    fmt::print(stderr, "{}: {}{}: {}\n", name_, word_of(status),
               category.empty() ? "" : fmt::format(" [{}]", tidy(category)), line);
  if (!is_muted_ && ++shown_ == most_shown) fmt::print(stderr, "{}: further messages are not shown\n", name_);
  if (status == Status::ok || line.empty()) return;
  kept_.push_back(line);
  if (kept_.size() > most_kept) kept_.pop_front();
}

void MessageLog::add_formatted(Status status, const char* category, const char* format, std::va_list arguments) {
  std::array<char, 4096> text{};
  if (format == nullptr) format = "";
  const bool is_formatted = is_harmless(format) && std::vsnprintf(text.data(), text.size(), format, arguments) >= 0;
  add(status, category == nullptr ? "" : category, is_formatted ? text.data() : format);
}

Status MessageLog::hear_unknown(int number) {
  add(Status::error, "", fmt::format("status {}, which the standard does not have", number));
  return Status::error;
}

std::string MessageLog::take_last_words() {
  if (kept_.empty()) return {};
  std::string words_kept = fmt::format("; it says: {}", fmt::join(kept_, "; "));
  kept_.clear();
  return words_kept;
}

}  // namespace oldham::fmi
