// SPDX-License-Identifier: MIT
#include "oldham/analysis/participation.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "oldham/core/balance.hpp"
#include "oldham/core/error.hpp"

namespace oldham {
namespace {

using Complex = std::complex<double>;
using ComplexVector = Eigen::VectorXcd;

constexpr int iterations = 4;           // of inverse iteration; each gains all digits that the shift leaves
constexpr double nameable_share = 0.1;  // of a mode: who carries less is not named with it
constexpr std::size_t most_named = 3;

/// Without pattern, so that no eigenvector is missed.
ComplexVector start_vector(int n) {
  ComplexVector v(n);
  for (int i = 0; i < n; ++i) v[i] = Complex(1 + 0.5 * std::sin(2.0 * i + 1), 0.5 * std::cos(3.0 * i));
  return v.normalized();
}

template <class Solve>
bool iterate(const Solve& solve, ComplexVector& v) {
  for (int k = 0; k < iterations; ++k) {
    v = solve(v);
    const double size = v.norm();
    if (!std::isfinite(size) || !(size > 0)) return false;
    v /= size;
  }
  return true;
}

/// Subsystems that a coupling variable is made of.
std::vector<int> producers(const Assembly<double>& assembly, const Plan<double>& plan, int variable) {
  const int base = plan.signal[variable][0];
  const auto owner = [&](int output) {
    return static_cast<int>(std::upper_bound(plan.output_offset.begin(), plan.output_offset.end(), output) -
                            plan.output_offset.begin()) -
           1;
  };
  std::vector<int> all;
  for (const auto& copy : plan.copies)
    if (copy.variable == base) all.push_back(owner(copy.output));
  for (const auto& use : plan.laws)
    if (base >= use.first_variable && base < use.first_variable + assembly.laws[use.law].equations->variable_count())
      for (int a = 0; a < use.argument_count; ++a) all.push_back(owner(plan.law_arguments[use.first_argument + a]));
  for (const auto& multiplier : plan.multipliers)
    if (multiplier.samples[0] == base)
      for (int t = 0; t < multiplier.term_count; ++t)
        all.push_back(owner(plan.multiplier_terms[multiplier.first_term + t].position));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + fmt::format("'{}'", names[i]);
  return text;
}

}  // namespace

Participation compute_participation(const std::vector<double>& matrix, int n, const Eigenvalue<double>& eigenvalue) {
  if (n == 0) return {};
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  // shares are the same in all units: take those in which entries weigh alike
  std::vector<double> balanced = matrix;
  balance(balanced, n);
  const Eigen::Map<const RowMajor> T(balanced.data(), n, n);
  const Complex lambda(eigenvalue.real, eigenvalue.imaginary);
  const double scale = std::max(T.cwiseAbs().maxCoeff(), std::abs(lambda));
  // beside the eigenvalue, or there is nothing to solve; farther where that is not enough
  for (double offset = 4 * std::numeric_limits<double>::epsilon(); offset < 1e-6; offset *= 32) {
    Eigen::MatrixXcd shifted = T.cast<Complex>();
    shifted.diagonal().array() -= lambda + Complex(offset * scale, 0.5 * offset * scale);
    const Eigen::PartialPivLU<Eigen::MatrixXcd> lu(shifted);
    ComplexVector right = start_vector(n), left = start_vector(n);
    const auto solve = [&](const ComplexVector& b) -> ComplexVector { return lu.solve(b); };
    const auto solve_transposed = [&](const ComplexVector& b) -> ComplexVector { return lu.transpose().solve(b); };
    if (!iterate(solve, right) || !iterate(solve_transposed, left)) continue;
    Participation found;
    found.shares.resize(n);
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += found.shares[k] = std::abs(left[k] * right[k]);
    const Complex whole = left.cwiseProduct(right).sum();
    const double product = std::abs(whole);
    const double reach = left.cwiseAbs().dot(T.cwiseAbs() * right.cwiseAbs());
    found.condition = product > 0 ? reach / product : std::numeric_limits<double>::infinity();
    if (!(sum > 0)) continue;
    for (double& share : found.shares) share /= sum;
    for (int k = 0; k < n; ++k) found.products.push_back(left[k] * right[k] / (product > 0 ? whole : Complex(1)));
    return found;
  }
  throw Error(ErrorKind::failure, "the eigenvectors of the one-step map were not found");
}

ModeShares share_mode(const Cosimulation<double>& system, const Participation& participation) {
  const Assembly<double>& assembly = system.assembly();
  const Plan<double>& plan = system.plan();
  ModeShares shares;
  const Complex* entry = participation.products.data();
  for (const auto& subsystem : assembly.subsystems) {
    Complex sum = 0;
    for (int i = 0; i < subsystem->description().state_size; ++i) sum += *entry++;
    shares.subsystems.push_back({subsystem->description().name, std::abs(sum)});
  }
  std::vector<Complex> by_variable;
  std::vector<std::vector<int>> makers;  // of each
  if (plan.variables > 0) {
    const int ages = (system.vector_size() - system.state_size()) / plan.variables;
    for (int j = 0; j < plan.variables; ++j) {
      Complex sum = 0;
      for (int age = 0; age < ages; ++age) sum += entry[age * plan.variables + j];
      // samples inside the step, and those of other orders, have the name of their signal
      const std::string& name = plan.variable_name[plan.signal[j][0]];
      auto variable = std::ranges::find(shares.variables, name, &Share::name);
      const auto place = static_cast<std::size_t>(variable - shares.variables.begin());
      if (variable == shares.variables.end()) {
        shares.variables.push_back({name, 0});
        by_variable.push_back(0);
        makers.push_back(producers(assembly, plan, j));
      }
      by_variable[place] += sum;
    }
  }
  double whole = 0;
  for (const Share& share : shares.subsystems) whole += share.share;
  for (std::size_t j = 0; j < by_variable.size(); ++j) whole += shares.variables[j].share = std::abs(by_variable[j]);
  for (auto* list : {&shares.subsystems, &shares.variables})
    for (Share& share : *list) share.share /= whole > 0 ? whole : 1;
  shares.carriers = shares.subsystems;
  for (std::size_t j = 0; j < makers.size(); ++j)
    for (const int maker : makers[j])
      shares.carriers[maker].share += shares.variables[j].share / static_cast<double>(makers[j].size());
  std::stable_sort(shares.carriers.begin(), shares.carriers.end(),
                   [](const Share& a, const Share& b) { return a.share > b.share; });
  return shares;
}

double mode_frequency(const Eigenvalue<double>& eigenvalue, double step_length) {
  return std::abs(std::atan2(eigenvalue.imaginary, eigenvalue.real)) / (2 * M_PI * step_length);
}

std::string name_mode(const ModeShares& shares, const Eigenvalue<double>& eigenvalue, double step_length) {
  std::vector<std::string> names;
  for (const Share& carrier : shares.carriers)
    if (names.size() < most_named && (names.empty() || carrier.share >= nameable_share * shares.carriers.front().share))
      names.push_back(carrier.name);
  const std::string kind = eigenvalue.imaginary != 0
                               ? fmt::format("the {:.3g} Hz mode", mode_frequency(eigenvalue, step_length))
                           : eigenvalue.real < 0 ? "the mode that changes sign with every step"
                                                 : "the mode without oscillation";
  if (names.empty()) return kind;
  return fmt::format("{} {} {}", kind, names.size() == 1 ? "of" : "between", listed(names));
}

}  // namespace oldham
