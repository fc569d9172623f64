// SPDX-License-Identifier: MIT
#include "oldham/model/rod/walk.hpp"

namespace oldham::rod {

template <class T>
Vector3<T> Rod<T>::outer_force(const RodInputs<T>& inputs, int node) const {
  Vector3<T> force = node_weight_ * inputs.gravity + l_ * inputs.force_per_length;
  if (node == 0 || node == N_) force /= T(2);
  if (node == 0) force += inputs.start_force;
  if (node == N_) force += inputs.end_force;
  return force;
}

template <class T>
Vector3<T> Rod<T>::outer_moment(const RodInputs<T>& inputs, int edge) const {
  Vector3<T> moment = l_ * inputs.moment_per_length;
  if (edge == 0) moment += inputs.start_moment;
  if (edge == N_ - 1) moment += inputs.end_moment;
  return moment;
}

template <class T>
void Rod<T>::forces(const T* state, const RodInputs<T>& inputs, T* f) const {
  for (int n = 0; n <= N_; ++n) Eigen::Map<Vector3<T>>(f + 6 * n) = outer_force(inputs, n);
  for (int e = 0; e < N_; ++e) Eigen::Map<Vector3<T>>(f + 6 * e + 3).setZero();
  walk(
      state, inputs,
      [&](int e, const Edge<T>& edge, const Vector3<T>& w) {
        const Vector3<T> force = edge.force();
        add_vector<T>(f + 6 * e, force);
        add_vector<T>(f + 6 * e + 6, -force);
        // l J ω' = moments − ω × l J ω
        add_vector<T>(f + 6 * e + 3, edge.moment() + edge.R().transpose() * outer_moment(inputs, e) -
                                         w.cross(inertia_.cwiseProduct(w)));
      },
      [&](int before, int behind, const auto& bend) {
        if (before >= 0) add_vector<T>(f + 3 * before, bend.moment_before());
        if (behind >= 0) add_vector<T>(f + 3 * behind, bend.moment_behind());
      });
}

template <class T>
void Rod<T>::derivative(const T* state, const RodInputs<T>& inputs, T* rate) const {
  T* acceleration = rate + position_count();
  forces(state, inputs, acceleration);
  for (int i = 0; i < unknown_count(); ++i) acceleration[i] /= masses_[i];
  for (int n = 0; n <= N_; ++n) Eigen::Map<Vector3<T>>(node(rate, n)) = read_vector(velocity(state, 2 * n));
  for (int e = 0; e < N_; ++e) multibody::quaternion_rate(frame(state, e), velocity(state, 2 * e + 1), frame(rate, e));
  for (const int n : {0, N_}) {
    if (!is_held(n)) continue;
    const EndMotion<T>& end = n == 0 ? inputs.start : inputs.end;
    Eigen::Map<Vector3<T>>(node(rate, n)) = end.v;
    Eigen::Map<Vector3<T>>(velocity(rate, 2 * n)) = end.a;
  }
}

template <class T>
void Rod<T>::linearise(const T* state, const RodInputs<T>& inputs, const T& a, const T& b, BandMatrix<T>& A, T* f,
                       T* flow) const {
  for (int n = 0; n <= N_; ++n) Eigen::Map<Vector3<T>>(f + 6 * n) = outer_force(inputs, n);
  for (int e = 0; e < N_; ++e) Eigen::Map<Vector3<T>>(f + 6 * e + 3).setZero();
  std::fill(flow, flow + unknown_count(), T(0));
  const auto free_velocity = [&](int n) -> Vector3<T> {
    if (is_held(n)) return Vector3<T>::Zero();
    return read_vector(velocity(state, 2 * n));
  };
  const auto turning = [&](int block) -> Vector3<T> {
    if (block < 0) return Vector3<T>::Zero();
    return read_vector(velocity(state, block));
  };
  walk(
      state, inputs,
      [&](int e, const Edge<T>& edge, const Vector3<T>& w) {
        const int left = 2 * e, own = left + 1, right = left + 2;
        const Vector3<T> force = edge.force(), outer = edge.R().transpose() * outer_moment(inputs, e);
        const Vector3<T> spin = inertia_.cwiseProduct(w);
        add_vector<T>(f + 3 * left, force);
        add_vector<T>(f + 3 * right, -force);
        add_vector<T>(f + 3 * own, edge.moment() + outer - w.cross(spin));

        const auto change = edge.change(free_velocity(e + 1) - free_velocity(e), w);
        add_vector<T>(flow + 3 * left, change.force);
        add_vector<T>(flow + 3 * right, -change.force);
        add_vector<T>(flow + 3 * own, change.moment + outer.cross(w));

        auto blocks = edge.blocks(a, b);
        A.subtract(left, left, blocks.Fd);
        A.add(left, own, blocks.Fphi);
        A.add(left, right, blocks.Fd);
        A.add(right, left, blocks.Fd);
        A.subtract(right, own, blocks.Fphi);
        A.subtract(right, right, blocks.Fd);
        A.subtract(own, left, blocks.md);
        A.add(own, right, blocks.md);
        // a (Rᵀμ)× of outer moments, −b (ω× l J − (l J ω)×) of the gyroscopic one
        const Matrix3<T> turned = cross_matrix<T>(vector_of<T>([&](int i) { return a * outer[i] + b * spin[i]; }));
        const Matrix3<T> w_cross = cross_matrix(w);
        for (int j = 0; j < 3; ++j)
          for (int i = 0; i < 3; ++i) blocks.mphi(i, j) += turned(i, j) - b * w_cross(i, j) * inertia_[j];
        A.add(own, own, blocks.mphi);
      },
      [&](int before, int behind, const auto& bend) {
        const auto change = bend.change(turning(before), turning(behind));
        const auto blocks = bend.blocks(a, b);
        if (before >= 0) {
          add_vector<T>(f + 3 * before, bend.moment_before());
          add_vector<T>(flow + 3 * before, change.before);
          A.add(before, before, blocks.before_before);
        }
        if (behind >= 0) {
          add_vector<T>(f + 3 * behind, bend.moment_behind());
          add_vector<T>(flow + 3 * behind, change.behind);
          A.add(behind, behind, blocks.behind_behind);
        }
        if (before >= 0 && behind >= 0) {
          A.add(before, behind, blocks.before_behind);
          A.add(behind, before, blocks.behind_before);
        }
      });
}

template <class T>
Edge<T> Rod<T>::edge(const T* state, const RodInputs<T>& inputs, int e) const {
  return {strain_,
          spacing_,
          nearly_normalised(Quaternion<T>::from(frame(state, e))),
          place(state, inputs, e + 1) - place(state, inputs, e),
          motion(state, inputs, e + 1) - motion(state, inputs, e),
          read_vector(velocity(state, 2 * e + 1))};
}

template <class T>
Reaction<T> Rod<T>::start_reaction(const T* state, const RodInputs<T>& inputs) const {
  Reaction<T> reaction;
  if (start_kind_ == EndKind::free) return reaction;
  // the equation of the end node that is not solved: what acts on it less what accelerates it
  reaction.force = outer_force(inputs, 0) - node_mass_ / 2 * inputs.start.a;
  reaction.force += edge(state, inputs, 0).force();
  with_start_bend(state, inputs, [&](const auto& bend) { reaction.moment = bend.moment_before(); });
  return reaction;
}

template <class T>
Reaction<T> Rod<T>::end_reaction(const T* state, const RodInputs<T>& inputs) const {
  Reaction<T> reaction;
  if (end_kind_ == EndKind::free) return reaction;
  reaction.force = outer_force(inputs, N_) - node_mass_ / 2 * inputs.end.a;
  reaction.force -= edge(state, inputs, N_ - 1).force();
  with_end_bend(state, inputs, [&](const auto& bend) { reaction.moment = bend.moment_behind(); });
  return reaction;
}

template <class T>
RodEnergy<T> Rod<T>::energy(const T* state, const RodInputs<T>& inputs) const {
  RodEnergy<T> energy;
  walk(
      state, inputs,
      [&](int e, const Edge<T>& edge, const Vector3<T>& w) {
        energy.elastic += edge.energy();
        energy.dissipated_power += edge.dissipated_power();
        energy.kinetic += w.dot(inertia_.cwiseProduct(w)) / 2;
        for (const int n : {e, e + 1}) {  // half of the mass of an edge at either of its nodes
          const Vector3<T> v = motion(state, inputs, n);
          energy.kinetic += node_mass_ / 4 * v.dot(v);
          energy.gravity -= node_weight_ / 2 * inputs.gravity.dot(place(state, inputs, n));
        }
      },
      [&](int, int, const auto& bend) {
        energy.elastic += bend.energy();
        energy.dissipated_power += bend.dissipated_power();
      });
  return energy;
}

template <class T>
Momentum<T> Rod<T>::momentum(const T* state) const {
  Momentum<T> momentum{Vector3<T>::Zero(), Vector3<T>::Zero()};
  for (int n = 0; n <= N_; ++n) {
    const Vector3<T> impulse = masses_[6 * n] * read_vector(velocity(state, 2 * n));
    momentum.linear += impulse;
    momentum.angular += read_vector(node(state, n)).cross(impulse);
  }
  for (int e = 0; e < N_; ++e) {
    const Vector3<T> spin = inertia_.cwiseProduct(read_vector(velocity(state, 2 * e + 1)));
    momentum.angular += rotation(nearly_normalised(Quaternion<T>::from(frame(state, e)))) * spin;
  }
  return momentum;
}

template <class T>
T Rod<T>::smallest_cosine(const T* state, const RodInputs<T>& inputs) const {
  T smallest(1);
  walk(
      state, inputs, [](int, const Edge<T>&, const Vector3<T>&) {},
      [&](int, int, const auto& bend) { smallest = std::min(smallest, bend.cosine()); });
  return smallest;
}

template class Rod<double>;
template class Rod<Multiprecision>;

}  // namespace oldham::rod
