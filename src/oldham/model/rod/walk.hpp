// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/rod/rod.hpp"

namespace oldham::rod {

template <class T>
Vector3<T> read_vector(const T* numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

template <class T>
void add_vector(T* to, const Vector3<T>& value) {
  for (int i = 0; i < 3; ++i) to[i] += value[i];
}

template <class T>
Vector3<T> Rod<T>::place(const T* state, const RodInputs<T>& inputs, int n) const {
  if (is_held(n)) return n == 0 ? inputs.start.x : inputs.end.x;
  return read_vector(node(state, n));
}

template <class T>
Vector3<T> Rod<T>::motion(const T* state, const RodInputs<T>& inputs, int n) const {
  if (is_held(n)) return n == 0 ? inputs.start.v : inputs.end.v;
  return read_vector(velocity(state, 2 * n));
}

/// Hands the element between a clamp, or what holds a hinge, and the first edge to `use`; nothing where there is none.
template <class T>
template <class Use>
void Rod<T>::with_start_bend(const T* state, const RodInputs<T>& inputs, const Use& use) const {
  if (!holds_frame(start_kind_)) return;
  const Quaternion<T> p = nearly_normalised(Quaternion<T>::from(frame(state, 0)));
  const Vector3<T> w = read_vector(velocity(state, 1));
  if (start_kind_ == EndKind::clamped)
    use(Bend<T, EndTurn>(curvature_, spacing_, natural_, inputs.start.p, p, inputs.start.w, w));
  else
    use(HingeBend<T>(curvature_, spacing_, natural_, start_hinge_, inputs.start.p, p, inputs.start.w, w));
}

template <class T>
template <class Use>
void Rod<T>::with_end_bend(const T* state, const RodInputs<T>& inputs, const Use& use) const {
  if (!holds_frame(end_kind_)) return;
  const Quaternion<T> p = nearly_normalised(Quaternion<T>::from(frame(state, N_ - 1)));
  const Vector3<T> w = read_vector(velocity(state, 2 * N_ - 1));
  if (end_kind_ == EndKind::clamped)
    use(Bend<T, EndTurn>(curvature_, spacing_, natural_, p, inputs.end.p, w, inputs.end.w));
  else
    use(HingeBend<T>(curvature_, spacing_, natural_, end_hinge_, p, inputs.end.p, w, inputs.end.w));
}

/// Visits every element once, from start to end: on_edge(e, edge, ω) and on_bend(before, behind, bend), where the last
/// two count blocks of unknowns and −1 is the clamp.
template <class T>
template <class OnEdge, class OnBend>
void Rod<T>::walk(const T* state, const RodInputs<T>& inputs, const OnEdge& on_edge, const OnBend& on_bend) const {
  Vector3<T> x = place(state, inputs, 0), v = motion(state, inputs, 0);
  Quaternion<T> before;
  Vector3<T> w_before = Vector3<T>::Zero();
  for (int e = 0; e < N_; ++e) {
    const Vector3<T> next_x = place(state, inputs, e + 1), next_v = motion(state, inputs, e + 1);
    const Quaternion<T> p = nearly_normalised(Quaternion<T>::from(frame(state, e)));
    const Vector3<T> w = read_vector(velocity(state, 2 * e + 1));
    if (e > 0)
      on_bend(2 * e - 1, 2 * e + 1, Bend<T, InnerTurn>(curvature_, spacing_, natural_, before, p, w_before, w));
    else
      with_start_bend(state, inputs, [&](const auto& bend) { on_bend(-1, 1, bend); });
    on_edge(e, Edge<T>(strain_, spacing_, p, next_x - x, next_v - v, w), w);
    x = next_x;
    v = next_v;
    before = p;
    w_before = w;
  }
  with_end_bend(state, inputs, [&](const auto& bend) { on_bend(2 * N_ - 1, -1, bend); });
}

}  // namespace oldham::rod
