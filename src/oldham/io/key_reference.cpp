// SPDX-License-Identifier: MIT
#include "oldham/io/key_reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/core/key_recording.hpp"
#include "oldham/io/embedded_files.hpp"
#include "oldham/io/key_meanings.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/ready_made.hpp"

namespace oldham {
namespace {

/// Keys that only some values of others bring into question: such values, put into a sample.
struct Variant {
  std::string_view sample;
  std::vector<std::string> overrides;
};

std::vector<Variant> variants() {
  std::vector<Variant> list;
  for (const EmbeddedFile& sample : key_samples()) list.push_back({sample.path, {}});
  for (const char* form : {"{step = {time = 0.0, after = 1.0}}", "{sine = {amplitude = 1.0, frequency = 1.0}}",
                           "{csv = \"none.csv\"}", "1.0"})
    list.push_back({"masses.toml", {fmt::format("subsystem.signal.parameters.value={}", form)}});
  list.push_back({"masses.toml", {"connect=[{from = \"signal.value\", to = \"linear.u\", map = [[0, 1]]}]"}});
  for (const char* kind : {"baumgarte", "projection", "weighted"})
    list.push_back({"constraint.toml", {fmt::format("scheme.stabilisation={}", kind)}});
  list.push_back({"constraint.toml", {"interface.constraint.offset=0.0"}});
  for (const char* joint :
       {"offset", "distance", "spherical", "revolute", "planar-revolute", "planar-prismatic", "clamped"})
    for (const char* turned : {"directors=[[1.0, 0.0, 0.0]]", "quaternion=[1.0, 0.0, 0.0, 0.0]"}) {
      const bool planar = std::string_view(joint).starts_with("planar");
      const char* vector = planar ? "[1.0, 0.0]" : "[1.0, 0.0, 0.0]";
      Variant variant{"kinematic.toml", {fmt::format("interface.kinematic.joint={}", joint)}};
      for (const std::string& key :
           {std::string("offset=[0.0]"), std::string("rotation=euler-parameters"), fmt::format("point={}", vector),
            fmt::format("axis={}", vector), fmt::format("direction={}", vector), std::string("base=[0.0]"),
            std::string("length=1.0"), std::string(turned)})
        variant.overrides.push_back("interface.kinematic." + key);
      list.push_back(std::move(variant));
    }
  list.push_back(
      {"space.toml", {"subsystem.rod.EI=1.0", "subsystem.rod.GJ=1.0", "subsystem.rod.GA=1.0", "subsystem.rod.EA=1.0"}});
  list.push_back({"space.toml", {"subsystem.rod.end={kind = \"revolute\", axis = [1.0, 0.0, 0.0]}"}});
  return list;
}

/// Reads the samples; one that is refused has told by then what it was asked for.
std::vector<AskedKey> asked_keys() {
  KeyRecording recording;
  for (const Variant& variant : variants()) {
    const auto sample = std::ranges::find(key_samples(), variant.sample, &EmbeddedFile::path);
    try {
      Value root = parse_toml(std::string(sample->text), std::string(variant.sample));
      for (const std::string& assignment : variant.overrides) apply_override(root, assignment);
      build_system<double>(root, {.threads = 1});
    } catch (const Error&) {
    }
  }
  return recording.keys();
}

/// Tables with the same keys, listed once.
constexpr std::pair<std::string_view, std::string_view> alike[] = {
    {"subsystem:mechanism.body.motion.x", "subsystem:mechanism.joint.motion"},
    {"subsystem:mechanism.body.motion.y", "subsystem:mechanism.joint.motion"},
    {"subsystem:mechanism.body.motion.z", "subsystem:mechanism.joint.motion"},
    {"subsystem:mechanism.body.motion.angle", "subsystem:mechanism.joint.motion"},
    {"subsystem:hydraulic-circuit.valve.command", "subsystem:signal.parameters.value"},
    {"subsystem:hydraulic-circuit.valve.command.step", "subsystem:signal.parameters.value.step"},
    {"subsystem:hydraulic-circuit.cylinder.damper", "subsystem:mechanism.force.damper"},
    {"subsystem:moved.parameters", "subsystem:mechanical.parameters"},
    {"subsystem:rod.end", "subsystem:rod.start"},
    {"subsystem:rod.path.end", "subsystem:rod.path.start"},
};

/// "subsystem.start" of entry "rod" is "subsystem:rod.start"; entries of other tables are all alike.
std::string table_id(const AskedKey& key) {
  const std::size_t dot = std::min(key.table.find('.'), key.table.size());
  const std::string first = key.table.substr(0, dot);
  if (key.entry.empty() || (first != "subsystem" && first != "interface")) return key.table;
  const std::string id = fmt::format("{}:{}{}", first, key.entry, key.table.substr(dot));
  const auto* same = std::ranges::find(alike, id, [](const auto& pair) { return pair.first; });
  return same == std::end(alike) ? id : std::string(same->second);
}

const KeyMeaning* find_meaning(std::string_view table, std::string_view key) {
  for (const auto list : {file_key_meanings(), model_key_meanings()})
    for (const KeyMeaning& row : list)
      if (row.table == table && (row.key == key || row.key == "NAME")) return &row;
  return nullptr;
}

/// Parameters of models have their meanings beside the models.
const ParameterHelp* find_help(const AskedKey& key) {
  // some have theirs in the entry itself
  const bool is_plain = key.entry != "rod" && key.entry != "mechanism" && key.entry != "hydraulic-circuit";
  if (key.table != (is_plain ? "subsystem.parameters" : "subsystem")) return nullptr;
  for (const ModelHelp& model : model_help())
    for (const ParameterHelp& parameter : model.parameters)
      if (model.name == key.entry && parameter.name == key.key) return &parameter;
  return nullptr;
}

std::string kind_of(const AskedKey& key) {
  if (!key.words.empty()) return fmt::format("\"{}\"", fmt::join(key.words, "\", \""));
  std::vector<std::string> kinds = key.kinds;
  // one that is also asked for as something more definite is that
  if (kinds.size() > 1) std::erase(kinds, "a value");
  std::string kind = fmt::format("{}", fmt::join(kinds, " or "));
  if (!key.range.empty()) kind += ", " + key.range;
  return kind;
}

/// A key with the table it is listed in, and what it means; no meaning where none is known.
struct Placed {
  std::string table;
  KeyEntry entry;
};

Placed place(const AskedKey& key) {
  using Need = KeyRequest::Need;
  Placed placed{table_id(key), {key.key, kind_of(key), key.unit, key.fallback, ""}};
  if (key.need == Need::required) placed.entry.fallback = "required";
  const KeyMeaning* meaning = find_meaning(placed.table, key.key);
  const ParameterHelp* help = meaning == nullptr ? find_help(key) : nullptr;
  if (meaning == nullptr && help == nullptr) {
    // what all entries have is listed once
    meaning = find_meaning(key.table, key.key);
    if (meaning != nullptr) placed.table = key.table;
  }
  if (meaning != nullptr) {
    // one that stands for many has no unit or default of its own
    if (meaning->key == "NAME") placed.entry = {"NAME", placed.entry.kind, "", "", ""};
    placed.entry.meaning = meaning->meaning;
    if (!meaning->fallback.empty()) placed.entry.fallback = meaning->fallback;
  } else if (help != nullptr) {
    placed.entry.meaning = help->meaning;
    if (placed.entry.fallback.empty()) placed.entry.fallback = help->fallback;
  }
  return placed;
}

/// A key that several readers ask for differs at most in its unit and its default.
void add(KeyEntry entry, std::vector<KeyEntry>& keys) {
  const auto same = std::ranges::find(keys, entry.key, &KeyEntry::key);
  if (same == keys.end()) {
    keys.push_back(std::move(entry));
    return;
  }
  if (same->unit.find(entry.unit) == std::string::npos) same->unit += " or " + entry.unit;
  if (same->fallback != entry.fallback) same->fallback = "by the model";
}

KeySection section_of(std::string id, std::string heading, const std::vector<ParameterHelp>& parameters) {
  KeySection section{std::move(id), std::move(heading), {}};
  for (const ParameterHelp& p : parameters) section.keys.push_back({p.name, "", p.unit, p.fallback, p.meaning});
  return section;
}

}  // namespace

std::vector<KeySection> key_reference() {
  std::vector<KeySection> sections;
  for (const KeyTable& table : key_tables())
    sections.push_back({std::string(table.id), std::string(table.heading), {}});
  for (const AskedKey& key : asked_keys()) {
    Placed placed = place(key);
    const auto section = std::ranges::find(sections, placed.table, &KeySection::id);
    if (section == sections.end() || placed.entry.meaning.empty()) continue;
    add(std::move(placed.entry), section->keys);
  }
  for (const SystemHelp& help : system_help()) {
    const std::string id = fmt::format("parameters:{}", help.name);
    sections.push_back(section_of(id, fmt::format("[parameters] with system = \"{}\"", help.name), help.parameters));
    if (!help.scheme.empty())
      sections.push_back(
          section_of("scheme:" + help.name, fmt::format("[scheme] with system = \"{}\"", help.name), help.scheme));
  }
  return sections;
}

std::vector<std::string> key_reference_problems() {
  std::vector<std::string> problems;
  const std::vector<AskedKey> asked = asked_keys();
  std::vector<const KeyMeaning*> used;
  for (const AskedKey& key : asked) {
    const Placed placed = place(key);
    if (placed.entry.meaning.empty())
      problems.push_back(fmt::format("'{}' of table '{}' has no meaning", key.key, placed.table));
    else if (std::ranges::find(key_tables(), placed.table, &KeyTable::id) == key_tables().end())
      problems.push_back(fmt::format("table '{}' has no heading (key '{}')", placed.table, key.key));
    used.push_back(find_meaning(placed.table, placed.entry.key));
  }
  for (const auto list : {file_key_meanings(), model_key_meanings()})
    for (const KeyMeaning& row : list)
      if (std::ranges::find(used, &row) == used.end())
        problems.push_back(fmt::format("nobody asks for '{}' of table '{}'", row.key, row.table));
  return problems;
}

}  // namespace oldham
