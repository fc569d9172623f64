// SPDX-License-Identifier: MIT
#include "oldham/io/advice/further_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "oldham/io/tree.hpp"

namespace oldham::advice {
namespace {

constexpr std::size_t most_single_connections = 6;
constexpr int highest_tried = 2;  // a cubic polynomial on one connection alone rarely pays

Value integer(int number) { return Value(static_cast<std::int64_t>(number), Origin::named("advise")); }

}  // namespace

void add_connection_orders(const Value& root, int order, std::vector<Choice>& choices) {
  const Value* list = root.find("connect");
  const Value::Array* entries = list == nullptr ? nullptr : list->get<Value::Array>();
  if (entries == nullptr || entries->size() < 2) return;
  // in the order of the file
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < entries->size(); ++i) {
    const Value& entry = (*entries)[i];
    const std::string from = text_of(entry, "from");
    if (from.empty() || entry.find("map") != nullptr) continue;
    const std::string name = entries->size() <= most_single_connections
                                 ? fmt::format("order of {} -> {}", from, text_of(entry, "to"))
                                 : fmt::format("orders from {}", from.substr(0, from.find('.')));
    if (!groups.contains(name)) names.push_back(name);
    groups[name].push_back(i);
  }
  if (names.size() < 2) return;  // that is the order of the scheme
  for (const std::string& name : names) {
    const Value* given = (*entries)[groups[name].front()].find("order");
    const std::int64_t* own = given == nullptr ? nullptr : given->get<std::int64_t>();
    const int in_use = own == nullptr ? order : static_cast<int>(*own);
    Choice choice{name, Choice::Kind::other, {{fmt::format("{}", in_use), {}, {}}}};
    for (int k = 0; k <= highest_tried; ++k) {
      if (k == in_use) continue;
      Option option{fmt::format("{}", k), {}, {}};
      for (const std::size_t i : groups[name])
        option.settings.push_back({fmt::format("connect.{}.order", i), integer(k)});
      choice.options.push_back(std::move(option));
    }
    choices.push_back(std::move(choice));
  }
}

void add_startup(const Value& root, bool is_linear, std::vector<Choice>& choices) {
  const Value* scheme = root.find("scheme");
  std::string in_use = scheme == nullptr ? "" : text_of(*scheme, "startup");
  if (in_use.empty()) in_use = "ramp";
  Choice choice{"startup", Choice::Kind::other, {{in_use, {}, {}}}};
  for (const char* word : {"ramp", "constant", "exact"})
    if (word != in_use && (is_linear || std::string_view(word) != "exact"))
      choice.options.push_back({word, {{"scheme.startup", Value(word, Origin::named("advise"))}}, {}});
  choices.push_back(std::move(choice));
}

void add_substeps(const Value& root, const System<double>& system, std::vector<Choice>& choices) {
  const Value* list = root.find("subsystem");
  const Value::Array* entries = list == nullptr ? nullptr : list->get<Value::Array>();
  if (entries == nullptr) return;
  std::vector<std::string> names;
  for (const Value& entry : *entries) {
    const std::string name = text_of(entry, "name");
    if (entry.find("fmu") == nullptr || text_of(entry, "interface") == "model-exchange") continue;
    const auto& subsystems = system.cosimulation->assembly().subsystems;
    const auto found = std::ranges::find_if(subsystems, [&](const auto& s) { return s->description().name == name; });
    // what shows its state was exported by Oldham, and takes polynomials as they are
    if (found == subsystems.end() || (*found)->description().capabilities.state_access) continue;
    names.push_back(name);
  }
  if (names.empty()) return;
  Choice choice{"substeps", Choice::Kind::other, {{"as in the file", {}, {}}}};
  for (const int count : {0, 1, 10, 100}) {
    Option option{count == 0 ? "as needed" : fmt::format("{}", count), {}, {}};
    bool is_new = false;
    for (const std::string& name : names) {
      const std::string path = fmt::format("subsystem.{}.substeps", name);
      const Value* given = find_place(root, path);
      const std::int64_t* own = given == nullptr ? nullptr : given->get<std::int64_t>();
      is_new = is_new || (own == nullptr ? 0 : *own) != count;
      option.settings.push_back({path, integer(count)});
    }
    if (is_new) choice.options.push_back(std::move(option));
  }
  choices.push_back(std::move(choice));
}

}  // namespace oldham::advice
