// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/analysis/identification/attempt.hpp"
#include "oldham/analysis/identification/selection.hpp"
#include "oldham/analysis/spectrum.hpp"
#include "oldham/core/error.hpp"

namespace oldham {
namespace {

constexpr int first_horizon = 16, longest_horizon = 1024, shortest_horizon = 6;
constexpr double least_factor = 1e-6, most_factor = 100;  // of the perturbation: not beyond what is nominal

double radius_of(const Eigen::MatrixXd& a) {
  const Eigen::MatrixXd transposed = a.transpose();  // column by column is row-major
  return spectral_radius(compute_eigenvalues(std::vector<double>(transposed.data(), transposed.data() + a.size()),
                                             static_cast<int>(a.rows())));
}

/// What pulses of one size told, and what those of another did, where it is worth anything.
struct Attempts {
  Attempt best;
  std::optional<Attempt> next_best{};

  void add(Attempt made) {
    const bool is_better = made.is_better_than(best);
    if (is_better) std::swap(made, best);
    if (made.trouble.empty() && (!next_best || made.is_better_than(*next_best))) next_best = std::move(made);
  }
};

/// The pulse that disturbs least and shows most: noise shrinks with it, nonlinearity grows.
Attempts find_perturbation(Identification& identification, int horizon, long budget, const Probe& probe) {
  const auto affordable = [&] { return probe.steps() + identification.cost(horizon) <= budget; };
  const auto is_enough = [&](const Attempt& made) {
    return made.telling == identification.output_count() && made.worth() <= 1e-10;
  };
  Attempts made{identification.attempt(1, horizon)};
  for (const double direction : {0.01, 100.0})
    // on in a direction for as long as it leads to something better
    for (double factor = direction; factor >= least_factor && factor <= most_factor; factor *= direction) {
      if (is_enough(made.best) || !affordable()) return made;
      made.add(identification.attempt(factor, horizon));
      if (made.best.factor != factor) break;
    }
  return made;
}

/// Longer runs, until they tell nothing new: slow motion shows only in them.
Attempt find_horizon(Identification& identification, Attempt made, long budget, const Probe& probe) {
  double radius = radius_of(made.chosen.map.a);
  for (int horizon = 2 * made.horizon; horizon <= longest_horizon; horizon *= 2) {
    if (probe.steps() + identification.cost(horizon) > budget) break;
    Attempt next = identification.attempt(made.factor, horizon);
    if (!next.trouble.empty() || next.worth() > std::max(3 * made.worth(), 1e-8)) break;
    const double new_radius = radius_of(next.chosen.map.a);
    const double resolved = std::max(1e-10, next.chosen.residual / horizon);
    const bool is_settled = next.chosen.order == made.chosen.order && std::abs(new_radius - radius) <= resolved;
    radius = new_radius;
    made = std::move(next);
    if (is_settled) break;
  }
  return made;
}

/// Into the coefficients and outputs of all ports.
void fill_map(const Realised& found, const Excitation& excitation, double factor, StepMap& map) {
  const int n = static_cast<int>(found.a.rows()), columns = map.coefficients();
  StepMap filled = make_step_map(map.step, n, map.inputs, map.outputs, map.degree);
  filled.offset = std::move(map.offset);
  filled.held = std::move(map.held);
  filled.direct = std::move(map.direct);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) filled.a[i * n + j] = found.a(i, j);
  for (int j = 0; j < excitation.coefficients(); ++j) {
    const int column = excitation.place(j);
    const double pulse = factor * excitation.pulse(j);
    for (int i = 0; i < n; ++i) filled.b[i * columns + column] = found.b(i, j) / pulse;
    for (std::size_t i = 0; i < excitation.outputs.size(); ++i)
      filled.d[excitation.outputs[i] * columns + column] = found.d(i, j) / pulse;
  }
  for (std::size_t i = 0; i < excitation.outputs.size(); ++i)
    for (int j = 0; j < n; ++j) filled.c[excitation.outputs[i] * n + j] = found.c(i, j);
  map = std::move(filled);
}

std::string why_not(const Preflight& preflight, double step_length) {
  if (!preflight.trouble.empty()) return "it cannot be stepped: " + preflight.trouble;
  if (!preflight.can_return)
    return "it cannot be brought back to the operating point, neither by restoring its state nor by replay";
  if (!preflight.advances) return "its steps do not lead on: each begins where the one before began";
  if (!preflight.fits(step_length) && *preflight.grid > step_length)
    return fmt::format(
        "it makes inner steps of about {:.6g} s: all macro steps below that ({:.6g} s here) give the same results, and "
        "comparing them shows no error",
        *preflight.grid, step_length);
  if (!preflight.fits(step_length))
    return fmt::format("it makes steps of about {:.6g} s of its own, of which {:.6g} s is no multiple", *preflight.grid,
                       step_length);
  return {};
}

Excitation make_excitation(const SubsystemDescription& description, int degree,
                           const IdentificationSettings& settings) {
  Excitation excitation{select_ports(settings.inputs, description.input_count()),
                        select_ports(settings.outputs, description.output_count()),
                        {},
                        description.input_count(),
                        degree};
  for (int input : excitation.inputs)
    excitation.size.push_back(settings.perturbation *
                              size_of_input(description.boundary->inputs, settings.amplitudes, input));
  return excitation;
}

/// What is known before anything is probed, or why nothing can be.
Identified begin(Subsystem<double>& subsystem, const OperatingPoint& point, double step_length, int degree,
                 const IdentificationSettings& settings) {
  const SubsystemDescription& description = subsystem.description();
  Identified result;
  result.map = make_step_map(step_length, 0, description.input_count(), description.output_count(), degree);
  result.map.offset.assign(result.map.outputs, 0.0);
  result.map.held = point.inputs;
  if (settings.preflight) {
    result.preflight = *settings.preflight;
  } else {
    result.preflight = examine(subsystem, point, step_length,
                               {settings.inputs, settings.outputs, settings.amplitudes, 1e-6, std::nullopt});
    result.probe_steps = result.preflight.steps;
    result.seconds = result.preflight.seconds;
  }
  result.problem = why_not(result.preflight, step_length);
  return result;
}

/// ∂y/∂u at one instant. After a step, as some answer at once only before the first. Empty where nothing answers.
std::vector<double> find_direct(const SubsystemDescription& description, const Excitation& excitation, double length,
                                Probe& probe) {
  if (!description.boundary->feedthrough) return {};
  const int outputs = description.output_count(), inputs = description.input_count();
  std::vector<double> direct(static_cast<std::size_t>(outputs) * inputs, 0.0);
  try {
    probe.go_back(length);
    if (!probe.advance({length, {}}).empty()) return {};
    for (std::size_t k = 0; k < excitation.inputs.size(); ++k) {
      const int j = excitation.inputs[k];
      const double change = excitation.size[k];
      const std::vector<double> above = probe.look(j, change), below = probe.look(j, -change);
      for (const int i : excitation.outputs) direct[i * inputs + j] = (above[i] - below[i]) / (2 * change);
    }
  } catch (const Error&) {
    return {};
  }
  const bool answers = std::ranges::any_of(direct, [](double value) { return value != 0; });
  const bool is_known = std::ranges::all_of(direct, [](double value) { return std::isfinite(value); });
  return answers && is_known ? direct : std::vector<double>();
}

OtherMap make_other(const RatedMap& rated, const Excitation& excitation, double factor, const StepMap& frame) {
  OtherMap other{frame, rated.order, rated.residual};
  fill_map(rated.map, excitation, factor, other.map);
  return other;
}

void finish(const Attempt& made, const Excitation& excitation, const IdentificationSettings& settings,
            const Probe& probe, Identified& result) {
  result.problem = made.trouble;
  if (made.trouble.empty()) {
    fill_map(made.chosen.map, excitation, made.factor, result.map);
    result.order = made.chosen.order;
    result.residual = made.chosen.residual;
    result.asymmetry = made.asymmetry;
    if (made.chosen.second)
      result.others.push_back(make_other(*made.chosen.second, excitation, made.factor, result.map));
  }
  result.perturbation = made.factor * settings.perturbation;
  result.horizon = made.horizon;
  result.probe_steps += probe.steps();
  result.seconds += probe.seconds();
}

/// An input whose pulses no output answers to, where an answer could be hidden by rounding: the path from there is not
/// known. Empty: there is none.
std::string find_drowned(const Subsystem<double>& subsystem, const Excitation& excitation, double factor,
                         const StepMap& map) {
  constexpr double hidden_gain = 1e-6;  // an answer of so much of the pulse is lost beside the outputs
  constexpr double floor = 8 * std::numeric_limits<double>::epsilon();
  const int columns = map.coefficients(), n = map.states;
  for (std::size_t k = 0; k < excitation.inputs.size(); ++k) {
    const int input = excitation.inputs[k];
    const double pulse = factor * excitation.size[k];
    std::vector<double> x(n), next(n);
    for (int i = 0; i < n; ++i) x[i] = map.b[i * columns + input];
    bool may_be_hidden = !excitation.outputs.empty(), answers = false;
    for (const int y : excitation.outputs) {
      const double level = std::abs(map.offset[y]);
      may_be_hidden = may_be_hidden && floor * level > hidden_gain * pulse;
      answers = answers || std::abs(map.d[y * columns + input]) * pulse > floor * level;
    }
    for (int step = 0; step < 2 * n && may_be_hidden && !answers; ++step) {
      for (const int y : excitation.outputs) {
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += map.c[y * n + i] * x[i];
        answers = answers || std::abs(sum) * pulse > floor * std::abs(map.offset[y]);
      }
      for (int i = 0; i < n; ++i) {
        next[i] = 0;
        for (int j = 0; j < n; ++j) next[i] += map.a[i * n + j] * x[j];
      }
      x.swap(next);
    }
    if (!may_be_hidden || answers) continue;
    return fmt::format("no output answers to a change of '{}' by {:.2g}, which drowns beside values of {:.2g}",
                       subsystem.description().boundary->inputs[input].name, pulse,
                       std::abs(map.offset[excitation.outputs.front()]));
  }
  return {};
}

ProbeManner manner_of(const Preflight& preflight) {
  return {preflight.by_restoring ? ProbeManner::Return::restore : ProbeManner::Return::replay, preflight.is_promised};
}

}  // namespace

Identified identify(Subsystem<double>& subsystem, const OperatingPoint& point, double step_length, int degree,
                    const IdentificationSettings& settings) {
  Identified result = begin(subsystem, point, step_length, degree, settings);
  if (!result.problem.empty()) return result;
  const Excitation excitation = make_excitation(subsystem.description(), degree, settings);
  Probe probe(subsystem, point, manner_of(result.preflight));
  probe.go_back(step_length);
  result.map.offset = probe.read_outputs();
  if (excitation.coefficients() == 0 || excitation.outputs.empty()) return result;  // nothing joins it to others
  result.map.direct = find_direct(subsystem.description(), excitation, step_length, probe);

  Identification identification(probe, excitation, step_length, result.preflight.repeats(), settings.highest_order);
  int horizon = settings.horizon.value_or(first_horizon);
  while (horizon > shortest_horizon && identification.cost(horizon) > settings.most_steps) horizon /= 2;
  Attempts tried = find_perturbation(identification, std::max(horizon, shortest_horizon), settings.most_steps, probe);
  Attempt made = std::move(tried.best);
  if (made.trouble.empty() && !settings.horizon)
    made = find_horizon(identification, std::move(made), settings.most_steps, probe);

  finish(made, excitation, settings, probe, result);
  if (result.problem.empty()) result.problem = find_drowned(subsystem, excitation, made.factor, result.map);
  const std::optional<Attempt>& other = tried.next_best;
  if (result.problem.empty() && other && other->telling == made.telling &&
      other->chosen.residual <= hardly_worse * result.residual)
    result.others.push_back(make_other(other->chosen, excitation, other->factor, result.map));
  return result;
}

Identified identify_feedthrough(Subsystem<double>& subsystem, const OperatingPoint& point, double step_length,
                                int degree, const IdentificationSettings& settings) {
  constexpr double vanishing = 1e-6;  // of the step: what states move by in it is as small
  Identified result = begin(subsystem, point, step_length, degree, settings);
  if (!result.preflight.can_return || !result.preflight.trouble.empty()) return result;
  // a subsystem with a grid makes no shorter step than that
  result.map.step = result.preflight.grid.value_or(step_length * vanishing);
  result.problem.clear();
  const Excitation excitation = make_excitation(subsystem.description(), degree, settings);
  Probe probe(subsystem, point, manner_of(result.preflight));
  probe.go_back(result.map.step);
  result.map.offset = probe.read_outputs();
  if (excitation.coefficients() == 0 || excitation.outputs.empty()) return result;
  result.map.direct = find_direct(subsystem.description(), excitation, result.map.step, probe);
  Identification identification(probe, excitation, result.map.step, result.preflight.repeats(), 0);
  finish(identification.attempt_single(1), excitation, settings, probe, result);
  return result;
}

}  // namespace oldham
