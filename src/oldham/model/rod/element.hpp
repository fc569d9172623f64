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

  EIGEN_ALWAYS_INLINE Vector3<T> stress(const Vector3<T>& strain, const Vector3<T>& rate) const {
    return vector_of<T>([&](int i) { return C[i] * strain[i] + D[i] * rate[i]; });
  }
};

/// The length of an edge and its inverse: multiplying is several times faster.
template <class T>
struct Spacing {
  T l{1}, inverse{1};
};

/// An edge: extension and shear of the stretch d = x_{n+1} − x_n against the frame p.
///   g = Rᵀd/l,  Γ = g − e₃,  Γ' = Rᵀv/l − ω × g,  N = C Γ + D Γ'
/// The force R N acts on x_n and −R N on x_{n+1}; the moment l g × N acts on the edge, body axes.
template <class T>
class Edge {
 public:
  Edge(const Law<T>& law, const Spacing<T>& spacing, const Quaternion<T>& p, const Vector3<T>& d, const Vector3<T>& v,
       const Vector3<T>& w)
      : law_(law),
        spacing_(spacing),
        R_(rotation(p)),
        g_(scaled_back(d)),
        s_(scaled_back(v)),
        w_(w),
        strain_(g_[0], g_[1], g_[2] - T(1)),
        rate_(vector_of<T>([gw = cross(g_, w), this](int i) { return s_[i] + gw[i]; })),
        N_(law.stress(strain_, rate_)) {}

  Vector3<T> force() const { return product(R_, N_); }
  Vector3<T> moment() const { return cross<T>(spacing_.l * g_, N_); }
  T energy() const { return spacing_.l / 2 * strain_.dot(law_.C.cwiseProduct(strain_)); }
  T dissipated_power() const { return spacing_.l * rate_.dot(law_.D.cwiseProduct(rate_)); }
  const Matrix3<T>& R() const { return R_; }
  const Vector3<T>& stress() const { return N_; }

  /// Force and moment change by this when d changes by `dd` and the frame turns by `turn`.
  struct Change {
    Vector3<T> force, moment;
  };
  Change change(const Vector3<T>& dd, const Vector3<T>& turn) const {
    const Vector3<T> stretch = scaled_back(dd), sheared = cross(g_, turn), carried = cross(s_, turn);
    const Vector3<T> dg = vector_of<T>([&](int i) { return stretch[i] + sheared[i]; }), spun = cross(dg, w_);
    const Vector3<T> drate = vector_of<T>([&](int i) { return carried[i] + spun[i]; });
    const Vector3<T> dN = law_.stress(dg, drate), tN = cross(turn, N_), gN = cross(dg, N_), gdN = cross(g_, dN);
    return {product(R_, vector_of<T>([&](int i) { return tN[i] + dN[i]; })),
            vector_of<T>([&](int i) { return spacing_.l * (gN[i] + gdN[i]); })};
  }

  /// a ∂/∂(d, φ) + b ∂/∂(v, ω) of force (F) and moment (m).
  struct Blocks {
    Matrix3<T> Fd, Fphi, md, mphi;
  };
  Blocks blocks(const T& a, const T& b) const {
    // ∂N by Rᵀd/l: A = C − D ω×; by φ: A g× + D s×; by Rᵀv/l: D; by ω: D g×
    const Vector3<T> aD = vector_of<T>([&](int i) { return a * law_.D[i]; });
    const Matrix3<T> w_cross = cross_matrix(w_), s_cross = cross_matrix(s_);
    const Matrix3<T> A = matrix_of<T>(
        [&](int i, int j) { return i == j ? T(a * law_.C[i] + b * law_.D[i]) : T(-aD[i] * w_cross(i, j)); });
    const Matrix3<T> Ag = cross_right(A, g_);
    const Matrix3<T> by_turn = matrix_of<T>([&](int i, int j) { return Ag(i, j) + aD[i] * s_cross(i, j); });
    const Vector3<T> aN = vector_of<T>([&](int i) { return a * N_[i]; });
    const Matrix3<T> N_cross = cross_matrix(aN), gA = cross_left(g_, A), g_turn = cross_left(g_, by_turn);
    const Matrix3<T> N_g = cross_right(N_cross, g_);
    const T& l = spacing_.l;
    Blocks blocks;
    blocks.Fd = product_transposed(product(R_, A), R_);
    blocks.Fd = matrix_of<T>([&](int i, int j) { return blocks.Fd(i, j) * spacing_.inverse; });
    blocks.Fphi = product(R_, matrix_of<T>([&](int i, int j) { return by_turn(i, j) - N_cross(i, j); }));
    blocks.md = product_transposed(matrix_of<T>([&](int i, int j) { return gA(i, j) - N_cross(i, j); }), R_);
    blocks.mphi = matrix_of<T>([&](int i, int j) { return l * (g_turn(i, j) - N_g(i, j)); });
    return blocks;
  }

 private:
  EIGEN_ALWAYS_INLINE Vector3<T> scaled_back(const Vector3<T>& a) const {
    const Vector3<T> body = transposed_product(R_, a);
    return vector_of<T>([&](int i) { return spacing_.inverse * body[i]; });
  }

  const Law<T>& law_;
  const Spacing<T>& spacing_;
  Matrix3<T> R_;
  Vector3<T> g_, s_, w_, strain_, rate_, N_;
};

/// How curvature comes of the turn r = p₋* p₊ between two edges.
///   K = (2/l) Im r,  δK = (H₊ δφ₊ + H₋ δφ₋) / l,  H₊ = r_s + r_v×,  H₋ = −H₊ᵀ,  weight l
template <class T>
struct InnerTurn {
  static constexpr int rate_factor = 1;  // δK = rate_factor / l · H δφ; its weight is l over this
  Quaternion<T> r;

  Vector3<T> curvature(const T& inverse_l) const { return 2 * inverse_l * r.v; }
  T cosine() const { return 2 * r.s * r.s - T(1); }
  EIGEN_ALWAYS_INLINE Vector3<T> H_plus(const Vector3<T>& a) const {
    return vector_of<T>([&, c = cross(r.v, a)](int i) { return c[i] + r.s * a[i]; });
  }
  EIGEN_ALWAYS_INLINE Vector3<T> H_minus(const Vector3<T>& a) const {
    return vector_of<T>([&, c = cross(r.v, a)](int i) { return c[i] - r.s * a[i]; });
  }
  /// H₊ X and H₋ X.
  EIGEN_ALWAYS_INLINE void apply(const Matrix3<T>& X, Matrix3<T>& plus, Matrix3<T>& minus) const {
    const Matrix3<T> turned = cross_left(r.v, X);
    plus = matrix_of<T>([&](int i, int j) { return turned(i, j) + r.s * X(i, j); });
    minus = matrix_of<T>([&](int i, int j) { return turned(i, j) - r.s * X(i, j); });
  }
  /// d(H₊ a + H₋ b) = σ dr_s + V dr_v.
  EIGEN_ALWAYS_INLINE Vector3<T> by_scalar(const Vector3<T>& a, const Vector3<T>& b) const {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }
  EIGEN_ALWAYS_INLINE Matrix3<T> by_vector(const Vector3<T>& a, const Vector3<T>& b) const {
    return cross_matrix<T>(-a - b);
  }
};

/// The same at a clamped end, for the turn q between the clamp and the edge half an edge away. The ghost edge mirrors
/// the edge at the clamp, so that the turn between the two is q².
///   K = (2/l) Im q² = (4/l) q_s q_v,  δK = (2/l) (H₊ δφ₊ + H₋ δφ₋),  H₊ = q_s² − q_v q_vᵀ + q_s q_v×,  weight l/2
template <class T>
struct EndTurn {
  static constexpr int rate_factor = 2;
  Quaternion<T> r;

  Vector3<T> curvature(const T& inverse_l) const { return 4 * inverse_l * r.s * r.v; }
  T cosine() const {
    // half an edge turned by more than 90 degrees: the moment has fallen to zero and is none of a clamp any more
    if (r.s * r.s < T(0.5)) return T(-1);
    return T(1) - 8 * r.s * r.s * (T(1) - r.s * r.s);
  }
  EIGEN_ALWAYS_INLINE Vector3<T> H_plus(const Vector3<T>& a) const {
    return r.s * (r.s * a + r.v.cross(a)) - r.v.dot(a) * r.v;
  }
  EIGEN_ALWAYS_INLINE Vector3<T> H_minus(const Vector3<T>& a) const {
    return r.s * (r.v.cross(a) - r.s * a) + r.v.dot(a) * r.v;
  }
  EIGEN_ALWAYS_INLINE void apply(const Matrix3<T>& X, Matrix3<T>& plus, Matrix3<T>& minus) const {
    const Matrix3<T> turned = r.s * cross_left(r.v, X), straight = r.s * r.s * X - r.v * (r.v.transpose() * X);
    plus = turned + straight;
    minus = turned - straight;
  }
  EIGEN_ALWAYS_INLINE Vector3<T> by_scalar(const Vector3<T>& a, const Vector3<T>& b) const {
    return T(2) * r.s * (a - b) + r.v.cross(a + b);
  }
  EIGEN_ALWAYS_INLINE Matrix3<T> by_vector(const Vector3<T>& a, const Vector3<T>& b) const {
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
  Bend(const Law<T>& law, const Spacing<T>& spacing, const Vector3<T>& natural, const Quaternion<T>& before,
       const Quaternion<T>& behind, const Vector3<T>& w_before, const Vector3<T>& w_behind)
      : law_(law),
        c_(Turn<T>::rate_factor * spacing.inverse),
        turn_{before.conjugate() * behind},
        w_before_(w_before),
        w_behind_(w_behind),
        strain_(turn_.curvature(spacing.inverse) - natural),
        rate_(rate(w_before, w_behind)),
        M_(law.stress(strain_, rate_)) {}

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
    const Vector3<T> difference = vector_of<T>([&](int i) { return turn_behind[i] - turn_before[i]; });
    const Vector3<T> sum = vector_of<T>([&](int i) { return turn_behind[i] + turn_before[i]; });
    const Vector3<T> crossed = cross(turn_.r.v, sum), zero(T(0), T(0), T(0));
    const T ds = -dot(turn_.r.v, difference) / 2;
    const Vector3<T> dv = vector_of<T>([&](int i) { return (turn_.r.s * difference[i] + crossed[i]) / 2; });
    const auto d = [&](const Vector3<T>& a, const Vector3<T>& b, const T& scale, const Vector3<T>& more) {
      const Vector3<T> s = turn_.by_scalar(a, b), v = product(turn_.by_vector(a, b), dv);
      return vector_of<T>([&](int i) { return scale * (s[i] * ds + v[i]) + more[i]; });
    };
    const Vector3<T> dM = law_.stress(rate(turn_before, turn_behind), d(w_behind_, w_before_, c_, zero));
    return {d(M_, zero, T(1), turn_.H_plus(dM)), d(zero, M_, T(1), turn_.H_minus(dM))};
  }

  /// a ∂/∂φ + b ∂/∂ω of both moments by both frames: first letter the moment, second the frame.
  struct Blocks {
    Matrix3<T> before_before, before_behind, behind_before, behind_behind;
  };
  Blocks blocks(const T& a, const T& b) const {
    const Vector3<T> zero(T(0), T(0), T(0)), aM = vector_of<T>([&](int i) { return a * M_[i]; });
    const Vector3<T> slow = vector_of<T>([&](int i) { return c_ * a * law_.D[i]; });
    const Vector3<T> rate_s = turn_.by_scalar(w_behind_, w_before_);
    const Matrix3<T> rate_v = turn_.by_vector(w_behind_, w_before_);
    // 2 ∂r_v/∂φ = ±r_s + r_v×, 2 ∂r_s/∂φ = ∓r_v: a part even and a part odd in the sign
    const Vector3<T>& v = turn_.r.v;
    const T& s = turn_.r.s;
    const auto add = [&](const Vector3<T>& x, const Matrix3<T>& X, const auto& scale, Matrix3<T>& behind,
                         Matrix3<T>& before) {
      const Matrix3<T> even = cross_right(X, v);
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
          const T odd = s * X(i, j) - x[i] * v[j];
          behind(i, j) += scale(i) * (even(i, j) + odd);
          before(i, j) += scale(i) * (even(i, j) - odd);
        }
    };
    Matrix3<T> H_plus, H_minus;
    turn_.apply(Matrix3<T>::Identity(), H_plus, H_minus);
    const auto stiff = [&](int i) -> T { return c_ * (a * law_.C[i] + b * law_.D[i]); };
    Matrix3<T> M_behind = matrix_of<T>([&](int i, int j) { return stiff(i) * H_plus(i, j); });
    Matrix3<T> M_before = matrix_of<T>([&](int i, int j) { return stiff(i) * H_minus(i, j); });
    add(
        rate_s, rate_v, [&](int i) -> T { return slow[i] / 2; }, M_behind, M_before);
    Blocks blocks;
    turn_.apply(M_behind, blocks.before_behind, blocks.behind_behind);
    turn_.apply(M_before, blocks.before_before, blocks.behind_before);
    const auto half = [](int) { return T(0.5); };
    add(turn_.by_scalar(aM, zero), turn_.by_vector(aM, zero), half, blocks.before_behind, blocks.before_before);
    add(turn_.by_scalar(zero, aM), turn_.by_vector(zero, aM), half, blocks.behind_behind, blocks.behind_before);
    return blocks;
  }

 private:
  /// K' of frames that turn so.
  EIGEN_ALWAYS_INLINE Vector3<T> rate(const Vector3<T>& before, const Vector3<T>& behind) const {
    const Vector3<T> plus = turn_.H_plus(behind), minus = turn_.H_minus(before);
    return vector_of<T>([&](int i) { return c_ * (plus[i] + minus[i]); });
  }

  const Law<T>& law_;
  T c_;
  Turn<T> turn_;
  Vector3<T> w_before_, w_behind_, strain_, rate_, M_;
};

}  // namespace oldham::rod
