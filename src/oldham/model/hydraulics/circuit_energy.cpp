// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "oldham/core/scalar.hpp"
#include "oldham/model/hydraulics/circuit.hpp"
#include "oldham/model/hydraulics/root.hpp"

// Where the energy of a circuit comes from and where it goes. With E = Σ ½ C_i p_i²,
//   Ė = Σ p_i (inflow_i − V̇_i) + Σ ½ p_i² Ċ_i

namespace oldham::hydraulics {

template <class T>
std::vector<EnergyEntry> Circuit<T>::energy_entries() const {
  using enum EnergyEntry::Kind;
  const CircuitDescription& d = description_;
  std::vector<EnergyEntry> entries;
  for (const SourceDescription& source : d.sources) entries.push_back({supplied, source.name});
  entries.push_back({carried, "oil"});
  for (const CylinderDescription& cylinder : d.cylinders) entries.push_back({received, cylinder.name});
  for (std::size_t i = 0; i < actuators_.size(); ++i)
    if (actuators_[i].has_springs()) entries.push_back({inputs, d.cylinders[i].name});
  for (const ThrottleDescription& throttle : d.throttles) entries.push_back({lost, throttle.name});
  for (const ValveDescription& valve : d.valves) entries.push_back({lost, valve.name});
  for (std::size_t i = 0; i < actuators_.size(); ++i)
    if (actuators_[i].has_friction()) entries.push_back({lost, d.cylinders[i].name});
  entries.push_back({stored, "oil"});
  for (std::size_t i = 0; i < actuators_.size(); ++i)
    if (actuators_[i].has_springs()) entries.push_back({stored, d.cylinders[i].name});
  return entries;
}

template <class T>
void Circuit<T>::ignore_forces(std::span<const int> outputs) {
  int output = static_cast<int>(initial_.size());
  for (Actuator& a : actuators_) {
    a.counts_force = a.gives_force && std::ranges::find(outputs, output) == outputs.end();
    output += a.gives_force ? 1 : 0;
  }
}

/// ½ p² Ċ: energy of the oil that chambers take in as they grow, at this rate of s.
template <class T>
T Circuit<T>::oil_power(const Actuator& a, const T& rate) const {
  const int volumes = static_cast<int>(volumes_.size());
  T power(0);
  if (a.chamber1 < volumes) power += a.capacity1 * rate * p_[a.chamber1] * p_[a.chamber1] / 2;
  if (a.chamber2 < volumes) power -= a.capacity2 * rate * p_[a.chamber2] * p_[a.chamber2] / 2;
  return power;
}

template <class T>
void Circuit<T>::powers(const T& t, const T* x, const T* u, const T* rate, T* into) const {
  const int volumes = static_cast<int>(volumes_.size());
  set_pressures(t, x);
  for (T& inflow : inflow_) inflow = T(0);
  // what an orifice turns into heat: Q (p_from − p_to)
  const auto pass = [this](const Way& way, const T& coefficient) {
    const T Q = flow(way, coefficient);
    inflow_[way.from] -= Q;
    inflow_[way.to] += Q;
    return T(Q * (p_[way.from] - p_[way.to]));
  };
  std::vector<T>& heat = heat_;
  heat.clear();
  for (const Throttle& h : throttles_) heat.push_back(pass({h.from, h.to}, h.coefficient));
  for (std::size_t i = 0; i < valves_.size(); ++i) {
    const Valve& v = valves_[i];
    const T& U = x[volumes + static_cast<int>(i)];
    const bool extends = U >= T(0);
    const T opening = v.coefficient * (extends ? U : T(-U));
    const T first = pass(way_of_a(v, extends), opening);
    heat.push_back(first + pass(way_of_b(v, extends), opening));
  }
  T carried(0);
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    const Actuator& a = actuators_[i];
    inflow_[a.chamber1] -= a.cylinder.area1 * u[2 * i + 1];
    inflow_[a.chamber2] += a.cylinder.area2 * u[2 * i + 1];
    carried += oil_power(a, rate[2 * i]);
  }

  for (std::size_t node = volumes_.size(); node < p_.size(); ++node) *into++ = -p_[node] * inflow_[node];
  *into++ = carried;
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    const Actuator& a = actuators_[i];
    const T &p1 = p_[a.chamber1], &p2 = p_[a.chamber2], &s = u[2 * i], &v = u[2 * i + 1];
    *into++ = -(a.counts_force ? a.cylinder.force(p1, p2, s, v) : T(p1 * a.cylinder.area1 - p2 * a.cylinder.area2)) * v;
  }
  for (std::size_t i = 0; i < actuators_.size(); ++i)
    if (actuators_[i].has_springs())
      *into++ = actuators_[i].cylinder.spring_force(u[2 * i]) * (u[2 * i + 1] - rate[2 * i]);
  into = std::ranges::copy(heat, into).out;
  for (std::size_t i = 0; i < actuators_.size(); ++i)
    if (actuators_[i].has_friction()) *into++ = actuators_[i].cylinder.friction_power(u[2 * i], u[2 * i + 1]);
}

template <class T>
void Circuit<T>::stored_energies(const T&, const T* x, const T* u, T* into) const {
  set_capacities(u);
  T energy(0);
  for (std::size_t i = 0; i < volumes_.size(); ++i) energy += capacity_[i] * x[i] * x[i] / 2;
  *into++ = energy;
  for (std::size_t i = 0; i < actuators_.size(); ++i)
    if (actuators_[i].has_springs()) *into++ = actuators_[i].cylinder.spring_energy(u[2 * i]);
}

template <class T>
void Circuit<T>::add_jump(const T* x, const T* before, const T* after, T* into) const {
  std::copy_n(x, volumes_.size(), p_.begin());
  into += description_.sources.size();
  for (std::size_t i = 0; i < actuators_.size(); ++i) *into += oil_power(actuators_[i], after[2 * i] - before[2 * i]);
  into += 1 + actuators_.size();
  for (std::size_t i = 0; i < actuators_.size(); ++i)
    if (const Actuator& a = actuators_[i]; a.has_springs())
      *into++ += a.cylinder.spring_energy(after[2 * i]) - a.cylinder.spring_energy(before[2 * i]);
}

#define OLDHAM_INSTANTIATE(T)                                                         \
  template std::vector<EnergyEntry> Circuit<T>::energy_entries() const;               \
  template void Circuit<T>::ignore_forces(std::span<const int>);                      \
  template void Circuit<T>::powers(const T&, const T*, const T*, const T*, T*) const; \
  template void Circuit<T>::stored_energies(const T&, const T*, const T*, T*) const;  \
  template void Circuit<T>::add_jump(const T*, const T*, const T*, T*) const
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::hydraulics
