// SPDX-License-Identifier: MIT
#include "oldham/present/text/key_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "oldham/core/unit_text.hpp"
#include "oldham/io/key_reference.hpp"

namespace oldham {
namespace {

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('.', at), path.size());
    parts.emplace_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

const Value* named(const Value::Array& entries, const std::string& name) {
  for (const Value& entry : entries) {
    const Value* found = entry.find("name");
    const std::string* text = found == nullptr ? nullptr : found->get<std::string>();
    if (text != nullptr && *text == name) return &entry;
  }
  return nullptr;
}

/// What kind of entry it is: its model or law.
std::string kind_of(const Value& entry) {
  for (const char* key : {"model", "law"})
    if (const Value* found = entry.find(key))
      if (const std::string* text = found->get<std::string>()) return *text;
  return entry.find("fmu") != nullptr ? "fmu" : "";
}

/// The tables in which the key may be listed, and its name there.
struct Place {
  std::vector<std::string> tables;
  std::string key;
};

Place place_of(const Value& root, std::string_view path) {
  if (constexpr std::string_view parameters = "parameters."; path.starts_with(parameters)) {
    const Value* system = root.find("system");
    const std::string* name = system == nullptr ? nullptr : system->get<std::string>();
    return {{fmt::format("parameters:{}", name == nullptr ? "" : *name)}, std::string(path.substr(parameters.size()))};
  }
  const std::vector<std::string> parts = split(path);
  Place place{{}, parts.back()};
  std::string plain, special;  // as all entries have it, and those of one kind
  const Value* at = &root;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const Value::Array* entries = at == nullptr ? nullptr : at->get<Value::Array>();
    if (entries != nullptr) {
      at = named(*entries, parts[i]);
      if (at != nullptr && special.empty()) special = fmt::format("{}:{}", plain, kind_of(*at));
      continue;
    }
    for (std::string* id : {&plain, &special})
      if (id == &plain || !special.empty()) *id += (id->empty() ? "" : ".") + parts[i];
    at = at == nullptr ? nullptr : at->find(parts[i]);
  }
  place.tables = {special, special + ".parameters", plain};
  return place;
}

}  // namespace

std::string key_unit(const Value& root, std::string_view key) {
  const Place place = place_of(root, key);
  const std::vector<KeySection> sections = key_reference();
  for (const std::string& table : place.tables) {
    const auto section = std::ranges::find(sections, table, &KeySection::id);
    if (section == sections.end()) continue;
    const auto entry = std::ranges::find(section->keys, place.key, &KeyEntry::key);
    if (entry == section->keys.end()) continue;
    // "m or rad": which, depends on the rest of the entry
    return entry->unit.find(' ') == std::string::npos ? shown_unit(entry->unit) : "";
  }
  return "";
}

}  // namespace oldham
