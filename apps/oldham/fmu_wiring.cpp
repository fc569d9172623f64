// SPDX-License-Identifier: MIT
#include "fmu_wiring.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "oldham/core/unit.hpp"
#include "oldham/fmi/description/unit_name.hpp"
#include "oldham/fmi/import/fmu_ports.hpp"

namespace oldham::app {
namespace {

using fmi::Causality;

constexpr std::size_t most_per_input = 2;
constexpr std::size_t most_candidates = 20;

bool is_port(const fmi::Variable& variable, Causality causality) {
  return variable.causality == causality && fmi::is_number(variable.type) && variable.dimensions.empty();
}

/// The words of a name in small letters: "inSpringForce_2" has in, spring, force, 2.
std::set<std::string> words_of(const std::string& name) {
  std::set<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.insert(word);
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool begins = std::isupper(c) != 0 && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if (std::isalnum(c) == 0 || begins) end_word();
    if (std::isalnum(c) != 0) word += static_cast<char>(std::tolower(c));
  }
  end_word();
  // which side a port is on says nothing of what it is
  for (const char* side : {"in", "out", "input", "output", "u", "y"}) words.erase(side);
  return words;
}

/// How much an output looks like the source of an input; nothing where units do not fit.
std::optional<int> likeness(const FmuUnit& source, const fmi::Variable& output, const FmuUnit& unit,
                            const fmi::Variable& input) {
  int score = 0;
  const std::optional<Unit> from = fmi::unit_of(source.description, output), to = fmi::unit_of(unit.description, input);
  if (from && to && !same_dimensions(*from, *to)) return std::nullopt;
  if (from && to && !from->text.empty() && from->text != "1") score += 3;
  const std::set<std::string> a = words_of(output.name), b = words_of(input.name);
  for (const std::string& word : a) {
    if (b.contains(word)) {
      score += word.size() > 1 ? 2 : 1;
      continue;
    }
    for (const std::string& other : b)  // vel and velocity
      if (word.size() > 1 && other.size() > 1 && (word.starts_with(other) || other.starts_with(word))) score += 1;
  }
  return score;
}

struct Ranked {
  int score;
  FmuPair pair;
};

/// The most likely sources of an input; where none looks like one, the first outputs there are.
std::vector<FmuPair> sources_of(const std::vector<FmuUnit>& units, const FmuUnit& unit, const fmi::Variable& input) {
  std::vector<Ranked> ranked;
  for (const FmuUnit& source : units)
    for (const fmi::Variable& output : source.description.variables) {
      if (&source == &unit || !is_port(output, Causality::output)) continue;
      if (const std::optional<int> score = likeness(source, output, unit, input))
        ranked.push_back({*score, {source.name + '.' + output.name, unit.name + '.' + input.name}});
    }
  std::ranges::stable_sort(ranked, std::greater(), &Ranked::score);
  std::vector<FmuPair> pairs;
  for (const Ranked& candidate : ranked) {
    if (pairs.size() == most_per_input || candidate.score < ranked.front().score) break;
    pairs.push_back(candidate.pair);
  }
  return pairs;
}

}  // namespace

FmuWiring find_wiring(const std::vector<FmuUnit>& units) {
  FmuWiring wiring;
  std::set<const FmuUnit*> joined;
  for (const FmuUnit& unit : units)
    for (const fmi::Variable& input : unit.description.variables) {
      if (input.causality != Causality::input) continue;
      const FmuUnit* source = nullptr;
      for (const FmuUnit& other : units)
        for (const fmi::Variable& output : other.description.variables)
          if (source == nullptr && &other != &unit && output.causality == Causality::output &&
              output.name == input.name)
            source = &other;
      if (source != nullptr) {
        wiring.connected.push_back({source->name + '.' + input.name, unit.name + '.' + input.name});
        joined.insert({source, &unit});
      } else if (is_port(input, Causality::input)) {
        wiring.open.push_back(unit.name + '.' + input.name);
        for (FmuPair& pair : sources_of(units, unit, input))
          if (wiring.candidates.size() < most_candidates) wiring.candidates.push_back(std::move(pair));
      }
    }
  for (const FmuUnit& unit : units)
    if (units.size() > 1 && !joined.contains(&unit)) wiring.alone.push_back(unit.name);
  return wiring;
}

}  // namespace oldham::app
