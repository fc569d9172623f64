// SPDX-License-Identifier: MIT
#include "oldham/io/terminal.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace oldham {
namespace {

constexpr std::string_view good = "\x1b[32m", doubtful = "\x1b[33m", bad = "\x1b[31m", label = "\x1b[36m",
                           heading = "\x1b[1m", plain = "\x1b[0m";

/// Words that judge, where they begin a line or what follows its label.
struct Verdict {
  std::string_view word, colour;
};
constexpr Verdict verdicts[] = {
    {"completed", good},       {"stable", good},           {"zero-stable", good},   {"passed", good},
    {"as unstable", doubtful}, {"inconclusive", doubtful}, {"too close", doubtful}, {"interrupted", doubtful},
    {"warning", doubtful},     {"WARNING", doubtful},      {"skipped", doubtful},   {"diverged", bad},
    {"failed", bad},           {"UNSTABLE", bad},          {"ZERO-UNSTABLE", bad},  {"ALARM", bad}};

std::string with(std::string_view colour, std::string_view text) {
  return std::string(colour).append(text).append(plain);
}

/// The verdict that a text begins with, and ends there as a word.
const Verdict* verdict_of(std::string_view text) {
  const auto begins = [&](const Verdict& verdict) {
    if (!text.starts_with(verdict.word)) return false;
    const std::string_view rest = text.substr(verdict.word.size());
    return rest.empty() || rest.front() == ' ' || rest.front() == ':' || rest.front() == ',';
  };
  const auto* found = std::find_if(std::begin(verdicts), std::end(verdicts), begins);
  return found == std::end(verdicts) ? nullptr : found;
}

std::string painted_verdict(std::string_view text) {
  const Verdict* verdict = verdict_of(text);
  if (verdict == nullptr) return std::string(text);
  return with(verdict->colour, text.substr(0, verdict->word.size())).append(text.substr(verdict->word.size()));
}

std::string painted_line(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos) return std::string(line);
  const std::string_view content = line.substr(begin);
  if (verdict_of(content) != nullptr) return std::string(begin, ' ') + painted_verdict(content);
  // what ends at two spaces is the label of what comes after them
  const std::size_t end = content.find("  ");
  const std::size_t next = content.find_first_not_of(' ', end);
  if (begin > 0 && end != std::string_view::npos && next != std::string_view::npos)
    return std::string(begin, ' ') + with(label, content.substr(0, end)) +
           std::string(content.substr(end, next - end)) + painted_verdict(content.substr(next));
  return std::string(line);
}

}  // namespace

bool is_terminal(std::FILE* stream) {
  const char* kind = std::getenv("TERM");
  return isatty(fileno(stream)) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

bool wants_colour(std::FILE* stream) {
  const char* refused = std::getenv("NO_COLOR");
  return is_terminal(stream) && (refused == nullptr || *refused == '\0');
}

std::string painted(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::string_view after = text.substr(std::min(end + 1, text.size()));
    // a line that further ones are indented under is their heading
    const bool is_heading =
        !line.empty() && line.front() != ' ' && after.starts_with("  ") && verdict_of(line) == nullptr;
    result += is_heading ? with(heading, line) : painted_line(line);
    if (end < text.size()) result += '\n';
    text = after;
  }
  return result;
}

}  // namespace oldham
