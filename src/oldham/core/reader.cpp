// SPDX-License-Identifier: MIT
#include "oldham/core/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/value_check.hpp"

namespace oldham {
namespace {

using Need = KeyRequest::Need;

std::string join(std::string_view path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

}  // namespace

Reader::Reader(std::string path, Origin whole) : path_(std::move(path)), origin_(std::move(whole)) {}

Reader::Reader(const Value::Table& table, std::string path, Origin origin)
    : table_(&table), path_(std::move(path)), origin_(std::move(origin)), known_(table.size(), false) {}

Reader::Reader(const Value& table, std::string path) : path_(std::move(path)), origin_(table.origin()) {
  table_ = table.get<Value::Table>();
  if (table_ == nullptr)
    fail({}, fmt::format("expected a table, found {}", describe(table)),
         fmt::format("write [{}] above its keys", path_));
  known_.assign(table_->size(), false);
}

const Value* Reader::value(std::string_view key) {
  record(key, any_kind, Need::optional);
  return find(key);
}

const Value* Reader::find(std::string_view key) {
  if (table_ == nullptr) return nullptr;
  std::size_t i = 0;
  for (const Value::Entry& entry : *table_) {
    if (entry.key == key) {
      known_[i] = true;
      return &entry.value;
    }
    ++i;
  }
  if (asked_.empty()) asked_.reserve(16);
  asked_.emplace_back(key);
  return nullptr;
}

double Reader::number(std::string_view key, std::string_view unit, Limits limits) {
  record_number(key, unit, limits, Need::required);
  if (const std::optional<double> number = find_number(key, unit, limits)) return *number;
  fail_missing(key, in_unit(number_kind, unit), example_number(limits, unit));
}

double Reader::number(std::string_view key, double fallback, std::string_view unit, Limits limits) {
  record_number(key, unit, limits, Need::has_default, fallback);
  const Value* found = find(key);
  return found == nullptr ? fallback : checked_number({*this, key, unit}, *found, limits, fallback);
}

std::optional<double> Reader::optional_number(std::string_view key, std::string_view unit, Limits limits) {
  record_number(key, unit, limits, Need::optional);
  return find_number(key, unit, limits);
}

std::optional<double> Reader::find_number(std::string_view key, std::string_view unit, Limits limits) {
  const Value* found = find(key);
  if (found == nullptr) return std::nullopt;
  return checked_number({*this, key, unit}, *found, limits);
}

int Reader::integer(std::string_view key, IntegerLimits limits) {
  record_integer(key, limits, Need::required);
  if (const std::optional<int> integer = find_integer(key, limits)) return *integer;
  fail_missing(key, integer_kind, example_integer(limits));
}

int Reader::integer(std::string_view key, int fallback, IntegerLimits limits) {
  record_integer(key, limits, Need::has_default, fallback);
  return find_integer(key, limits).value_or(fallback);
}

std::optional<int> Reader::optional_integer(std::string_view key, IntegerLimits limits) {
  record_integer(key, limits, Need::optional);
  return find_integer(key, limits);
}

std::optional<int> Reader::find_integer(std::string_view key, IntegerLimits limits) {
  const Value* found = find(key);
  if (found == nullptr) return std::nullopt;
  return checked_integer({*this, key, {}}, *found, limits);
}

bool Reader::boolean(std::string_view key) {
  record(key, boolean_kind, Need::required);
  if (const Value* found = find(key)) return checked_boolean({*this, key, {}}, *found);
  fail_missing(key, boolean_kind, example_boolean);
}

bool Reader::boolean(std::string_view key, bool fallback) {
  record_fallback(key, boolean_kind, fallback ? "true" : "false");
  const Value* found = find(key);
  return found == nullptr ? fallback : checked_boolean({*this, key, {}}, *found);
}

std::optional<bool> Reader::optional_boolean(std::string_view key) {
  record(key, boolean_kind, Need::optional);
  const Value* found = find(key);
  if (found == nullptr) return std::nullopt;
  return checked_boolean({*this, key, {}}, *found);
}

const std::string* Reader::word(std::string_view key) {
  const Value* found = find(key);
  return found == nullptr ? nullptr : &checked_text({*this, key, {}}, *found);
}

std::string Reader::text(std::string_view key) {
  record(key, text_kind, Need::required);
  if (const std::string* found = word(key)) return *found;
  fail_missing(key, text_kind, example_text);
}

std::string Reader::text(std::string_view key, std::string_view fallback) {
  record_fallback(key, text_kind, fallback.empty() ? "" : fmt::format("\"{}\"", fallback));
  const std::string* found = word(key);
  return found == nullptr ? std::string(fallback) : *found;
}

std::optional<std::string> Reader::optional_text(std::string_view key) {
  record(key, text_kind, Need::optional);
  const std::string* found = word(key);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::vector<double> Reader::numbers(std::string_view key, std::string_view unit, std::optional<std::size_t> size) {
  record(key, numbers_kind, Need::required, unit);
  if (std::optional<std::vector<double>> numbers = optional_numbers(key, unit, size)) return *std::move(numbers);
  fail_missing(key, in_unit(numbers_kind, unit), example_array);
}

std::optional<std::vector<double>> Reader::optional_numbers(std::string_view key, std::string_view unit,
                                                            std::optional<std::size_t> size) {
  record(key, numbers_kind, Need::optional, unit);
  const Value* found = find(key);
  if (found == nullptr) return std::nullopt;
  const Value::Array& array = checked_array({*this, key, unit}, *found);
  std::vector<double> numbers(size.value_or(array.size()));
  read_elements({*this, key, unit}, array, numbers);
  return numbers;
}

bool Reader::read_numbers(std::string_view key, std::span<double> into, std::string_view unit) {
  record(key, numbers_kind, Need::optional, unit);
  const Value* found = find(key);
  if (found == nullptr) return false;
  read_elements({*this, key, unit}, checked_array({*this, key, unit}, *found), into);
  return true;
}

Eigen::MatrixXd Reader::matrix(std::string_view key, std::string_view unit) {
  record(key, matrix_kind, Need::required, unit);
  if (std::optional<Eigen::MatrixXd> matrix = optional_matrix(key, unit)) return *std::move(matrix);
  fail_missing(key, in_unit(matrix_kind, unit), example_matrix);
}

std::optional<Eigen::MatrixXd> Reader::optional_matrix(std::string_view key, std::string_view unit) {
  record(key, matrix_kind, Need::optional, unit);
  const Value* found = find(key);
  if (found == nullptr) return std::nullopt;
  return checked_matrix({*this, key, unit}, *found);
}

std::vector<std::string> Reader::texts(std::string_view key) {
  record(key, texts_kind, Need::optional);
  std::vector<std::string> texts;
  const Value* found = find(key);
  if (found == nullptr) return texts;
  const Value::Array* array = found->get<Value::Array>();
  if (array == nullptr)
    fail(key, fmt::format("expected an array of texts, found {}", describe(*found)),
         write_for_example(key, "[\"one\", \"two\"]"));
  for (const Value& element : *array) texts.push_back(checked_text({*this, key, {}}, element));
  return texts;
}

Reader Reader::table(std::string_view key) {
  record(key, table_kind, Need::optional);
  const Value* found = find(key);
  if (found == nullptr) return Reader(join(path_, key), origin_.whole());
  return Reader(*found, join(path_, key));
}

std::vector<Reader> Reader::tables(std::string_view key) {
  record(key, tables_kind, Need::optional);
  std::vector<Reader> readers;
  const Value* found = find(key);
  if (found == nullptr) return readers;
  const Value::Array* array = found->get<Value::Array>();
  if (array == nullptr)
    fail(key, fmt::format("expected an array of tables, found {}", describe(*found)),
         fmt::format("write [[{}]] with two brackets above each of them", join(path_, key)));
  readers.reserve(array->size());
  for (const Value& element : *array) {
    const Value* name = element.find("name");
    const std::string* text = name == nullptr ? nullptr : name->get<std::string>();
    const std::string path = join(path_, key);
    readers.emplace_back(element, text != nullptr ? fmt::format("{} {}", path, quoted_name(*text))
                                                  : fmt::format("{}[{}]", path, readers.size()));
  }
  return readers;
}

const Value::Table& Reader::entries() {
  record("NAME", any_kind, Need::optional);
  static const Value::Table none;
  known_.assign(known_.size(), true);
  return table_ == nullptr ? none : *table_;
}

bool Reader::is_first_of(std::string_view first, std::string_view second, std::string_view kind,
                         std::string_view example) {
  if (has(first) && has(second))
    fail(second, fmt::format("'{}' and '{}' say the same thing twice", first, second), "keep one of them");
  if (!has(first) && !has(second)) fail_missing(first, kind, example);
  return has(first);
}

bool Reader::has(std::string_view key) {
  record(key, {}, Need::probed);
  return find(key) != nullptr;
}

Origin Reader::origin(std::string_view key) const {
  const Value* found = table_ == nullptr ? nullptr : table_->find(key);
  return found == nullptr || !found->origin().source ? origin_ : found->origin();
}

void Reader::fail(std::string_view key, std::string_view what, std::string_view remedy) const {
  const std::string place = key.empty() ? path_ : join(path_, key);
  const std::string source = origin(key).text();
  // "--set scheme.order=2" names the key already
  const bool names_key = source.starts_with(fmt::format("--set {}=", place));
  if (source.empty() || names_key || place.empty()) throw_wrong_input(source.empty() ? place : source, what, remedy);
  throw_wrong_input(fmt::format("{}: {}", source, place), what, remedy);
}

void Reader::fail_missing(std::string_view key, std::string_view kind, std::string_view example) const {
  std::string remedy = fmt::format("it is {}: {}", kind, write_for_example(key, example));
  const bool has_header = !path_.empty() && path_.find_first_of("' [") == std::string::npos;
  if (has_header) remedy += fmt::format(" under [{}]", path_);
  // keys of one to three letters resemble each other too often for a hint
  std::vector<std::string> others;
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (!known_[i] && key.size() > 3) others.push_back(table_->begin()[i].key);
  if (const std::vector<std::string> near = near_misses(key, others); !near.empty())
    remedy += fmt::format("; or is '{}' meant to be it?", near.front());
  fail(key, "missing", remedy);
}

void Reader::refuse_word(std::string_view key, std::string_view word, std::vector<std::string> words) const {
  fail(key, fmt::format("unknown value \"{}\"", word), suggest(word, words));
}

void Reader::refuse_missing_word(std::string_view key, std::string_view first) const {
  fail_missing(key, "a word", fmt::format("\"{}\"", first));
}

void Reader::finish() const {
  const auto unknown = std::find(known_.begin(), known_.end(), false);
  if (unknown == known_.end()) return;
  // what may be written here is what was asked for, found or not
  std::vector<std::string> candidates = asked_;
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (known_[i]) candidates.push_back(table_->begin()[i].key);
  std::ranges::sort(candidates);
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  const std::string& key = table_->begin()[unknown - known_.begin()].key;
  fail(key, "unknown key", suggest(key, candidates));
}

}  // namespace oldham
