// SPDX-License-Identifier: MIT
#include "oldham/fmi/check/derivative_check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/make_fmu_subsystem.hpp"

namespace oldham::fmi {
namespace {

constexpr int most_pairs = 400;
constexpr double allowed = 1e-4;  // of the derivative: differences of smooth functions are good to 1e-7

/// Known and unknown scalars of the structure whose relation can be tried out at one instant.
struct Pair {
  const Variable* unknown;
  const Variable* known;
  std::optional<std::size_t> state;  // which one the known is
};

std::vector<Pair> find_pairs(const ModelDescription& description, bool is_exchange) {
  std::vector<Pair> pairs;
  const std::vector<std::size_t> states = continuous_states(description);
  const auto add = [&](const Unknown& unknown) {
    if (!unknown.unknown.variable) return;
    const Variable& of = description.variables[*unknown.unknown.variable];
    if (of.type != Type::float64 || !of.dimensions.empty()) return;
    for (std::size_t i = 0; i < description.variables.size(); ++i) {
      const Variable& by = description.variables[i];
      const auto state = std::find(states.begin(), states.end(), i);
      const bool is_state = state != states.end();
      const bool is_known =
          (by.causality == Causality::input && by.variability == Variability::continuous) || (is_exchange && is_state);
      if (!is_known || by.type != Type::float64 || !by.dimensions.empty()) continue;
      const auto is_this = [&](const Dependency& dependency) { return dependency.known.variable == i; };
      if (unknown.dependencies && std::none_of(unknown.dependencies->begin(), unknown.dependencies->end(), is_this))
        continue;
      pairs.push_back({&of, &by, is_state ? std::optional<std::size_t>(state - states.begin()) : std::nullopt});
    }
  };
  for (const Unknown& unknown : description.structure.outputs) add(unknown);
  if (is_exchange)
    for (const Unknown& unknown : description.structure.derivatives) add(unknown);
  if (pairs.size() > most_pairs) pairs.resize(most_pairs);
  return pairs;
}

double read(Instance& instance, const Variable& variable) {
  Values values;
  if (!is_good(instance.get_values(variable, 1, values)))
    throw Error(ErrorKind::failure, fmt::format("'{}' cannot be read", variable.name));
  return std::get<std::vector<double>>(values).front();
}

void write(Instance& instance, const Pair& pair, double value) {
  Status status = Status::ok;
  if (pair.state) {
    std::vector<double> x(instance.continuous_state_count());
    status = instance.get_continuous_states(x);
    x.at(*pair.state) = value;
    if (is_good(status)) status = instance.set_continuous_states(x);
  } else {
    status = instance.set_values(*pair.known, std::vector<double>{value});
  }
  if (!is_good(status)) throw Error(ErrorKind::failure, fmt::format("'{}' cannot be set", pair.known->name));
}

}  // namespace

CheckRow check_derivatives(const std::shared_ptr<const Fmu>& fmu, const FmuSettings& settings, double start) {
  using Verdict = CheckRow::Verdict;
  if (!fmu->interface().provides_directional_derivatives) return {"derivatives", Verdict::skipped, "not declared"};
  const bool is_exchange = fmu->interface().kind == InterfaceKind::model_exchange;
  const std::vector<Pair> pairs = find_pairs(fmu->description(), is_exchange);
  if (pairs.empty()) return {"derivatives", Verdict::skipped, "nothing depends on an input or a state"};
  const auto subsystem = make_fmu_subsystem("fmu", fmu, settings);
  subsystem->initialize(start);
  // for co-simulation the standard lets outputs answer to inputs before the first step only; equations are told behind
  // the initialisation
  if (is_exchange) {
    Snapshot<double> begun;
    subsystem->save(begun);
  }
  Instance& instance = subsystem->instance();
  double worst = 0;
  const Pair* worst_pair = nullptr;
  for (const Pair& pair : pairs) {
    const double at = read(instance, *pair.known), width = 1e-5 * std::max(1.0, std::abs(at));
    double told = 0;
    const double seed = 1;
    if (!is_good(instance.directional_derivative({&pair.unknown->reference, 1}, {&pair.known->reference, 1}, {&seed, 1},
                                                 {&told, 1})))
      return {"derivatives", Verdict::failed,
              fmt::format("that of '{}' by '{}' is declared but not told", pair.unknown->name, pair.known->name)};
    const double here = read(instance, *pair.unknown);
    write(instance, pair, at + width);
    const double above = read(instance, *pair.unknown);
    write(instance, pair, at - width);
    const double below = read(instance, *pair.unknown);
    write(instance, pair, at);
    const double measured = (above - below) / (2 * width);
    // at a kink there is no derivative to compare with
    if (std::abs(above - 2 * here + below) > 0.1 * std::max(std::abs(above - here), std::abs(here - below))) continue;
    // rounding of the values that are subtracted
    const double noise = 1e-15 * std::max(std::abs(above), std::abs(below)) / width;
    const double off =
        std::max(0.0, std::abs(told - measured) - 10 * noise) / std::max(std::abs(measured), 1e-6 + std::abs(told));
    if (off <= worst) continue;
    worst = off;
    worst_pair = &pair;
  }
  if (worst <= allowed)
    return {"derivatives", Verdict::passed,
            fmt::format("{} agree with differences within {:.2g}", pairs.size(), worst)};
  return {"derivatives", Verdict::failed,
          fmt::format("that of '{}' by '{}' is off by {:.2g} of its value", worst_pair->unknown->name,
                      worst_pair->known->name, worst)};
}

}  // namespace oldham::fmi
