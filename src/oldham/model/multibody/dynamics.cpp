// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/dynamics.hpp"

#include <algorithm>
#include <cmath>

namespace oldham::multibody {
namespace {

template <class T>
T dot(const T* a, const T* b, int count) {
  if (count == 3) return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];  // bodies in the plane: worth not looping
  T sum(0);
  for (int k = 0; k < count; ++k) sum += a[k] * b[k];
  return sum;
}

/// J of coincident points from their arms: in the plane two whole rows, as what a driven body does to others is found
/// by whole rows.
template <class T>
void expand_arm(RowValues<T>& values, int side, bool planar) {
  const T sign = side == 0 ? T(-1) : T(1);
  const Vector3<T>& arm = values.arm[side];
  Matrix3<T>&V = values.v[side], &W = values.w[side];
  V(0, 0) = V(1, 1) = sign;
  V(0, 1) = V(1, 0) = V(0, 2) = V(1, 2) = W(0, 0) = W(1, 1) = T(0);
  W(0, 2) = -sign * arm[1];
  W(1, 2) = sign * arm[0];
  if (planar) {
    W(0, 1) = W(1, 0) = T(0);
    return;
  }
  V(2, 2) = sign;
  V(2, 0) = V(2, 1) = W(2, 2) = T(0);
  W(0, 1) = sign * arm[2];
  W(1, 0) = -sign * arm[2];
  W(2, 0) = sign * arm[1];
  W(2, 1) = -sign * arm[0];
}

}  // namespace

template <class T>
Dynamics<T>::Dynamics(std::shared_ptr<const Mechanism<T>> mechanism, bool in_order) : mechanism_(std::move(mechanism)) {
  const Mechanism<T>& m = *mechanism_;
  motions_.resize(m.bodies.size());
  for (std::vector<T>* list : {&phi_, &rate_, &bias_, &lambda_}) list->assign(m.rows, T(0));
  jacobian_.assign(m.jacobian_size, T(0));
  weighted_.assign(m.jacobian_size, T(0));
  known_.assign(m.known_size, T(0));
  force_.assign(m.dofs, T(0));
  increments_.assign(m.dofs, T(0));
  moved_.assign(m.coordinates, T(0));

  // joint rows that share a movable body are coupled in S
  using Pair = typename SymmetricSystem<T>::Pair;
  std::vector<Pair> pairs;
  const int count = static_cast<int>(m.blocks.size());
  std::vector<std::vector<int>> of_body(m.bodies.size());
  for (int i = 0; i < count; ++i) of_body[m.blocks[i].body].push_back(i);
  for (const std::vector<int>& list : of_body)
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = i; j < list.size(); ++j)
        pairs.push_back({m.blocks[list[i]].rows_index, m.blocks[list[j]].rows_index});
  std::vector<int> sizes;
  for (const JointRows<T>& rows : m.joints) sizes.push_back(rows.rows);
  mobility_ = std::make_unique<SymmetricSystem<T>>(std::move(sizes), std::move(pairs), !in_order);
  for (const std::vector<int>& list : of_body)
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = i; j < list.size(); ++j)
        products_.push_back(
            {list[i], list[j], mobility_->find(m.blocks[list[i]].rows_index, m.blocks[list[j]].rows_index)});
}

template <class T>
void Dynamics<T>::set(const T& t, const T* q, const T* v, const T* u) {
  mechanism_->place(t, q, v, u, motions_.data());
  evaluate_joints(t, v, u);
}

template <class T>
void Dynamics<T>::evaluate_joints(const T& t, const T* v, const T* u) {
  const Mechanism<T>& m = *mechanism_;
  RowValues<T> values;
  Matrix3<T> turned;
  std::size_t next = 0, next_known = 0;
  for (std::size_t i = 0; i < m.joints.size(); ++i) {
    const JointRows<T>& rows = m.joints[i];
    evaluate_rows(rows, m.motion_of(rows.body[0], motions_.data()), m.motion_of(rows.body[1], motions_.data()),
                  rows.drive.at(t, u), values);
    for (int r = 0; r < rows.rows; ++r) {
      phi_[rows.first_row + r] = values.value[r];
      rate_[rows.first_row + r] = values.rate[r];
      bias_[rows.first_row + r] = values.bias[r];
    }
    for (int side = 0; side < 2; ++side) {
      const int body = rows.body[side];
      if (body == ground) continue;
      const BodySlot<T>& slot = m.bodies[body];
      const Motion<T>& at = motions_[body];
      if (rows.kind == RowKind::coincident) expand_arm(values, side, m.description.planar);
      const Matrix3<T>&V = values.v[side], &W = values.w[side];
      if (slot.kind == BodyKind::driven) {
        // what is known of its motion goes to the other side
        T* J = known_.data() + m.known[next_known++].start;
        for (int r = 0; r < rows.rows; ++r) {
          for (int k = 0; k < 3; ++k) {
            J[6 * r + k] = V(r, k);
            J[6 * r + 3 + k] = W(r, k);
          }
          rate_[rows.first_row + r] += V.row(r).dot(at.v) + W.row(r).dot(at.w);
          bias_[rows.first_row + r] += V.row(r).dot(at.a) + W.row(r).dot(at.alpha);
        }
        continue;
      }
      if (slot.kind == BodyKind::carried) {
        // only the places of its carriers count
        for (const auto& [carrier, weight] : slot.carriers) {
          const JacobianBlock<T>& block = m.blocks[next++];
          const int straight = m.bodies[carrier].straight();
          for (int r = 0; r < rows.rows; ++r) {
            T* row = jacobian_.data() + block.start + r * block.width;
            for (int k = 0; k < straight; ++k) row[k] = weight * V(r, k);
            rate_[rows.first_row + r] += dot<T>(row, v + m.bodies[carrier].v, straight);
          }
        }
        continue;
      }
      T* J = jacobian_.data() + m.blocks[next++].start;
      const T* speed = v + slot.v;
      if (slot.kind == BodyKind::space_body) turned.noalias() = W * at.R;
      for (int r = 0; r < rows.rows; ++r) {
        T* row = J + r * slot.dofs;
        switch (slot.kind) {
          case BodyKind::planar_body:
            row[2] = W(r, 2);
            [[fallthrough]];
          case BodyKind::planar_point:
            row[0] = V(r, 0);
            row[1] = V(r, 1);
            break;
          case BodyKind::space_body:
            for (int k = 0; k < 3; ++k) row[3 + k] = turned(r, k);
            [[fallthrough]];
          default:
            for (int k = 0; k < 3; ++k) row[k] = V(r, k);
        }
        rate_[rows.first_row + r] += dot<T>(row, speed, slot.dofs);
      }
    }
  }
}

template <class T>
void Dynamics<T>::add_joint_forces(const T* lambda, const T& factor, T* b) const {
  const Mechanism<T>& m = *mechanism_;
  for (const JacobianBlock<T>& block : m.blocks) {
    const T *J = jacobian_.data() + block.start, *l = lambda + block.first_row;
    T* part = b + m.bodies[block.body].v;
    for (int r = 0; r < block.rows; ++r) {
      const T scaled = factor * l[r];
      for (int k = 0; k < block.width; ++k) part[k] += J[r * block.width + k] * scaled;
    }
  }
}

template <class T>
void Dynamics<T>::apply_jacobian(const T* x, T* result) const {
  const Mechanism<T>& m = *mechanism_;
  std::fill(result, result + m.rows, T(0));
  for (const JacobianBlock<T>& block : m.blocks) {
    const T *J = jacobian_.data() + block.start, *part = x + m.bodies[block.body].v;
    T* rows = result + block.first_row;
    for (int r = 0; r < block.rows; ++r) rows[r] += dot<T>(J + r * block.width, part, block.width);
  }
}

template <class T>
void Dynamics<T>::add_reaction(int body, Vector3<T>& force, Vector3<T>& torque) const {
  const Mechanism<T>& m = *mechanism_;
  for (const JacobianBlock<T>& block : m.known) {
    if (block.body != body) continue;
    const JointRows<T>& rows = m.joints[block.rows_index];
    for (int r = 0; r < rows.rows; ++r)
      for (int k = 0; k < 3; ++k) {
        force[k] -= known_[block.start + 6 * r + k] * lambda_[rows.first_row + r];
        torque[k] -= known_[block.start + 6 * r + 3 + k] * lambda_[rows.first_row + r];
      }
  }
}

template <class T>
bool Dynamics<T>::factorise_mobility(const T& tolerance) {
  const Mechanism<T>& m = *mechanism_;
  // J M⁻¹, block by block
  for (const JacobianBlock<T>& block : m.blocks) {
    const BodySlot<T>& slot = m.bodies[block.body];
    const T* J = jacobian_.data() + block.start;
    T* W = weighted_.data() + block.start;
    const int straight = slot.straight();
    for (int r = 0; r < block.rows; ++r, J += block.width, W += block.width) {
      for (int k = 0; k < straight; ++k) W[k] = J[k] * slot.inverse_mass;
      if (slot.kind == BodyKind::planar_body) W[2] = J[2] * slot.inverse_inertia(2, 2);
      if (slot.kind == BodyKind::space_body)
        Eigen::Map<Vector3<T>>(W + 3) = slot.inverse_inertia * Eigen::Map<const Vector3<T>>(J + 3);
    }
  }
  mobility_->clear();
  for (const Product& product : products_) {
    const JacobianBlock<T>&first = m.blocks[product.first], &second = m.blocks[product.second];
    const int rows = first.rows, columns = second.rows, width = first.width;
    const T *W = weighted_.data() + first.start, *J = jacobian_.data() + second.start;
    const bool diagonal = first.rows_index == second.rows_index;
    for (int r = 0; r < rows; ++r)
      for (int c = diagonal ? r : 0; c < columns; ++c)
        mobility_->add_entry(product.pair, r, c, dot(W + r * width, J + c * width, width));
  }
  const int row = mobility_->factorise(tolerance);
  if (row >= 0) failed_joint_ = joint_of(row);
  return row < 0;
}

template <class T>
int Dynamics<T>::joint_of(int row) const {
  int joint = -1;
  for (const JointRows<T>& rows : mechanism_->joints)
    if (row >= rows.first_row) joint = rows.joint;
  return joint;
}

template <class T>
void Dynamics<T>::blame_widest_joint() {
  using std::abs;
  const auto widest =
      std::max_element(phi_.begin(), phi_.end(), [](const T& x, const T& y) { return abs(x) < abs(y); });
  failed_joint_ = joint_of(static_cast<int>(widest - phi_.begin()));
}

template <class T>
void Dynamics<T>::solve_constrained(T* b, const T* r) {
  mechanism_->divide_by_mass(b);
  apply_jacobian(b, lambda_.data());
  for (std::size_t i = 0; i < lambda_.size(); ++i) lambda_[i] -= r[i];
  mobility_->solve(lambda_.data());
  // b − M⁻¹ Jᵀ λ
  const Mechanism<T>& m = *mechanism_;
  for (const JacobianBlock<T>& block : m.blocks) {
    const T *W = weighted_.data() + block.start, *l = lambda_.data() + block.first_row;
    T* part = b + m.bodies[block.body].v;
    for (int row = 0; row < block.rows; ++row)
      for (int k = 0; k < block.width; ++k) part[k] -= W[row * block.width + k] * l[row];
  }
}

template class Dynamics<double>;
template class Dynamics<Multiprecision>;

}  // namespace oldham::multibody
