// SPDX-License-Identifier: MIT
#include "contract/subsystem_contract.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace oldham {

std::vector<SubsystemCase> subsystems_with(bool Capabilities::*capability) {
  std::vector<SubsystemCase> rows;
  for (const SubsystemCase& row : subsystem_table())
    if (row.declared.*capability) rows.push_back(row);
  return rows;
}

Signal make_signal(const Subsystem<double>& subsystem, int degree, std::vector<double> breaks, int seed) {
  Signal signal{subsystem.description().input_count(), degree, std::move(breaks), {}};
  const std::size_t pieces = signal.breaks.size() - 1;
  signal.coefficients.resize(pieces * static_cast<std::size_t>((degree + 1) * signal.inputs));
  double phase = 0.3 + seed;
  for (double& c : signal.coefficients) c = 2 * std::sin(phase += 1.7);
  return signal;
}

Signal cut_piece(const Signal& signal, int piece) {
  const double from = signal.breaks[piece], width = signal.breaks[piece + 1] - from;
  const double* c = signal.view().piece(piece);
  Signal part{signal.inputs, signal.degree, {0, 1}, {}};
  part.coefficients.assign(static_cast<std::size_t>((signal.degree + 1) * signal.inputs), 0.0);
  // Σ_p c_p (from + width σ)^p = Σ_q σ^q width^q Σ_{p≥q} binomial(p, q) from^{p−q} c_p
  for (int q = 0; q <= signal.degree; ++q)
    for (int i = 0; i < signal.inputs; ++i) {
      double binomial = 1, sum = 0;
      for (int p = q; p <= signal.degree; ++p) {
        sum += binomial * std::pow(from, p - q) * c[p * signal.inputs + i];
        binomial *= double(p + 1) / (p + 1 - q);
      }
      part.coefficients[q * signal.inputs + i] = sum * std::pow(width, q);
    }
  return part;
}

Signal combine(const Signal& a, double factor, const Signal& b) {
  Signal sum = a;
  for (std::size_t i = 0; i < sum.coefficients.size(); ++i) sum.coefficients[i] += factor * b.coefficients[i];
  return sum;
}

std::vector<double> observe(const Subsystem<double>& subsystem) {
  const SubsystemDescription& d = subsystem.description();
  const auto outputs = static_cast<std::size_t>(d.output_count());
  const auto states = static_cast<std::size_t>(d.capabilities.state_access ? d.state_size : 0);
  std::vector<double> seen(outputs + states);
  subsystem.read_outputs({seen.data(), outputs});
  if (states > 0) subsystem.read_state({seen.data() + outputs, states});
  return seen;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, scale = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i]) || !std::isfinite(b[i])) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, std::abs(a[i] - b[i]));
    scale = std::max(scale, std::abs(a[i]));
  }
  return a.size() == b.size() ? largest / scale : std::numeric_limits<double>::infinity();
}

void advance(Subsystem<double>& subsystem, double begin, double length, const Signal& signal) {
  const StepOutcome outcome = subsystem.advance({begin, length}, signal.view());
  ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
}

void warm_up(Subsystem<double>& subsystem, int seed) {
  subsystem.initialize(0);
  for (int n = 0; n < warm_up_steps; ++n)
    advance(subsystem, n * contract_step, contract_step, make_signal(subsystem, 1, {0, 1}, seed + n));
}

}  // namespace oldham
