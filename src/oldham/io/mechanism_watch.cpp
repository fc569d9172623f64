// SPDX-License-Identifier: MIT
#include "oldham/io/mechanism_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/coupling/exchange.hpp"
#include "oldham/coupling/known_sources.hpp"
#include "oldham/model/multibody/spatial.hpp"

namespace oldham {
namespace {

int find_port(const std::vector<Port>& ports, const std::string& name) {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const Port& port) { return port.name == name; });
  return found == ports.end() ? -1 : static_cast<int>(found - ports.begin());
}

bool is_motion(const std::string& input) {
  return input.ends_with(".position") || input.ends_with(".velocity") || input.ends_with(".acceleration");
}

/// Whether the force of a constraint acts on this input, at the end of a step or inside it.
bool is_fed_by_multiplier(const Plan<double>& plan, int input) {
  for (int k = plan.term_offset[input]; k < plan.term_offset[input + 1]; ++k) {
    const int source = plan.terms[k].source;
    if (source >= plan.variables) continue;  // from outside
    const int end = plan.signal[source][0];
    if (end >= plan.first_multiplier && end < plan.base_variables) return true;
  }
  return false;
}

}  // namespace

MechanismWatch::MechanismWatch(const Cosimulation<double>& system) : system_(system), plan_(system.plan()) {
  const auto& subsystems = system.assembly().subsystems;
  for (std::size_t s = 0; s < subsystems.size(); ++s) {
    const SubsystemDescription& d = subsystems[s]->description();
    if (d.boundary->model != "mechanism") continue;
    const auto output = [&](const std::string& name) {
      const int port = find_port(d.boundary->outputs, name);
      return port < 0 ? -1 : plan_.output_offset[s] + port;
    };
    Watched watched{d.name,
                    output("energy.kinetic"),
                    output("energy.potential"),
                    output("constraint.position"),
                    output("constraint.velocity"),
                    {},
                    {}};
    watched.acts_at_end = d.boundary->acts_at_end;
    watched.has_unseen_work = d.boundary->has_unseen_work;
    const auto& inputs = d.boundary->inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (is_motion(inputs[i].name) || is_fed_by_multiplier(plan_, plan_.input_offset[s] + static_cast<int>(i)))
        watched.is_balanced = false;
      const std::size_t pressure = inputs[i].name.rfind(".pressure1");
      if (pressure != std::string::npos) {
        const std::string name = inputs[i].name.substr(0, pressure);
        Bond bond{plan_.input_offset[s] + static_cast<int>(i), output(name + ".position"), output(name + ".force")};
        for (const ParameterValue& parameter : subsystems[s]->parameters())
          for (int side = 0; side < 2; ++side)
            if (parameter.name == fmt::format("{}.area{}", name, side + 1)) bond.areas[side] = parameter.value;
        bond.name = name;
        watched.bonds.push_back(bond);
        continue;
      }
      if (inputs[i].name.ends_with(".moment1")) {
        const std::string name = inputs[i].name.substr(0, inputs[i].name.rfind('.'));
        watched.turns.push_back({plan_.input_offset[s] + static_cast<int>(i), output(name + ".q0"), name});
        continue;
      }
      const std::size_t stem = inputs[i].name.rfind(".force");
      if (stem == std::string::npos) continue;
      const std::string name = inputs[i].name.substr(0, stem);
      if (const int position = output(name + ".position"); position >= 0) {
        watched.bonds.push_back({plan_.input_offset[s] + static_cast<int>(i), position});
        watched.bonds.back().name = name;
      }
    }
    mechanisms_.push_back(std::move(watched));
  }
}

double MechanismWatch::acting(const Watched& mechanism, const MacroState<double>& state, int input) const {
  if (mechanism.acts_at_end) return state.inputs[input];
  if (plan_.from_outside() == 0) return gather_input<double>(plan_, state.history.row(0), nullptr, input);
  return gather_input<double>(plan_, state.history.row(0), known_sources(system_, state.time).data(), input);
}

void MechanismWatch::add_turning_work(Watched& mechanism, const MacroState<double>& state) {
  for (TurnBond& bond : mechanism.turns) {
    std::array<double, 3> moment;
    std::array<double, 4> orientation;
    for (int k = 0; k < 3; ++k) moment[k] = acting(mechanism, state, bond.moment + k);
    std::copy_n(state.outputs.begin() + bond.orientation, 4, orientation.begin());
    if (started_) {
      const Eigen::Matrix3d turn =
          multibody::rotation_of(bond.last_orientation.data()).transpose() * multibody::rotation_of(orientation.data());
      const Eigen::Vector3d path = multibody::rotation_vector<double>(turn);
      for (int k = 0; k < 3; ++k) {
        const double work = (moment[k] + bond.last_moment[k]) / 2 * path[k];
        mechanism.work += work;
        bond.work += work;
      }
    }
    bond.last_moment = moment;
    bond.last_orientation = orientation;
  }
}

void MechanismWatch::observe(const MacroState<double>& state) {
  const std::vector<double>& y = state.outputs;
  for (Watched& m : mechanisms_) {
    const double energy = y[m.kinetic] + y[m.potential];
    for (Bond& bond : m.bonds) {
      double force = bond.told >= 0 ? y[bond.told] : acting(m, state, bond.force), pressing = 0;
      // told with the pressures that the last step was made with; the next begins with newer ones
      for (int side = 0; side < 2 && bond.told >= 0; ++side) {
        const double area = (side == 0 ? 1 : -1) * bond.areas[side], pressure = acting(m, state, bond.force + side);
        if (!m.acts_at_end) force += area * (pressure - state.inputs[bond.force + side]);
        pressing += area * pressure;
      }
      if (started_) {
        const double way = y[bond.position] - bond.last_position, work = (force + bond.last_force) / 2 * way;
        m.work += work;
        bond.work += work;
        bond.pressing_work += (pressing + bond.last_pressing) / 2 * way;
      }
      bond.last_force = force;
      bond.last_pressing = pressing;
      bond.last_position = y[bond.position];
    }
    add_turning_work(m, state);
    if (!started_) {
      m.start = energy;
      m.start_kinetic = y[m.kinetic];
    }
    m.balance = energy - m.start - m.work;
    m.kinetic_gain = y[m.kinetic] - m.start_kinetic;
    m.potential_gain = energy - m.start - m.kinetic_gain;
    m.largest = std::max(m.largest, std::abs(m.balance));
    position_ = std::max(position_, y[m.open]);
    velocity_ = std::max(velocity_, y[m.drifting]);
  }
  started_ = true;
}

Json MechanismWatch::energy_balance() const {
  Json object = Json::object();
  for (const Watched& m : mechanisms_) {
    if (!m.is_balanced) continue;
    Json entry = Json::object();
    entry["final"] = m.balance;
    entry["largest"] = m.largest;
    object.add(m.name, std::move(entry));
  }
  return object;
}

std::vector<SubsystemEnergy> MechanismWatch::energy_accounts() const {
  using enum EnergyEntry::Kind;
  std::vector<SubsystemEnergy> accounts;
  for (const Watched& m : mechanisms_) {
    if (!m.is_balanced) continue;
    SubsystemEnergy account{m.name, {}, m.has_unseen_work};
    for (const Bond& bond : m.bonds) {
      account.lines.push_back({{received, bond.name}, bond.told < 0 ? bond.work : bond.pressing_work});
      if (bond.told >= 0) account.lines.push_back({{lost, bond.name}, bond.pressing_work - bond.work});
    }
    for (const TurnBond& bond : m.turns) account.lines.push_back({{received, bond.name + ".moments"}, bond.work});
    account.lines.push_back({{stored, "kinetic"}, m.kinetic_gain});
    account.lines.push_back({{stored, "potential"}, m.potential_gain});
    accounts.push_back(std::move(account));
  }
  return accounts;
}

std::string MechanismWatch::text() const {
  std::string lines;
  for (const Watched& m : mechanisms_)
    if (m.is_balanced)
      lines += fmt::format(
          "  energy    {}: changed by {:.3g} J beyond the work at its ports "
          "(dampers, drag and drivers by time count as that), at most {:.3g} J\n",
          m.name, m.balance, m.largest);
  return lines;
}

}  // namespace oldham
