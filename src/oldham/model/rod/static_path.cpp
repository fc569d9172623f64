// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/model/rod/statics.hpp"

// The inputs along which an equilibrium is followed.

namespace oldham::rod {

template <class T>
RodInputs<T> between(const RodInputs<T>& from, const RodInputs<T>& to, const T& share) {
  const auto mix = [&](const Vector3<T>& a, const Vector3<T>& b) -> Vector3<T> { return a + share * (b - a); };
  const auto mix_ends = [&](const EndMotion<T>& a, const EndMotion<T>& b) {
    EndMotion<T> end;
    end.x = mix(a.x, b.x);
    // the short way round; a turn at an even rate
    Quaternion<T> turn = a.p.conjugate() * b.p;
    if (turn.s < T(0)) turn = {-turn.s, -turn.v};
    const Vector3<T> by = share * multibody::rotation_vector(rotation(turn));
    T numbers[4];
    a.p.write(numbers);
    multibody::turn_quaternion(numbers, by.data());
    end.p = Quaternion<T>::from(numbers);
    return end;
  };
  RodInputs<T> inputs;
  inputs.start = mix_ends(from.start, to.start);
  inputs.end = mix_ends(from.end, to.end);
  inputs.start_force = mix(from.start_force, to.start_force);
  inputs.end_force = mix(from.end_force, to.end_force);
  inputs.start_moment = mix(from.start_moment, to.start_moment);
  inputs.end_moment = mix(from.end_moment, to.end_moment);
  inputs.force_per_length = mix(from.force_per_length, to.force_per_length);
  inputs.moment_per_length = mix(from.moment_per_length, to.moment_per_length);
  inputs.gravity = mix(from.gravity, to.gravity);
  return inputs;
}

template <class T>
std::vector<RodInputs<T>> default_path(const Rod<T>& rod, const std::vector<PathPoint>& through) {
  const RodInputs<T> natural = rod.natural_inputs();
  RodInputs<T> loaded = rod.described_inputs();
  loaded.start = natural.start;
  loaded.end = natural.end;
  std::vector<RodInputs<T>> path = {natural, loaded};
  for (const PathPoint& point : through) {
    path.push_back(loaded);
    path.back().start = make_motion<T>("", point.start);
    path.back().end = make_motion<T>("", point.end);
  }
  if (rod.is_held(rod.edges()) || !through.empty()) path.push_back(rod.described_inputs());
  return path;
}

template <class T>
std::vector<RodInputs<T>> eased_path(const std::vector<RodInputs<T>>& path) {
  constexpr double little = 0.1;
  std::vector<RodInputs<T>> eased = path;
  for (std::size_t i = 1; i < eased.size(); ++i) {
    RodInputs<T> loads = between(path.front(), path[i], T(little));
    loads.start = path[i].start;
    loads.end = path[i].end;
    eased[i] = loads;
  }
  eased.push_back(path.back());
  return eased;
}

template <class T>
bool has_moments(const RodInputs<T>& inputs) {
  const auto acts = [](const Vector3<T>& moment) { return moment != Vector3<T>::Zero(); };
  return acts(inputs.start_moment) || acts(inputs.end_moment) || acts(inputs.moment_per_length);
}

template <class T>
std::string too_coarse(const Rod<T>& rod) {
  return fmt::format(
      "neighbouring edges are turned by 90 degrees or more: {} edges pass on bending moments of E I/l = {:.3g} N m at "
      "most; take more edges, raise N",
      rod.edges(), to_double(rod.largest_moment()));
}

#define OLDHAM_INSTANTIATE(T)                                                                    \
  template RodInputs<T> between(const RodInputs<T>&, const RodInputs<T>&, const T&);             \
  template std::vector<RodInputs<T>> default_path(const Rod<T>&, const std::vector<PathPoint>&); \
  template std::vector<RodInputs<T>> eased_path(const std::vector<RodInputs<T>>&);               \
  template bool has_moments(const RodInputs<T>&);                                                \
  template std::string too_coarse(const Rod<T>&);
OLDHAM_INSTANTIATE(double)
OLDHAM_INSTANTIATE(Multiprecision)
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::rod
