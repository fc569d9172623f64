// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include "oldham/io/advice/limit.hpp"

namespace oldham::advice {
namespace {

using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;
using Vector = Eigen::VectorXcd;

constexpr double counts = 0.15;  // of the largest share: less takes no part worth telling

/// The eigenvector of the eigenvalue nearest to λ, by inverse iteration from a vector without pattern.
Vector eigenvector(const Matrix& A, Complex lambda) {
  const Eigen::Index n = A.rows();
  const Complex shift = lambda * (1 + 1e-10);
  const Eigen::PartialPivLU<Matrix> factors(A - shift * Matrix::Identity(n, n));
  Vector v(n);
  for (Eigen::Index i = 0; i < n; ++i) v(i) = Complex(1 + 0.3 * std::sin(3.0 * double(i)), std::cos(double(i)));
  for (int k = 0; k < 3; ++k) {
    v = factors.solve(v).eval();
    v /= v.cwiseAbs().maxCoeff();
  }
  return v;
}

/// How much each subsystem takes part: |left · right| of its states, and of past samples of what it tells.
std::vector<double> shares(const Cosimulation<double>& system, const Vector& right, const Vector& left) {
  const auto& subsystems = system.assembly().subsystems;
  const Plan<double>& plan = system.plan();
  std::vector<double> share(subsystems.size(), 0.0);
  Eigen::Index row = 0;
  const auto take = [&] {
    const double part = std::abs(right(row) * left(row));
    ++row;
    return std::isfinite(part) ? part : 0.0;
  };
  for (std::size_t s = 0; s < subsystems.size(); ++s)
    for (int i = 0; i < subsystems[s]->description().state_size; ++i) share[s] += take();
  // who made each variable
  std::vector<std::vector<int>> makers(static_cast<std::size_t>(plan.variables));
  const auto owner = [&](int output) {
    const auto after = std::upper_bound(plan.output_offset.begin(), plan.output_offset.end(), output);
    return static_cast<int>(after - plan.output_offset.begin()) - 1;
  };
  for (const auto& copy : plan.copies) makers[copy.variable].push_back(owner(copy.output));
  for (const auto& use : plan.laws) {
    const int count = system.assembly().laws[use.law].equations->variable_count();
    for (int v = 0; v < count; ++v)
      for (int a = 0; a < use.argument_count; ++a)
        makers[use.first_variable + v].push_back(owner(plan.law_arguments[use.first_argument + a]));
  }
  while (row < right.size())
    for (int j = 0; j < plan.variables && row < right.size(); ++j) {
      const double part = take();
      for (const int s : makers[j]) share[s] += part / static_cast<double>(makers[j].size());
    }
  return share;
}

}  // namespace

Mode find_mode(Cosimulation<double>& system, const MacroState<double>& state, double step) {
  MacroState<double> about = state.clone();
  system.fill_history(about, step);
  system.assume_past(about, step);
  const OneStepMap<double> map = compute_one_step_map(system, about, step, false);
  const std::vector<Eigenvalue<double>> all = compute_eigenvalues(map.matrix, map.size);
  Mode mode;
  mode.step = step;
  if (all.empty()) return mode;
  const Complex lambda(all.front().real, all.front().imaginary);
  mode.rate = std::log(std::abs(lambda)) / step;
  mode.frequency = std::abs(std::arg(lambda)) / (2 * M_PI * step);
  mode.alternates = std::abs(std::arg(lambda)) > 0.9 * M_PI;
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Matrix A = Eigen::Map<const RowMajor>(map.matrix.data(), map.size, map.size).cast<Complex>();
  const std::vector<double> share = shares(system, eigenvector(A, lambda), eigenvector(A.transpose(), lambda));
  std::vector<std::size_t> order(share.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return share[a] > share[b]; });
  for (const std::size_t s : order)
    if (share[s] > counts * share[order.front()])
      mode.carriers.push_back(system.assembly().subsystems[s]->description().name);
  return mode;
}

std::string describe(const Mode& mode) {
  std::string text = mode.alternates         ? "the mode that alternates from step to step"
                     : mode.frequency > 1e-6 ? fmt::format("the {:.3g} Hz mode", mode.frequency)
                                             : std::string("the mode that does not swing");
  if (mode.carriers.size() == 1) return fmt::format("{} of '{}'", text, mode.carriers[0]);
  for (std::size_t i = 0; i < mode.carriers.size() && i < 4; ++i)
    text += fmt::format("{}'{}'",
                        i == 0                                                    ? " between "
                        : i + 1 == std::min<std::size_t>(4, mode.carriers.size()) ? " and "
                                                                                  : ", ",
                        mode.carriers[i]);
  return text;
}

}  // namespace oldham::advice
