// SPDX-License-Identifier: MIT
#include "oldham/study/missing_bond.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

namespace oldham {
namespace {

enum class Guess { other, unknown, flow, effort };

bool has_dimension(const Port& port, const std::vector<Unit>& units) {
  return std::ranges::any_of(units, [&](const Unit& unit) { return same_dimensions(port.unit, unit); });
}

/// The words of a name: "out_spring_damper_f" has four, "inVel" two.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  char before = '_';
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    const bool begins =
        !std::isalpha(letter) || (std::isupper(letter) && !std::isupper(static_cast<unsigned char>(before)));
    if (begins && !words.back().empty()) words.emplace_back();
    if (std::isalpha(letter)) words.back() += static_cast<char>(std::tolower(letter));
    before = c;
  }
  return words;
}

/// Of the last part of a name: "p_crane.e[1]" has "e[1]".
Guess guess_by_name(std::string_view whole) {
  const std::string_view name = whole.substr(whole.rfind('.') + 1);
  constexpr std::string_view flows[] = {"v",    "vel",  "velocity", "speed", "omega", "w",
                                        "rate", "flow", "current",  "i",     "q",     "der"};
  constexpr std::string_view efforts[] = {"f", "fk",  "force",    "torque", "tau",     "t", "moment",
                                          "m", "trq", "pressure", "p",      "voltage", "u", "e"};
  for (const std::string& word : words_of(name)) {
    if (std::ranges::find(flows, word) != std::end(flows)) return Guess::flow;
    if (std::ranges::find(efforts, word) != std::end(efforts)) return Guess::effort;
  }
  return Guess::unknown;
}

/// By the unit where one is declared, else by the name; dimensionless ports may be anything.
Guess guess_port(const Port& port) {
  static const std::vector<Unit> flows = {parse_unit("m/s"), parse_unit("rad/s"), parse_unit("m^3/s")},
                                 efforts = {parse_unit("N"), parse_unit("N.m"), parse_unit("Pa")},
                                 none = {parse_unit("1")};
  if (has_dimension(port, flows)) return Guess::flow;
  if (has_dimension(port, efforts)) return Guess::effort;
  return has_dimension(port, none) ? guess_by_name(port.name) : Guess::other;
}

/// Ports of one point: "p_crane.f[1]" and "p_crane.e[1]".
bool belong_together(std::string_view a, std::string_view b) {
  const auto stem = [](std::string_view name) { return name.substr(0, name.rfind('.') + 1); };
  const auto index = [](std::string_view name) { return name.substr(std::min(name.find('['), name.size())); };
  return !stem(a).empty() && stem(a) == stem(b) && index(a) == index(b);
}

/// Both ends have a say.
Guess guess_connection(const Assembly<double>& assembly, const Connection& connection) {
  const Guess from = guess_port(assembly.output_port(connection.from)),
              to = guess_port(assembly.input_port(connection.to));
  if (from == Guess::other || to == Guess::other) return Guess::other;
  return from != Guess::unknown ? from : to;
}

bool is_bonded(const Assembly<double>& assembly, int first, int second) {
  const auto acts_on = [&](const Law<double>& law, int subsystem) {
    return std::ranges::any_of(law.effects, [&](const auto& effect) { return effect.to.subsystem == subsystem; });
  };
  return std::ranges::any_of(assembly.bonds, [&](const Bond& bond) {
    if (bond.law >= 0) return acts_on(assembly.laws[bond.law], first) && acts_on(assembly.laws[bond.law], second);
    const int a = bond.flow_a.port.subsystem, b = bond.flow_b.port.subsystem;
    return (a == first && b == second) || (a == second && b == first);
  });
}

/// A connection, and what it carries.
struct Wire {
  const Connection* connection;
  Guess guess;
};
using Wires = std::vector<Wire>;

struct Pair {
  const Connection* flow = nullptr;
  const Connection* effort = nullptr;
  int worth = -1;
  bool is_named = false;
};

constexpr std::size_t most_wires = 64;  // of two subsystems, that are looked through

/// The pair of connections that looks most like a velocity and the force that comes back.
Pair find_pair(const Assembly<double>& assembly, const Wires& there, const Wires& back) {
  Pair best;
  const auto consider = [&](const Wire& one, const Wire& other) {
    const std::string &from = assembly.output_port(one.connection->from).name,
                      &to = assembly.input_port(other.connection->to).name;
    const bool is_one_point = belong_together(from, to);
    // bond graphs have e and f, where f is no force
    const bool is_graph = is_one_point && from.find(".f") != std::string::npos && to.find(".e") != std::string::npos;
    const Guess flow = is_graph ? Guess::flow : one.guess, effort = other.guess;
    if (flow == Guess::other || effort == Guess::other || flow == Guess::effort || effort == Guess::flow) return;
    const bool is_flow = flow == Guess::flow, is_effort = effort == Guess::effort;
    const int worth = (is_flow ? 1 : 0) + (is_effort ? 1 : 0) + (is_one_point ? 2 : 0);
    if (worth > best.worth) best = {one.connection, other.connection, worth, is_flow && is_effort};
  };
  for (std::size_t i = 0; i < std::min(there.size(), most_wires); ++i)
    for (std::size_t j = 0; j < std::min(back.size(), most_wires); ++j) {
      consider(there[i], back[j]);
      consider(back[j], there[i]);
    }
  return best;
}

}  // namespace

std::vector<MissingBond> find_missing_bonds(const Assembly<double>& assembly) {
  std::map<std::pair<int, int>, Wires> between;
  for (const Connection& c : assembly.connections)
    between[{c.from.subsystem, c.to.subsystem}].push_back({&c, guess_connection(assembly, c)});
  std::vector<MissingBond> all;
  for (const auto& [ends, there] : between) {
    const auto back = between.find({ends.second, ends.first});
    if (ends.first >= ends.second || back == between.end() || is_bonded(assembly, ends.first, ends.second)) continue;
    const Pair pair = find_pair(assembly, there, back->second);
    if (pair.worth < 0) continue;
    all.push_back({assembly.subsystems[pair.flow->from.subsystem]->description().name,
                   assembly.subsystems[pair.flow->to.subsystem]->description().name,
                   assembly.output_name(pair.flow->from), assembly.input_name(pair.effort->to),
                   assembly.input_name(pair.flow->to), assembly.output_name(pair.effort->from), pair.is_named});
  }
  return all;
}

}  // namespace oldham
