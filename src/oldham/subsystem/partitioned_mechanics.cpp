// SPDX-License-Identifier: MIT
#include "oldham/subsystem/partitioned_mechanics.hpp"

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
PartitionedMechanics<T>::PartitionedMechanics(std::shared_ptr<const Mechanics<T>> mechanics, std::vector<int> coupled,
                                              ForceKind forces)
    : mechanics_(std::move(mechanics)), coupled_(std::move(coupled)), forces_(forces) {
  for (int i = 0; i < mechanics_->coordinates(); ++i)
    if (std::find(coupled_.begin(), coupled_.end(), i) == coupled_.end()) inner_.push_back(i);
}

template <class T>
typename PartitionedMechanics<T>::Matrix PartitionedMechanics<T>::mass(const Vector& q) const {
  const int n = coordinates();
  Matrix M(n, n);  // symmetric: rows are columns
  mechanics_->mass({q.data(), q.data() + n}, {M.data(), M.data() + n * n});
  return M;
}

template <class T>
typename PartitionedMechanics<T>::Vector PartitionedMechanics<T>::force(const T& t, const Vector& q,
                                                                        const Vector& v) const {
  const int n = coordinates();
  Vector f(n);
  mechanics_->force(t, {q.data(), q.data() + n}, {v.data(), v.data() + n}, {f.data(), f.data() + n});
  return f;
}

template <class T>
typename PartitionedMechanics<T>::Matrix PartitionedMechanics<T>::block(const Matrix& M, const std::vector<int>& rows,
                                                                        const std::vector<int>& columns) const {
  Matrix part(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j) part(i, j) = M(rows[i], columns[j]);
  return part;
}

template <class T>
typename PartitionedMechanics<T>::Vector PartitionedMechanics<T>::pick(const Vector& all,
                                                                       const std::vector<int>& which) const {
  Vector part(which.size());
  for (std::size_t i = 0; i < which.size(); ++i) part(i) = all(which[i]);
  return part;
}

template <class T>
typename PartitionedMechanics<T>::Vector PartitionedMechanics<T>::free_acceleration(const Matrix& M,
                                                                                    const Vector& f) const {
  if (!is_carried()) return pick(M.ldlt().solve(f), coupled_);
  return block(M, coupled_, coupled_).ldlt().solve(pick(f, coupled_));
}

template <class T>
typename PartitionedMechanics<T>::Vector PartitionedMechanics<T>::carried_acceleration(const Matrix& M,
                                                                                       const Vector& a) const {
  return block(M, coupled_, coupled_).ldlt().solve(-block(M, coupled_, inner_) * pick(a, inner_));
}

template <class T>
typename PartitionedMechanics<T>::Matrix PartitionedMechanics<T>::mobility(const Matrix& M) const {
  const int n = coordinates(), m = static_cast<int>(coupled_.size());
  if (forces_ == ForceKind::reduced) return block(M, coupled_, coupled_).ldlt().solve(Matrix::Identity(m, m));
  return block(M.ldlt().solve(Matrix::Identity(n, n)), coupled_, coupled_);
}

template class PartitionedMechanics<double>;
template class PartitionedMechanics<Multiprecision>;

}  // namespace oldham
