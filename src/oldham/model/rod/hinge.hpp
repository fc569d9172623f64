// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/rod/element.hpp"

namespace oldham::rod {

/// A node between a frame that holds a hinge and the edge half an edge away. The turn q between the two is split into
/// one t about the axis a, which nothing resists, and the rest q̂; curvature is that of the rest, and a polynomial of q
/// again:
///   q = t q̂ at the start (side −1), q = q̂ t at the end (side +1),  K = (4/l) q̂_s q̂_v = (4/l) (q_s q_⊥ ± (a·q_v) a ×
///   q_⊥)
/// Moments come of δK = (2/l) (H₊ δφ₊ + H₋ δφ₋) by virtual work: none acts about the axis.
template <class T>
class HingeBend {
 public:
  struct Side {
    Vector3<T> axis;  // of unit length, in the frame that holds it
    T sign;
  };

  HingeBend(const Law<T>& law, const Spacing<T>& spacing, const Vector3<T>& natural, const Side& side,
            const Quaternion<T>& before, const Quaternion<T>& behind, const Vector3<T>& w_before,
            const Vector3<T>& w_behind)
      : law_(law),
        side_(side),
        c_(2 * spacing.inverse),
        q_(before.conjugate() * behind),
        w_before_(w_before),
        w_behind_(w_behind),
        H_(forms(q_)) {
    const Vector3<T>& a = side_.axis;
    const T about = a.dot(q_.v);
    const Vector3<T> across = q_.v - about * a;
    // no curvature about the axis, and none wanted there
    strain_ = 2 * c_ * (q_.s * across + side_.sign * about * a.cross(across)) - (natural - a.dot(natural) * a);
    rate_ = c_ * (H_.behind * w_behind_ + H_.before * w_before_);
    M_ = law_.stress(strain_, rate_);
  }

  Vector3<T> moment_before() const { return -H_.before.transpose() * M_; }
  Vector3<T> moment_behind() const { return -H_.behind.transpose() * M_; }
  T energy() const { return strain_.dot(law_.C.cwiseProduct(strain_)) / (2 * c_); }
  T dissipated_power() const { return rate_.dot(law_.D.cwiseProduct(rate_)) / c_; }
  /// cos θ of the turn over a whole edge length, without that about the axis.
  T cosine() const {
    const T about = side_.axis.dot(q_.v), square = q_.s * q_.s + about * about;
    return T(1) - 8 * square * (T(1) - square);
  }

  struct Change {
    Vector3<T> before, behind;
  };
  Change change(const Vector3<T>& turn_before, const Vector3<T>& turn_behind) const {
    const Vector3<T> difference = turn_behind - turn_before, sum = turn_behind + turn_before;
    const Quaternion<T> dq{T(-q_.v.dot(difference) / 2), (q_.s * difference + q_.v.cross(sum)) / T(2)};
    // forms are quadratic, so that differences of them are exact
    const Forms ahead = forms({q_.s + dq.s, q_.v + dq.v}), own = forms(dq);
    const Matrix3<T> d_before = ahead.before - H_.before - own.before, d_behind = ahead.behind - H_.behind - own.behind;
    const Vector3<T> dM = law_.stress(c_ * (H_.behind * turn_behind + H_.before * turn_before),
                                      c_ * (d_behind * w_behind_ + d_before * w_before_));
    return {-d_before.transpose() * M_ - H_.before.transpose() * dM,
            -d_behind.transpose() * M_ - H_.behind.transpose() * dM};
  }

  /// a ∂/∂φ + b ∂/∂ω of both moments by both frames: first letter the moment, second the frame.
  struct Blocks {
    Matrix3<T> before_before, before_behind, behind_before, behind_behind;
  };
  Blocks blocks(const T& a, const T& b) const {
    const Matrix3<T> D = (b * c_ * law_.D).asDiagonal();
    Blocks blocks{-H_.before.transpose() * D * H_.before, -H_.before.transpose() * D * H_.behind,
                  -H_.behind.transpose() * D * H_.before, -H_.behind.transpose() * D * H_.behind};
    const Vector3<T> zero = Vector3<T>::Zero();
    for (int k = 0; k < 3; ++k) {
      const Vector3<T> unit = Vector3<T>::Unit(k);
      const Change by_before = change(unit, zero), by_behind = change(zero, unit);
      blocks.before_before.col(k) += a * by_before.before;
      blocks.behind_before.col(k) += a * by_before.behind;
      blocks.before_behind.col(k) += a * by_behind.before;
      blocks.behind_behind.col(k) += a * by_behind.behind;
    }
    return blocks;
  }

 private:
  /// H₋ and H₊.
  struct Forms {
    Matrix3<T> before, behind;
  };
  Forms forms(const Quaternion<T>& q) const {
    const Vector3<T>& a = side_.axis;
    const T about = a.dot(q.v);
    const Vector3<T> across = q.v - about * a;
    // δ(q_s q_⊥ ± (a·q_v) a × q_⊥) = q_⊥ δq_s + B δq_v
    const Matrix3<T> B = q.s * (Matrix3<T>::Identity() - a * a.transpose()) +
                         side_.sign * (a.cross(across) * a.transpose() + about * cross_matrix(a));
    const Matrix3<T> scalar = across * q.v.transpose(), turned = B * cross_matrix(q.v);
    return {turned - q.s * B + scalar, turned + q.s * B - scalar};
  }

  const Law<T>& law_;
  Side side_;
  T c_;
  Quaternion<T> q_;
  Vector3<T> w_before_, w_behind_;
  Forms H_;
  Vector3<T> strain_, rate_, M_;
};

}  // namespace oldham::rod
