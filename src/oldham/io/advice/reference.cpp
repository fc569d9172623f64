// SPDX-License-Identifier: MIT
#include "oldham/io/advice/reference.hpp"

#include <algorithm>
#include <cmath>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/core/error.hpp"

namespace oldham::advice {
namespace {

constexpr double most_samples = 20000;
constexpr double fewest_points = 2000;
constexpr std::int64_t most_kept_points = 20000;  // of one run
constexpr std::int64_t most_kept_values = 2'000'000;

}  // namespace

std::vector<std::string> compared_names(const Cosimulation<double>& system) {
  std::vector<std::string> names;
  const auto& subsystems = system.assembly().subsystems;
  const bool is_foreign =
      std::ranges::any_of(subsystems, [](const auto& s) { return s->description().boundary->is_foreign; });
  if (!is_foreign) {
    for (const Alias& alias : system.assembly().aliases) names.push_back(alias.name);
    for (const VariableAlias& alias : system.assembly().variable_aliases)
      if (alias.of != VariableAlias::Of::multiplier) names.push_back(alias.name);
    if (!names.empty()) return names;
  }
  const Published published(system);
  for (const Column& column : published.columns()) names.push_back(column.name);
  return names;
}

OutputKeeper::OutputKeeper(const Cosimulation<double>& system, std::int64_t steps) : published_(system) {
  kept_.names = compared_names(system);
  for (const std::string& name : kept_.names)
    for (std::size_t i = 0; i < published_.columns().size(); ++i)
      if (published_.columns()[i].name == name) {
        columns_.push_back(i);
        break;
      }
  const auto width = std::max<std::int64_t>(1, static_cast<std::int64_t>(columns_.size()));
  const std::int64_t most = std::clamp<std::int64_t>(most_kept_values / width, 100, most_kept_points);
  // powers of 2: of runs with a step and with its halves the same points are kept
  while (steps / stride_ > most) stride_ *= 2;
}

void OutputKeeper::keep(double time, const std::vector<double>& y, const double* w) {
  published_.read(y, w, row_);
  kept_.time.push_back(time);
  for (const std::size_t column : columns_) kept_.values.push_back(row_[column]);
}

std::optional<Reference> solve_as_one(System<double>& system, double seconds, const Budget& budget) {
  Reference reference;
  reference.made_by = "the monolithic solution";
  reference.is_exact = reference.is_known = true;
  Cosimulation<double>& cosimulation = *system.cosimulation;
  OutputKeeper keeper(cosimulation, 1);
  try {
    Monolithic<double> monolithic(cosimulation);
    const MacroState<double> state = make_initial_state(system, system.step);
    std::vector<double> x = monolithic.read_states(state);
    std::vector<double> y(cosimulation.plan().outputs()), w(cosimulation.plan().variables);
    monolithic.outputs(system.start, x, y, w);
    keeper.keep(system.start, y, w.data());
    const double span = system.end - system.start;
    const double points = std::clamp(std::ceil(4 * span / system.step), fewest_points, most_samples);
    const double spacing = span / points;
    const double begin = budget.spent();
    for (int k = 1; k <= static_cast<int>(points); ++k) {
      if (budget.spent() - begin > seconds || budget.is_over()) break;
      monolithic.advance({system.start + (k - 1) * spacing, spacing}, x);
      monolithic.outputs(system.start + k * spacing, x, y, w);
      keeper.keep(system.start + k * spacing, y, w.data());
    }
  } catch (const Error&) {
    // what there is may do
  }
  reference.outputs = keeper.take();
  if (reference.outputs.rows() < 20) return {};
  reference.ranges = find_ranges(reference.outputs);
  return reference;
}

}  // namespace oldham::advice
