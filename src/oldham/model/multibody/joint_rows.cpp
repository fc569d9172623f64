// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/joint_rows.hpp"

namespace oldham::multibody {

template <class T>
void evaluate_rows(const JointRows<T>& rows, const Motion<T>& a, const Motion<T>& b,
                   const typename Prescription<T>::Value& f, RowValues<T>& into) {
  using std::cos;
  using std::sin;
  switch (rows.kind) {
    case RowKind::coincident: {
      into.arm = {a.R * rows.point[0], b.R * rows.point[1]};
      into.value = b.r + into.arm[1] - a.r - into.arm[0];
      into.rate.setZero();
      into.bias = centripetal(b, into.arm[1]) - centripetal(a, into.arm[0]);
      return;
    }
    case RowKind::direction: {
      Vector3<T> c = a.R * rows.y_a, e = Vector3<T>::Zero();
      if (rows.drive.is_active) {
        const Vector3<T> x = a.R * rows.x_a, y = c;
        c = cos(f.value) * y - sin(f.value) * x;
        e = cos(f.value) * x + sin(f.value) * y;
      }
      const Vector3<T> w = b.R * rows.w_b, arm = c.cross(w), spin = a.w - b.w;
      const Vector3<T> dc = a.w.cross(c) - f.rate * e, de = a.w.cross(e) + f.rate * c, dw = b.w.cross(w);
      into.value[0] = c.dot(w);
      into.rate[0] = -f.rate * e.dot(w);
      into.bias[0] =
          (dc.cross(w) + c.cross(dw)).dot(spin) - f.acceleration * e.dot(w) - f.rate * (de.dot(w) + e.dot(dw));
      into.v[0].row(0).setZero();
      into.v[1].row(0).setZero();
      into.w[0].row(0) = arm.transpose();
      into.w[1].row(0) = -arm.transpose();
      return;
    }
    case RowKind::travel: {
      const Point<T> p(a, rows.point[0]), q(b, rows.point[1]);
      const Vector3<T> u = a.R * rows.x_a, d = q.place - p.place, rate = q.velocity - p.velocity, du = a.w.cross(u);
      into.value[0] = u.dot(d) - rows.length - f.value;
      into.rate[0] = -f.rate;
      into.bias[0] = 2 * du.dot(rate) + a.w.cross(du).dot(d) + u.dot(centripetal(b, q.arm) - centripetal(a, p.arm)) -
                     f.acceleration;
      into.v[0].row(0) = -u.transpose();
      into.v[1].row(0) = u.transpose();
      into.w[0].row(0) = u.cross(d + p.arm).transpose();
      into.w[1].row(0) = q.arm.cross(u).transpose();
      return;
    }
    case RowKind::distance: {
      const Point<T> p(a, rows.point[0]), q(b, rows.point[1]);
      const Vector3<T> d = q.place - p.place, rate = q.velocity - p.velocity;
      const T length = d.norm();
      const Vector3<T> n = d / length;
      const T along = n.dot(rate);
      into.value[0] = length - rows.length - f.value;
      into.rate[0] = -f.rate;
      into.bias[0] = (rate.squaredNorm() - along * along) / length +
                     n.dot(centripetal(b, q.arm) - centripetal(a, p.arm)) - f.acceleration;
      into.v[0].row(0) = -n.transpose();
      into.v[1].row(0) = n.transpose();
      into.w[0].row(0) = -p.arm.cross(n).transpose();
      into.w[1].row(0) = q.arm.cross(n).transpose();
      return;
    }
    case RowKind::angle: {
      into.value[0] = b.angle - a.angle - rows.length - f.value;
      into.rate[0] = -f.rate;
      into.bias[0] = -f.acceleration;
      into.v[0].row(0).setZero();
      into.v[1].row(0).setZero();
      into.w[0].row(0) << T(0), T(0), T(-1);
      into.w[1].row(0) << T(0), T(0), T(1);
      return;
    }
  }
}

template <class T>
std::vector<JointRows<T>> make_joint_rows(const JointDescription& joint, int index, bool planar, const Motion<T>& a,
                                          const Motion<T>& b) {
  JointRows<T> basis;
  basis.joint = index;
  basis.body = {joint.first.body, joint.second.body};
  basis.point = {make_vector<T>(joint.first.point), make_vector<T>(joint.second.point)};
  std::vector<JointRows<T>> all;
  const auto add = [&](RowKind kind) -> JointRows<T>& {
    all.push_back(basis);
    all.back().kind = kind;
    if (kind == RowKind::coincident) all.back().rows = planar ? 2 : 3;
    return all.back();
  };
  const Point<T> p(a, basis.point[0]), q(b, basis.point[1]);
  const bool driven = joint.motion.has_value();
  const Prescription<T> drive = driven ? Prescription<T>(*joint.motion) : Prescription<T>();

  if (joint.kind == JointKind::distance) {
    JointRows<T>& row = add(RowKind::distance);
    row.drive = drive;
    if (!driven) row.length = joint.length ? from_decimal<T>(*joint.length) : T((q.place - p.place).norm());
    return all;
  }
  const bool slides = joint.kind == JointKind::prismatic || joint.kind == JointKind::cylindrical;
  if (!slides) add(RowKind::coincident);

  if (planar) {
    // the sliding direction, and across it
    Vector3<T> along = make_vector<T>(joint.first.axis);
    along[2] = T(0);
    if (slides) {
      along /= along.norm();
      add(RowKind::travel).x_a = Vector3<T>(-along[1], along[0], T(0));
    }
    if (joint.kind == JointKind::prismatic || joint.kind == JointKind::fixed)
      add(RowKind::angle).length = b.angle - a.angle;
    if (driven) {
      JointRows<T>& row = add(slides ? RowKind::travel : RowKind::angle);
      row.drive = drive;
      row.x_a = along;
      row.length = slides ? T((a.R * along).dot(q.place - p.place)) : T(b.angle - a.angle);
    }
    return all;
  }

  // frames on both bodies about the joint's axis; how the second is turned about it is as it stands
  const Matrix3<T> first = frame_about(make_vector<T>(joint.first.axis));
  Vector3<T> z_b = joint.kind == JointKind::fixed ? Vector3<T>(b.R.transpose() * (a.R * first.col(2)))
                                                  : make_vector<T>(joint.second.axis);
  z_b /= z_b.norm();
  Vector3<T> x_b = b.R.transpose() * (a.R * first.col(0));
  x_b -= z_b * z_b.dot(x_b);
  x_b /= x_b.norm();
  const auto perpendicular = [&](const Vector3<T>& of_first, const Vector3<T>& of_second) {
    JointRows<T>& row = add(RowKind::direction);
    row.y_a = of_first;
    row.w_b = of_second;
  };
  const Vector3<T> x_a = first.col(0), y_a = first.col(1), z_a = first.col(2);
  if (slides) {
    add(RowKind::travel).x_a = x_a;
    add(RowKind::travel).x_a = y_a;
  }
  if (joint.kind == JointKind::universal) perpendicular(z_a, z_b);
  if (joint.kind == JointKind::revolute || joint.kind == JointKind::fixed || slides) {
    perpendicular(x_a, z_b);
    perpendicular(y_a, z_b);
  }
  if (joint.kind == JointKind::prismatic || joint.kind == JointKind::fixed) perpendicular(y_a, x_b);
  if (driven) {
    JointRows<T>& row = add(slides ? RowKind::travel : RowKind::direction);
    row.drive = drive;
    row.x_a = slides ? z_a : x_a;
    row.y_a = y_a;
    row.w_b = x_b;
    if (slides) row.length = (a.R * z_a).dot(q.place - p.place);
  }
  return all;
}

template void evaluate_rows(const JointRows<double>&, const Motion<double>&, const Motion<double>&,
                            const Prescription<double>::Value&, RowValues<double>&);
template void evaluate_rows(const JointRows<Multiprecision>&, const Motion<Multiprecision>&,
                            const Motion<Multiprecision>&, const Prescription<Multiprecision>::Value&,
                            RowValues<Multiprecision>&);
template std::vector<JointRows<double>> make_joint_rows(const JointDescription&, int, bool, const Motion<double>&,
                                                        const Motion<double>&);
template std::vector<JointRows<Multiprecision>> make_joint_rows(const JointDescription&, int, bool,
                                                                const Motion<Multiprecision>&,
                                                                const Motion<Multiprecision>&);

}  // namespace oldham::multibody
