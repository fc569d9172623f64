// SPDX-License-Identifier: MIT
#include "oldham/io/advice/candidate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <tuple>

#include "oldham/core/error.hpp"
#include "oldham/io/advice/further_choices.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/io/tree.hpp"
#include "oldham/model/ready_made.hpp"

namespace oldham::advice {
namespace {

using Words = std::vector<std::string>;

const Origin& own_origin() {
  static const Origin origin = Origin::named("advise");
  return origin;
}

/// A key of [scheme] with these values; the one in use comes first, and changes nothing.
Choice make_choice(const std::string& key, Choice::Kind kind, const std::string& in_use, const Words& words) {
  Choice choice{key, kind, {{in_use, {}, {}}}};
  for (const std::string& word : words)
    if (word != in_use) choice.options.push_back({word, {{"scheme." + key, parse_toml_value(word, own_origin())}}, {}});
  return choice;
}

std::string word_of(const Value& value) {
  if (const std::string* text = value.get<std::string>()) return *text;
  if (const std::int64_t* integer = value.get<std::int64_t>()) return fmt::format("{}", *integer);
  return to_toml(value);
}

/// What the file says under a key of [scheme], or what holds where it says nothing.
std::string in_use(const Value& root, const std::string& key, const std::string& otherwise) {
  const Value* value = find_place(root, "scheme." + key);
  return value == nullptr ? otherwise : word_of(*value);
}

Choice schedule_choice(const Value& root, int subsystems) {
  Choice choice =
      make_choice("schedule", Choice::Kind::schedule, in_use(root, "schedule", "jacobi"), {"jacobi", "gauss-seidel"});
  if (subsystems < 2) choice.options.resize(1);
  if (subsystems < 2) return choice;
  choice.options.push_back({"reversed gauss-seidel", {}, {-1}});
  // of three subsystems every order is worth a try, of more there are too many
  std::vector<int> order(static_cast<std::size_t>(subsystems));
  std::iota(order.begin(), order.end(), 0);
  if (subsystems == 3)
    while (std::next_permutation(order.begin(), order.end()))
      if (!std::ranges::is_sorted(order, std::greater())) {
        const auto [a, b, c] = std::tuple(order[0] + 1, order[1] + 1, order[2] + 1);
        choice.options.push_back({fmt::format("gauss-seidel {}-{}-{}", a, b, c), {}, order});
      }
  return choice;
}

/// Solvers inside subsystems that step by fixed micro steps: all of them longer by the same factor.
void add_micro_steps(const Value& tree, std::vector<Choice>& choices) {
  std::vector<Setting> own;
  const Value* list = tree.find("subsystem");
  if (list == nullptr || !list->is<Value::Array>()) return;
  for (const Value& entry : *list->get<Value::Array>()) {
    const Value* step = entry.find("micro_step");
    const double* length = step == nullptr ? nullptr : step->get<double>();
    if (length != nullptr && *length > 0)
      own.push_back({fmt::format("subsystem.{}.micro_step", text_of(entry, "name")), *step});
  }
  if (own.empty()) return;
  Choice choice{"micro_step", Choice::Kind::other, {{"as in the file", {}, {}}}};
  for (const double factor : {2.0, 5.0, 10.0}) {
    Option option{fmt::format("x {:g}", factor), own, {}};
    for (Setting& setting : option.settings)
      // as decimal as it was: 0.1 ms times 5 is 0.5 ms
      setting.value = parse_toml_value(fmt::format("{:.12g}", *setting.value.get<double>() * factor), own_origin());
    choice.options.push_back(std::move(option));
  }
  choices.push_back(std::move(choice));
}

void add_formulations(const Value& tree, std::vector<Choice>& choices) {
  const Value* list = tree.find("subsystem");
  if (list == nullptr || !list->is<Value::Array>()) return;
  for (const Value& entry : *list->get<Value::Array>()) {
    if (text_of(entry, "model") != "mechanism") continue;
    const std::string name = text_of(entry, "name"), path = fmt::format("subsystem.{}.formulation", name);
    const std::string own = text_of(entry, "formulation").empty() ? "kkt" : text_of(entry, "formulation");
    Choice choice{path, Choice::Kind::other, {{own, {}, {}}}};
    for (const char* word : {"kkt", "ali1", "ali3p"})
      if (word != own) choice.options.push_back({word, {{path, Value(word, own_origin())}}, {}});
    choices.push_back(std::move(choice));
  }
}

/// Who moves whom, where an interface has a name to reach it by.
void add_movers(const Value& tree, std::vector<Choice>& choices) {
  const Value* list = tree.find("interface");
  if (list == nullptr || !list->is<Value::Array>()) return;
  for (const Value& entry : *list->get<Value::Array>()) {
    const Value* between = entry.find("between");
    const Value::Array* sides = between == nullptr ? nullptr : between->get<Value::Array>();
    const std::string name = text_of(entry, "name");
    if (text_of(entry, "law") != "kinematic" || name.empty() || sides == nullptr || sides->size() != 2) continue;
    const std::string path = fmt::format("interface.{}.mover", name);
    const std::string own = text_of(entry, "mover").empty() ? word_of((*sides)[0]) : text_of(entry, "mover");
    Choice choice{path, Choice::Kind::other, {{own, {}, {}}}};
    for (const Value& side : *sides)
      if (word_of(side) != own) choice.options.push_back({word_of(side), {{path, side}}, {}});
    choices.push_back(std::move(choice));
  }
}

/// The values of keys that only some ready-made systems have.
Words values_of(const std::string& key) {
  if (key == "coupling") return {"velocity-force", "velocity-pressure"};
  if (key == "interface") return {"polynomial", "model"};
  if (key == "decomposition") return {"force-force", "force-displacement", "displacement-displacement"};
  if (key == "mechanical_input_order") return {"0", "1", "2"};
  return {};
}

}  // namespace

std::vector<Choice> list_choices(const Value& root, const System<double>& system) {
  using Kind = Choice::Kind;
  const Assembly<double>& assembly = system.cosimulation->assembly();
  const Scheme& scheme = system.cosimulation->scheme();
  const std::optional<Value> expanded = expand_ready_made(root);
  const Value& tree = expanded ? *expanded : root;
  std::vector<Choice> choices;
  const bool is_coupled = system.cosimulation->plan().variables > 0;
  if (is_coupled) {
    const Words orders = {"0", "1", "2", "3"};
    choices.push_back(schedule_choice(root, static_cast<int>(assembly.subsystems.size())));
    choices.push_back(
        make_choice("correction", Kind::correction,
                    in_use(root, "correction", assembly.constraints.empty() ? "explicit" : "semi-implicit"),
                    {"explicit", "semi-implicit", "implicit"}));
    const bool has_motions = !assembly.motions.empty();
    choices.push_back(
        make_choice(has_motions ? "force_order" : "order", Kind::order, fmt::format("{}", scheme.order), orders));
    if (has_motions) {
      choices.push_back(make_choice("state_order", Kind::other, fmt::format("{}", scheme.motion.order), orders));
      choices.push_back(
          make_choice("forces", Kind::other, in_use(tree, "forces", "exact"), {"exact", "reduced", "approximate"}));
    }
    choices.push_back(
        make_choice("extension", Kind::other, in_use(root, "extension", "none"), {"none", "derivative", "integral"}));
    choices.push_back(
        make_choice("jacobian", Kind::jacobian, in_use(root, "jacobian", "every-step"), {"every-step", "reuse"}));
    if (!assembly.constraints.empty()) {
      Words words;
      for (const NamedStabilisation& row : stabilisation_catalogue()) words.emplace_back(row.name);
      choices.push_back(make_choice("stabilisation", Kind::other, in_use(root, "stabilisation", "index-2"), words));
    }
    const std::string named = text_of(root, "system");
    for (const SystemHelp& help : system_help())
      if (help.name == named)
        for (const ParameterHelp& key : help.scheme)
          if (const Words words = values_of(key.name); !words.empty())
            choices.push_back(make_choice(key.name, Kind::other, in_use(root, key.name, key.fallback), words));
    add_movers(tree, choices);
    add_connection_orders(root, scheme.order, choices);
    add_startup(root, system.cosimulation->plan().is_linear, choices);
    add_substeps(root, system, choices);
  }
  add_formulations(tree, choices);
  add_micro_steps(tree, choices);
  std::erase_if(choices, [](const Choice& choice) { return choice.options.size() < 2; });
  return choices;
}

std::vector<Candidate> first_candidates(const std::vector<Choice>& choices) {
  using Kind = Choice::Kind;
  std::vector<Candidate> list = {Candidate(choices.size(), 0)};
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Kind kind = choices[i].kind;
    if (kind != Kind::schedule && kind != Kind::correction && kind != Kind::order) continue;
    // of the schedules those that are the same for any number of subsystems
    const auto is_early = [&](const Option& option) { return option.order.size() < 2; };
    const std::vector<Candidate> before = list;
    for (std::size_t k = 1; k < choices[i].options.size(); ++k) {
      if (!is_early(choices[i].options[k])) continue;
      for (Candidate candidate : before) {
        candidate[i] = static_cast<int>(k);
        list.push_back(std::move(candidate));
      }
    }
  }
  return list;
}

std::vector<Candidate> neighbours(const std::vector<Choice>& choices, const Candidate& candidate) {
  std::string correction = "explicit";
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choices[i].kind == Choice::Kind::correction) correction = choices[i].options[candidate[i]].word;
  std::vector<Candidate> list;
  // solvers of subsystems and what they exchange first: these cost nothing, where corrections do
  for (std::size_t i = choices.size(); i-- > 0;) {
    if (choices[i].kind == Choice::Kind::jacobian && correction == "explicit") continue;  // it has none
    for (int k = 0; k < static_cast<int>(choices[i].options.size()); ++k) {
      if (k == candidate[i]) continue;
      list.push_back(candidate);
      list.back()[i] = k;
    }
  }
  // a formulation that looks at forces inside its step pays with forces that are extrapolated there, and not without
  for (std::size_t i = 0; i < choices.size(); ++i)
    for (std::size_t j = 0; j < choices.size(); ++j) {
      if (!choices[i].name.ends_with(".formulation") || choices[j].name != "mechanical_input_order") continue;
      for (int k = 0; k < static_cast<int>(choices[i].options.size()); ++k)
        for (int m = 0; m < static_cast<int>(choices[j].options.size()); ++m) {
          if (k == candidate[i] || m == candidate[j]) continue;
          list.push_back(candidate);
          list.back()[i] = k;
          list.back()[j] = m;
        }
    }
  return list;
}

std::vector<Setting> settings_of(const Value& root, const std::vector<Choice>& choices, const Candidate& candidate) {
  std::vector<Setting> settings;
  const std::vector<int>* order = nullptr;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Option& option = choices[i].options[candidate[i]];
    settings.insert(settings.end(), option.settings.begin(), option.settings.end());
    if (!option.order.empty()) order = &option.order;
  }
  if (order == nullptr) return settings;
  // which subsystems there are depends on what else was chosen
  Value tree = changed(root, settings);
  set_value(tree, "scheme.schedule", Value("jacobi", own_origin()));
  const System<double> system = build_system<double>(tree, {.threads = 1});
  const auto& subsystems = system.cosimulation->assembly().subsystems;
  std::vector<int> places = *order;
  if (places.front() < 0) {
    places.resize(subsystems.size());
    std::iota(places.rbegin(), places.rend(), 0);
  }
  if (places.size() != subsystems.size())
    throw_wrong_input("advise",
                      fmt::format("an order of {} subsystems, but there are {}", places.size(), subsystems.size()),
                      "choose another");
  Value::Array groups;
  for (const int place : places) groups.push_back(Value(Value::Array{Value(subsystems[place]->description().name)}));
  settings.push_back({"scheme.schedule", Value(std::move(groups), own_origin())});
  return settings;
}

Value changed(const Value& root, const std::vector<Setting>& settings) {
  Value tree = root;
  for (const Setting& setting : settings) {
    Value value = setting.value;
    value.set_origin(own_origin());
    set_value(tree, setting.path, std::move(value));
  }
  return tree;
}

std::string describe(const std::vector<Choice>& choices, const Candidate& candidate) {
  using Kind = Choice::Kind;
  std::string correction, schedule, order, rest;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::string& word = choices[i].options[candidate[i]].word;
    if (choices[i].kind == Kind::correction)
      correction = word;
    else if (choices[i].kind == Kind::schedule)
      schedule = word;
    else if (choices[i].kind == Kind::order)
      order = fmt::format("{} {}", choices[i].name, word);
    else if (candidate[i] != 0)
      rest += fmt::format("{}{} {}", rest.empty() ? "" : ", ", choices[i].name, word);
  }
  std::string text = correction;
  for (const std::string* part : {&schedule, &order})
    if (!part->empty()) text += (text.empty() ? "" : part == &order ? ", " : " ") + *part;
  if (!rest.empty()) text += (text.empty() ? "" : "; ") + rest;
  return text.empty() ? "as in the file" : text;
}

}  // namespace oldham::advice
