// SPDX-License-Identifier: MIT
#include "oldham/io/clamp_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/interface/frame_turn.hpp"
#include "oldham/interface/held_ends.hpp"
#include "oldham/io/clamp_preparation.hpp"
#include "oldham/io/interface_reader.hpp"
#include "oldham/model/mechanical/kinematic_pair.hpp"

namespace oldham {
namespace {

constexpr const char* axes[] = {"x", "y", "z"};

/// Ends that one mechanism holds.
struct Holder {
  int mechanism = 0;
  std::vector<ClampEntry> entries;
  std::string where;
};

double end_mass(const SubsystemDescription& d, const std::vector<ParameterValue>& parameters) {
  for (const ParameterValue& parameter : parameters)
    if (parameter.name == "end_mass") return parameter.value;
  throw_wrong_input(d.name, "it tells no mass of its ends", "hold the end of a rod");
}

/// Place, velocity and acceleration, and where the end is clamped its frame, from the mechanism to the rod.
template <class T>
void prescribe(const ClampEntry& entry, const std::string& where, Assembly<T>& a) {
  const auto from = [&](const std::string& port) { return a.output(entry.holder() + "." + port, where); };
  const auto to = [&](const std::string& port) { return a.input(entry.held() + "." + port, where); };
  const auto connect = [&](PortRef output, PortRef input) { a.connections.push_back({output, input, 1, 0, where}); };
  for (const std::string axis : axes) {
    const auto quantity = [&](const char* name) { return axis + "." + name; };
    Motion motion{from(quantity("position")),
                  from(quantity("velocity")),
                  from(quantity("acceleration")),
                  to(quantity("position")),
                  to(quantity("velocity")),
                  to(quantity("acceleration")),
                  where,
                  {},
                  {}};
    connect(motion.position, motion.in_position);
    connect(motion.velocity, motion.in_velocity);
    connect(motion.acceleration, motion.in_acceleration);
    a.motions.push_back(std::move(motion));
  }
  const auto& inputs = a.subsystems[to("x.position").subsystem]->description().boundary->inputs;
  const std::string quaternion = entry.end + ".q0";
  if (std::none_of(inputs.begin(), inputs.end(), [&](const Port& port) { return port.name == quaternion; })) return;
  Turn turn;
  Law<T> law{entry.name + ".turn", std::make_shared<FrameTurn<T>>(), {}, {}, where};
  for (int i = 0; i < 4; ++i) {
    const std::string port = fmt::format("q{}", i);
    turn.quaternion[i] = from(port);
    turn.in_quaternion[i] = to(port);
    connect(turn.quaternion[i], turn.in_quaternion[i]);
    law.arguments.push_back(turn.quaternion[i]);
  }
  for (int i = 0; i < 3; ++i) {
    const std::string number = std::to_string(i + 1);
    turn.spin[i] = from("spin" + number);
    turn.in_spin[i] = to("spin" + number);
    turn.in_turn[i] = to("turn" + number);
    connect(turn.spin[i], turn.in_spin[i]);
    law.effects.push_back({turn.in_turn[i], i, 1.0});
  }
  turn.law = static_cast<int>(a.laws.size());
  a.laws.push_back(std::move(law));
  a.turns.push_back(turn);
}

template <class T>
bool has_output(const Assembly<T>& a, const std::string& rod, const std::string& port, const std::string& where) {
  const auto& outputs = a.subsystems[a.find(rod, where)]->description().boundary->outputs;
  return std::any_of(outputs.begin(), outputs.end(), [&](const Port& p) { return p.name == port; });
}

/// Moments go back as the rods tell them, zero where there are none.
template <class T>
void return_moments(const ClampEntry& entry, const std::string& where, Assembly<T>& a) {
  for (int i = 1; i <= 3; ++i) {
    const PortRef to = a.input(fmt::format("{}.moment{}", entry.holder(), i), where);
    const std::string port = fmt::format("{}.moment{}", entry.end, i);
    if (has_output(a, entry.rod, port, where))
      a.connections.push_back({a.output(entry.rod + "." + port, where), to, 1, 0, where});
    else
      a.constants.push_back({to, 0.0, where});
  }
}

/// Forces that let the masses of the ends move along, of all ends of a mechanism together.
template <class T>
void add_exact_forces(const Holder& holder, Assembly<T>& a) {
  std::vector<typename HeldEnds<T>::End> ends;
  const std::string& mechanism = a.subsystems[holder.mechanism]->description().name;
  const int n = 3 * static_cast<int>(holder.entries.size());
  Law<T> law{mechanism + ".ends", {}, {}, {}, holder.where};
  const auto read = [&](const std::string& port) { law.arguments.push_back(a.output(port, law.where)); };
  for (int i = 1; i <= n; ++i) read(fmt::format("{}.frames.free.{}", mechanism, i));
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= 2 * n; ++j) read(fmt::format("{}.frames.mobility.{}.{}", mechanism, i, j));
  for (const ClampEntry& entry : holder.entries) {
    const auto& rod = *a.subsystems[a.find(entry.rod, law.where)];
    ends.push_back({from_decimal<T>(end_mass(rod.description(), rod.parameters())),
                    has_output(a, entry.rod, entry.end + ".moment1", law.where)});
    for (const char* axis : axes) read(fmt::format("{}.{}.inner", entry.held(), axis));
  }
  for (std::size_t e = 0; e < ends.size(); ++e)
    for (int i = 1; ends[e].is_clamped && i <= 3; ++i) read(fmt::format("{}.moment{}", holder.entries[e].held(), i));
  for (std::size_t e = 0; e < holder.entries.size(); ++e)
    for (int i = 0; i < 3; ++i) {
      const int variable = 3 * static_cast<int>(e) + i;
      const std::string port = fmt::format("{}.{}.force", holder.entries[e].holder(), axes[i]);
      law.effects.push_back({a.input(port, law.where), variable, 1.0});
      law.variable_names.push_back(fmt::format("{}.{}", holder.entries[e].name, axes[i]));
      a.variable_aliases.push_back(
          {law.variable_names.back() + ".force", "N", static_cast<int>(a.laws.size()), variable});
    }
  if (static_cast<int>(ends.size()) > HeldEnds<T>::most_ends)
    throw_wrong_input(
        law.where,
        fmt::format("'{}' holds {} ends of rods, more than exact forces are found for together", mechanism,
                    holder.entries.size()),
        fmt::format("let it hold at most {} and divide it, or use forces = \"approximate\"", HeldEnds<T>::most_ends));
  law.equations = std::make_shared<HeldEnds<T>>(std::move(ends));
  a.laws.push_back(std::move(law));
}

}  // namespace

template <class T>
void add_clamps(std::vector<Reader>& interfaces, Reader& scheme, Assembly<T>& assembly) {
  std::vector<Holder> holders;
  for (Reader& reader : interfaces) {
    if (!is_clamp(reader)) continue;
    const ClampEntry entry = read_clamp(reader);
    const std::string where = reader.origin().text();
    const int mechanism = assembly.find(entry.mechanism, where);
    auto holder =
        std::find_if(holders.begin(), holders.end(), [&](const Holder& h) { return h.mechanism == mechanism; });
    if (holder == holders.end()) holder = holders.insert(holders.end(), {mechanism, {}, where});
    holder->entries.push_back(entry);
    prescribe(entry, where, assembly);
    return_moments(entry, where, assembly);
  }
  if (holders.empty()) return;
  // as the mechanism publishes them
  for (Holder& holder : holders)
    std::ranges::sort(holder.entries, {}, [&](const ClampEntry& entry) {
      return assembly.input(entry.holder() + ".x.force", holder.where).port;
    });
  const bool is_approximate = read_forces(scheme) == ForceKind::approximate;
  for (const Holder& holder : holders) {
    if (!is_approximate) {
      add_exact_forces(holder, assembly);
      continue;
    }
    for (std::size_t e = 0; e < holder.entries.size(); ++e)
      for (const char* axis : axes) {
        const std::string& where = holder.where;
        assembly.connections.push_back(
            {assembly.output(fmt::format("{}.{}.force", holder.entries[e].held(), axis), where),
             assembly.input(fmt::format("{}.{}.force", holder.entries[e].holder(), axis), where), 1, 0, where});
      }
  }
}

template void add_clamps(std::vector<Reader>&, Reader&, Assembly<double>&);
template void add_clamps(std::vector<Reader>&, Reader&, Assembly<Multiprecision>&);

}  // namespace oldham
