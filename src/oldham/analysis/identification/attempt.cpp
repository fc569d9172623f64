// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/attempt.hpp"

#include <algorithm>
#include <cmath>

#include "oldham/analysis/scatter.hpp"

namespace oldham {
namespace {

constexpr double rounding = std::numeric_limits<double>::epsilon();

}  // namespace

std::string Identification::run(const std::vector<ProbeStep>& steps, Eigen::MatrixXd& outputs) {
  const Trajectory trajectory = probe_.run(steps);
  if (!trajectory.trouble.empty()) return trajectory.trouble;
  outputs.resize(excitation_.outputs.size(), steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k)
    for (std::size_t i = 0; i < excitation_.outputs.size(); ++i)
      outputs(i, k) = trajectory.outputs[k][excitation_.outputs[i]];
  return {};
}

std::string Identification::measure(double factor, int horizon, Measured& measured) {
  const int p = static_cast<int>(excitation_.outputs.size()), q = excitation_.coefficients();
  const std::vector<ProbeStep> held(horizon, {step_length_, excitation_.no_change()});
  std::string trouble = run(held, measured.rest);
  if (!trouble.empty()) return trouble;
  const Eigen::VectorXd level = measured.rest.cwiseAbs().rowwise().maxCoeff();
  measured.responses.floor = 8 * rounding * level;
  if (!is_repeatable_) {
    Eigen::MatrixXd again;
    if (trouble = run(held, again); !trouble.empty()) return trouble;
    measured.responses.floor += (again - measured.rest).cwiseAbs().rowwise().maxCoeff();
  }

  measured.responses.steps.assign(horizon, Eigen::MatrixXd(p, q));
  Eigen::VectorXd even = Eigen::VectorXd::Zero(p), odd = even;
  for (int j = 0; j < q; ++j) {
    Eigen::MatrixXd plus, minus;
    for (const double sign : {1.0, -1.0}) {
      std::vector<ProbeStep> steps = held;
      steps.front().change[excitation_.place(j)] = sign * factor * excitation_.pulse(j);
      if (trouble = run(steps, sign > 0 ? plus : minus); !trouble.empty()) return trouble;
    }
    for (int k = 0; k < horizon; ++k) measured.responses.steps[k].col(j) = (plus.col(k) - minus.col(k)) / 2;
    even = even.cwiseMax((plus + minus - 2 * measured.rest).cwiseAbs().rowwise().maxCoeff());
    odd = odd.cwiseMax((plus - minus).cwiseAbs().rowwise().maxCoeff());
  }
  // compared with what an output answers to any input: a cross response may be even, or nothing but rounding
  measured.least = (1e5 * rounding * level).cwiseMax(std::numeric_limits<double>::min());
  const Eigen::VectorXd asymmetry = even.cwiseQuotient(odd.cwiseMax(measured.least));
  measured.asymmetry = asymmetry.maxCoeff();
  for (int i : find_telling(measured.responses)) {
    measured.telling_asymmetry = std::max(measured.telling_asymmetry, asymmetry(i));
    ++measured.telling;
  }
  return {};
}

Attempt Identification::attempt(double factor, int horizon) {
  Attempt made{{}, 0, 0, 0, factor, horizon, {}};
  Measured measured;
  made.trouble = measure(factor, horizon, measured);
  if (!made.trouble.empty()) return made;
  made.asymmetry = measured.asymmetry;
  made.telling_asymmetry = measured.telling_asymmetry;
  made.telling = measured.telling;

  // pulses in all coefficients of all steps, of a sign without pattern
  const int q = excitation_.coefficients();
  ValidationRun validation{Eigen::MatrixXd(q, horizon), {}, {}};
  std::vector<ProbeStep> steps(horizon, {step_length_, excitation_.no_change()});
  for (int k = 0; k < horizon; ++k)
    for (int j = 0; j < q; ++j) {
      validation.inputs(j, k) = scatter(k * q + j) < 0 ? -1 : 1;
      steps[k].change[excitation_.place(j)] = validation.inputs(j, k) * factor * excitation_.pulse(j);
    }
  made.trouble = run(steps, validation.outputs);
  if (!made.trouble.empty()) return made;
  validation.outputs -= measured.rest;
  validation.scale = validation.outputs.cwiseAbs().rowwise().maxCoeff().cwiseMax(measured.least);
  made.chosen = choose_order(Realisation(measured.responses, most_states_), validation, measured.responses);
  return made;
}

Attempt Identification::attempt_single(double factor) {
  Attempt made{{}, 0, 0, 0, factor, 1, {}};
  Measured measured;
  made.trouble = measure(factor, 1, measured);
  if (!made.trouble.empty()) return made;
  made.asymmetry = measured.asymmetry;
  made.telling_asymmetry = measured.telling_asymmetry;
  made.telling = measured.telling;
  const int p = static_cast<int>(excitation_.outputs.size()), q = excitation_.coefficients();
  made.chosen.map = {Eigen::MatrixXd(0, 0), Eigen::MatrixXd(0, q), Eigen::MatrixXd(p, 0),
                     measured.responses.steps.front()};
  return made;
}

}  // namespace oldham
