// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/realisation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

constexpr double silent = 1e3;              // times the floor: answers below are noise
constexpr double smallest_singular = 1e-9;  // of the largest
constexpr double clean = 1e11;              // times the floor: answers below are not blown up to full size

/// Offsets of the rows and columns of the Hankel matrix; 2 + i + j stays below K.
std::vector<int> choose_indices(int horizon, int width) {
  const int last = (horizon - 3) / 2;
  std::vector<int> indices;
  if (horizon <= 32) {
    for (int i = 0; i <= last; ++i) indices.push_back(i);
    return indices;
  }
  // the near past one by one, the far past in growing distances; fewer where there are many signals
  const int points = std::clamp(400 / std::max(1, width), 4, 28);
  for (int i = 0; i < 8; ++i) indices.push_back(i);
  for (int n = 1; n <= points; ++n) {
    const int index = static_cast<int>(std::lround(7 * std::pow(last / 7.0, static_cast<double>(n) / points)));
    if (index > indices.back()) indices.push_back(index);
  }
  return indices;
}

}  // namespace

std::vector<int> find_telling(const PulseResponses& responses) {
  std::vector<int> telling;
  for (int i = 0; i < responses.floor.size(); ++i) {
    double largest = 0;
    for (const Eigen::MatrixXd& m : responses.steps) largest = std::max(largest, m.row(i).cwiseAbs().maxCoeff());
    if (largest > silent * responses.floor(i)) telling.push_back(i);
  }
  return telling;
}

Realisation::Realisation(const PulseResponses& responses, int most_states) {
  const std::vector<Eigen::MatrixXd>& M = responses.steps;
  const int p = static_cast<int>(M.front().rows()), q = static_cast<int>(M.front().cols());
  // outputs, then inputs, to about one; but where rounding shows less, or what is clear would drown in its noise
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(p);
  for (const Eigen::MatrixXd& m : M) largest = largest.cwiseMax(m.cwiseAbs().rowwise().maxCoeff());
  row_scale_ = Eigen::VectorXd::Zero(p);
  Eigen::VectorXd inverse = Eigen::VectorXd::Zero(p);
  double noise = 0;
  for (int i : find_telling(responses)) {
    row_scale_(i) = std::max(largest(i), clean * responses.floor(i));
    inverse(i) = 1 / row_scale_(i);
    noise = std::max(noise, responses.floor(i) * inverse(i));
  }
  column_scale_ = Eigen::VectorXd::Zero(q);
  for (const Eigen::MatrixXd& m : M)
    column_scale_ = column_scale_.cwiseMax((inverse.asDiagonal() * m).cwiseAbs().colwise().maxCoeff().transpose());
  const double widest = column_scale_.maxCoeff();
  if (widest == 0) {  // no output answers
    first_ = shifted_ = Eigen::MatrixXd::Zero(p, q);
    u_.resize(p, 0);
    v_.resize(q, 0);
    return;
  }
  column_scale_ = column_scale_.cwiseMax(std::min(widest, clean * noise));
  // without any noise, as where all rests at zero, what answers nothing at all keeps nothing to be divided by
  for (double& scale : column_scale_)
    if (scale == 0) scale = widest;
  noise /= column_scale_.minCoeff();
  const Eigen::VectorXd column_inverse = column_scale_.cwiseInverse();
  first_ = inverse.asDiagonal() * M.front() * column_inverse.asDiagonal();

  const std::vector<int> indices = choose_indices(static_cast<int>(M.size()), std::max(p, q));
  const int blocks = static_cast<int>(indices.size());
  Eigen::MatrixXd hankel(blocks * p, blocks * q);
  shifted_.resize(blocks * p, blocks * q);
  for (int i = 0; i < blocks; ++i)
    for (int j = 0; j < blocks; ++j) {
      const int k = 1 + indices[i] + indices[j];
      hankel.block(i * p, j * q, p, q) = inverse.asDiagonal() * M[k] * column_inverse.asDiagonal();
      shifted_.block(i * p, j * q, p, q) = inverse.asDiagonal() * M[k + 1] * column_inverse.asDiagonal();
    }
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(hankel, Eigen::ComputeThinU | Eigen::ComputeThinV);
  sigma_ = svd.singularValues();
  u_ = svd.matrixU();
  v_ = svd.matrixV();
  const double size = std::sqrt(static_cast<double>(std::max(hankel.rows(), hankel.cols())));
  const double threshold =
      std::max({smallest_singular * sigma_(0), 3 * noise * size, 8 * std::numeric_limits<double>::epsilon() * size});
  const int most = std::min<int>(most_states, static_cast<int>(sigma_.size()));
  while (most_states_ < most && sigma_(most_states_) > threshold) ++most_states_;
}

Realised Realisation::make(int order) const {
  const int p = static_cast<int>(first_.rows()), q = static_cast<int>(first_.cols());
  const Eigen::VectorXd root = sigma_.head(order).cwiseSqrt(), inverse = root.cwiseInverse();
  const auto u = u_.leftCols(order), v = v_.leftCols(order);
  Realised map;
  map.a = inverse.asDiagonal() * (u.transpose() * shifted_ * v) * inverse.asDiagonal();
  map.b = root.asDiagonal() * v.topRows(q).transpose() * column_scale_.asDiagonal();
  map.c = row_scale_.asDiagonal() * u.topRows(p) * root.asDiagonal();
  map.d = row_scale_.asDiagonal() * first_ * column_scale_.asDiagonal();
  return map;
}

Eigen::VectorXd find_errors(const Realised& map, const ValidationRun& run) {
  Eigen::VectorXd errors = Eigen::VectorXd::Zero(run.outputs.rows());
  Eigen::VectorXd x = Eigen::VectorXd::Zero(map.a.rows());
  for (int k = 0; k < run.inputs.cols(); ++k) {
    const Eigen::VectorXd y = map.c * x + map.d * run.inputs.col(k);
    x = map.a * x + map.b * run.inputs.col(k);
    for (int i = 0; i < errors.size(); ++i) {
      const double error = std::abs(y(i) - run.outputs(i, k)) / run.scale(i);
      errors(i) = std::isfinite(error) ? std::max(errors(i), error) : std::numeric_limits<double>::infinity();
    }
  }
  return errors;
}

ChosenOrder choose_order(const Realisation& realisation, const ValidationRun& run, const PulseResponses& responses) {
  // outputs that do not answer say nothing about the order, though their errors count
  const std::vector<int> telling = find_telling(responses);
  std::vector<double> error_of(realisation.most_states() + 1);
  for (int n = 0; n <= realisation.most_states(); ++n) {
    const Eigen::VectorXd errors = find_errors(realisation.make(n), run);
    for (int i : telling) error_of[n] = std::max(error_of[n], errors(i));
  }
  const auto rate = [&](int order) {
    RatedMap rated{realisation.make(order), order, 0, error_of[order]};
    rated.residual = find_errors(rated.map, run).maxCoeff();
    return rated;
  };
  const auto first_below = [&](double error) {
    return static_cast<int>(std::ranges::find_if(error_of, [=](double e) { return e <= error; }) - error_of.begin());
  };
  const double best = *std::min_element(error_of.begin(), error_of.end());
  const int order = first_below(std::max(1.5 * best, 1e-10)), fewer = first_below(std::max(hardly_worse * best, 1e-10));
  ChosenOrder chosen{rate(order)};
  if (const int other = fewer < order ? fewer : first_below(best); other != order) chosen.second = rate(other);
  return chosen;
}

}  // namespace oldham
