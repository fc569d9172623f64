// SPDX-License-Identifier: MIT
#include "explorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "key_axis.hpp"
#include "oldham/analysis/monolithic.hpp"
#include "oldham/analysis/stability.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/read_system.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/system_chart.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::app {
namespace {

constexpr int most_cells = 401;  // along each side
constexpr int most_steps = 10000;

bool is_free(std::string_view setting) { return setting.starts_with("scheme.") || setting.starts_with("parameters."); }

Value two_mass(const Explorer::Settings& settings) {
  Value root = parse_toml("system = \"two-mass\"\n", "explorer");
  for (const std::string& setting : settings) {
    if (!is_free(setting))
      throw_wrong_input(setting, "cannot be set here", "set keys of [scheme] and [parameters], such as scheme.order=2");
    apply_override(root, setting);
  }
  return root;
}

KeyAxis free_axis(const std::string& text, const char* name) {
  KeyAxis axis = parse_axis(text, name, {.most_cells = most_cells});
  if (!is_free(axis.key))
    throw_wrong_input(name, fmt::format("'{}' cannot be charted here", axis.key),
                      "choose a key of [scheme] or [parameters]");
  return axis;
}

}  // namespace

std::vector<float> Explorer::chart(const Settings& settings, const std::string& x, const std::string& y) {
  const KeyAxis across = free_axis(x, "x"), up = free_axis(y, "y");
  const auto mine = std::make_shared<std::atomic<bool>>(false);
  {
    const std::lock_guard lock(mutex_);
    if (is_outdated_) *is_outdated_ = true;
    is_outdated_ = mine;
  }
  const SystemChart chart(two_mass(settings), across.key, up.key, Origin::named("x"), Origin::named("y"));
  chart.check(across.axis.centre(0), up.axis.centre(0));  // what is wrong with the settings shows here, once
  const StabilityMap map =
      chart_stability(across.axis, up.axis, [&] { return chart.make_radius(); }, {.interrupted = mine.get()});
  if (map.interrupted) return {};
  std::vector<float> radii(map.spectral_radius.size());
  // a radius just above the bound must not round to one below
  std::ranges::transform(map.spectral_radius, radii.begin(), [&](double rho) {
    const auto rounded = static_cast<float>(rho);
    return rho > 1 + map.margin && rounded <= 1 + map.margin ? std::nextafter(rounded, 2.0F) : rounded;
  });
  return radii;
}

Json Explorer::run_point(const Settings& settings, int steps) {
  if (steps < 1 || steps > most_steps)
    throw_wrong_input("steps", fmt::format("{} is no number of steps to look at", steps),
                      fmt::format("give 1 to {}", most_steps));
  System<double> system = build_system<double>(two_mass(settings));
  system.end = system.start + steps * system.step;
  Cosimulation<double>& cosimulation = *system.cosimulation;
  const double rho =
      find_spectral_radius(cosimulation, state_to_analyse(cosimulation, system.start, system.step), system.step);

  MacroState<double> state = make_initial_state(system, system.step);
  Published published(cosimulation);
  const auto column = [&](std::string_view name) {
    return std::ranges::find(published.columns(), name, &Column::name) - published.columns().begin();
  };
  const auto x1 = column("x1"), x2 = column("x2");
  Monolithic<double> monolithic(cosimulation);
  std::vector<double> exact = monolithic.read_states(state), values;
  std::vector<double> y(cosimulation.plan().outputs()), w(cosimulation.plan().variables);
  std::vector<double> time, seen1, seen2, exact1, exact2;
  const auto observe = [&](const MacroState<double>& at) {
    if (!time.empty()) monolithic.advance({time.back(), system.step}, exact);
    time.push_back(at.time);
    published.read(at.outputs, at.history.row(0), values);
    seen1.push_back(values[x1]);
    seen2.push_back(values[x2]);
    monolithic.outputs(at.time, exact, y, w);
    published.read(y, w.data(), values);
    exact1.push_back(values[x1]);
    exact2.push_back(values[x2]);
  };
  const RunSummary summary = run(cosimulation, state, {system.start, system.end, system.step, nullptr}, observe);

  Json answer = Json::object();
  answer["spectral_radius"] = rho;
  answer["stable"] = rho <= 1 + default_margin;
  answer["completed"] = summary.status == RunSummary::Status::completed;
  answer["reason"] = summary.reason;
  answer["time"] = time;
  answer["x1"] = seen1;
  answer["x2"] = seen2;
  answer["exact_x1"] = exact1;
  answer["exact_x2"] = exact2;
  return answer;
}

}  // namespace oldham::app
