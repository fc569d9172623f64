// SPDX-License-Identifier: MIT
#include "oldham/io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace oldham {
namespace {

/// How many bytes the UTF-8 character at the front has; 0 if there is no valid one (overlong forms and surrogates
/// are not valid).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : (lead & 0xF0) == 0xE0        ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) > 0x9F;
  const bool beyond_unicode = lead == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || beyond_unicode ? 0 : length;
}

void write_string(std::string& text, std::string_view string) {
  text += '"';
  while (!string.empty()) {
    const std::size_t length = utf8_length(string);
    const char c = string.front();
    if (length == 0)
      text += "\xEF\xBF\xBD";  // U+FFFD
    else if (length > 1)
      text += string.substr(0, length);
    else if (c == '"' || c == '\\')
      (text += '\\') += c;
    else if (c == '\n')
      text += "\\n";
    else if (c == '\t')
      text += "\\t";
    else if (c == '\r')
      text += "\\r";
    else if (static_cast<unsigned char>(c) < 0x20)
      fmt::format_to(std::back_inserter(text), "\\u{:04x}", static_cast<unsigned>(c));
    else
      text += c;
    string.remove_prefix(std::max<std::size_t>(1, length));
  }
  text += '"';
}

void start_line(std::string& text, int indent, int level) {
  if (indent < 0) return;
  text += '\n';
  text.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(level), ' ');
}

/// open, the items separated by commas and each on its line if lines are wanted, close
template <class Items, class WriteItem>
void write_items(std::string& text, const char* brackets, const Items& items, int indent, int level,
                 WriteItem write_item) {
  text += brackets[0];
  bool first = true;
  for (const auto& item : items) {
    if (!first) text += ',';
    first = false;
    start_line(text, indent, level + 1);
    write_item(item);
  }
  if (!items.empty()) start_line(text, indent, level);
  text += brackets[1];
}

template <class... Cases>
struct Match : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Match(Cases...) -> Match<Cases...>;

}  // namespace

Json Json::array() {
  Json json;
  json.value_.emplace<Elements>();
  return json;
}

Json Json::object() {
  Json json;
  json.value_.emplace<Members>();
  return json;
}

std::string Json::text() const {
  const std::string* string = std::get_if<std::string>(&value_);
  return string ? *string : std::string();
}

std::size_t Json::size() const {
  if (const auto* elements = std::get_if<Elements>(&value_)) return elements->size();
  if (const auto* members = std::get_if<Members>(&value_)) return members->size();
  return 0;
}

const Json* Json::find(std::string_view key) const {
  const auto* members = std::get_if<Members>(&value_);
  if (!members) return nullptr;
  const auto member = std::find_if(members->begin(), members->end(), [&](const auto& m) { return m.first == key; });
  return member == members->end() ? nullptr : &member->second;
}

std::vector<std::string> Json::keys() const {
  std::vector<std::string> keys;
  if (const auto* members = std::get_if<Members>(&value_))
    for (const auto& [key, value] : *members) keys.push_back(key);
  return keys;
}

Json& Json::operator[](std::string_view key) {
  if (const Json* member = find(key)) return const_cast<Json&>(*member);
  return add(std::string(key), nullptr);
}

Json& Json::add(std::string key, Json value) {
  if (is_null()) value_.emplace<Members>();
  if (!is_object()) throw std::logic_error("a JSON value that is no object has no members; start from Json::object()");
  return std::get<Members>(value_).emplace_back(std::move(key), std::move(value)).second;
}

void Json::push_back(Json element) {
  if (is_null()) value_.emplace<Elements>();
  if (!is_array()) throw std::logic_error("a JSON value that is no array takes no elements; start from Json::array()");
  std::get<Elements>(value_).push_back(std::move(element));
}

std::string Json::dump(int indent) const {
  std::string text;
  write(text, indent, 0);
  return text;
}

void Json::write(std::string& text, int indent, int level) const {
  const auto end = std::back_inserter(text);
  std::visit(Match{
                 [&](std::nullptr_t) { text += "null"; },
                 [&](bool value) { text += value ? "true" : "false"; },
                 [&](std::int64_t value) { fmt::format_to(end, "{}", value); },
                 [&](std::uint64_t value) { fmt::format_to(end, "{}", value); },
                 [&](double value) {
                   if (std::isfinite(value))
                     fmt::format_to(end, "{:.17g}", value);
                   else
                     text += "null";
                 },
                 [&](const std::string& value) { write_string(text, value); },
                 [&](const Elements& elements) {
                   write_items(text, "[]", elements, indent, level,
                               [&](const Json& element) { element.write(text, indent, level + 1); });
                 },
                 [&](const Members& members) {
                   write_items(text, "{}", members, indent, level, [&](const auto& member) {
                     write_string(text, member.first);
                     text += indent < 0 ? ":" : ": ";
                     member.second.write(text, indent, level + 1);
                   });
                 },
             },
             value_);
}

}  // namespace oldham
