// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "instance.hpp"
#include "oldham/core/error.hpp"

// What an instance tells of its equations: for model exchange, and derivatives for both interfaces.

namespace oldham::fmu {

using Role = fmi::VariableLayout::Role;

std::span<double> Instance::states() {
  if (kind_ == Kind::model_exchange) {
    settle_inputs();
    return x_;
  }
  x_.resize(static_cast<std::size_t>(layout().states));
  equations().read_equation_state(x_);
  return x_;
}

void Instance::set_time(double t) { time_ = t; }

void Instance::set_states(std::span<const double> x) {
  if (kind_ != Kind::model_exchange)
    throw_wrong_input("states", "states are set in model exchange only", "instantiate it so");
  if (x.size() != static_cast<std::size_t>(layout().states))
    throw_wrong_input("states", "their number is not that of the model", "see modelDescription.xml");
  settle_inputs();
  std::ranges::copy(x, x_.begin());
}

namespace {

void require_finite(std::span<const double> values) {
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
    throw Error(ErrorKind::failure, "its equations have no finite solution at this state");
}

}  // namespace

void Instance::derivatives(std::span<double> dx) {
  equations().derivative(time_, states(), u_, dx);
  require_finite(dx);
}

void Instance::outputs(std::vector<double>& y) {
  y.resize(static_cast<std::size_t>(layout().outputs));
  if (kind_ == Kind::co_simulation) return subsystem().read_outputs(y);
  equations().output(time_, states(), u_, y);
  require_finite(y);
}

void Instance::switches(std::span<double> g) { equations().switches(time_, states(), u_, g); }

void Instance::complete_step() {
  const std::string trouble = equations().follow(time_, states());
  if (!trouble.empty()) throw Error(ErrorKind::failure, trouble);
}

std::optional<double> Instance::next_event() {
  const double kink = equations().next_kink(time_);
  return std::isfinite(kink) ? std::optional(kink) : std::nullopt;
}

void Instance::differentiate(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                             std::span<const double> seed, std::span<double> sensitivity) {
  const Equations<double>& f = equations();
  if (mode_ == Mode::initialization) settle_inputs();
  std::vector<double> x(states().begin(), states().end()), u = u_;
  std::vector<double> dx[2] = {std::vector<double>(x.size()), std::vector<double>(x.size())};
  const auto outputs = static_cast<std::size_t>(layout().outputs);
  std::vector<double> y[2] = {std::vector<double>(outputs), std::vector<double>(outputs)};
  std::ranges::fill(sensitivity, 0.0);
  // columns of matrices are exact where nothing else is added to them; other functions are asked on both sides, at a
  // distance that balances rounding with curvature
  const bool is_linear = subsystem().description().capabilities.linear;
  if (is_linear) {
    std::ranges::fill(x, 0.0);
    std::ranges::fill(u, 0.0);
  }
  for (std::size_t k = 0; k < knowns.size(); ++k) {
    const auto known = layout().find(knowns[k]);
    if (known.role != Role::state && known.role != Role::input)
      throw_wrong_input("derivatives", "a known is neither a state nor an input", "see modelDescription.xml");
    if (seed[k] == 0) continue;
    double& moved = known.role == Role::state ? x[known.index] : u[known.index];
    const double here = moved;
    const bool is_input = known.role == Role::input;
    const double nominal = is_input ? subsystem().description().boundary->inputs[known.index].nominal : 1.0;
    const double distance = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(here), nominal);
    const double places[] = {is_linear ? 1.0 : here + distance, is_linear ? 0.0 : here - distance};
    for (const int side : {0, 1}) {
      moved = places[side];
      f.derivative(time_, x, u, dx[side]);
      f.output(time_, x, u, y[side]);
    }
    moved = here;
    const double width = places[0] - places[1];
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      const auto unknown = layout().find(unknowns[i]);
      if (unknown.role != Role::derivative && unknown.role != Role::output)
        throw_wrong_input("derivatives", "an unknown is neither a derivative nor an output",
                          "see modelDescription.xml");
      const auto& values = unknown.role == Role::derivative ? dx : y;
      sensitivity[i] += (values[0][unknown.index] - values[1][unknown.index]) / width * seed[k];
    }
  }
}

}  // namespace oldham::fmu
