// SPDX-License-Identifier: MIT
#include "oldham/coupling/power_bonds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

struct PairOfUnits {
  Unit flow, effort;
};

const PairOfUnits* find_effort(const Unit& flow) {
  static const PairOfUnits pairs[] = {{parse_unit("m/s"), parse_unit("N")},
                                      {parse_unit("rad/s"), parse_unit("N.m")},
                                      {parse_unit("m^3/s"), parse_unit("Pa")}};
  for (const PairOfUnits& pair : pairs)
    if (same_dimensions(pair.flow, flow)) return &pair;
  return nullptr;
}

/// What stands before the last dot: "tip.x" of "tip.x.velocity".
std::string_view stem(std::string_view port) {
  const std::size_t dot = port.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : port.substr(0, dot);
}

/// The number that a name ends with: "3" of "tip.spin3", which goes with "tip.moment3". Empty: none.
std::string_view number_of(std::string_view port) {
  std::size_t begin = port.size();
  while (begin > 0 && port[begin - 1] >= '0' && port[begin - 1] <= '9') --begin;
  return port.substr(begin);
}

/// Whether two ports are of one point and direction.
bool belong_together(const Port& a, const Port& b) {
  return stem(a.name) == stem(b.name) && number_of(a.name) == number_of(b.name);
}

/// The velocity output that belongs to a force input; −1 when there is none.
template <class T>
int velocity_beside(const Assembly<T>& assembly, PortRef force) {
  const Port& port = assembly.input_port(force);
  const auto& outputs = assembly.subsystems[force.subsystem]->description().boundary->outputs;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const PairOfUnits* pair = find_effort(outputs[i].unit);
    if (pair && same_dimensions(pair->effort, port.unit) && belong_together(outputs[i], port))
      return static_cast<int>(i);
  }
  return -1;
}

template <class T>
std::string name_of(const Assembly<T>& assembly, PortRef flow) {
  const std::string name = assembly.output_name(flow);
  return std::string(stem(name)) + std::string(number_of(name).empty() ? "" : ".") + std::string(number_of(name));
}

}  // namespace

bool is_reserved_bond_name(std::string_view name) { return name == "total" || name == "alarm"; }

template <class T>
void infer_bonds(Assembly<T>& assembly) {
  const std::size_t declared = assembly.bonds.size();
  const auto is_declared = [&](PortRef input) {
    return std::any_of(
        assembly.bonds.begin(), assembly.bonds.begin() + static_cast<long>(declared), [&](const Bond& b) {
          return (b.flow_b.is_input && b.flow_b.port == input) || (b.effort_a.is_input && b.effort_a.port == input);
        });
  };
  // a velocity goes from a to b, the force comes back
  for (const Connection& there : assembly.connections) {
    const PairOfUnits* pair = find_effort(assembly.output_port(there.from).unit);
    if (pair == nullptr || there.scale != 1 || !there.convert_units || is_declared(there.to)) continue;
    for (const Connection& back : assembly.connections) {
      if (back.from.subsystem != there.to.subsystem || back.to.subsystem != there.from.subsystem || !back.convert_units)
        continue;
      const Port &from = assembly.output_port(back.from), &to = assembly.input_port(back.to);
      if (!same_dimensions(pair->effort, to.unit) || back.scale * back.scale != 1 || is_declared(back.to)) continue;
      if (!belong_together(to, assembly.output_port(there.from)) ||
          !belong_together(from, assembly.input_port(there.to)))
        continue;
      // a force that comes back with the other sign is the reaction: b's power is counted with it
      Bond bond{
          name_of(assembly, there.from), {there.from, false}, {back.to, true}, {there.to, true}, {back.from, false}, 1,
          Bond::Rule::automatic,         there.where};
      bond.sign_b = back.scale;
      assembly.bonds.push_back(std::move(bond));
    }
  }
  for (std::size_t l = 0; l < assembly.laws.size(); ++l) {
    const Law<T>& law = assembly.laws[l];
    const bool acts_on_forces = std::all_of(law.effects.begin(), law.effects.end(), [&](const auto& effect) {
      return velocity_beside(assembly, effect.to) >= 0 && !is_declared(effect.to);
    });
    if (!acts_on_forces || law.effects.empty()) continue;
    Bond bond;
    bond.name = law.name;
    bond.law = static_cast<int>(l);
    assembly.bonds.push_back(std::move(bond));
  }
  // one name, one bond; some names stand for all of them
  const auto is_taken = [&](const std::string& name, std::size_t count) {
    const auto end = assembly.bonds.begin() + static_cast<long>(count);
    return is_reserved_bond_name(name) ||
           std::any_of(assembly.bonds.begin(), end, [&](const Bond& bond) { return bond.name == name; });
  };
  for (std::size_t i = declared; i < assembly.bonds.size(); ++i) {
    const std::string wanted = assembly.bonds[i].name;
    for (int copy = 2; is_taken(assembly.bonds[i].name, i); ++copy)
      assembly.bonds[i].name = fmt::format("{}-{}", wanted, copy);
  }
}

template <class T>
typename PowerBonds<T>::Quantity PowerBonds<T>::find(const oldham::Bond::Quantity& q, const Plan<T>& plan) const {
  if (q.is_input)
    return {From::input, q.port.port, q.port.subsystem,
            plan.input_constant[plan.input_offset[q.port.subsystem] + q.port.port]};
  return {From::output, plan.output_offset[q.port.subsystem] + q.port.port};
}

template <class T>
PowerBonds<T>::PowerBonds(const Assembly<T>& assembly, const Plan<T>& plan, const Scheme& scheme) {
  for (const oldham::Bond& bond : assembly.bonds) {
    const int first = static_cast<int>(terms_.size());
    int order = scheme.order;
    if (bond.law >= 0) {
      const Law<T>& law = assembly.laws[bond.law];
      for (const auto& effect : law.effects) {
        const int velocity = velocity_beside(assembly, effect.to),
                  variable = plan.laws[bond.law].first_variable + effect.variable;
        const Quantity flow{From::output, plan.output_offset[effect.to.subsystem] + velocity};
        const T factor = from_decimal<T>(effect.factor);
        terms_.push_back({flow, {From::used, variable}, factor});
        terms_.push_back({flow, {From::returned, variable}, -factor});
      }
    } else {
      const T scale = from_decimal<T>(bond.scale);
      terms_.push_back({find(bond.flow_a, plan), find(bond.effort_a, plan), scale});
      terms_.push_back({find(bond.flow_b, plan), find(bond.effort_b, plan), -scale * from_decimal<T>(bond.sign_b)});
      // a flow that comes out of a model inside the step is followed there
      if (!bond.flow_b.is_input) order = highest_order;
      const int input = plan.input_offset[bond.flow_b.port.subsystem] + bond.flow_b.port.port;
      if (bond.flow_b.is_input)
        for (int k = plan.term_offset[input]; k < plan.term_offset[input + 1]; ++k)
          if (const int source = plan.terms[k].source;
              source < plan.variables && plan.kind[source] >= SampleKind::order_0)
            order = static_cast<int>(plan.kind[source]) - static_cast<int>(SampleKind::order_0);
    }
    const bool trapezoidal =
        bond.rule == oldham::Bond::Rule::automatic ? order > 0 : bond.rule == oldham::Bond::Rule::trapezoidal;
    bonds_.push_back({bond.name, trapezoidal, first, static_cast<int>(terms_.size()) - first});
  }
}

template <class T>
void PowerBonds<T>::measure(const std::vector<InputSignal<T>>& signals, const std::vector<T>& outputs,
                            const std::vector<T>& used, const std::vector<T>& returned, std::vector<T>& powers) const {
  using std::abs;
  const auto value = [&](const Quantity& q) -> T {
    switch (q.from) {
      case From::output:
        return outputs[q.index];
      case From::used:
        return used[q.index];
      case From::returned:
        return returned[q.index];
      case From::input:
        break;
    }
    // at the end of the step every power of θ is 1
    const InputSignal<T>& signal = signals[q.subsystem];
    const T* c = signal.piece(signal.pieces() - 1) + q.index;
    T sum = *c - q.constant;
    for (int p = 1; p <= signal.degree; ++p) sum += c[p * signal.inputs];
    return sum;
  };
  for (std::size_t b = 0; b < bonds_.size(); ++b) {
    T* sums = powers.data() + told * b;
    std::fill_n(sums, static_cast<int>(told), T(0));
    for (int k = 0; k < bonds_[b].term_count; ++k) {
      const Term& term = terms_[bonds_[b].first_term + k];
      const T strength = value(term.effort), power = term.factor * value(term.flow) * strength;
      sums[residual] += power;
      if (k % 2 == 0) continue;  // terms come in pairs: as used, as answered
      sums[passing] += abs(power);
      sums[effort] += abs(term.factor * strength);
    }
  }
}

template void infer_bonds(Assembly<double>&);
template void infer_bonds(Assembly<Multiprecision>&);
template <class T>
std::vector<int> PowerBonds<T>::outputs() const {
  std::vector<int> indices;
  for (const Term& term : terms_)
    for (const Quantity& quantity : {term.flow, term.effort})
      if (quantity.from == From::output) indices.push_back(quantity.index);
  return indices;
}

template class PowerBonds<double>;
template class PowerBonds<Multiprecision>;

}  // namespace oldham
