// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/rod/quaternion.hpp"

namespace oldham::rod {

// The elements of a rod: polynomials of what they are given, without allocation, roots or trigonometry. Derivatives by
// rotations are along the body axes, δp = ½ p (0, δφ).

/// A diagonal viscoelastic law: stress = C strain + D rate.
template <class T>
struct Law {
  Vector3<T> C = Vector3<T>::Zero(), D = Vector3<T>::Zero();
};

/// An edge: extension and shear of the stretch d = x_{n+1} − x_n against the frame p.
///   g = Rᵀd/l,  Γ = g − e₃,  Γ' = Rᵀv/l − ω × g,  N = C Γ + D Γ'
/// The force R N acts on x_n and −R N on x_{n+1}; the moment l g × N acts on the edge, body axes.
template <class T>
class Edge {
 public:
  Edge(const Law<T>& law, const T& l, const Quaternion<T>& p, const Vector3<T>& d, const Vector3<T>& v,
       const Vector3<T>& w)
      : law_(law),
        l_(l),
        R_(rotation(p)),
        g_(R_.transpose() * d / l),
        s_(R_.transpose() * v / l),
        w_(w),
        strain_(g_[0], g_[1], g_[2] - T(1)),
        rate_(s_ - w.cross(g_)),
        N_(law.C.cwiseProduct(strain_) + law.D.cwiseProduct(rate_)) {}

  Vector3<T> force() const { return R_ * N_; }
  Vector3<T> moment() const { return l_ * g_.cross(N_); }
  T energy() const { return l_ / 2 * strain_.dot(law_.C.cwiseProduct(strain_)); }
  T dissipated_power() const { return l_ * rate_.dot(law_.D.cwiseProduct(rate_)); }
  const Matrix3<T>& R() const { return R_; }
  const Vector3<T>& stress() const { return N_; }

  /// Force and moment change by this when d changes by `dd` and the frame turns by `turn`.
  struct Change {
    Vector3<T> force, moment;
  };
  Change change(const Vector3<T>& dd, const Vector3<T>& turn) const {
    const Vector3<T> dg = R_.transpose() * dd / l_ + g_.cross(turn);
    const Vector3<T> drate = s_.cross(turn) - w_.cross(dg);
    const Vector3<T> dN = law_.C.cwiseProduct(dg) + law_.D.cwiseProduct(drate);
    return {R_ * (turn.cross(N_) + dN), l_ * (dg.cross(N_) + g_.cross(dN))};
  }

  /// a ∂/∂(d, φ) + b ∂/∂(v, ω) of force (F) and moment (m).
  struct Blocks {
    Matrix3<T> Fd, Fphi, md, mphi;
  };
  Blocks blocks(const T& a, const T& b) const {
    // ∂N by Rᵀd/l: A = C − D ω×; by φ: A g× + D s×; by Rᵀv/l: D; by ω: D g×
    const Vector3<T> wD = b * law_.D;
    Matrix3<T> A;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) A(i, j) = i == j ? T(a * law_.C[i] + wD[i]) : T(0);
    const Vector3<T> aD = a * law_.D;
    A(0, 1) += aD[0] * w_[2];
    A(0, 2) -= aD[0] * w_[1];
    A(1, 0) -= aD[1] * w_[2];
    A(1, 2) += aD[1] * w_[0];
    A(2, 0) += aD[2] * w_[1];
    A(2, 1) -= aD[2] * w_[0];
    Matrix3<T> by_turn = cross_right(A, g_);
    by_turn(0, 1) -= aD[0] * s_[2];
    by_turn(0, 2) += aD[0] * s_[1];
    by_turn(1, 0) += aD[1] * s_[2];
    by_turn(1, 2) -= aD[1] * s_[0];
    by_turn(2, 0) -= aD[2] * s_[1];
    by_turn(2, 1) += aD[2] * s_[0];
    const Vector3<T> aN = a * N_;
    const Matrix3<T> N_cross = cross_matrix(aN);
    Blocks blocks;
    blocks.Fd.noalias() = (R_ * A) * (R_.transpose() / l_);
    blocks.Fphi.noalias() = R_ * (by_turn - N_cross);
    blocks.md.noalias() = (cross_left(g_, A) - N_cross) * R_.transpose();
    blocks.mphi.noalias() = l_ * (cross_left(g_, by_turn) - cross_right(N_cross, g_));
    return blocks;
  }

 private:
  const Law<T>& law_;
  T l_;
  Matrix3<T> R_;
  Vector3<T> g_, s_, w_, strain_, rate_, N_;
};

/// How curvature comes of the turn r = p₋* p₊ between two edges.
///   K = (2/l) Im r,  δK = (H₊ δφ₊ + H₋ δφ₋) / l,  H₊ = r_s + r_v×,  H₋ = −H₊ᵀ,  weight l
template <class T>
struct InnerTurn {
  static constexpr int rate_factor = 1;  // δK = rate_factor / l · H δφ; its weight is l over this
  Quaternion<T> r;

  Vector3<T> curvature(const T& l) const { return T(2) / l * r.v; }
  T cosine() const { return 2 * r.s * r.s - T(1); }
  Vector3<T> H_plus(const Vector3<T>& a) const { return r.s * a + r.v.cross(a); }
  Vector3<T> H_minus(const Vector3<T>& a) const { return r.v.cross(a) - r.s * a; }
  /// d(H₊ a + H₋ b) = σ dr_s + V dr_v.
  Vector3<T> by_scalar(const Vector3<T>& a, const Vector3<T>& b) const { return a - b; }
  Matrix3<T> by_vector(const Vector3<T>& a, const Vector3<T>& b) const { return cross_matrix<T>(-a - b); }
};

/// The same at a clamped end, for the turn q between the clamp and the edge half an edge away. The ghost edge mirrors
/// the edge at the clamp, so that the turn between the two is q².
///   K = (2/l) Im q² = (4/l) q_s q_v,  δK = (2/l) (H₊ δφ₊ + H₋ δφ₋),  H₊ = q_s² − q_v q_vᵀ + q_s q_v×,  weight l/2
template <class T>
struct EndTurn {
  static constexpr int rate_factor = 2;
  Quaternion<T> r;

  Vector3<T> curvature(const T& l) const { return T(4) / l * r.s * r.v; }
  T cosine() const { return T(1) - 8 * r.s * r.s * (T(1) - r.s * r.s); }
  Vector3<T> H_plus(const Vector3<T>& a) const { return r.s * (r.s * a + r.v.cross(a)) - r.v.dot(a) * r.v; }
  Vector3<T> H_minus(const Vector3<T>& a) const { return r.s * (r.v.cross(a) - r.s * a) + r.v.dot(a) * r.v; }
  Vector3<T> by_scalar(const Vector3<T>& a, const Vector3<T>& b) const {
    return T(2) * r.s * (a - b) + r.v.cross(a + b);
  }
  Matrix3<T> by_vector(const Vector3<T>& a, const Vector3<T>& b) const {
    const Vector3<T> difference = a - b;
    Matrix3<T> V = cross_matrix<T>(-r.s * (a + b)) - r.v * difference.transpose();
    V.diagonal().array() -= r.v.dot(difference);
    return V;
  }
};

/// A node between two frames: bending and torsion.
///   M = C (K − K⁰) + D K';  the moments H₊M and H₋M act on the frame before and behind it, each in its own axes
template <class T, template <class> class Turn>
class Bend {
 public:
  Bend(const Law<T>& law, const T& l, const Vector3<T>& natural, const Quaternion<T>& before,
       const Quaternion<T>& behind, const Vector3<T>& w_before, const Vector3<T>& w_behind)
      : law_(law),
        l_(l),
        c_(T(Turn<T>::rate_factor) / l),
        turn_{before.conjugate() * behind},
        w_before_(w_before),
        w_behind_(w_behind),
        strain_(turn_.curvature(l) - natural),
        rate_(c_ * (turn_.H_plus(w_behind) + turn_.H_minus(w_before))),
        M_(law.C.cwiseProduct(strain_) + law.D.cwiseProduct(rate_)) {}

  Vector3<T> moment_before() const { return turn_.H_plus(M_); }
  Vector3<T> moment_behind() const { return turn_.H_minus(M_); }
  T energy() const { return strain_.dot(law_.C.cwiseProduct(strain_)) / (2 * c_); }
  T dissipated_power() const { return rate_.dot(law_.D.cwiseProduct(rate_)) / c_; }
  const Vector3<T>& stress() const { return M_; }
  /// cos θ of the turn over a whole edge length. Below zero the moment falls as the turn grows.
  T cosine() const { return turn_.cosine(); }

  struct Change {
    Vector3<T> before, behind;
  };
  Change change(const Vector3<T>& turn_before, const Vector3<T>& turn_behind) const {
    const T ds = -turn_.r.v.dot(turn_behind - turn_before) / 2;
    const Vector3<T> dv = (turn_.r.s * (turn_behind - turn_before) + turn_.r.v.cross(turn_behind + turn_before)) / 2;
    const auto d = [&](const Vector3<T>& a, const Vector3<T>& b) -> Vector3<T> {
      return turn_.by_scalar(a, b) * ds + turn_.by_vector(a, b) * dv;
    };
    const Vector3<T> dK = c_ * (turn_.H_plus(turn_behind) + turn_.H_minus(turn_before));
    const Vector3<T> drate = c_ * d(w_behind_, w_before_), zero = Vector3<T>::Zero();
    const Vector3<T> dM = law_.C.cwiseProduct(dK) + law_.D.cwiseProduct(drate);
    return {d(M_, zero) + turn_.H_plus(dM), d(zero, M_) + turn_.H_minus(dM)};
  }

  /// a ∂/∂φ + b ∂/∂ω of both moments by both frames: first letter the moment, second the frame.
  struct Blocks {
    Matrix3<T> before_before, before_behind, behind_before, behind_behind;
  };
  Blocks blocks(const T& a, const T& b) const {
    const Vector3<T> zero = Vector3<T>::Zero(), aM = a * M_, stiff = c_ * (a * law_.C + b * law_.D);
    const Vector3<T> slow = c_ * a * law_.D;
    const Vector3<T> rate_s = turn_.by_scalar(w_behind_, w_before_);
    const Vector3<T> before_s = turn_.by_scalar(aM, zero), behind_s = turn_.by_scalar(zero, aM);
    const Matrix3<T> rate_v = slow.asDiagonal() * turn_.by_vector(w_behind_, w_before_) / T(2);
    const Matrix3<T> before_v = turn_.by_vector(aM, zero) / T(2), behind_v = turn_.by_vector(zero, aM) / T(2);
    Matrix3<T> H_plus;
    for (int j = 0; j < 3; ++j) H_plus.col(j) = turn_.H_plus(Vector3<T>::Unit(j));
    const Matrix3<T> H_minus = -H_plus.transpose();
    // 2 ∂r_v/∂φ = ±r_s + r_v×, 2 ∂r_s/∂φ = ∓r_v
    Matrix3<T> B_behind = cross_matrix(turn_.r.v), B_before = B_behind;
    B_behind.diagonal().array() += turn_.r.s;
    B_before.diagonal().array() -= turn_.r.s;
    const Vector3<T> half = turn_.r.v / 2;
    const Matrix3<T> scalar_rate = slow.cwiseProduct(rate_s) * half.transpose();
    const Matrix3<T> M_behind = stiff.asDiagonal() * H_plus + rate_v * B_behind - scalar_rate;
    const Matrix3<T> M_before = stiff.asDiagonal() * H_minus + rate_v * B_before + scalar_rate;
    Blocks blocks;
    blocks.before_behind.noalias() = before_v * B_behind + H_plus * M_behind - before_s * half.transpose();
    blocks.before_before.noalias() = before_v * B_before + H_plus * M_before + before_s * half.transpose();
    blocks.behind_behind.noalias() = behind_v * B_behind + H_minus * M_behind - behind_s * half.transpose();
    blocks.behind_before.noalias() = behind_v * B_before + H_minus * M_before + behind_s * half.transpose();
    return blocks;
  }

 private:
  const Law<T>& law_;
  T l_, c_;
  Turn<T> turn_;
  Vector3<T> w_before_, w_behind_, strain_, rate_, M_;
};

}  // namespace oldham::rod
