// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/model_exchange_fmu.hpp"

namespace oldham::fmi {

void ModelExchangeFmu::read_state(std::span<double> x) const {
  begin_stepping();
  std::ranges::copy(standing_.x, x.begin());
}

void ModelExchangeFmu::write_state(std::span<const double> x) {
  begin_stepping();
  std::ranges::copy(x, standing_.x.begin());
  state_has_changed();
}

void ModelExchangeFmu::derivative(const double& t, std::span<const double> x, std::span<const double> u,
                                  std::span<double> dx) const {
  begin_stepping();
  if (t > standing_.next_event)
    throw Error(ErrorKind::failure,
                fmt::format("{}: the FMU has an event at t = {:.9g} s, and only its own steps handle events: run it "
                            "as a co-simulation",
                            description_.name, standing_.next_event));
  insist([&] {
    model_.place(instance(), clamp(t), x, u);
    model_.derivatives(instance(), dx);
  });
}

void ModelExchangeFmu::output(const double& t, std::span<const double> x, std::span<const double> u,
                              std::span<double> y) const {
  begin_stepping();
  insist([&] {
    model_.place(instance(), clamp(t), x, u);
    model_.outputs(instance(), y);
  });
}

std::vector<int> ModelExchangeFmu::velocity_of() const {
  std::vector<int> rates(model_.states(), -1);
  const std::vector<Unknown>& derivatives = model().structure.derivatives;
  const std::vector<std::size_t> states = continuous_states(model());
  if (derivatives.size() != rates.size() || states.size() != rates.size()) return rates;  // arrays are not told apart
  const auto reference = [&](std::size_t place) { return model().variables[place].reference; };
  // a derivative that is another state, or depends on nothing else; and then has its value
  std::vector<double> x(rates.size()), dx(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i)
    for (std::size_t j = 0; j < rates.size() && rates[i] < 0; ++j) {
      const auto& dependencies = derivatives[i].dependencies;
      const bool depends = dependencies && dependencies->size() == 1 && dependencies->front().known.variable &&
                           reference(*dependencies->front().known.variable) == reference(states[j]);
      if (i == j || !(depends || reference(*derivatives[i].unknown.variable) == reference(states[j]))) continue;
      bool is_same = true;
      for (const double moved : {0.0, 1.0}) {
        read_state(x);
        x[j] += moved;
        derivative(time(), x, inputs(), dx);
        is_same = is_same && dx[i] == x[j];
      }
      if (is_same) rates[i] = static_cast<int>(j);
    }
  return rates;
}

StepSensitivity<double>* ModelExchangeFmu::step_sensitivity() {
  if (response_ && !has_tried_response_) {
    has_tried_response_ = true;
    begin_stepping();
    try {
      response_->probe(instance(), clamp(time()), standing_.x, inputs());
    } catch (const Refusal& refusal) {
      note(
          fmt::format("FMU '{}' declares directional derivatives, but {}; steps are repeated with other inputs instead",
                      description_.name, trouble(refusal.what, refusal.status)));
      response_.reset();
    }
  }
  return response_ ? this : nullptr;
}

void ModelExchangeFmu::respond(const Interval<double>& step, const InputSignal<double>& direction, std::span<double> dy,
                               std::span<double> drate, std::span<double>) {
  begin_stepping();
  if (!response_->remembers(step)) {
    const double breaks[] = {0, 1};
    response_->remember(step, {description_.input_count(), 0, breaks, inputs().data()}, standing_.x);
  }
  insist([&] { response_->respond(instance(), direction, absolute_, dy, drate); });
}

}  // namespace oldham::fmi
