// SPDX-License-Identifier: MIT
#include "mechanism_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oldham::app {
namespace {

int find_port(const std::vector<Port>& ports, const std::string& name) {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const Port& port) { return port.name == name; });
  return found == ports.end() ? -1 : static_cast<int>(found - ports.begin());
}

}  // namespace

MechanismWatch::MechanismWatch(const Cosimulation<double>& system) : plan_(system.plan()) {
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
                    {}};
    const auto& inputs = d.boundary->inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::size_t stem = inputs[i].name.rfind(".force");
      if (stem == std::string::npos) continue;
      const int position = output(inputs[i].name.substr(0, stem) + ".position");
      if (position >= 0) watched.bonds.push_back({plan_.input_offset[s] + static_cast<int>(i), position});
    }
    mechanisms_.push_back(std::move(watched));
  }
}

void MechanismWatch::observe(const MacroState<double>& state) {
  const std::vector<double>& y = state.outputs;
  const double* w = state.history.row(0);
  for (Watched& m : mechanisms_) {
    const double energy = y[m.kinetic] + y[m.potential];
    for (Bond& bond : m.bonds) {
      double force = plan_.input_constant[bond.force];
      for (int k = plan_.term_offset[bond.force]; k < plan_.term_offset[bond.force + 1]; ++k)
        force += plan_.terms[k].factor * w[plan_.terms[k].source];
      if (started_) m.work += (force + bond.last_force) / 2 * (y[bond.position] - bond.last_position);
      bond.last_force = force;
      bond.last_position = y[bond.position];
    }
    if (!started_) m.start = energy;
    m.balance = energy - m.start - m.work;
    m.largest = std::max(m.largest, std::abs(m.balance));
    position_ = std::max(position_, y[m.open]);
    velocity_ = std::max(velocity_, y[m.drifting]);
  }
  started_ = true;
}

Json MechanismWatch::energy_balance() const {
  Json object = Json::object();
  for (const Watched& m : mechanisms_) {
    Json entry = Json::object();
    entry["final"] = m.balance;
    entry["largest"] = m.largest;
    object.add(m.name, std::move(entry));
  }
  return object;
}

std::string MechanismWatch::text() const {
  std::string lines;
  for (const Watched& m : mechanisms_)
    lines += fmt::format("  energy    {}: {:.3g} J more than it was given, at most {:.3g} J off\n", m.name, m.balance,
                         m.largest);
  return lines;
}

}  // namespace oldham::app
