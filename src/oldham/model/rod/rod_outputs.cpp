// SPDX-License-Identifier: MIT
#include "oldham/model/rod/rod_ports.hpp"
#include "oldham/model/rod/turn.hpp"

namespace oldham::rod {
namespace {

template <class T>
Vector3<T> vector_at(const T* numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

template <class T>
T* write(const Vector3<T>& value, T* y) {
  for (int i = 0; i < 3; ++i) *y++ = value[i];
  return y;
}

/// Of an end that nothing holds: `n` and `e` are its node and its edge.
template <class T>
T* write_free_end(const Rod<T>& rod, const T* state, int n, int e, bool driven, T* y) {
  for (int i = 0; i < 3; ++i) {
    *y++ = rod.node(state, n)[i];
    *y++ = rod.velocity(state, 2 * n)[i];
  }
  if (!driven) return y;
  const Matrix3<T> R = multibody::rotation_of(rod.frame(state, e));
  const Vector3<T> turn = multibody::rotation_vector(R), w = R * vector_at(rod.velocity(state, 2 * e + 1));
  for (int i = 0; i < 3; ++i) {
    *y++ = turn[i];
    *y++ = w[i];
  }
  return y;
}

template <class T>
T* write_held_end(const EndDescription& end, const Reaction<T>& reaction, const Vector3<T>& inertia, T* y) {
  for (int i = 0; i < 3; ++i) {
    *y++ = reaction.force[i];
    if (end.driven) *y++ = reaction.force[i] + inertia[i];
  }
  return holds_frame(end.kind) ? write(reaction.moment, y) : y;
}

/// How far the rod is turned from its start to its last edge: the turns from edge to edge, along the directors, added
/// up. In the plane that is the angle, however often it goes round.
template <class T>
Vector3<T> total_turn(const Rod<T>& rod, const T* state, const RodInputs<T>& inputs) {
  Vector3<T> sum = Vector3<T>::Zero();
  Quaternion<T> before =
      rod.start_kind() == EndKind::clamped ? inputs.start.p : Quaternion<T>::from(rod.frame(state, 0));
  for (int e = 0; e < rod.edges(); ++e) {
    const Quaternion<T> p = Quaternion<T>::from(rod.frame(state, e));
    sum += turn_of_quaternion<T>(before.conjugate() * p);
    before = p;
  }
  return sum;
}

}  // namespace

template <class T>
void write_outputs(const RodDescription& d, const Rod<T>& rod, const NaturalEnd<T>& natural, const T* state,
                   const RodInputs<T>& inputs, T* y) {
  using std::sqrt;
  const int N = rod.edges();
  y = d.start.kind == EndKind::free
          ? write_free_end(rod, state, 0, 0, d.start.driven, y)
          : write_held_end<T>(d.start, rod.start_reaction(state, inputs), rod.masses().front() * inputs.start.a, y);
  y = d.end.kind == EndKind::free
          ? write_free_end(rod, state, N, N - 1, d.end.driven, y)
          : write_held_end<T>(d.end, rod.end_reaction(state, inputs), rod.masses().back() * inputs.end.a, y);

  const Vector3<T> tip = vector_at(rod.node(state, N));
  y = write(tip, y);
  y = write<T>((vector_at(rod.node(state, N / 2)) + vector_at(rod.node(state, (N + 1) / 2))) / T(2), y);
  const Vector3<T> moved = tip - natural.place;
  const T along = moved.dot(natural.tangent);
  *y++ = Vector3<T>(moved - along * natural.tangent).norm();
  *y++ = -along;
  const Vector3<T> turn = total_turn(rod, state, inputs);
  *y++ = turn[2];
  *y++ = sqrt(turn[0] * turn[0] + turn[1] * turn[1]);
  T lowest = tip[2];
  for (int n = 0; n < N; ++n) lowest = std::min(lowest, rod.node(state, n)[2]);
  *y++ = lowest;

  const RodEnergy<T> energy = rod.energy(state, inputs);
  *y++ = energy.kinetic;
  *y++ = energy.elastic;
  *y++ = energy.gravity;
  const Momentum<T> momentum = rod.momentum(state);
  y = write(momentum.linear, y);
  y = write(momentum.angular, y);
  if (!d.publish_nodes) return;
  for (int n = 0; n <= N; ++n) y = write(vector_at(rod.node(state, n)), y);
  for (int e = 0; e < N; ++e)
    for (int i = 0; i < 4; ++i) *y++ = rod.frame(state, e)[i];
}

template void write_outputs(const RodDescription&, const Rod<double>&, const NaturalEnd<double>&, const double*,
                            const RodInputs<double>&, double*);
template void write_outputs(const RodDescription&, const Rod<Multiprecision>&, const NaturalEnd<Multiprecision>&,
                            const Multiprecision*, const RodInputs<Multiprecision>&, Multiprecision*);

}  // namespace oldham::rod
