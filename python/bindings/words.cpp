// SPDX-License-Identifier: MIT
#include "words.hpp"

#include <cctype>
#include <string_view>
#include <utility>

namespace oldham::python {
namespace {

// longer ones before those that they begin with
constexpr std::pair<std::string_view, std::string_view> arguments[] = {{"--set and --expand", "set and expand"},
                                                                       {"--accuracy", "accuracy"},
                                                                       {"--at", "at"},
                                                                       {"--budget", "budget"},
                                                                       {"--count", "count"},
                                                                       {"--digits", "digits"},
                                                                       {"--expand", "expand"},
                                                                       {"--frames", "frames"},
                                                                       {"--interface", "interface"},
                                                                       {"--largest-step LO:HI:N", "largest_step"},
                                                                       {"--largest-step", "largest_step"},
                                                                       {"--margin", "margin"},
                                                                       {"--no-check", "check=False"},
                                                                       {"--out DIR", "out=\"DIR\""},
                                                                       {"--out", "out"},
                                                                       {"--over", "over"},
                                                                       {"--recurrence", "published"},
                                                                       {"--sample", "samples"},
                                                                       {"--steps", "steps"},
                                                                       {"--to", "to"}};

}  // namespace

std::string in_words_of_python(std::string message) {
  for (const auto& [option, argument] : arguments)
    for (std::size_t at = 0; (at = message.find(option, at)) != std::string::npos; at += argument.size()) {
      const std::size_t end = at + option.size();
      const bool goes_on =
          end < message.size() && (std::isalnum(static_cast<unsigned char>(message[end])) != 0 || message[end] == '-');
      if (!goes_on) message.replace(at, option.size(), argument);
    }
  return message;
}

}  // namespace oldham::python
