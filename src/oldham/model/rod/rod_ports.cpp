// SPDX-License-Identifier: MIT
#include "oldham/model/rod/rod_ports.hpp"

#include <fmt/format.h>

#include "oldham/model/rod/turn.hpp"

namespace oldham::rod {
namespace {

constexpr const char* axes[] = {"x", "y", "z"};

using Ports = std::vector<Port>;

void add(Ports& list, const std::string& name, const char* unit, const char* meaning = "") {
  list.push_back({name, parse_unit(unit), meaning});
}

void add_inputs(Ports& in, const std::string& end, EndKind kind) {
  if (kind == EndKind::free) {
    for (const char* axis : axes) add(in, fmt::format("{}.{}.force", end, axis), "N", "on the node, ground axes");
    for (const char* axis : axes)
      add(in, fmt::format("{}.turn_{}.force", end, axis), "N.m", "torque on the edge, ground axes");
    return;
  }
  for (const char* axis : axes) {
    add(in, fmt::format("{}.{}.position", end, axis), "m");
    add(in, fmt::format("{}.{}.velocity", end, axis), "m/s");
    add(in, fmt::format("{}.{}.acceleration", end, axis), "m/s^2");
  }
  if (!holds_frame(kind)) return;
  for (int i = 0; i < 4; ++i)
    add(in, fmt::format("{}.q{}", end, i), "1", "quaternion of the frame in which the step began");
  for (int i = 1; i <= 3; ++i) add(in, fmt::format("{}.turn{}", end, i), "rad", "rotation vector since, directors");
  for (int i = 1; i <= 3; ++i) add(in, fmt::format("{}.spin{}", end, i), "rad/s", "its rate");
}

void add_outputs(Ports& out, const std::string& end, const EndDescription& description) {
  if (description.kind == EndKind::free) {
    for (const char* axis : axes) {
      add(out, fmt::format("{}.{}.position", end, axis), "m");
      add(out, fmt::format("{}.{}.velocity", end, axis), "m/s");
    }
    if (!description.driven) return;
    for (const char* axis : axes) {
      add(out, fmt::format("{}.turn_{}.position", end, axis), "rad", "rotation vector of the edge");
      add(out, fmt::format("{}.turn_{}.velocity", end, axis), "rad/s", "its angular velocity, ground axes");
    }
    return;
  }
  for (const char* axis : axes) {
    add(out, fmt::format("{}.{}.force", end, axis), "N", "of the rod on what holds it");
    if (description.driven) add(out, fmt::format("{}.{}.inner", end, axis), "N", "the same without inertia of the end");
  }
  if (holds_frame(description.kind))
    for (int i = 1; i <= 3; ++i)
      add(out, fmt::format("{}.moment{}", end, i), "N.m", "of the rod on the clamp, along its directors");
}

template <class T>
const T* read_end(const EndDescription& end, const T* u, EndMotion<T>& motion, Vector3<T>& force, Vector3<T>& moment) {
  if (!end.driven) return u;
  if (end.kind == EndKind::free) {
    for (int i = 0; i < 3; ++i) force[i] += *u++;
    for (int i = 0; i < 3; ++i) moment[i] += *u++;
    return u;
  }
  for (int i = 0; i < 3; ++i) {
    motion.x[i] = *u++;
    motion.v[i] = *u++;
    motion.a[i] = *u++;
  }
  if (!holds_frame(end.kind)) return u;
  using std::sqrt;
  const Quaternion<T> q = Quaternion<T>::from(u);
  const Vector3<T> turn(u[4], u[5], u[6]), rate(u[7], u[8], u[9]);
  const T length = sqrt(q.dot(q));
  const Quaternion<T> began = length == T(0) ? motion.p : Quaternion<T>{T(q.s / length), q.v / length};
  motion.p = began * quaternion_of_turn(turn);
  motion.w = spin_of_turn(turn, rate);
  return u + 10;
}

}  // namespace

std::shared_ptr<const Boundary> make_boundary(const RodDescription& d) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "rod";
  auto &in = boundary->inputs, &out = boundary->outputs;
  for (const auto& [name, end] : {std::pair("start", &d.start), std::pair("end", &d.end)}) {
    if (end->driven) add_inputs(in, name, end->kind);
    add_outputs(out, name, *end);
    // forces on a free end accelerate it; where a held end is moved, its forces know at once
    if (end->driven && end->kind != EndKind::free) boundary->feedthrough = true;
  }
  for (const char* place : {"tip", "mid"})
    for (const char* axis : axes)
      add(out, fmt::format("shape.{}.{}", place, axis), "m", place[0] == 't' ? "the end" : "half way along the rod");
  add(out, "shape.dv", "m", "how far the end is off its natural place, across the tangent of the start");
  add(out, "shape.dh", "m", "how far the end came back along that tangent");
  add(out, "shape.twist", "rad", "from the start to the last edge, about the normal of the section");
  add(out, "shape.angle", "rad", "bent from the start to the last edge");
  add(out, "shape.zmin", "m", "the lowest node");
  add(out, "energy.kinetic", "J");
  add(out, "energy.elastic", "J");
  add(out, "energy.gravity", "J");
  for (const char* axis : axes) add(out, fmt::format("momentum.{}", axis), "N.s");
  for (const char* axis : axes) add(out, fmt::format("momentum.turn_{}", axis), "N.m.s", "about the origin");
  if (!d.publish_nodes) return boundary;
  for (int n = 0; n <= d.edges; ++n)
    for (const char* axis : axes) add(out, fmt::format("node{}.{}", n, axis), "m");
  for (int e = 0; e < d.edges; ++e)
    for (int i = 0; i < 4; ++i) add(out, fmt::format("edge{}.q{}", e, i), "1", "orientation, a quaternion");
  return boundary;
}

template <class T>
void read_inputs(const RodDescription& d, const T* u, RodInputs<T>& inputs) {
  u = read_end(d.start, u, inputs.start, inputs.start_force, inputs.start_moment);
  read_end(d.end, u, inputs.end, inputs.end_force, inputs.end_moment);
}

template void read_inputs(const RodDescription&, const double*, RodInputs<double>&);
template void read_inputs(const RodDescription&, const Multiprecision*, RodInputs<Multiprecision>&);

}  // namespace oldham::rod
