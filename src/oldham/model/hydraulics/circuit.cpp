// SPDX-License-Identifier: MIT
#include "oldham/model/hydraulics/circuit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "oldham/core/scalar.hpp"
#include "oldham/model/hydraulics/root.hpp"

namespace oldham::hydraulics {
namespace {

constexpr double highest_pressure = 1e9;    // Pa; beyond it a run has diverged
constexpr double shortest_chamber = -0.01;  // m

}  // namespace

template <class T>
Circuit<T>::Circuit(const CircuitDescription& description) : description_(description) {
  using std::sqrt;
  const CircuitDescription& d = description_;
  const T fluid = 1 / from_decimal<T>(d.fluid.bulk_modulus), width = from_decimal<T>(d.fluid.root_width);
  width_squared_ = width * width;
  p_.assign(d.node_count(), T(0));
  inflow_ = capacity_ = p_;

  // C = V/B_o + Σ V_k/B_k, what does not move
  for (const VolumeDescription& v : d.volumes) {
    Volume volume;
    volume.fixed = from_decimal<T>(v.volume) * fluid;
    for (const HoseDescription& hose : v.hoses)
      volume.fixed += from_decimal<T>(hose.volume) * (fluid + 1 / from_decimal<T>(hose.bulk_modulus));
    if (volume.fixed > T(0)) volume.inverse = 1 / volume.fixed;
    volumes_.push_back(volume);
    initial_.push_back(from_decimal<T>(v.pressure));
  }
  for (std::size_t i = 0; i < d.sources.size(); ++i) {
    Source source{d.volume_count() + static_cast<int>(i), TimeSignal<T>(d.sources[i].pressure)};
    p_[source.node] = source.pressure(T(0));
    if (!source.pressure.is_constant()) varying_.push_back(std::move(source));
  }
  // C_t = C_d A √(2/ρ)
  for (const ThrottleDescription& t : d.throttles)
    throttles_.push_back({t.from, t.to,
                          t.coefficient ? from_decimal<T>(*t.coefficient)
                                        : T(from_decimal<T>(t.discharge) * from_decimal<T>(t.area) *
                                            T(sqrt(T(2 / from_decimal<T>(d.fluid.density)))))});
  for (const CylinderDescription& c : d.cylinders) {
    Actuator a;
    a.cylinder = make_cylinder<T>(c);
    a.chamber1 = c.chambers[0];
    a.chamber2 = c.chambers[1];
    const T softness = c.bulk_modulus ? T(fluid + 1 / from_decimal<T>(*c.bulk_modulus)) : fluid;
    a.capacity1 = a.cylinder.area1 * softness;
    a.capacity2 = a.cylinder.area2 * softness;
    a.gives_force = a.counts_force = c.gives_force;
    a.has_dampers = c.gives_force && c.has_dampers();
    damped_ += a.has_dampers ? 1 : 0;
    for (const int node : c.chambers)
      if (node < d.volume_count()) volumes_[node].moves = true;
    actuators_.push_back(a);
  }
  int input = 2 * static_cast<int>(d.cylinders.size());
  for (const ValveDescription& v : d.valves) {
    Valve valve{v.pump, v.tank, v.a, v.b, -1, from_decimal<T>(v.coefficient), T(0), {}};
    valve.rate = v.time_constant ? T(1 / from_decimal<T>(*v.time_constant))
                                 : T(2 * pi<T>() * from_decimal<T>(v.bandwidth));  // τ = 1/(2π f)
    if (v.command)
      valve.command = TimeSignal<T>(*v.command);
    else
      valve.input = input++;
    valves_.push_back(std::move(valve));
    initial_.push_back(from_decimal<T>(v.position));
  }
}

template <class T>
void Circuit<T>::set_pressures(const T& t, const T* x) const {
  for (std::size_t i = 0; i < volumes_.size(); ++i) p_[i] = x[i];
  for (const Source& source : varying_) p_[source.node] = source.pressure(t);
}

template <class T>
void Circuit<T>::set_capacities(const T* u) const {
  for (std::size_t i = 0; i < volumes_.size(); ++i) capacity_[i] = volumes_[i].fixed;
  for (const Actuator& a : actuators_) {
    capacity_[a.chamber1] += a.capacity1 * a.cylinder.length1(*u);
    capacity_[a.chamber2] += a.capacity2 * a.cylinder.length2(*u);
    u += 2;
  }
}

template <class T>
T Circuit<T>::flow(const Way& way, const T& coefficient) const {
  return coefficient * regularised_root<T>(p_[way.from] - p_[way.to], width_squared_);
}

template <class T>
void Circuit<T>::derivative(const T& t, const T* x, const T* u, T* dx) const {
  const int volumes = static_cast<int>(volumes_.size());
  set_pressures(t, x);
  set_capacities(u);
  T* q = inflow_.data();
  for (T& inflow : inflow_) inflow = T(0);
  const auto add = [q](const Way& way, const T& flow) {
    q[way.from] -= flow;
    q[way.to] += flow;
  };
  for (const Throttle& h : throttles_) add({h.from, h.to}, flow({h.from, h.to}, h.coefficient));
  const T* spool = x + volumes;
  T* spool_rate = dx + volumes;
  for (const Valve& v : valves_) {
    const T U = *spool++;
    const bool extends = U >= T(0);
    const T opening = v.coefficient * (extends ? U : T(-U));
    const Way a = way_of_a(v, extends), b = way_of_b(v, extends);
    add(a, flow(a, opening));
    add(b, flow(b, opening));
    *spool_rate++ = ((v.input < 0 ? v.command(t) : u[v.input]) - U) * v.rate;  // U' = (U_ref − U)/τ
  }
  // chambers take what they grow by
  const T* rate = u + 1;
  for (const Actuator& a : actuators_) {
    q[a.chamber1] -= a.cylinder.area1 * *rate;
    q[a.chamber2] += a.cylinder.area2 * *rate;
    rate += 2;
  }
  for (int i = 0; i < volumes; ++i) dx[i] = volumes_[i].moves ? T(q[i] / capacity_[i]) : T(q[i] * volumes_[i].inverse);
}

template <class T>
void Circuit<T>::output(const T& t, const T* x, const T* u, T* y) const {
  set_pressures(t, x);
  for (std::size_t i = 0; i < initial_.size(); ++i) *y++ = x[i];
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    const Actuator& a = actuators_[i];
    if (a.gives_force) *y++ = a.cylinder.force(p_[a.chamber1], p_[a.chamber2], u[2 * i], u[2 * i + 1]);
  }
  if (!description_.publish_flows) return;
  for (const Throttle& h : throttles_) *y++ = flow({h.from, h.to}, h.coefficient);
  for (std::size_t i = 0; i < valves_.size(); ++i) {
    const T& U = x[volumes_.size() + i];
    // out of the valve: C_v U φ is that into a, and minus that into b
    const bool extends = U >= T(0);
    *y++ = flow(way_of_a(valves_[i], extends), valves_[i].coefficient * U);
    *y++ = -flow(way_of_b(valves_[i], extends), valves_[i].coefficient * U);
  }
}

template <class T>
void Circuit<T>::jacobian(const T& t, const T* x, const T* u, T* J) const {
  const int volumes = static_cast<int>(volumes_.size()), n = static_cast<int>(initial_.size());
  set_pressures(t, x);
  set_capacities(u);
  for (int i = 0; i < n * n; ++i) J[i] = T(0);
  // inflows first; pressures of sources are no states
  const auto add = [&](const Way& way, int column, const T& flow) {
    if (column < 0) return;
    if (way.from < volumes) J[way.from * n + column] -= flow;
    if (way.to < volumes) J[way.to * n + column] += flow;
  };
  const auto add_way = [&](const Way& way, const T& coefficient) {
    const RootWithSlope<T> root(p_[way.from] - p_[way.to], width_squared_);
    const T slope = coefficient * root.slope;
    add(way, way.from < volumes ? way.from : -1, slope);
    add(way, way.to < volumes ? way.to : -1, -slope);
    return root.value;
  };
  for (const Throttle& h : throttles_) add_way({h.from, h.to}, h.coefficient);
  for (std::size_t i = 0; i < valves_.size(); ++i) {
    const Valve& v = valves_[i];
    const int column = volumes + static_cast<int>(i);
    const bool extends = x[column] >= T(0);
    const T widening = extends ? v.coefficient : T(-v.coefficient);  // d(C_v |U|)/dU
    for (const Way& way : {way_of_a(v, extends), way_of_b(v, extends)})
      add(way, column, widening * add_way(way, widening * x[column]));
    J[column * n + column] = -v.rate;
  }
  for (int i = 0; i < volumes; ++i) {
    const T inverse = inverse_capacity(i);
    for (int j = 0; j < n; ++j) J[i * n + j] *= inverse;
  }
}

template <class T>
void Circuit<T>::switches(const T&, const T* x, const T* u, T* g) const {
  for (const Actuator& a : actuators_) {
    if (a.has_dampers) {
      *g++ = a.cylinder.length1(*u) - a.cylinder.damper_length;
      *g++ = a.cylinder.length2(*u) - a.cylinder.damper_length;
    }
    u += 2;
  }
  for (std::size_t i = volumes_.size(); i < initial_.size(); ++i) *g++ = x[i];
}

template <class T>
T Circuit<T>::next_kink(const T& t) const {
  T first = std::numeric_limits<T>::infinity();
  const auto look_at = [&](const TimeSignal<T>& signal) {
    if (const T kink = signal.next_kink(t); kink < first) first = kink;
  };
  for (const Valve& v : valves_) look_at(v.command);
  for (const Source& source : varying_) look_at(source.pressure);
  return first;
}

template <class T>
StepOutcome Circuit<T>::settle(const T& t, const T* u, T* x) const {
  using std::abs;
  for (std::size_t i = 0; i < volumes_.size(); ++i)
    if (!(abs(x[i]) <= T(highest_pressure)))
      return StepOutcome::diverged(fmt::format("the pressure of volume '{}' is {:.4g} Pa at t = {:.6g} s",
                                               description_.volumes[i].name, to_double(x[i]), to_double(t)));
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    const Cylinder<T>& c = actuators_[i].cylinder;
    const T lengths[] = {c.length1(u[2 * i]), c.length2(u[2 * i])};
    for (int side = 0; side < 2; ++side)
      if (!(lengths[side] >= T(shortest_chamber)))
        return StepOutcome::diverged(fmt::format(
            "the chamber of cylinder '{}' on the {} side is {:.4g} mm long at t = {:.6g} s: driven through its end",
            description_.cylinders[i].name, side == 0 ? "piston's" : "rod's", 1e3 * to_double(lengths[side]),
            to_double(t)));
  }
  return StepOutcome::accepted();
}

template class Circuit<double>;
template class Circuit<Multiprecision>;

}  // namespace oldham::hydraulics
