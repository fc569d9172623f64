// SPDX-License-Identifier: MIT
#include "oldham/coupling/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/motion_plan.hpp"
#include "oldham/coupling/requirements.hpp"
#include "oldham/coupling/schedule.hpp"

namespace oldham {
namespace {

/// What feeds each input, while the plan is being made.
template <class T>
struct Feeds {
  std::vector<std::vector<typename Plan<T>::Term>> terms;
  std::vector<T> constant;
  std::vector<std::string> taken_by;  // description of the source that allows no other
};

void require_equal_dimensions(const Port& from, const std::string& from_name, const Port& to,
                              const std::string& to_name, const std::string& where) {
  if (!from.has_unit || !to.has_unit || same_dimensions(from.unit, to.unit)) return;
  throw_wrong_input(where,
                    fmt::format("'{}' is in {} ({}) but '{}' expects {} ({})", from_name, from.unit.text,
                                dimension_text(from.unit), to_name, to.unit.text, dimension_text(to.unit)),
                    "connect ports of equal dimensions, or correct the unit of one of them");
}

template <class T>
void claim(Feeds<T>& feeds, std::size_t input, const std::string& input_name, const std::string& source,
           const std::string& where) {
  if (!feeds.taken_by[input].empty())
    throw_wrong_input(where,
                      fmt::format("input '{}' has two sources: {} and {}", input_name, feeds.taken_by[input], source),
                      "remove one of them");
  feeds.taken_by[input] = source;
}

template <class T>
void number_ports(const Assembly<T>& assembly, Plan<T>& plan) {
  plan.output_offset = {0};
  plan.input_offset = {0};
  plan.is_linear = true;
  for (std::size_t s = 0; s < assembly.subsystems.size(); ++s) {
    const SubsystemDescription& d = assembly.subsystems[s]->description();
    for (std::size_t other = 0; other < s; ++other)
      if (assembly.subsystems[other]->description().name == d.name)
        throw_wrong_input(assembly.name, fmt::format("two subsystems are named '{}'", d.name), "rename one of them");
    plan.output_offset.push_back(plan.output_offset.back() + d.output_count());
    plan.input_offset.push_back(plan.input_offset.back() + d.input_count());
    plan.is_linear = plan.is_linear && d.capabilities.linear;
    plan.has_feedthrough = plan.has_feedthrough || d.boundary->feedthrough;
  }
}

template <class T>
void connect_outputs(const Assembly<T>& assembly, Plan<T>& plan, Feeds<T>& feeds) {
  // by the order it is rebuilt with, that of the scheme first
  std::vector<std::array<int, highest_order + 2>> variables_of(static_cast<std::size_t>(plan.outputs()));
  for (auto& row : variables_of) row.fill(-1);
  for (const Connection& c : assembly.connections) {
    const Port& from = assembly.output_port(c.from);
    const Port& to = assembly.input_port(c.to);
    if (c.convert_units)
      require_equal_dimensions(from, assembly.output_name(c.from), to, assembly.input_name(c.to), c.where);
    const auto output = static_cast<std::size_t>(plan.output_offset[c.from.subsystem] + c.from.port);
    const auto input = static_cast<std::size_t>(plan.input_offset[c.to.subsystem] + c.to.port);
    claim(feeds, input, assembly.input_name(c.to), fmt::format("'{}'", assembly.output_name(c.from)), c.where);

    // one coupling variable for an output, however many inputs it feeds
    int& variable = variables_of[output][c.order ? 1 + *c.order : 0];
    if (variable < 0) {
      variable = plan.variables++;
      plan.copies.push_back({static_cast<int>(output), variable});
      plan.kind.push_back(c.order ? of_order(*c.order) : SampleKind::plain);
      plan.nominal.push_back(from.nominal);
      plan.variable_name.push_back(assembly.output_name(c.from));
    }
    // to = (factor_from · (scale · from) + offset_from − offset_to)/factor_to + offset
    const bool converts = c.convert_units && from.has_unit && to.has_unit;
    const Unit plain, &a = converts ? from.unit : plain, &b = converts ? to.unit : plain;
    const T factor = from_decimal<T>(a.factor) / from_decimal<T>(b.factor);
    feeds.terms[input].push_back({variable, factor * from_decimal<T>(c.scale)});
    feeds.constant[input] +=
        from_decimal<T>(c.offset) + from_decimal<T>(a.offset - b.offset) / from_decimal<T>(b.factor);
  }
}

template <class T>
void connect_laws(const Assembly<T>& assembly, Plan<T>& plan, Feeds<T>& feeds) {
  for (std::size_t l = 0; l < assembly.laws.size(); ++l) {
    const Law<T>& law = assembly.laws[l];
    const int arguments = static_cast<int>(law.arguments.size());
    if (arguments > most_law_arguments)
      throw_wrong_input(law.where, fmt::format("the interface '{}' reads {} outputs", law.name, arguments),
                        fmt::format("split it so that each part reads at most {}", most_law_arguments));
    plan.laws.push_back({static_cast<int>(l), plan.variables, static_cast<int>(plan.law_arguments.size()), arguments});
    plan.is_linear = plan.is_linear && law.equations->is_linear();
    for (const PortRef& a : law.arguments) plan.law_arguments.push_back(plan.output_offset[a.subsystem] + a.port);
    const int count = law.equations->variable_count();
    for (int v = 0; v < count; ++v) {
      plan.kind.push_back(law.order ? of_order(*law.order) : SampleKind::plain);
      plan.nominal.push_back(1);
      plan.variable_name.push_back(law.variable_name(v));
    }
    for (const auto& effect : law.effects) {
      const auto input = static_cast<std::size_t>(plan.input_offset[effect.to.subsystem] + effect.to.port);
      if (!feeds.taken_by[input].empty())
        claim(feeds, input, assembly.input_name(effect.to), fmt::format("the interface '{}'", law.name), law.where);
      feeds.terms[input].push_back({plan.variables + effect.variable, from_decimal<T>(effect.factor)});
      plan.nominal[plan.variables + effect.variable] = assembly.input_port(effect.to).nominal;
    }
    plan.variables += count;
  }
}

template <class T>
void connect_constraints(const Assembly<T>& assembly, Plan<T>& plan, Feeds<T>& feeds) {
  plan.first_multiplier = plan.variables;
  for (const Constraint& constraint : assembly.constraints)
    for (const Constraint::Row& row : constraint.rows) {
      const int variable = plan.variables++;
      plan.nominal.push_back(1);
      plan.variable_name.push_back(row.name);
      plan.multipliers.push_back({{variable, variable, variable},
                                  static_cast<int>(plan.multiplier_terms.size()),
                                  static_cast<int>(row.terms.size()),
                                  from_decimal<T>(row.offset)});
      for (const Constraint::Term& term : row.terms) {
        const Port &position = assembly.output_port(term.position), &velocity = assembly.output_port(term.velocity),
                   &force = assembly.input_port(term.force);
        require_mechanical(constraint.where, row.name, position, velocity, force);
        const auto input = static_cast<std::size_t>(plan.input_offset[term.force.subsystem] + term.force.port);
        if (!feeds.taken_by[input].empty())
          claim(feeds, input, assembly.input_name(term.force), fmt::format("the constraint '{}'", constraint.name),
                constraint.where);
        // g in m or rad, λ in N or N m
        const T factor = from_decimal<T>(term.factor);
        const T force_factor = factor / from_decimal<T>(force.unit.factor);
        feeds.terms[input].push_back({variable, force_factor});
        plan.nominal[variable] = force.nominal;
        plan.multiplier_terms.push_back({plan.output_offset[term.position.subsystem] + term.position.port,
                                         plan.output_offset[term.velocity.subsystem] + term.velocity.port,
                                         static_cast<int>(input), factor * from_decimal<T>(position.unit.factor),
                                         factor * from_decimal<T>(velocity.unit.factor), force_factor});
      }
    }
}

/// A displacement keeps one sample when slopes are matched, a velocity when means are: its partner is matched already.
/// [Li2017] eqs. (3.36)-(3.93)
bool is_extended(const Unit& unit, Extension extension) {
  static const Unit positions[] = {parse_unit("m"), parse_unit("rad")},
                    velocities[] = {parse_unit("m/s"), parse_unit("rad/s")};
  for (const Unit& partner : extension == Extension::derivative ? positions : velocities)
    if (same_dimensions(unit, partner)) return false;
  return extension != Extension::none;
}

/// One sample more in every step for the signal of variable `end`, fed to the same inputs.
template <class T>
int add_sample(int end, SampleKind kind, const char* when, Plan<T>& plan, Feeds<T>& feeds) {
  const int sample = plan.variables++;
  plan.kind.push_back(kind);
  plan.nominal.push_back(plan.nominal[end]);
  plan.variable_name.push_back(fmt::format("{} ({} of the step)", plan.variable_name[end], when));
  for (auto& terms : feeds.terms)
    for (std::size_t k = 0, count = terms.size(); k < count; ++k)
      if (terms[k].source == end) terms.push_back({sample, terms[k].factor});
  return sample;
}

/// Gives every signal that the scheme extends its samples inside the step.
template <class T>
void extend(const Assembly<T>& assembly, const Scheme& scheme, Plan<T>& plan, Feeds<T>& feeds) {
  plan.base_variables = plan.variables;
  plan.kind.resize(plan.variables, SampleKind::plain);
  plan.kinds = {.halves = scheme.extension != Extension::none};
  for (int own = 0; own <= highest_order; ++own)
    if (std::find(plan.kind.begin(), plan.kind.end(), of_order(own)) != plan.kind.end())
      plan.kinds.highest_own_order = own;
  if (scheme.extension != Extension::none) {
    std::vector<bool> chosen(plan.first_multiplier, true);  // variables of laws are
    int output = 0;
    for (const auto& subsystem : assembly.subsystems)
      for (const Port& port : subsystem->description().boundary->outputs) {
        for (const auto& copy : plan.copies)
          if (copy.output == output) chosen[copy.variable] = is_extended(port.unit, scheme.extension);
        ++output;
      }
    for (int j = 0; j < plan.first_multiplier; ++j) {
      if (!chosen[j] || plan.kind[j] != SampleKind::plain) continue;
      plan.kind[j] = SampleKind::half_end;
      plan.extended.push_back({j, add_sample(j, SampleKind::half_middle, "middle", plan, feeds)});
    }
  }
  for (auto& multiplier : plan.multipliers) {
    const int end = multiplier.samples[0];
    if (scheme.stabilisation.samples() == 2) {
      plan.kinds.halves = true;
      plan.kind[end] = SampleKind::half_end;
      multiplier.samples[1] = add_sample(end, SampleKind::half_middle, "middle", plan, feeds);
    } else if (scheme.stabilisation.samples() == 3) {
      plan.kinds.thirds = true;
      plan.kind[end] = SampleKind::third_end;
      multiplier.samples[1] = add_sample(end, SampleKind::third_first, "first third", plan, feeds);
      multiplier.samples[2] = add_sample(end, SampleKind::third_second, "second third", plan, feeds);
    }
  }
  plan.signal.resize(plan.variables);
  for (int j = 0; j < plan.variables; ++j) plan.signal[j].fill(j);
  for (const auto& [end, middle] : plan.extended) plan.signal[end] = plan.signal[middle] = {end, middle, middle};
  for (const auto& multiplier : plan.multipliers)
    for (int sample : multiplier.samples) plan.signal[sample] = multiplier.samples;
}

/// A name with a dot is one key only in quotes.
std::string quoted(const std::string& name) {
  return name.find('.') == std::string::npos ? name : fmt::format("\"{}\"", name);
}

template <class T>
void finish_inputs(const Assembly<T>& assembly, Plan<T>& plan, Feeds<T>& feeds) {
  for (const ConstantInput& c : assembly.constants) {
    const auto input = static_cast<std::size_t>(plan.input_offset[c.to.subsystem] + c.to.port);
    if (!feeds.terms[input].empty() || !feeds.taken_by[input].empty())
      throw_wrong_input(c.where,
                        fmt::format("input '{}' has two sources: a constant and {}", assembly.input_name(c.to),
                                    feeds.taken_by[input].empty() ? "an interface" : feeds.taken_by[input]),
                        "remove one of them");
    claim(feeds, input, assembly.input_name(c.to), "a constant", c.where);
    feeds.constant[input] = from_decimal<T>(c.value);
  }
  for (const PortRef& e : assembly.external_inputs) {
    const auto input = static_cast<std::size_t>(plan.input_offset[e.subsystem] + e.port);
    claim(feeds, input, assembly.input_name(e), "an external input", assembly.name);
    feeds.terms[input].push_back({plan.variables + plan.externals++, T(1)});
  }
  for (const KnownInput& k : assembly.known_inputs) {
    const auto input = static_cast<std::size_t>(plan.input_offset[k.to.subsystem] + k.to.port);
    if (!feeds.terms[input].empty() && feeds.taken_by[input].empty()) feeds.taken_by[input] = "an interface";
    claim(feeds, input, assembly.input_name(k.to), "a function of time", k.where);
    feeds.terms[input].push_back({plan.variables + plan.externals + plan.known++, T(1)});
    plan.is_linear = false;  // the equations depend on time
  }
  plan.input_constant = std::move(feeds.constant);
  plan.term_offset = {0};
  for (int s = 0, input = 0; s < static_cast<int>(assembly.subsystems.size()); ++s) {
    const SubsystemDescription& d = assembly.subsystems[s]->description();
    for (int port = 0; port < d.input_count(); ++port, ++input) {
      const auto i = static_cast<std::size_t>(input);
      const std::optional<double>& rest = d.boundary->inputs[port].rest;
      const bool is_fed = !feeds.terms[i].empty() || !feeds.taken_by[i].empty();
      if (!is_fed && rest) plan.input_constant[i] = from_decimal<T>(*rest);
      if (!is_fed && !rest)
        throw_wrong_input(assembly.name, fmt::format("input '{}' is not connected", assembly.input_name({s, port})),
                          fmt::format("connect it, or hold it with inputs.{} = 0.0 in subsystem '{}'",
                                      quoted(d.boundary->inputs[port].name), d.name));
      plan.terms.insert(plan.terms.end(), feeds.terms[i].begin(), feeds.terms[i].end());
      plan.term_offset.push_back(static_cast<int>(plan.terms.size()));
    }
  }
}

}  // namespace

template <class T>
Plan<T> compile(const Assembly<T>& assembly, const Scheme& scheme) {
  if (assembly.subsystems.empty())
    throw_wrong_input(assembly.name, "the system has no subsystems",
                      "add [[subsystem]] entries, or system = \"two-mass\"");
  require_abilities(assembly, scheme);
  Plan<T> plan;
  number_ports(assembly, plan);
  Feeds<T> feeds;
  feeds.terms.resize(static_cast<std::size_t>(plan.inputs()));
  feeds.constant.assign(static_cast<std::size_t>(plan.inputs()), T(0));
  feeds.taken_by.resize(static_cast<std::size_t>(plan.inputs()));
  connect_outputs(assembly, plan, feeds);
  connect_laws(assembly, plan, feeds);
  connect_constraints(assembly, plan, feeds);
  extend(assembly, scheme, plan, feeds);
  finish_inputs(assembly, plan, feeds);
  plan_schedule(assembly, scheme.schedule, plan);
  plan_motions(assembly, scheme, plan);
  plan.output_limit.assign(plan.outputs(), std::numeric_limits<double>::infinity());
  for (const OutputLimit& limit : assembly.limits)
    plan.output_limit[plan.output_offset[limit.output.subsystem] + limit.output.port] = limit.largest;
  plan.kinds.plain =
      plan.variables == 0 || std::find(plan.kind.begin(), plan.kind.end(), SampleKind::plain) != plan.kind.end();
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    plan.rebuilt_after.emplace_back();
    for (int j : plan.variables_after[g]) plan.rebuilt_after[g][static_cast<int>(plan.kind[j])].push_back(j);
  }
  return plan;
}

template Plan<double> compile(const Assembly<double>&, const Scheme&);
template Plan<Multiprecision> compile(const Assembly<Multiprecision>&, const Scheme&);

}  // namespace oldham
