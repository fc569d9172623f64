// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "command.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/key_reference.hpp"

namespace oldham::app {
namespace {

struct KeysArguments {
  std::string section;
  bool json = false, markdown = false;
};

/// A section belongs to what is asked for by its name or by any part of it: "scheme", "rod", "subsystem".
bool is_asked_for(const KeySection& section, const std::string& word) {
  std::size_t begin = 0;
  while (begin <= section.id.size()) {
    const std::size_t end = std::min(section.id.find_first_of(":.", begin), section.id.size());
    if (section.id.compare(begin, end - begin, word) == 0) return true;
    begin = end + 1;
  }
  return section.id == word;
}

std::vector<KeySection> sections_for(const std::string& word) {
  std::vector<KeySection> sections = key_reference();
  if (word.empty()) return sections;
  std::vector<std::string> ids;
  for (const KeySection& section : sections)
    if (!section.id.empty()) ids.push_back(section.id);  // keys above all tables have none
  std::erase_if(sections, [&](const KeySection& section) { return !is_asked_for(section, word); });
  if (sections.empty()) throw_wrong_input("keys", fmt::format("there is no table '{}'", word), suggest(word, ids));
  return sections;
}

std::string kind_text(const KeyEntry& key) {
  if (key.unit.empty()) return key.kind;
  return key.kind.empty() ? key.unit : fmt::format("{} ({})", key.kind, key.unit);
}

/// Kinds that are lists of words may be long: what they are is said in the meaning's column then.
std::string plain_text(const std::vector<KeySection>& sections) {
  std::string text;
  for (const KeySection& section : sections) {
    text += section.heading + '\n';
    std::size_t width = 0;
    for (const KeyEntry& key : section.keys) width = std::max(width, key.key.size());
    for (const KeyEntry& key : section.keys) {
      text += fmt::format("  {:<{}}  {}\n", key.key, width, key.meaning);
      std::string rest = kind_text(key);
      if (!key.fallback.empty())
        rest +=
            fmt::format("{}{}{}", rest.empty() ? "" : "; ", key.fallback == "required" ? "" : "default ", key.fallback);
      if (!rest.empty()) text += fmt::format("  {:<{}}  {}\n", "", width, rest);
    }
    text += '\n';
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string in_cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

std::string markdown(const std::vector<KeySection>& sections) {
  std::string text =
      "# Every key of the system file\n\n"
      "Written by `oldham keys --markdown` from the code that reads system files; `oldham keys scheme` shows a part of "
      "it "
      "on the\nterminal. A key that is not listed here is refused, with file, line and the keys that come near. `--set "
      "PATH=VALUE` sets any of\nthem from the command line; a subsystem or interface is addressed by its name: `--set "
      "subsystem.cart.micro_step=1e-4`.\n";
  for (const KeySection& section : sections) {
    text += fmt::format("\n## `{}`\n\n| key | kind (unit) | default | meaning |\n|---|---|---|---|\n", section.heading);
    for (const KeyEntry& key : section.keys)
      text += fmt::format("| `{}` | {} | {} | {} |\n", key.key, in_cell(kind_text(key)), in_cell(key.fallback),
                          in_cell(key.meaning));
  }
  return text;
}

Answer work(const KeysArguments& arguments) {
  const std::vector<KeySection> sections = sections_for(arguments.section);
  Answer answer;
  Json list = Json::array();
  for (const KeySection& section : sections) {
    Json keys = Json::array();
    for (const KeyEntry& key : section.keys) {
      Json entry = Json::object();
      entry["key"] = key.key;
      entry["kind"] = key.kind;
      entry["unit"] = key.unit;
      entry["default"] = key.fallback;
      entry["meaning"] = key.meaning;
      keys.push_back(std::move(entry));
    }
    Json object = Json::object();
    object["table"] = section.id;
    object["heading"] = section.heading;
    object["keys"] = std::move(keys);
    list.push_back(std::move(object));
  }
  answer.json["tables"] = std::move(list);
  answer.text = arguments.markdown ? markdown(sections) : plain_text(sections);
  if (arguments.markdown) answer.text.pop_back();
  return answer;
}

}  // namespace

Command add_keys(CLI::App& parent) {
  auto arguments = std::make_shared<KeysArguments>();
  CLI::App* app = parent.add_subcommand("keys", "every key of a system file: kind, unit, default, meaning");
  app->add_option("table", arguments->section, "only of this table, model or system: scheme, rod, two-mass");
  app->add_flag("--markdown", arguments->markdown, "as a page of the guide");
  app->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
