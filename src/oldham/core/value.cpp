// SPDX-License-Identifier: MIT
#include "oldham/core/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"

namespace oldham {

Origin Origin::named(std::string source) { return {std::make_shared<const std::string>(std::move(source)), 0, 0}; }

std::string Origin::text() const {
  if (!source) return {};
  return line > 0 ? fmt::format("{}:{}", *source, line) : *source;
}

Value::Table::Table() = default;
Value::Table::Table(const Table&) = default;
Value::Table::Table(Table&&) noexcept = default;
Value::Table& Value::Table::operator=(const Table&) = default;
Value::Table& Value::Table::operator=(Table&&) noexcept = default;
Value::Table::~Table() = default;

const Value* Value::Table::find(std::string_view key) const {
  for (const Entry& entry : entries_)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

Value* Value::Table::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

Value& Value::Table::operator[](std::string_view key) {
  if (Value* found = find(key)) return *found;
  return entries_.emplace_back(Entry{std::string(key), Value()}).value;
}

bool Value::Table::erase(std::string_view key) {
  return std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; }) > 0;
}

std::size_t Value::Table::size() const { return entries_.size(); }
const Value::Entry* Value::Table::begin() const { return entries_.data(); }
const Value::Entry* Value::Table::end() const { return entries_.data() + entries_.size(); }
Value::Entry* Value::Table::begin() { return entries_.data(); }
Value::Entry* Value::Table::end() { return entries_.data() + entries_.size(); }

Value::Value(std::string value, Origin origin) : data_(std::move(value)), origin_(std::move(origin)) {}
Value::Value(std::string_view value, Origin origin) : Value(std::string(value), std::move(origin)) {}
Value::Value(const char* value, Origin origin) : Value(std::string(value), std::move(origin)) {}
Value::Value(Array value, Origin origin) : data_(std::move(value)), origin_(std::move(origin)) {}
Value::Value(Table value, Origin origin) : data_(std::move(value)), origin_(std::move(origin)) {}

const Value* Value::find(std::string_view key) const {
  const Table* table = get<Table>();
  return table == nullptr ? nullptr : table->find(key);
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

bool operator==(const Value& a, const Value& b) {
  if (a.data_.index() != b.data_.index()) return false;
  const Value::Table* table = a.get<Value::Table>();
  if (table == nullptr) {
    if (const Value::Array* array = a.get<Value::Array>()) return std::ranges::equal(*array, *b.get<Value::Array>());
    if (const std::string* text = a.get<std::string>()) return *text == *b.get<std::string>();
    if (const double* number = a.get<double>()) return *number == *b.get<double>();
    if (const std::int64_t* integer = a.get<std::int64_t>()) return *integer == *b.get<std::int64_t>();
    return *a.get<bool>() == *b.get<bool>();
  }
  // the order of keys carries no meaning
  return table->size() == b.get<Value::Table>()->size() && std::ranges::all_of(*table, [&](const Value::Entry& entry) {
           const Value* other = b.find(entry.key);
           return other != nullptr && *other == entry.value;
         });
}

std::string describe(const Value& value) {
  if (const bool* boolean = value.get<bool>()) return fmt::format("the boolean {}", *boolean);
  if (const std::int64_t* integer = value.get<std::int64_t>()) return fmt::format("the number {}", *integer);
  if (const double* number = value.get<double>()) return fmt::format("the number {}", *number);
  if (const std::string* text = value.get<std::string>()) return fmt::format("the text \"{}\"", *text);
  if (const Value::Array* array = value.get<Value::Array>()) {
    if (array->empty()) return "an empty array";
    return fmt::format("an array of {}", counted(array->size(), "value"));
  }
  return "a table";
}

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  bool more = true;
  while (more) {
    std::string part;
    const bool quoted = at < path.size() && (path[at] == '"' || path[at] == '\'');
    std::size_t end = quoted ? path.find(path[at], at + 1) : std::min(path.find('.', at), path.size());
    if (end == std::string_view::npos)
      throw_wrong_input(path, "a quotation mark is not closed", "write the second one");
    part = quoted ? path.substr(at + 1, end - at - 1) : path.substr(at, end - at);
    at = quoted ? end + 1 : end;
    if ((part.empty() && !quoted) || (at < path.size() && path[at] != '.'))
      throw_wrong_input(path.empty() ? "''" : path, "this is not a path",
                        "write names with dots between them, for example scheme.order; quote a name that has dots");
    more = at < path.size();
    ++at;
    parts.push_back(std::move(part));
  }
  return parts;
}

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && text.find('.') == std::string_view::npos && std::ranges::none_of(text, is_control);
}

std::string quoted_name(std::string_view text) {
  std::string result = "'";
  for (const char c : text)
    if (c == '\n')
      result += "\\n";
    else if (is_control(c))
      result += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      result += c;
  return result + "'";
}

namespace {

/// Lists of the system file whose elements go by name, also when the file has none of them.
bool is_named_list(std::string_view key) { return key == "subsystem" || key == "group" || key == "bond"; }

const std::string* name_of(const Value& value) {
  const Value* name = value.find("name");
  return name == nullptr ? nullptr : name->get<std::string>();
}

/// The element of that name, else of that index, else null.
const Value* find_element(const Value::Array& array, std::string_view part) {
  for (const Value& element : array)
    if (const std::string* name = name_of(element); name != nullptr && *name == part) return &element;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  const bool is_index = error == std::errc() && end == part.data() + part.size();
  return is_index && index < array.size() ? &array[index] : nullptr;
}

/// Options change what there is: a slip in a name would be a new body. A ready-made system has more elements than the
/// file shows, and looks for the name itself.
void refuse_new_element(const Value& root, const Value::Array& list, std::string_view list_path, std::string_view part,
                        std::string_view where) {
  std::vector<std::string> names;
  for (const Value& element : list)
    if (const std::string* name = name_of(element)) names.push_back(*name);
  if (names.empty() || root.find("system") != nullptr) return;
  const bool is_inner = list_path.find('.') != std::string_view::npos;
  throw_wrong_input(
      where,
      is_inner ? fmt::format("{} has no '{}'", list_path, part) : fmt::format("there is no {} '{}'", list_path, part),
      suggest(part, names));
}

const Value* find_part(const Value& here, std::string_view part) {
  const Value::Array* array = here.get<Value::Array>();
  return array == nullptr ? here.find(part) : find_element(*array, part);
}

}  // namespace

const Value* find_place(const Value& root, std::string_view path) {
  const Value* here = &root;
  for (const std::string& part : split_path(path)) {
    here = find_part(*here, part);
    if (here == nullptr) return nullptr;
  }
  return here;
}

Value& make_place(Value& root, std::string_view path, const Origin& origin) {
  const std::vector<std::string> parts = split_path(path);
  const std::string where = origin.source ? origin.text() : std::string(path);
  std::string walked;
  Value* here = &root;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    if (Value* found = const_cast<Value*>(find_part(*here, part))) {
      here = found;
    } else if (Value::Table* table = here->get<Value::Table>()) {
      Value made(false, origin);
      if (i + 1 < parts.size())
        made = i == 0 && is_named_list(part) ? Value(Value::Array(), origin) : Value(Value::Table(), origin);
      here = &(*table)[part];
      *here = std::move(made);
    } else if (Value::Array* array = here->get<Value::Array>()) {
      const bool is_whole = i == 1 && i + 1 == parts.size();  // all of a new subsystem, not a key of one
      if (!is_whole) refuse_new_element(root, *array, walked, part, where);
      if (!std::ranges::all_of(*array, [](const Value& element) { return name_of(element) != nullptr; }))
        throw_wrong_input(where,
                          fmt::format("{} is {} without names; '{}' is none of them", walked, describe(*here), part),
                          fmt::format("write an index from 0 to {}", array->size() - 1));
      Value::Table element;
      element["name"] = Value(part, origin);
      here = &array->emplace_back(std::move(element), origin);
    } else {
      throw_wrong_input(where, fmt::format("{} is {}, not a table", walked, describe(*here)),
                        fmt::format("write {}=VALUE to replace it", walked));
    }
    walked += walked.empty() ? part : "." + part;
  }
  return *here;
}

}  // namespace oldham
