// SPDX-License-Identifier: MIT
#include "oldham/io/grouping.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/cosimulation_subsystem.hpp"

namespace oldham {
namespace {

/// Where a subsystem of the flat assembly goes: its group (−1: none) and its index there or in the outer assembly.
struct Place {
  int group = -1;
  int index = -1;
};

template <class T>
std::vector<Place> place_members(const Assembly<T>& flat, const std::vector<Group>& groups) {
  std::vector<Place> places(flat.subsystems.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].members.empty())
      throw_wrong_input(groups[g].where, "a group needs members", "write members = [\"a\", \"b\"]");
    for (std::size_t m = 0; m < groups[g].members.size(); ++m) {
      const int s = flat.find(groups[g].members[m], groups[g].where);
      if (places[s].group >= 0)
        throw_wrong_input(groups[g].where, fmt::format("'{}' is a member of two groups", groups[g].members[m]),
                          "leave it in one");
      places[s] = {static_cast<int>(g), static_cast<int>(m)};
    }
  }
  return places;
}

template <class T>
class Nesting {
 public:
  Nesting(Assembly<T> flat, const std::vector<Group>& groups)
      : flat_(std::move(flat)), groups_(groups), places_(place_members(flat_, groups)), inner_(groups.size()) {
    // ports of members, remembered before their subsystems move
    for (const auto& subsystem : flat_.subsystems) names_.push_back(subsystem->description().name);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      inner_[g].name = fmt::format("{}: group '{}'", flat_.name, groups[g].name);
      for (const std::string& member : groups[g].members)
        inner_[g].subsystems.push_back(std::move(flat_.subsystems[index_of(member)]));
    }
    number_outer();
  }

  Assembly<T> build() {
    outer_.name = flat_.name;
    outer_.notes = std::move(flat_.notes);
    outer_.changes = std::move(flat_.changes);
    for (Connection& c : flat_.connections) {
      const int from = places_[c.from.subsystem].group, to = places_[c.to.subsystem].group;
      if (from >= 0 && from == to) {
        inner_[from].connections.push_back(
            {inside(c.from), inside(c.to), c.scale, c.offset, c.where, c.order, c.convert_units});
      } else {
        c.from = output_outside(c.from);
        c.to = input_outside(c.to);
        outer_.connections.push_back(std::move(c));
      }
    }
    for (ConstantInput& c : flat_.constants) {
      const int g = places_[c.to.subsystem].group;
      if (g >= 0)
        inner_[g].constants.push_back({inside(c.to), c.value, c.where});
      else
        outer_.constants.push_back({input_outside(c.to), c.value, c.where});
    }
    for (KnownInput& k : flat_.known_inputs) {
      const int g = places_[k.to.subsystem].group;
      k.to = g >= 0 ? inside(k.to) : input_outside(k.to);
      if (k.from && g >= 0)
        k.from.reset();
      else if (k.from)
        k.from = output_outside(*k.from);
      (g >= 0 ? inner_[g] : outer_).known_inputs.push_back(std::move(k));
    }
    for (std::size_t l = 0; l < flat_.laws.size(); ++l) place_law(static_cast<int>(l));
    for (std::size_t l = 0; l < flat_.measured.size(); ++l) measure(std::move(flat_.measured[l]), static_cast<int>(l));
    for (Constraint& constraint : flat_.constraints) place_constraint(std::move(constraint));
    for (const Alias& alias : flat_.aliases) outer_.aliases.push_back({alias.name, output_outside(alias.output)});
    for (const OutputLimit& limit : flat_.limits)
      outer_.limits.push_back({output_outside(limit.output), limit.largest});
    for (Bond& bond : flat_.bonds) {
      for (Bond::Quantity* q : {&bond.flow_a, &bond.effort_a, &bond.flow_b, &bond.effort_b}) place_quantity(*q, bond);
      outer_.bonds.push_back(std::move(bond));
    }
    make_groups();
    return std::move(outer_);
  }

 private:
  int index_of(const std::string& name) const {
    return static_cast<int>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  }

  void number_outer() {
    // a group stands where its first member stood
    outer_index_.assign(groups_.size(), -1);
    for (std::size_t s = 0; s < flat_.subsystems.size(); ++s) {
      const int g = places_[s].group;
      if (g < 0) {
        places_[s].index = count_++;
      } else if (outer_index_[g] < 0) {
        outer_index_[g] = count_++;
      }
    }
  }

  PortRef inside(PortRef ref) const { return {places_[ref.subsystem].index, ref.port}; }

  /// An output as the outer assembly names it; groups publish every output of their members.
  PortRef output_outside(PortRef ref) const {
    const Place& place = places_[ref.subsystem];
    if (place.group < 0) return {place.index, ref.port};
    int port = ref.port;
    for (int m = 0; m < place.index; ++m) port += inner_[place.group].subsystems[m]->description().output_count();
    return {outer_index_[place.group], port};
  }

  /// An input as the outer assembly names it; an inner one becomes an external input of its group.
  PortRef input_outside(PortRef ref) {
    const Place& place = places_[ref.subsystem];
    if (place.group < 0) return {place.index, ref.port};
    std::vector<PortRef>& external = inner_[place.group].external_inputs;
    auto found = std::find(external.begin(), external.end(), inside(ref));
    if (found == external.end()) found = external.insert(external.end(), inside(ref));
    return {outer_index_[place.group], static_cast<int>(found - external.begin())};
  }

  /// An input inside a group can be seen from outside only where it is fed from there.
  void place_quantity(Bond::Quantity& q, const Bond& bond) {
    const Place& place = places_[q.port.subsystem];
    if (q.is_input && place.group >= 0) {
      const auto& external = inner_[place.group].external_inputs;
      if (std::find(external.begin(), external.end(), inside(q.port)) == external.end())
        throw_wrong_input(
            bond.where,
            fmt::format("bond '{}' names an input that is fed inside group '{}'", bond.name, groups_[place.group].name),
            "name the output that feeds it instead");
    }
    q.port = q.is_input ? input_outside(q.port) : output_outside(q.port);
  }

  void place_law(int index) {
    Law<T>& law = flat_.laws[index];
    const int home = places_[law.arguments.front().subsystem].group;
    const auto at_home = [&](PortRef ref) { return home >= 0 && places_[ref.subsystem].group == home; };
    const bool stays =
        std::all_of(law.arguments.begin(), law.arguments.end(), at_home) &&
        std::all_of(law.effects.begin(), law.effects.end(), [&](const auto& e) { return at_home(e.to); });
    // what is told of a law inside a group is measured from outside
    if (stays && std::any_of(flat_.variable_aliases.begin(), flat_.variable_aliases.end(),
                             [&](const VariableAlias& a) { return a.of == VariableAlias::Of::law && a.law == index; }))
      measure({law.name, law.equations, law.arguments, {}, law.where, law.variable_names}, index,
              VariableAlias::Of::law);
    for (PortRef& a : law.arguments) a = stays ? inside(a) : output_outside(a);
    for (auto& e : law.effects) e.to = stays ? inside(e.to) : input_outside(e.to);
    if (!stays)
      move_aliases(index, VariableAlias::Of::law, static_cast<int>(outer_.laws.size()), VariableAlias::Of::law);
    (stays ? inner_[home] : outer_).laws.push_back(std::move(law));
  }

  void measure(Law<T> law, int index, VariableAlias::Of was = VariableAlias::Of::measured) {
    move_aliases(index, was, static_cast<int>(outer_.measured.size()), VariableAlias::Of::measured);
    for (PortRef& a : law.arguments) a = output_outside(a);
    outer_.measured.push_back(std::move(law));
  }

  void move_aliases(int index, VariableAlias::Of was, int to, VariableAlias::Of is) {
    for (const VariableAlias& alias : flat_.variable_aliases)
      if (alias.law == index && alias.of == was)
        outer_.variable_aliases.push_back({alias.name, alias.unit, to, alias.variable, is});
  }

  void place_constraint(Constraint constraint) {
    const int home = places_[constraint.rows.front().terms.front().position.subsystem].group;
    bool stays = home >= 0;
    for (const Constraint::Row& row : constraint.rows)
      for (const Constraint::Term& term : row.terms) stays = stays && places_[term.position.subsystem].group == home;
    for (Constraint::Row& row : constraint.rows)
      for (Constraint::Term& term : row.terms) {
        term.position = stays ? inside(term.position) : output_outside(term.position);
        term.velocity = stays ? inside(term.velocity) : output_outside(term.velocity);
        term.force = stays ? inside(term.force) : input_outside(term.force);
      }
    using Of = VariableAlias::Of;
    for (std::size_t r = 0; r < constraint.rows.size(); ++r, ++flat_row_) {
      if (!stays) move_aliases(flat_row_, Of::multiplier, outer_row_++, Of::multiplier);
      for (const VariableAlias& alias : flat_.variable_aliases)
        if (stays && alias.of == Of::multiplier && alias.law == flat_row_)
          throw_wrong_input(constraint.where,
                            fmt::format("the force of '{}' is known inside its group only, so that '{}' cannot be told",
                                        constraint.name, alias.name),
                            "leave it out of [publish]");
    }
    (stays ? inner_[home] : outer_).constraints.push_back(std::move(constraint));
  }

  void make_groups() {
    outer_.subsystems.resize(count_);
    for (std::size_t s = 0; s < flat_.subsystems.size(); ++s)
      if (places_[s].group < 0) outer_.subsystems[places_[s].index] = std::move(flat_.subsystems[s]);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      std::vector<PortRef> outputs;
      for (std::size_t m = 0; m < inner_[g].subsystems.size(); ++m)
        for (int port = 0; port < inner_[g].subsystems[m]->description().output_count(); ++port)
          outputs.push_back({static_cast<int>(m), port});
      auto cosimulation = std::make_unique<Cosimulation<T>>(std::move(inner_[g]), groups_[g].scheme);
      outer_.subsystems[outer_index_[g]] = std::make_unique<CosimulationSubsystem<T>>(
          groups_[g].name, std::move(cosimulation), std::move(outputs), groups_[g].step);
    }
  }

  Assembly<T> flat_;
  const std::vector<Group>& groups_;
  std::vector<Place> places_;
  std::vector<std::string> names_;
  std::vector<Assembly<T>> inner_;
  std::vector<int> outer_index_;
  int count_ = 0;
  int flat_row_ = 0, outer_row_ = 0;  // of constraints
  Assembly<T> outer_;
};

}  // namespace

template <class T>
Assembly<T> nest(Assembly<T> flat, const std::vector<Group>& groups) {
  if (groups.empty()) return flat;
  if (!flat.motions.empty())
    throw_wrong_input(groups.front().where, "groups cannot be made in a system with kinematic coupling",
                      "leave out the [[group]] entries");
  return Nesting<T>(std::move(flat), groups).build();
}

template Assembly<double> nest(Assembly<double>, const std::vector<Group>&);
template Assembly<Multiprecision> nest(Assembly<Multiprecision>, const std::vector<Group>&);

}  // namespace oldham
