// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace oldham {

/// Where a value was written: a file with line and column, or an option of the command line (line 0).
struct Origin {
  std::shared_ptr<const std::string> source;  // shared by all values of one file
  int line = 0;                               // counted from 1; 0 when lines mean nothing
  int column = 0;

  static Origin named(std::string source);
  /// The same source as a whole, for what is missing from it.
  Origin whole() const { return {source, 0, 0}; }
  /// "path/system.toml:12", "--set scheme.order=2", or "" when nothing is known.
  std::string text() const;
};

/// A node of a configuration tree: bool, integer, real, text, array or table. Copying is deep; reading never allocates.
class Value {
 public:
  struct Entry;
  using Array = std::vector<Value>;

  /// Keys with values in the order they were written; the keys are few, so finding one is a linear search.
  class Table {
   public:
    Table();
    Table(const Table&);
    Table(Table&&) noexcept;
    Table& operator=(const Table&);
    Table& operator=(Table&&) noexcept;
    ~Table();

    const Value* find(std::string_view key) const;
    Value* find(std::string_view key);
    /// The value of the key; made (as `false`) at the end when there is none.
    Value& operator[](std::string_view key);
    bool erase(std::string_view key);

    std::size_t size() const;
    bool empty() const { return size() == 0; }
    const Entry* begin() const;
    const Entry* end() const;
    Entry* begin();
    Entry* end();

   private:
    std::vector<Entry> entries_;
  };

  using Data = std::variant<bool, std::int64_t, double, std::string, Array, Table>;

  Value() = default;
  Value(bool value, Origin origin = {}) : data_(value), origin_(std::move(origin)) {}
  template <std::integral I>
  requires(!std::same_as<I, bool>) Value(I value, Origin origin = {})
      : data_(std::in_place_type<std::int64_t>, static_cast<std::int64_t>(value)), origin_(std::move(origin)) {}
  Value(double value, Origin origin = {}) : data_(value), origin_(std::move(origin)) {}
  Value(std::string value, Origin origin = {});
  Value(std::string_view value, Origin origin = {});
  Value(const char* value, Origin origin = {});
  Value(Array value, Origin origin = {});
  Value(Table value, Origin origin = {});

  template <class T>
  bool is() const {
    return std::holds_alternative<T>(data_);
  }
  /// The content when it is a T, else null.
  template <class T>
  const T* get() const {
    return std::get_if<T>(&data_);
  }
  template <class T>
  T* get() {
    return std::get_if<T>(&data_);
  }
  /// Exchanges the content and keeps the origin, so that a message still points at the file.
  template <class T>
  void assign(T content) {
    data_ = Value(std::move(content)).data_;
  }
  /// Null unless this is a table that has the key.
  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);

  const Data& data() const { return data_; }
  const Origin& origin() const { return origin_; }
  void set_origin(Origin origin) { origin_ = std::move(origin); }

  /// Equal content; where it was written does not count.
  friend bool operator==(const Value& a, const Value& b);

 private:
  Data data_;
  Origin origin_;
};

struct Value::Entry {
  std::string key;
  Value value;
};

/// "the text \"fast\"", "the number 0.1", "an array of 3 values": how a message shows a value.
std::string describe(const Value& value);

/// "a.b.'c.d'" in its parts; a part in quotes may contain dots. Throws on empty parts.
std::vector<std::string> split_path(std::string_view path);

/// Whether it can be the name of something that paths lead through: not empty, without dots and control characters.
bool is_name(std::string_view text);

/// In quotation marks and on one line, for messages: control characters are written as in TOML.
std::string quoted_name(std::string_view text);

/// The place a dotted path addresses, made where it does not exist yet. An element of an array of tables is addressed
/// by its `name` (`subsystem.crane.formulation`). A path into one that the array does not have is an error, unless the
/// array has no names at all or the file names a ready-made `system`; a path that ends at it (`subsystem.crane`)
/// appends it to a list of the file itself. An element of any other array is addressed by its index from 0. What is
/// made carries `origin`. Throws when the path leads through a plain value.
Value& make_place(Value& root, std::string_view path, const Origin& origin = {});

/// The place a dotted path addresses, or null.
const Value* find_place(const Value& root, std::string_view path);

}  // namespace oldham
