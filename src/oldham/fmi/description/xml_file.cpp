// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/xml_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "oldham/core/error.hpp"
#include "oldham/core/value.hpp"
#include "oldham/fmi/description/encoding.hpp"

namespace oldham::fmi {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// All of the text as a number; a plus sign in front is allowed.
template <class T>
std::errc parse_all(std::string_view text, T& value) {
  text = trim(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc()) return problem;
  return end == text.data() + text.size() ? std::errc() : std::errc::invalid_argument;
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return quoted_name(text);
  return fmt::format("{}... ({} characters)", quoted_name(text.substr(0, longest)), text.size());
}

XmlFile::XmlFile(std::string text, std::string name, std::string remedy)
    : name_(std::move(name)), remedy_(std::move(remedy)) {
  text = to_utf8(std::move(text), name_);
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    line_ends_.push_back(static_cast<std::ptrdiff_t>(at));
  const pugi::xml_parse_result result =
      document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result)
    throw_wrong_input(fmt::format("{}:{}", name_, line_at(result.offset)),
                      fmt::format("this is no well-formed XML ({})", result.description()), remedy_);
}

int XmlFile::line_at(std::ptrdiff_t offset) const {
  return static_cast<int>(std::ranges::lower_bound(line_ends_, offset) - line_ends_.begin()) + 1;
}

XmlElement XmlFile::root(std::string_view expected) {
  const pugi::xml_node node = document_.document_element();
  if (node.name() != expected)
    throw_wrong_input(fmt::format("{}:{}", name_, line_at(node.offset_debug())),
                      fmt::format("expected the element {}, found {}", expected, shown(node.name())), remedy_);
  return {*this, node};
}

void XmlFile::drop_prefixes() {
  constexpr int deepest = 400;
  struct Walker final : pugi::xml_tree_walker {
    bool for_each(pugi::xml_node& node) final {
      if (depth() > deepest) return false;
      const std::string_view name = node.name();
      const std::size_t colon = name.rfind(':');
      if (colon != std::string_view::npos) node.set_name(std::string(name.substr(colon + 1)).c_str());
      return true;
    }
  } walker;
  if (!document_.traverse(walker))
    throw_wrong_input(name_, fmt::format("elements are nested more than {} deep", deepest), remedy_);
}

std::string XmlElement::label() const {
  const pugi::xml_attribute own = node_.attribute("name");
  if (!own.empty()) return fmt::format("{} {}", name(), shown(own.value()));
  const pugi::xml_attribute outer = node_.parent().attribute("name");
  if (!outer.empty()) return fmt::format("{} {}: {}", node_.parent().name(), shown(outer.value()), name());
  return std::string(name());
}

std::optional<XmlElement> XmlElement::child(const char* name) const {
  const pugi::xml_node node = node_.child(name);
  return node.empty() ? std::nullopt : std::optional(XmlElement(*file_, node));
}

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> elements;
  for (const pugi::xml_node& node : node_.children())
    if (node.type() == pugi::node_element) elements.emplace_back(*file_, node);
  return elements;
}

std::vector<XmlElement> XmlElement::children(const char* name) const {
  std::vector<XmlElement> elements;
  for (const pugi::xml_node& node : node_.children(name)) elements.emplace_back(*file_, node);
  return elements;
}

std::optional<std::string> XmlElement::optional_text(const char* attribute) const {
  return has(attribute) ? std::optional(text(attribute)) : std::nullopt;
}

std::string XmlElement::required_text(const char* attribute) const {
  if (has(attribute)) return text(attribute);
  throw_wrong_input(place(), fmt::format("the attribute '{}' is missing", attribute), file_->remedy());
}

std::optional<double> XmlElement::number(const char* attribute) const {
  return has(attribute) ? std::optional(to_number(attribute, text(attribute))) : std::nullopt;
}

std::optional<bool> XmlElement::boolean(const char* attribute) const {
  return has(attribute) ? std::optional(to_boolean(attribute, text(attribute))) : std::nullopt;
}

std::vector<std::string> XmlElement::list(const char* attribute) const {
  std::vector<std::string> parts;
  std::string_view rest = node_.attribute(attribute).value();
  while (!(rest = trim(rest)).empty()) {
    const std::size_t end = std::min(rest.find_first_of(blanks), rest.size());
    parts.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return parts;
}

double XmlElement::to_number(const char* attribute, std::string_view text) const {
  double value = 0;
  if (parse_all(text, value) != std::errc()) refuse(attribute, "a number", text);
  return value;
}

bool XmlElement::to_boolean(const char* attribute, std::string_view text) const {
  const std::string_view word = trim(text);
  if (word == "true" || word == "1") return true;
  if (word == "false" || word == "0") return false;
  // some tools write True and FALSE; what is meant is clear
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower != "true" && lower != "false") refuse(attribute, "true or false", text);
  notice(Severity::warning, "boolean-spelling",
         fmt::format("{} = {} should be written {}", attribute, shown(word), lower));
  return lower == "true";
}

std::int64_t XmlElement::to_signed(const char* attribute, std::string_view text, std::int64_t low,
                                   std::int64_t high) const {
  std::int64_t value = 0;
  if (parse_all(text, value) != std::errc() || value < low || value > high)
    refuse(attribute, fmt::format("an integer from {} to {}", low, high), text);
  return value;
}

std::uint64_t XmlElement::to_unsigned(const char* attribute, std::string_view text, std::uint64_t high) const {
  std::uint64_t value = 0;
  if (parse_all(text, value) != std::errc() || value > high)
    refuse(attribute, fmt::format("an integer from 0 to {}", high), text);
  return value;
}

void XmlElement::fail(const char* attribute, std::string_view what, std::string_view remedy) const {
  throw_wrong_input(fmt::format("{}: {}", place(), attribute), what, remedy);
}

std::string XmlElement::place() const { return fmt::format("{}:{}: {}", file_->name(), line(), label()); }

void XmlElement::refuse(const char* attribute, std::string_view expected, std::string_view found) const {
  fail(attribute, fmt::format("expected {}, found {}", expected, shown(found)), file_->remedy());
}

void XmlElement::refuse_word(const char* attribute, std::string_view word,
                             const std::vector<std::string>& words) const {
  fail(attribute, fmt::format("{} is not a value of the standard", shown(word)),
       fmt::format("{} {}", suggest(word.substr(0, 60), words), file_->remedy()));
}

void XmlElement::notice(Severity severity, std::string_view rule, std::string what) const {
  file_->notice({severity, rule, line(), label(), std::move(what)});
}

}  // namespace oldham::fmi
