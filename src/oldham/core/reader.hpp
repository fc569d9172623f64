// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "oldham/core/key_recording.hpp"
#include "oldham/core/value.hpp"

namespace oldham {

/// The range a number must lie in.
struct Limits {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;

  static constexpr Limits positive() { return {.low = 0, .low_excluded = true}; }
  static constexpr Limits non_negative() { return {.low = 0}; }
  static constexpr Limits between(double low, double high) { return {.low = low, .high = high}; }
  static constexpr Limits at_least(double low) { return {.low = low}; }
};

/// The range an integer must lie in, both ends included.
struct IntegerLimits {
  int low = std::numeric_limits<int>::min();
  int high = std::numeric_limits<int>::max();
};

/// A word of the file and what it stands for.
template <class T>
struct Choice {
  std::string_view word;
  T meaning;
};

/// Reads the keys of one table and remembers which were asked for, so that `finish` can refuse those nobody knows.
/// Without a fallback a key is required. Every message begins with file, line and key. The table must outlive the
/// reader; a reader of a missing table is empty.
class Reader {
 public:
  /// A missing table. `whole` says which file it is missing from.
  explicit Reader(std::string path = {}, Origin whole = {});
  Reader(const Value& table, std::string path);
  Reader(const Value::Table& table, std::string path, Origin origin = {});
  Reader(Value&&, std::string) = delete;
  Reader(Value::Table&&, std::string, Origin = {}) = delete;
  Reader(const Reader&) = delete;  // a copy would not see what the other one read
  Reader& operator=(const Reader&) = delete;
  Reader(Reader&&) = default;
  Reader& operator=(Reader&&) = default;

  /// Finite numbers; integers are numbers too. The unit appears in messages only.
  double number(std::string_view key, std::string_view unit = {}, Limits limits = {});
  double number(std::string_view key, double fallback, std::string_view unit = {}, Limits limits = {});
  std::optional<double> optional_number(std::string_view key, std::string_view unit = {}, Limits limits = {});

  int integer(std::string_view key, IntegerLimits limits = {});
  int integer(std::string_view key, int fallback, IntegerLimits limits = {});
  std::optional<int> optional_integer(std::string_view key, IntegerLimits limits = {});

  bool boolean(std::string_view key);
  bool boolean(std::string_view key, bool fallback);
  std::optional<bool> optional_boolean(std::string_view key);

  std::string text(std::string_view key);
  std::string text(std::string_view key, std::string_view fallback);
  std::optional<std::string> optional_text(std::string_view key);

  /// One of a few words: choice("correction", {{"explicit", A}, {"implicit", B}}, A), or choice<T>(key, {...}) when
  /// required.
  template <class T>
  T choice(std::string_view key, std::span<const Choice<T>> choices,
           std::type_identity_t<std::optional<T>> fallback = {});
  template <class T>
  T choice(std::string_view key, std::initializer_list<Choice<std::type_identity_t<T>>> choices, T fallback);
  template <class T>
  T choice(std::string_view key, std::initializer_list<Choice<std::type_identity_t<T>>> choices);

  /// An array of numbers, of exactly `size` of them when given.
  std::vector<double> numbers(std::string_view key, std::string_view unit = {}, std::optional<std::size_t> size = {});
  std::optional<std::vector<double>> optional_numbers(std::string_view key, std::string_view unit = {},
                                                      std::optional<std::size_t> size = {});
  /// Fills `into`, whose length is required, and says whether the key was there; does not allocate.
  bool read_numbers(std::string_view key, std::span<double> into, std::string_view unit = {});
  /// An array of rows of equal length.
  Eigen::MatrixXd matrix(std::string_view key, std::string_view unit = {});
  std::optional<Eigen::MatrixXd> optional_matrix(std::string_view key, std::string_view unit = {});
  /// An array of texts; empty when absent.
  std::vector<std::string> texts(std::string_view key);

  /// The reader of a table inside; empty when absent. Who asks for it calls its `finish` too.
  Reader table(std::string_view key);
  /// One reader for each element of an array of tables, called "subsystem 'crane'" after their names, else
  /// "connect[0]".
  std::vector<Reader> tables(std::string_view key);
  /// The value as it is, for keys that may be of several kinds; null when absent.
  const Value* value(std::string_view key);
  /// The whole table, every key taken as known; for tables whose keys are free.
  const Value::Table& entries();

  bool has(std::string_view key);
  /// One of two keys that say the same thing is required; whether it is the first.
  bool is_first_of(std::string_view first, std::string_view second, std::string_view kind, std::string_view example);
  bool empty() const { return table_ == nullptr || table_->empty(); }
  /// Where the key stands; where the table stands when there is no such key.
  Origin origin(std::string_view key) const;
  const Origin& origin() const { return origin_; }
  const std::string& path() const { return path_; }

  /// Throws wrong_input at the key's place.
  [[noreturn]] void fail(std::string_view key, std::string_view what, std::string_view remedy) const;
  [[noreturn]] void fail_missing(std::string_view key, std::string_view kind, std::string_view example) const;
  /// Refuses the first key that nobody asked for.
  void finish() const;

 private:
  [[noreturn]] void refuse_word(std::string_view key, std::string_view word, std::vector<std::string> words) const;
  [[noreturn]] void refuse_missing_word(std::string_view key, std::string_view first) const;
  const std::string* word(std::string_view key);
  const Value* find(std::string_view key);
  std::optional<double> find_number(std::string_view key, std::string_view unit, Limits limits);
  std::optional<int> find_integer(std::string_view key, IntegerLimits limits);
  /// Tells a recording, where there is one, how the key is asked for.
  void record(std::string_view key, std::string_view kind, KeyRequest::Need need, std::string_view unit = {}) const;
  void record_fallback(std::string_view key, std::string_view kind, std::string_view fallback) const;
  void record_number(std::string_view key, std::string_view unit, Limits limits, KeyRequest::Need need,
                     double fallback = 0) const;
  void record_integer(std::string_view key, IntegerLimits limits, KeyRequest::Need need, int fallback = 0) const;

  const Value::Table* table_ = nullptr;
  std::string path_;
  Origin origin_;
  std::vector<std::string> asked_;
  std::vector<bool> known_;  // for each entry of the table
};

template <class T>
T Reader::choice(std::string_view key, std::span<const Choice<T>> choices,
                 std::type_identity_t<std::optional<T>> fallback) {
  if (KeyRecording* recording = KeyRecording::current()) {
    KeyRequest request{"a word", fallback ? KeyRequest::Need::has_default : KeyRequest::Need::required};
    for (const Choice<T>& choice : choices) {
      request.words.emplace_back(choice.word);
      if (fallback && request.fallback.empty() && choice.meaning == *fallback)
        request.fallback = '"' + std::string(choice.word) + '"';
    }
    recording->add(path_, key, std::move(request));
  }
  const std::string* found = word(key);
  if (found == nullptr) {
    if (fallback) return *fallback;
    refuse_missing_word(key, choices.empty() ? std::string_view() : choices.front().word);
  }
  for (const Choice<T>& choice : choices)
    if (choice.word == *found) return choice.meaning;
  std::vector<std::string> words;
  for (const Choice<T>& choice : choices) words.emplace_back(choice.word);
  refuse_word(key, *found, std::move(words));
}

template <class T>
T Reader::choice(std::string_view key, std::initializer_list<Choice<std::type_identity_t<T>>> choices, T fallback) {
  return choice<T>(key, std::span<const Choice<T>>(choices.begin(), choices.size()),
                   std::optional<T>(std::move(fallback)));
}

template <class T>
T Reader::choice(std::string_view key, std::initializer_list<Choice<std::type_identity_t<T>>> choices) {
  return choice<T>(key, std::span<const Choice<T>>(choices.begin(), choices.size()), std::optional<T>());
}

}  // namespace oldham
