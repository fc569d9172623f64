// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/fmi/description/violation.hpp"

namespace oldham::fmi {

class XmlElement;

/// An XML text in memory, with the name that messages call it by and what they advise. Document types are not read, so
/// entities of their own stay as they are written.
class XmlFile {
 public:
  XmlFile(std::string text, std::string name, std::string remedy = "correct the description, or export the FMU again");
  XmlFile(const XmlFile&) = delete;
  XmlFile& operator=(const XmlFile&) = delete;

  /// The outermost element; another one than expected is an error.
  XmlElement root(std::string_view expected);
  /// Calls elements by their names alone, without the prefixes of namespaces, which every file may choose. What is
  /// nested too deeply to be followed is an error.
  void drop_prefixes();
  const std::string& name() const { return name_; }
  const std::string& remedy() const { return remedy_; }
  int line_at(std::ptrdiff_t offset) const;

  /// Remembers what was passed over while reading.
  void notice(Violation violation) { noticed_.push_back(std::move(violation)); }
  std::vector<Violation> take_noticed() { return std::move(noticed_); }

 private:
  std::string name_, remedy_;
  std::vector<std::ptrdiff_t> line_ends_;
  pugi::xml_document document_;
  std::vector<Violation> noticed_;
};

/// One element of an XML file, read attribute by attribute. A value that is not what it should be is an error with
/// file, line, element and attribute, what was expected, and what to do.
class XmlElement {
 public:
  XmlElement(XmlFile& file, pugi::xml_node node) : file_(&file), node_(node) {}

  std::string_view name() const { return node_.name(); }
  int line() const { return file_->line_at(node_.offset_debug()); }
  /// "ScalarVariable 'x'"; of an element without a name also the one around it.
  std::string label() const;
  XmlFile& file() const { return *file_; }

  std::optional<XmlElement> child(const char* name) const;
  std::vector<XmlElement> children() const;
  std::vector<XmlElement> children(const char* name) const;

  /// The text between its tags.
  std::string content() const { return node_.text().get(); }
  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }
  std::string text(const char* attribute) const { return node_.attribute(attribute).value(); }
  std::optional<std::string> optional_text(const char* attribute) const;
  std::string required_text(const char* attribute) const;
  std::optional<double> number(const char* attribute) const;
  std::optional<bool> boolean(const char* attribute) const;
  template <class Integer>
  std::optional<Integer> integer(const char* attribute) const {
    if (!has(attribute)) return std::nullopt;
    return to_integer<Integer>(attribute, text(attribute));
  }
  template <class Integer>
  Integer required_integer(const char* attribute) const {
    return to_integer<Integer>(attribute, required_text(attribute));
  }
  template <class T, std::size_t N>
  std::optional<T> word(const char* attribute, const std::array<Choice<T>, N>& choices) const {
    if (!has(attribute)) return std::nullopt;
    return to_word(attribute, text(attribute), choices);
  }

  /// The parts of a list, separated by blanks.
  std::vector<std::string> list(const char* attribute) const;

  // a text that is the value of the attribute, or a part of it
  double to_number(const char* attribute, std::string_view text) const;
  bool to_boolean(const char* attribute, std::string_view text) const;
  template <class Integer>
  Integer to_integer(const char* attribute, std::string_view text) const {
    using Limits = std::numeric_limits<Integer>;
    if constexpr (Limits::is_signed)
      return static_cast<Integer>(to_signed(attribute, text, Limits::min(), Limits::max()));
    else
      return static_cast<Integer>(to_unsigned(attribute, text, Limits::max()));
  }
  std::int64_t to_signed(const char* attribute, std::string_view text, std::int64_t low, std::int64_t high) const;
  std::uint64_t to_unsigned(const char* attribute, std::string_view text, std::uint64_t high) const;
  template <class T, std::size_t N>
  T to_word(const char* attribute, std::string_view text, const std::array<Choice<T>, N>& choices) const {
    for (const Choice<T>& choice : choices)
      if (choice.word == text) return choice.meaning;
    std::vector<std::string> words;
    for (const Choice<T>& choice : choices) words.emplace_back(choice.word);
    refuse_word(attribute, text, words);
  }

  [[noreturn]] void fail(const char* attribute, std::string_view what, std::string_view remedy) const;
  /// "SystemStructure.ssd:12: Component 'pump'", for messages.
  std::string place() const;
  void notice(Severity severity, std::string_view rule, std::string what) const;

 private:
  [[noreturn]] void refuse(const char* attribute, std::string_view expected, std::string_view found) const;
  [[noreturn]] void refuse_word(const char* attribute, std::string_view word,
                                const std::vector<std::string>& words) const;

  XmlFile* file_;
  pugi::xml_node node_;
};

/// A text as messages show it: in quotation marks, on one line, not too long.
std::string shown(std::string_view text);

}  // namespace oldham::fmi
