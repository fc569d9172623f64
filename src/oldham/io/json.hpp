// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace oldham {

/// A JSON value to be written: null, boolean, integer, number, string, array, or object in order of insertion.
///
///   Json answer = Json::object();
///   answer["time"] = 1.0;
///   answer["steps"] = std::vector<double>{0.1, 0.2};
///
/// References to members stay valid while further members are added; those to array elements do not.
class Json {
 public:
  Json() = default;
  Json(std::nullptr_t) {}
  template <std::same_as<bool> T>
  Json(T value) : value_(value) {}
  template <std::signed_integral T>
  Json(T value) : value_(std::int64_t{value}) {}
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Json(T value) : value_(std::uint64_t{value}) {}
  template <std::floating_point T>
  Json(T value) : value_(static_cast<double>(value)) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  template <class T>
  Json(const std::optional<T>& value) {  // absent is null
    if (value) *this = Json(*value);
  }
  template <class T, std::size_t N>
  Json(std::span<T, N> values) : Json(array()) {
    for (const auto& value : values) push_back(value);
  }
  template <class T>
  Json(const std::vector<T>& values) : Json(array()) {
    for (const auto& value : values) push_back(static_cast<const T&>(value));
  }

  static Json array();
  static Json object();

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
  bool is_array() const { return std::holds_alternative<Elements>(value_); }
  bool is_object() const { return std::holds_alternative<Members>(value_); }
  std::string text() const;  // of a string, otherwise empty
  std::size_t size() const;  // of an array or object, otherwise 0

  /// The member of that name, added as null if there is none; a null value becomes an object first.
  Json& operator[](std::string_view key);
  /// Adds a member whose name is known to be new: constant time, for objects with thousands of members.
  Json& add(std::string key, Json value);
  const Json* find(std::string_view key) const;
  std::vector<std::string> keys() const;  // of an object, otherwise none

  /// Calls the visitor with what the value is: null, bool, std::int64_t, std::uint64_t, double, std::string, a range of
  /// elements or a range of pairs of names and members.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), value_);
  }

  /// Adds an element; a null value becomes an array first.
  void push_back(Json element);

  /// The text: on one line, or over several lines with `indent` blanks per level. Numbers have 17 significant
  /// digits, NaN and infinity are null, bytes that are not UTF-8 become U+FFFD.
  std::string dump(int indent = -1) const;

 private:
  using Elements = std::vector<Json>;
  using Members = std::list<std::pair<std::string, Json>>;

  void write(std::string& text, int indent, int level) const;

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Elements, Members> value_;
};

}  // namespace oldham
