// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/core/reader.hpp"
#include "oldham/core/value_check.hpp"

namespace oldham {

using Need = KeyRequest::Need;

void Reader::record(std::string_view key, std::string_view kind, Need need, std::string_view unit) const {
  if (KeyRecording* recording = KeyRecording::current())
    recording->add(path_, key, {.kind = std::string(kind), .need = need, .unit = std::string(unit)});
}

void Reader::record_fallback(std::string_view key, std::string_view kind, std::string_view fallback) const {
  if (KeyRecording* recording = KeyRecording::current())
    recording->add(path_, key,
                   {.kind = std::string(kind), .need = Need::has_default, .fallback = std::string(fallback)});
}

void Reader::record_number(std::string_view key, std::string_view unit, Limits limits, Need need,
                           double fallback) const {
  if (KeyRecording* recording = KeyRecording::current())
    recording->add(path_, key,
                   {.kind = std::string(number_kind),
                    .need = need,
                    .unit = std::string(unit),
                    .fallback = need == Need::has_default ? fmt::format("{}", fallback) : "",
                    .range = range_text(limits)});
}

void Reader::record_integer(std::string_view key, IntegerLimits limits, Need need, int fallback) const {
  if (KeyRecording* recording = KeyRecording::current())
    recording->add(path_, key,
                   {.kind = std::string(integer_kind),
                    .need = need,
                    .fallback = need == Need::has_default ? fmt::format("{}", fallback) : "",
                    .range = range_text(limits)});
}

}  // namespace oldham
