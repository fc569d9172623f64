// SPDX-License-Identifier: MIT
#include "oldham/io/advice/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

constexpr double most_samples = 20000;
constexpr double fewest_points = 2000;
constexpr double still = 1e-9;  // of its magnitude: what moves less than this is not compared

/// Appends the compared columns of one communication point.
class Keeper {
 public:
  Keeper(const Cosimulation<double>& system, Reference& into) : published_(system), into_(into) {
    into.names = compared_names(system);
    for (const std::string& name : into.names)
      for (std::size_t i = 0; i < published_.columns().size(); ++i)
        if (published_.columns()[i].name == name) {
          columns_.push_back(i);
          break;
        }
  }
  void keep(double time, const std::vector<double>& y, const double* w) {
    published_.read(y, w, row_);
    into_.time.push_back(time);
    for (const std::size_t column : columns_) into_.values.push_back(row_[column]);
  }

 private:
  Published published_;
  Reference& into_;
  std::vector<std::size_t> columns_;
  std::vector<double> row_;
};

}  // namespace

void Reference::at(double t, std::vector<double>& row) const {
  const std::size_t n = columns(), count = time.size();
  row.assign(n, 0);
  const auto next = std::upper_bound(time.begin(), time.end(), t);
  const auto place = static_cast<std::size_t>(next - time.begin());
  const std::size_t points = std::min<std::size_t>(4, count);
  const std::size_t first = std::min(place < 2 ? 0 : place - 2, count - points);
  for (std::size_t a = first; a < first + points; ++a) {
    double weight = 1;
    for (std::size_t b = first; b < first + points; ++b)
      if (b != a) weight *= (t - time[b]) / (time[a] - time[b]);
    for (std::size_t i = 0; i < n; ++i) row[i] += weight * values[a * n + i];
  }
}

void Reference::find_ranges() {
  const std::size_t n = columns();
  range.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    double low = values[i], high = values[i];
    for (std::size_t row = 1; row < time.size(); ++row) {
      low = std::min(low, values[row * n + i]);
      high = std::max(high, values[row * n + i]);
    }
    if (high - low > still * std::max(std::abs(low), std::abs(high))) range[i] = high - low;
  }
}

std::vector<std::string> compared_names(const Cosimulation<double>& system) {
  std::vector<std::string> names;
  for (const Alias& alias : system.assembly().aliases) names.push_back(alias.name);
  for (const VariableAlias& alias : system.assembly().variable_aliases)
    if (alias.of != VariableAlias::Of::multiplier) names.push_back(alias.name);
  if (!names.empty()) return names;
  const Published published(system);
  for (const Column& column : published.columns()) names.push_back(column.name);
  return names;
}

std::optional<Reference> solve_as_one(System<double>& system, double seconds, const Budget& budget) {
  Reference reference;
  reference.made_by = "the monolithic solution";
  Cosimulation<double>& cosimulation = *system.cosimulation;
  try {
    Monolithic<double> monolithic(cosimulation);
    const MacroState<double> state = make_initial_state(system, system.step);
    std::vector<double> x = monolithic.read_states(state);
    std::vector<double> y(cosimulation.plan().outputs()), w(cosimulation.plan().variables);
    Keeper keeper(cosimulation, reference);
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
  if (reference.time.size() < 20) return {};
  reference.find_ranges();
  return reference;
}

std::optional<Reference> run_finely(const Value& tree, double step, double seconds, const Budget& budget) {
  Reference reference;
  reference.made_by = fmt::format("a run with {:g} s", step);
  try {
    Value with_step = tree;
    set_value(with_step, "scheme.step", Value(step, Origin::named("advise")));
    System<double> system = build_system<double>(with_step);
    const bool is_forward = system.cosimulation->scheme().startup != Startup::exact;
    system.cosimulation->expect_return(is_forward ? Return::never : Return::anywhere);
    MacroState<double> state = make_initial_state(system, step);
    Keeper keeper(*system.cosimulation, reference);
    std::atomic<bool> enough{false};
    const double begin = budget.spent();
    const RunSettings settings{system.start, system.end, step, &enough, [&](double, const StepReport&) {
                                 if (budget.spent() - begin > seconds || budget.is_over()) enough = true;
                               }};
    const RunSummary summary = run(*system.cosimulation, state, settings, [&](const MacroState<double>& at) {
      keeper.keep(at.time, at.outputs, at.history.row(0));
    });
    if (summary.status != RunSummary::Status::completed && summary.status != RunSummary::Status::interrupted) return {};
  } catch (const Error&) {
    return {};
  }
  if (reference.time.size() < 20) return {};
  reference.find_ranges();
  return reference;
}

}  // namespace oldham::advice
