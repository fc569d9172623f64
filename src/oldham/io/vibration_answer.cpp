// SPDX-License-Identifier: MIT
#include "oldham/io/vibration_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/io/linearised.hpp"
#include "oldham/io/rod_entries.hpp"
#include "oldham/model/multibody/topology.hpp"
#include "oldham/model/rod/modes.hpp"
#include "oldham/model/rod/rod_model.hpp"
#include "oldham/model/rod/statics.hpp"

namespace oldham {
namespace {

/// A rod that is alone, as the sparse method takes it.
struct LoneRod {
  rod::RodModel<double> model;
  rod::RodInputs<double> inputs;
  std::vector<double> state;

  LoneRod(const rod::RodDescription& description, const Assembly<double>& assembly, const std::vector<double>& x)
      : model(description, {.kind = IntegratorKind::linear_implicit}) {
    std::vector<double> u(assembly.subsystems[0]->description().boundary->inputs.size(), 0.0);
    for (const ConstantInput& held : assembly.constants) u[static_cast<std::size_t>(held.to.port)] = held.value;
    state = model.whole_state(x.data(), u.data(), inputs);
  }

  /// Whether its stiffness is symmetric, as that method needs it: nothing acts that has no energy, and it rests.
  bool has_symmetric_stiffness() const {
    if (rod::has_moments(inputs)) return false;
    // far below what changes a frequency in six digits: turns, lengths over that of the rod, both over its slow time
    constexpr double little = 1e-8;
    const rod::Rod<double>& rod = model.rod();
    const double slow = std::sqrt(rod.slow_frequency_squared());
    for (int i = 0; i < rod.unknown_count(); ++i) {
      const double scale = (i / 3) % 2 == 0 ? rod.length() : 1;
      if (std::abs(rod.velocity(state.data(), 0)[i]) > little * scale * slow) return false;
    }
    std::vector<double> near = state;
    return rod::solve_equilibrium(rod, inputs, near, {.iterations = 1}).correction < little;
  }
};

/// Undamped frequencies of a rod, by a method whose cost grows with its edges only.
std::vector<Vibration> rod_vibrations(const LoneRod& lone, const std::string& name, const Assembly<double>& assembly,
                                      int count) {
  const rod::Rod<double>& rod = lone.model.rod();
  std::vector<Vibration> vibrations;
  for (const rod::Mode<double>& mode : rod::compute_modes(rod, lone.inputs, lone.state, count)) {
    if (mode.frequency_squared < -1e-6 * rod.slow_frequency_squared())
      throw Error(ErrorKind::failure,
                  fmt::format("{}: rod '{}' is unstable there: a motion grows as exp({:.3g} t); linearise about a "
                              "stable equilibrium",
                              assembly.name, name, std::sqrt(-mode.frequency_squared)));
    vibrations.push_back({mode.frequency(), mode.damping_ratio()});
  }
  return vibrations;
}

/// Eigenvalues of the coupled equations: |s| and −Re s/|s|, slowest first, pairs once. What neither moves back nor away
/// (free motions, lengths of quaternions) is left out and counted.
std::vector<Vibration> coupled_vibrations(const std::vector<Eigenvalue<double>>& eigenvalues, int& left_out) {
  double largest = 0;
  for (const Eigenvalue<double>& s : eigenvalues) largest = std::max(largest, s.modulus());
  std::vector<Vibration> vibrations;
  for (const Eigenvalue<double>& s : eigenvalues) {
    if (s.imaginary < 0) continue;
    if (s.modulus() <= 1e-7 * largest)  // a double zero comes out as the root of a rounding
      ++left_out;
    else
      vibrations.push_back({s.modulus(), -s.real / s.modulus()});
  }
  std::stable_sort(vibrations.begin(), vibrations.end(),
                   [](const Vibration& a, const Vibration& b) { return a.frequency < b.frequency; });
  return vibrations;
}

/// What brings opened joints of mechanisms back, Φ'' + 2ξω Φ' + ω² Φ = 0, is no motion of the system: for every row
/// the two eigenvalues nearest to those roots. Being multiple they come out scattered by the root of the rounding.
void leave_out_stabilisation(const Value& root, std::vector<Eigenvalue<double>>& eigenvalues) {
  constexpr double farthest = 0.2;  // of ω
  const std::vector<multibody::MechanismDescription> mechanisms = read_mechanisms(root);
  const std::vector<multibody::FormulationSettings> formulations = read_formulations(root);
  for (std::size_t i = 0; i < mechanisms.size(); ++i) {
    int rows = 0;
    for (const multibody::JointDescription& joint : mechanisms[i].joints)
      rows += joint_rows(joint, mechanisms[i].planar);
    const double omega = formulations[i].omega;
    const std::complex<double> xi = formulations[i].xi, spread = std::sqrt(xi * xi - 1.0);
    for (const std::complex<double>& s : {-omega * (xi + spread), -omega * (xi - spread)})
      for (int row = 0; row < rows && !eigenvalues.empty(); ++row) {
        const auto distance = [&](const Eigenvalue<double>& e) {
          return std::abs(std::complex<double>(e.real, e.imaginary) - s);
        };
        const auto nearest = std::ranges::min_element(eigenvalues, {}, distance);
        if (distance(*nearest) > farthest * omega) break;
        eigenvalues.erase(nearest);
      }
  }
}

/// The rate of what grows fastest, 1/s; zero where that is no more than rounding.
double growth_of(const std::vector<Vibration>& vibrations) {
  double fastest = 0, growth = 0;
  for (const Vibration& v : vibrations) {
    fastest = std::max(fastest, v.frequency);
    growth = std::max(growth, -v.damping * v.frequency);
  }
  return growth > 1e-7 * fastest ? growth : 0;
}

}  // namespace

VibrationAnswer find_vibrations(const Value& root, const VibrationQuestion& question) {
  if (question.count < 1)
    throw_wrong_input("--count", fmt::format("{} vibrations", question.count), "ask for at least one");
  System<double> system = build_system<double>(root);
  const Assembly<double>& assembly = system.cosimulation->assembly();
  double step = 0;
  const MacroState<double> state = question.at ? state_at(system, question.at, step, question.interrupted)
                                               : system.cosimulation->initial_state(system.start);
  Monolithic<double> monolithic(*system.cosimulation);
  const std::vector<double> x = monolithic.read_states(state);
  const std::vector<rod::RodDescription> rods = read_rods(root);
  std::optional<LoneRod> lone;
  if (assembly.subsystems.size() == 1 && rods.size() == 1) lone.emplace(rods.front(), assembly, x);
  VibrationAnswer answer;
  answer.time = state.time;
  if (lone && lone->has_symmetric_stiffness()) {
    answer.vibrations = rod_vibrations(*lone, rods.front().name, assembly, question.count);
  } else {
    std::vector<Eigenvalue<double>> eigenvalues = monolithic.eigenvalues(state.time, x);
    leave_out_stabilisation(root, eigenvalues);
    answer.vibrations = coupled_vibrations(eigenvalues, answer.left_out);
  }
  answer.growth = growth_of(answer.vibrations);
  answer.vibrations.resize(std::min(answer.vibrations.size(), static_cast<std::size_t>(question.count)));
  return answer;
}

Json to_json(const VibrationAnswer& answer) {
  Json json = Json::object(), frequencies = Json::array(), damping = Json::array();
  for (const Vibration& vibration : answer.vibrations) {
    frequencies.push_back(vibration.frequency);
    damping.push_back(vibration.damping);
  }
  json["status"] = "completed";
  json["reason"] = "";
  json["time"] = answer.time;
  json["frequencies"] = std::move(frequencies);
  json["damping"] = std::move(damping);
  json["left_out"] = answer.left_out;
  json["growth"] = answer.growth;
  return json;
}

}  // namespace oldham
