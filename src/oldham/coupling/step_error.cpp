// SPDX-License-Identifier: MIT
#include "oldham/coupling/step_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

// power that the efforts would have at this rate, in m/s or rad/s, counts as none: at rest rounding is all there is
constexpr double idle_rate = 1e-6;
// of the nominal value: smaller coupling variables are rounding
constexpr double least_share = 1e-9;
constexpr double jump = 2;  // what was answered, over what was used

/// Degree of the polynomial that a variable is rebuilt with.
int order_of(SampleKind kind, const Scheme& scheme) {
  if (kind >= SampleKind::order_0) return static_cast<int>(kind) - static_cast<int>(SampleKind::order_0);
  const bool is_motion = kind == SampleKind::motion || kind == SampleKind::motion_rate;
  return is_motion ? scheme.motion.order : scheme.order;
}

void require_bonds(const Cosimulation<double>& system) {
  if (system.corrects())
    throw_wrong_input("control = \"energy\"", "corrected steps leave no energy at the bonds to be controlled by",
                      "use control = \"residual\" or \"doubling\", or correction = \"explicit\"");
  if (system.bonds().bonds().empty())
    throw_wrong_input("control = \"energy\"", "there is no power bond whose energy could be watched",
                      "declare one with [[bond]], or use control = \"residual\" or \"doubling\"");
}

}  // namespace

StepError::StepError(const Cosimulation<double>& system, const AdaptiveStep& settings)
    : system_(system),
      settings_(settings),
      reconstruction_(system.scheme().order, system.plan().kinds, system.scheme().motion.order),
      expected_(static_cast<std::size_t>(system.plan().variables)) {
  using Control = AdaptiveStep::Control;
  const Plan<double>& plan = system.plan();
  for (const auto& subsystem : system.assembly().subsystems) {
    const SubsystemDescription& d = subsystem->description();
    if (d.capabilities.rollback) continue;
    can_reject_ = false;
    if (settings.control == Control::doubling)
      throw_missing_capability("control = \"doubling\"",
                               fmt::format("steps are made twice, which needs rollback, but subsystem '{}' ({}) "
                                           "declares none",
                                           d.name, d.boundary->model),
                               "use control = \"energy\" or \"residual\"");
  }
  if (settings.control == Control::energy) require_bonds(system);
  if (!can_reject_) settings_.rtol /= 2;  // what cannot be made good must not happen

  // turns are counted from where their step began: those of two steps are no two values of one thing
  std::vector<bool> is_turn(expected_.size(), false);
  for (const auto& turn : plan.turns)
    for (const int j : turn.turn) is_turn[static_cast<std::size_t>(j)] = true;
  int lowest = highest_order;
  for (int j = 0; j < plan.variables; ++j) {
    const SampleKind kind = plan.kind[static_cast<std::size_t>(j)];
    if (is_turn[static_cast<std::size_t>(j)] || kind == SampleKind::previous) continue;
    compared_.push_back(j);
    lowest = std::min(lowest, order_of(kind, system.scheme()));
  }
  if (settings.control != Control::energy && compared_.empty())
    throw_wrong_input("control", "the subsystems exchange nothing that an error could be measured by",
                      "leave out [scheme.adaptive]");
  // an input that is wrong by H^{k+1} moves states by H^{k+2}, and energies likewise
  const bool is_direct =
      settings.control == Control::residual || (settings.control == Control::doubling && plan.has_feedthrough);
  order_ = lowest + (is_direct ? 1 : 2);
}

std::vector<double> StepError::first_peaks(const MacroState<double>& state) const {
  if (settings_.control == AdaptiveStep::Control::energy) return std::vector<double>(system_.bonds().bonds().size(), 0);
  std::vector<double> peaks;
  for (const int j : compared_) peaks.push_back(std::abs(state.history.row(0)[j]));
  return peaks;
}

void StepError::predict(const MacroState<double>& state, double length) {
  if (settings_.control != AdaptiveStep::Control::residual) return;
  const Plan<double>& plan = system_.plan();
  reconstruction_.prepare(state.history, length);
  for (const int j : compared_) {
    double value = 0;
    for (const auto& term : reconstruction_.prediction(plan.kind[static_cast<std::size_t>(j)]))
      value += term.weight * state.history.row(term.age)[plan.signal[static_cast<std::size_t>(j)][term.sample]];
    expected_[static_cast<std::size_t>(j)] = value;
  }
}

double StepError::measure(const MacroState<double>& state, double length, std::vector<double>& peaks) const {
  return settings_.control == AdaptiveStep::Control::energy ? energy_error(state, length, peaks)
                                                            : sample_error(state, length, peaks);
}

StepError::Powers StepError::powers_of(std::size_t b, const MacroState<double>& state) const {
  const Bond& bond = system_.assembly().bonds[b];
  const double* told = state.bond_powers.data() + PowerBonds<double>::told * b;
  // a law's force is compared with itself at the velocities that came of it: nothing is held there
  if (bond.law >= 0)
    return {std::max(told[PowerBonds<double>::passing], std::abs(told[PowerBonds<double>::residual]) / 2), 0};
  const Plan<double>& plan = system_.plan();
  const auto value = [&](const Bond::Quantity& q) {
    if (!q.is_input) return state.outputs[static_cast<std::size_t>(plan.output_offset[q.port.subsystem] + q.port.port)];
    const auto input = static_cast<std::size_t>(plan.input_offset[q.port.subsystem] + q.port.port);
    return state.inputs[input] - plan.input_constant[input];
  };
  const double flow = value(bond.flow_a), effort = value(bond.effort_b);
  const double answered = std::abs(bond.scale * flow * effort);
  const double P_a = std::abs(bond.scale * flow * value(bond.effort_a));
  const double P_b = std::abs(bond.scale * value(bond.flow_b) * effort);
  const double used = std::max(P_a, P_b);
  return {std::max(answered, (P_a + P_b) / 2), answered > jump * used ? answered - used : 0};
}

double StepError::energy_error(const MacroState<double>& state, double length, std::vector<double>& peaks) const {
  const double kept = std::exp(-length / settings_.decay_time());
  double sum = 0;
  for (std::size_t b = 0; b < peaks.size(); ++b) {
    const double* told = state.bond_powers.data() + PowerBonds<double>::told * b;
    const Powers powers = powers_of(b, state);
    peaks[b] = std::max({peaks[b] * kept, powers.throughput, idle_rate * told[PowerBonds<double>::effort]});
    const double energy = length * std::max(std::abs(told[PowerBonds<double>::residual]), powers.missed);
    const double allowed = settings_.atol + settings_.rtol * peaks[b] * settings_.largest;
    if (!std::isfinite(energy)) return energy;
    if (energy > 0) sum += energy / allowed * (energy / allowed);
  }
  return std::sqrt(sum / static_cast<double>(peaks.size()));
}

double StepError::sample_error(const MacroState<double>& state, double length, std::vector<double>& peaks) const {
  const double kept = std::exp(-length / settings_.decay_time());
  const double* samples = state.history.row(0);
  double largest = 0;
  for (std::size_t i = 0; i < compared_.size(); ++i) {
    const auto j = static_cast<std::size_t>(compared_[i]);
    peaks[i] = std::max({peaks[i] * kept, std::abs(samples[j]), least_share * system_.plan().nominal[j]});
    const double error = std::abs(samples[j] - expected_[j]) / (settings_.rtol * peaks[i]);
    if (!std::isfinite(error)) return error;
    largest = std::max(largest, error);
  }
  return largest;
}

}  // namespace oldham
