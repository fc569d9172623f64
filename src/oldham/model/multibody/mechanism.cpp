// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/mechanism.hpp"

#include <Eigen/LU>

namespace oldham::multibody {

template <class T>
Mechanism<T>::Mechanism(const MechanismDescription& from) : description(from), gravity(make_vector<T>(from.gravity)) {
  // inputs come in the order of ports, frames, actuators, drivers, driven bodies
  for (const PortDescription& port : from.ports) {
    const bool turns = port.at.body != ground && from.bodies[port.at.body].turns;
    applied.push_back(static_cast<int>(applied.size()));
    forces.push_back(make_applied_force<T>(port, from.planar, turns, inputs));
    inputs += forces.back().inputs;
  }
  for (const FrameDescription& frame : from.frames) {
    held.push_back(static_cast<int>(forces.size()));
    forces.push_back(make_frame_force<T>(frame, inputs));
    inputs += forces.back().inputs;
  }
  for (const BodyDescription& body : from.bodies) add_body(body);
  u0.assign(inputs, T(0));

  // how the bodies stand; what comes from ports stands as described
  std::vector<Motion<T>> stand(bodies.size());
  place(T(0), q0.data(), v0.data(), u0.data(), stand.data());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].kind != BodyKind::driven || !from.bodies[i].motion->front().from_port) continue;
    const BodyDescription& body = from.bodies[i];
    stand[i].r = make_vector<T>(body.position);
    stand[i].angle = from_decimal<T>(body.angle);
    if (from.planar) stand[i].R = rotation_in_plane(stand[i].angle);
  }
  std::vector<ForceElement<T>> elements;
  for (const ForceDescription& force : from.forces) {
    elements.push_back(make_force_element<T>(force, from.planar, motion_of(force.first.body, stand.data()),
                                             motion_of(force.second.body, stand.data())));
    if (!has_ports(force.kind)) continue;
    elements.back().input = inputs;
    elements.back().inputs = force.kind == ForceKind::cylinder ? 2 : 1;
    inputs += elements.back().inputs;
    u0.resize(inputs, T(0));
  }
  for (std::vector<int>* indices : {&applied, &held})
    for (int& index : *indices) index += static_cast<int>(elements.size());
  elements.insert(elements.end(), forces.begin(), forces.end());
  forces = std::move(elements);
  for (const JointDescription& joint : from.joints) add_joint(joint, stand);

  // a driven body from a port has positions and velocities there, and accelerations where joints need them
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].kind != BodyKind::driven || !from.bodies[i].motion->front().from_port) continue;
    bool holds = false;
    for (const JointRows<T>& joint : joints)
      holds = holds || joint.body[0] == static_cast<int>(i) || joint.body[1] == static_cast<int>(i);
    for (int d : from.planar ? std::vector<int>{0, 1, 5} : std::vector<int>{0, 1, 2}) {
      bodies[i].motion[d].input = inputs;
      bodies[i].motion[d].reads_acceleration = holds;
      inputs += holds ? 3 : 2;
      const BodyDescription& body = from.bodies[i];
      u0.push_back(from_decimal<T>(d == 5 ? body.angle : body.position[d]));
      u0.push_back(from_decimal<T>(d == 5 ? body.angular_velocity[2] : body.velocity[d]));
      if (holds) u0.push_back(T(0));
    }
  }
  add_blocks();
}

template <class T>
void Mechanism<T>::add_body(const BodyDescription& body) {
  BodySlot<T> slot;
  slot.q = coordinates;
  slot.v = dofs;
  if (body.is_driven()) {
    slot.kind = BodyKind::driven;
    for (int d = 0; d < 6; ++d)
      if (!body.motion->front().from_port) slot.motion[d] = Prescription<T>((*body.motion)[d]);
    if (body.motion->front().from_port)
      for (int d : description.planar ? std::vector<int>{0, 1, 5} : std::vector<int>{0, 1, 2})
        slot.motion[d].is_active = true;
    bodies.push_back(slot);
    return;
  }
  if (body.is_carried()) {
    slot.kind = BodyKind::carried;
    slot.weight = from_decimal<T>(body.mass);
    for (const Carrier& carrier : body.carriers) {
      const T weight = from_decimal<T>(carrier.weight);
      slot.carriers.emplace_back(carrier.body, weight);
      BodySlot<T>& other = bodies[carrier.body];
      other.mass += weight * weight * slot.weight;  // a point with a mass has one carrier
      other.inverse_mass = T(1) / other.mass;
    }
    bodies.push_back(std::move(slot));
    return;
  }
  slot.mass = slot.weight = from_decimal<T>(body.mass);
  slot.inverse_mass = T(1) / slot.mass;
  slot.drag = from_decimal<T>(body.drag);
  slot.angular_drag = from_decimal<T>(body.angular_drag);
  const int space = description.planar ? 2 : 3;
  slot.kind = description.planar ? (body.turns ? BodyKind::planar_body : BodyKind::planar_point)
                                 : (body.turns ? BodyKind::space_body : BodyKind::space_point);
  const Vector3<T> r = make_vector<T>(body.position), v = make_vector<T>(body.velocity);
  q0.insert(q0.end(), r.data(), r.data() + space);
  v0.insert(v0.end(), v.data(), v.data() + space);
  if (slot.kind == BodyKind::planar_body) {
    slot.inertia(2, 2) = from_decimal<T>(body.inertia[2][2]);
    slot.inverse_inertia(2, 2) = T(1) / slot.inertia(2, 2);
    q0.push_back(from_decimal<T>(body.angle));
    v0.push_back(from_decimal<T>(body.angular_velocity[2]));
  }
  if (slot.kind == BodyKind::space_body) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) slot.inertia(i, j) = from_decimal<T>(body.inertia[i][j]);
    slot.inverse_inertia = slot.inertia.inverse();
    Eigen::Matrix<T, 4, 1> p;
    for (int i = 0; i < 4; ++i) p[i] = from_decimal<T>(body.orientation[i]);
    p /= p.norm();
    const Vector3<T> w = rotation_of(p.data()).transpose() * make_vector<T>(body.angular_velocity);
    q0.insert(q0.end(), p.data(), p.data() + 4);
    v0.insert(v0.end(), w.data(), w.data() + 3);
  }
  coordinates = static_cast<int>(q0.size());
  dofs = static_cast<int>(v0.size());
  slot.coordinates = coordinates - slot.q;
  slot.dofs = dofs - slot.v;
  bodies.push_back(slot);
}

template <class T>
void Mechanism<T>::add_joint(const JointDescription& joint, const std::vector<Motion<T>>& stand) {
  const Motion<T>&a = motion_of(joint.first.body, stand.data()), &b = motion_of(joint.second.body, stand.data());
  if (joint.coordinate) told.push_back(make_joint_coordinate<T>(joint, a, b));
  int number = 0;
  for (const JointRows<T>& other : joints) number = std::max(number, other.joint + 1);
  for (JointRows<T> made : make_joint_rows<T>(joint, number, description.planar, a, b)) {
    made.first_row = rows;
    rows += made.rows;
    if (made.drive.is_active && joint.motion->from_port) {
      made.drive.input = inputs;
      inputs += 3;
      const Point<T> p(a, made.point[0]), q(b, made.point[1]);
      u0.push_back(made.kind == RowKind::distance ? T((q.place - p.place).norm()) : T(0));
      u0.insert(u0.end(), 2, T(0));
    }
    joints.push_back(std::move(made));
  }
}

template <class T>
void Mechanism<T>::add_blocks() {
  for (std::size_t i = 0; i < joints.size(); ++i)
    for (int side = 0; side < 2; ++side) {
      const int body = joints[i].body[side];
      if (body == ground) continue;
      if (bodies[body].kind == BodyKind::carried) {
        for (const auto& [carrier, weight] : bodies[body].carriers) {
          (void)weight;
          blocks.push_back(
              {static_cast<int>(i), joints[i].rows, joints[i].first_row, carrier, jacobian_size, bodies[carrier].dofs});
          jacobian_size += joints[i].rows * bodies[carrier].dofs;
        }
        continue;
      }
      const bool driven = bodies[body].kind == BodyKind::driven;
      JacobianBlock<T> block{
          static_cast<int>(i),           joints[i].rows, joints[i].first_row, body, driven ? known_size : jacobian_size,
          driven ? 6 : bodies[body].dofs};
      (driven ? known_size : jacobian_size) += joints[i].rows * block.width;
      (driven ? known : blocks).push_back(block);
    }
}

template <class T>
void Mechanism<T>::place(const T& t, const T* q, const T* v, const T* u, Motion<T>* into) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodySlot<T>& slot = bodies[i];
    const T *x = q + slot.q, *dx = v + slot.v;
    Motion<T>& m = into[i];
    switch (slot.kind) {
      case BodyKind::planar_body:
        m.w[2] = dx[2];
        m.angle = x[2];
        m.R = rotation_in_plane(x[2]);
        [[fallthrough]];
      case BodyKind::planar_point:
        m.r << x[0], x[1], T(0);
        m.v << dx[0], dx[1], T(0);
        break;
      case BodyKind::space_body:
        m.R = rotation_of(x + 3);
        m.w = m.R * Vector3<T>(dx[3], dx[4], dx[5]);
        [[fallthrough]];
      case BodyKind::space_point:
        m.r << x[0], x[1], x[2];
        m.v << dx[0], dx[1], dx[2];
        break;
      case BodyKind::carried:
        m.r.setZero();
        m.v.setZero();
        for (const auto& [carrier, weight] : slot.carriers) {
          m.r += weight * into[carrier].r;
          m.v += weight * into[carrier].v;
        }
        break;
      case BodyKind::driven: {
        for (int d = 0; d < 3; ++d) {
          const auto f = slot.motion[d].at(t, u);
          m.r[d] = f.value;
          m.v[d] = f.rate;
          m.a[d] = f.acceleration;
        }
        // turns about the third axis, which in space is all that can be prescribed
        const auto turn = slot.motion[5].at(t, u);
        m.angle = turn.value;
        m.R = rotation_in_plane(turn.value);
        m.w[2] = turn.rate;
        m.alpha[2] = turn.acceleration;
        break;
      }
    }
  }
}

template <class T>
void Mechanism<T>::move(T* q, const T* increments) const {
  for (const BodySlot<T>& slot : bodies) {
    const int plain = slot.kind == BodyKind::space_body ? 3 : slot.coordinates;
    for (int i = 0; i < plain; ++i) q[slot.q + i] += increments[slot.v + i];
    if (slot.kind == BodyKind::space_body) turn_quaternion(q + slot.q + 3, increments + slot.v + 3);
  }
}

template <class T>
void Mechanism<T>::rates(const T* q, const T* v, T* dq) const {
  for (const BodySlot<T>& slot : bodies) {
    const int plain = slot.kind == BodyKind::space_body ? 3 : slot.coordinates;
    for (int i = 0; i < plain; ++i) dq[slot.q + i] = v[slot.v + i];
    if (slot.kind == BodyKind::space_body) quaternion_rate(q + slot.q + 3, v + slot.v + 3, dq + slot.q + 3);
  }
}

template <class T>
void Mechanism<T>::divide_by_mass(T* x) const {
  for (const BodySlot<T>& slot : bodies) {
    T* part = x + slot.v;
    const int straight = slot.straight();
    for (int i = 0; i < straight; ++i) part[i] *= slot.inverse_mass;
    if (slot.kind == BodyKind::planar_body) part[2] *= slot.inverse_inertia(2, 2);
    if (slot.kind == BodyKind::space_body) {
      const Vector3<T> torque(part[3], part[4], part[5]);
      Eigen::Map<Vector3<T>>(part + 3) = slot.inverse_inertia * torque;
    }
  }
}

template struct Mechanism<double>;
template struct Mechanism<Multiprecision>;

}  // namespace oldham::multibody
