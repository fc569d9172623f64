// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <array>

namespace oldham::multibody::test {

/// A cart along x, a link that hangs from it by a hinge about y, a body that hangs from the link by a hinge about the
/// link's x axis, and a spring and damper at each joint; in the coordinates of the joints, written out:
///   M(η) η̈ = f(η, η̇)
struct ThreeJoints {
  using Vector = Eigen::Vector3d;
  using Matrix = Eigen::Matrix3d;

  std::array<double, 3> m{0.1, 0.1, 0.4};  // cart, link, body: kg
  double l2 = 0.25, s3 = 0.05;             // length of the link, centre of the body below its hinge: m
  Vector rc{0, 0, -0.12};                  // clamp, from the hinge of the body, m
  Vector I2{0.1 * 0.25 * 0.25 / 12, 0.1 * 0.25 * 0.25 / 12, 1e-5}, I3 = Vector::Constant(0.4 * 0.01 / 6);  // kg m²
  Vector c{20, 0.5, 0.5}, d{1, 0.02, 0.02};
  double g = 9.81;

  struct Place {
    Vector x1, x2, x3, h, xc, a3;  // centres, hinge, clamp, axis of the second hinge
    Matrix R2, R3;
  };
  Place place(const Vector& eta) const {
    Place p;
    p.R2 = Eigen::AngleAxisd(eta[1], Vector::UnitY()).toRotationMatrix();
    p.R3 = p.R2 * Eigen::AngleAxisd(eta[2], Vector::UnitX()).toRotationMatrix();
    p.x1 = {eta[0], 0, 0};
    p.x2 = p.x1 + p.R2 * Vector(0, 0, -l2 / 2);
    p.h = p.x1 + p.R2 * Vector(0, 0, -l2);
    p.x3 = p.h + p.R3 * Vector(0, 0, -s3);
    p.xc = p.h + p.R3 * rc;
    p.a3 = p.R2 * Vector::UnitX();
    return p;
  }

  /// dP/dη of a point of the link, and of the body.
  static Matrix on_link(const Place& p, const Vector& at) {
    Matrix J = Matrix::Zero();
    J.col(0) = Vector::UnitX();
    J.col(1) = Vector::UnitY().cross(at - p.x1);
    return J;
  }
  static Matrix on_body(const Place& p, const Vector& at) {
    Matrix J = on_link(p, at);
    J.col(2) = p.a3.cross(at - p.h);
    return J;
  }
  static Matrix turn_of_link() { return Vector::UnitY() * Vector::UnitY().transpose(); }
  static Matrix turn_of_body(const Place& p) { return turn_of_link() + p.a3 * Vector::UnitZ().transpose(); }

  Matrix mass(const Vector& eta) const {
    const Place p = place(eta);
    const Matrix J2 = on_link(p, p.x2), J3 = on_body(p, p.x3), W2 = turn_of_link(), W3 = turn_of_body(p);
    Matrix M = m[1] * J2.transpose() * J2 + m[2] * J3.transpose() * J3;
    M(0, 0) += m[0];
    M += W2.transpose() * p.R2 * I2.asDiagonal() * p.R2.transpose() * W2;
    M += W3.transpose() * p.R3 * I3.asDiagonal() * p.R3.transpose() * W3;
    return M;
  }

  Vector force(const Vector& eta, const Vector& etadot) const {
    const Place p = place(eta);
    const Vector weight(0, 0, -g), w2 = etadot[1] * Vector::UnitY(), w3 = w2 + etadot[2] * p.a3;
    const Vector alpha3 = etadot[1] * etadot[2] * Vector::UnitY().cross(p.a3);
    const auto swung = [](const Vector& w, const Vector& arm) { return Vector(w.cross(w.cross(arm))); };
    const Vector a2 = swung(w2, p.x2 - p.x1);
    const Vector a3 = swung(w2, p.h - p.x1) + alpha3.cross(p.x3 - p.h) + swung(w3, p.x3 - p.h);
    const Matrix inertia2 = p.R2 * I2.asDiagonal() * p.R2.transpose();
    const Matrix inertia3 = p.R3 * I3.asDiagonal() * p.R3.transpose();
    Vector f = -c.cwiseProduct(eta) - d.cwiseProduct(etadot);
    f += on_link(p, p.x2).transpose() * (m[1] * (weight - a2)) + on_body(p, p.x3).transpose() * (m[2] * (weight - a3));
    f -= turn_of_link().transpose() * w2.cross(inertia2 * w2);
    f -= turn_of_body(p).transpose() * (inertia3 * alpha3 + w3.cross(inertia3 * w3));
    return f;
  }

  /// One step of RK4.
  void step(double h, Vector& eta, Vector& etadot) const {
    const auto gain = [this](const Vector& x, const Vector& v) { return Vector(mass(x).ldlt().solve(force(x, v))); };
    const Vector a1 = gain(eta, etadot);
    const Vector v2 = etadot + h / 2 * a1, a2 = gain(eta + h / 2 * etadot, v2);
    const Vector v3 = etadot + h / 2 * a2, a3 = gain(eta + h / 2 * v2, v3);
    const Vector v4 = etadot + h * a3, a4 = gain(eta + h * v3, v4);
    eta += h / 6 * (etadot + 2 * v2 + 2 * v3 + v4);
    etadot += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
};

}  // namespace oldham::multibody::test
