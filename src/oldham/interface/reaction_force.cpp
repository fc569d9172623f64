// SPDX-License-Identifier: MIT
#include "oldham/interface/reaction_force.hpp"

#include <Eigen/Dense>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
ReactionForce<T>::ReactionForce(int coordinates, std::vector<T> mover_mobility, std::vector<T> moved_mobility,
                                bool mover_comes_in_parts)
    : m_(coordinates),
      reads_mover_(mover_mobility.empty()),
      reads_moved_(moved_mobility.empty()),
      in_parts_(mover_comes_in_parts),
      mover_(std::move(mover_mobility)),
      moved_(std::move(moved_mobility)) {
  if (is_linear()) constant_inverse_ = inverse(nullptr);
}

template <class T>
std::vector<T> ReactionForce<T>::inverse(const T* y) const {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const T* mover = reads_mover_ ? y + m_ : mover_.data();
  const T* moved = reads_moved_ ? y + 2 * m_ + (reads_mover_ ? m_ * m_ : 0) : moved_.data();
  const Matrix sum = Eigen::Map<const Matrix>(mover, m_, m_) + Eigen::Map<const Matrix>(moved, m_, m_);
  const Matrix result = sum.partialPivLu().solve(Matrix::Identity(m_, m_));
  return {result.data(), result.data() + result.size()};
}

template <class T>
void ReactionForce<T>::evaluate(const T* y, T* w) const {
  const std::vector<T> read = is_linear() ? std::vector<T>() : inverse(y);
  const T* S = is_linear() ? constant_inverse_.data() : read.data();
  const T* moved = y + m_ + (reads_mover_ ? m_ * m_ : 0);
  const T* other = y + argument_count() - m_;
  for (int i = 0; i < m_; ++i) {
    w[i] = T(0);
    for (int j = 0; j < m_; ++j)
      w[i] += S[i * m_ + j] * (in_parts_ ? T(y[j] + other[j] - moved[j]) : T(y[j] - moved[j]));
  }
}

template <class T>
void ReactionForce<T>::jacobian(const T* y, T* J) const {
  const std::vector<T> S = is_linear() ? constant_inverse_ : inverse(y);
  std::vector<T> force(m_);
  evaluate(y, force.data());
  const int arguments = argument_count();
  for (int i = 0; i < m_; ++i) {
    T* row = J + i * arguments;
    const auto side = [&](int sign, bool reads) {
      for (int j = 0; j < m_; ++j) *row++ = sign * S[i * m_ + j];
      // dΛ = −S dW Λ
      for (int j = 0; reads && j < m_; ++j)
        for (int k = 0; k < m_; ++k) *row++ = -S[i * m_ + j] * force[k];
    };
    side(1, reads_mover_);
    side(-1, reads_moved_);
    if (in_parts_) side(1, false);
  }
}

template class ReactionForce<double>;
template class ReactionForce<Multiprecision>;

}  // namespace oldham
