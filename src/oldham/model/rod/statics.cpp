// SPDX-License-Identifier: MIT
#include "oldham/model/rod/statics.hpp"

#include <fmt/format.h>

#include <limits>
#include <tuple>
#include <utility>

#include "oldham/model/rod/modes.hpp"

namespace oldham::rod {
namespace {

/// Moves nodes and turns frames by a multiple of a displacement, one number per unknown.
template <class T>
void displace(const Rod<T>& rod, const std::vector<T>& by, const T& scale, std::vector<T>& state) {
  for (int k = 0; k <= rod.edges(); ++k) {
    for (int i = 0; i < 3; ++i) rod.node(state.data(), k)[i] += scale * by[6 * k + i];
    if (k == rod.edges()) break;
    const T turn[3] = {scale * by[6 * k + 3], scale * by[6 * k + 4], scale * by[6 * k + 5]};
    multibody::turn_quaternion(rod.frame(state.data(), k), turn);
  }
}

/// The largest turn, or displacement over the length of the rod.
template <class T>
T size_of(const Rod<T>& rod, const std::vector<T>& displacement) {
  using std::abs;
  T largest(0);
  for (int i = 0; i < rod.unknown_count(); ++i)
    largest = std::max(largest, T(abs(displacement[i]) / ((i / 3) % 2 == 0 ? rod.length() : T(1))));
  return largest;
}

/// The workspace of a Newton iteration.
template <class T>
class Newton {
 public:
  explicit Newton(const Rod<T>& rod)
      : rod_(rod), A_(rod.unknown_count()), d_(rod.unknown_count()), flow_(rod.unknown_count()) {
    // between hinges it may spin: what no force asks for must not make the matrix singular, and what is added is small
    // against the stiffness of bending, π⁴ E I/L⁴
    const bool clamped = rod.start_kind() == EndKind::clamped || rod.end_kind() == EndKind::clamped;
    if (!clamped) rest_ = T(1e-6) * rod.largest_moment() / (rod.edges() * rod.edges());
  }

  /// Solves (regularisation · M − ∂f/∂q) d = f; false when it cannot be solved.
  bool correction(const RodInputs<T>& inputs, const std::vector<T>& state, const T& regularisation) {
    assemble(inputs, state, regularisation);
    // forces measured by what they accelerate: one number for forces and moments
    residual_ = T(0);
    for (int i = 0; i < rod_.unknown_count(); ++i) residual_ += d_[i] * d_[i] / rod_.masses()[i];
    if (!A_.factor()) return false;
    A_.solve(d_.data());
    return true;
  }

  /// Whether the energy grows whichever way the rod is moved, the regularisation's part included. Eigenvalues so near
  /// zero that rounding decides do not count: a bent rod may be free to swing round an axis. Where moments act that
  /// have no energy, a positive determinant is asked for only.
  bool is_stable(const RodInputs<T>& inputs, const std::vector<T>& state, const T& regularisation = T(0)) {
    using std::abs;
    assemble(inputs, state, regularisation);
    for (int i = 0; i < rod_.unknown_count(); ++i)
      A_(i, i) += margin() * rod_.masses()[i] + T(8) * std::numeric_limits<T>::epsilon() * abs(A_(i, i));
    if (A_.is_positive_definite()) return true;
    return has_moments(inputs) && A_.factor() && A_.determinant_sign() > 0;
  }

  /// ω² that counts as zero.
  T margin() const { return T(1e-4) * rod_.slow_frequency_squared(); }
  /// What holds the rod against motions that cost nothing: nothing, or as little as counts as zero.
  T hold() const { return is_held_ ? margin() : T(0); }
  void change_hold() { is_held_ = !is_held_; }
  T size() const { return size_of(rod_, d_); }
  void apply(const T& scale, std::vector<T>& state) const { displace(rod_, d_, scale, state); }
  T residual() const { return residual_; }

 private:
  /// The matrix, and the forces in the place of the correction.
  void assemble(const RodInputs<T>& inputs, const std::vector<T>& state, const T& regularisation) {
    A_.set_zero();
    rod_.linearise(state.data(), inputs, T(-1), T(0), A_, d_.data(), flow_.data());
    for (const int node : {0, rod_.edges()}) {
      if (!rod_.is_held(node)) continue;
      for (int i = 6 * node; i < 6 * node + 3; ++i) {
        A_.pin(i);
        d_[i] = T(0);
      }
    }
    for (int i = 0; i < rod_.unknown_count(); ++i) {
      A_(i, i) += regularisation * rod_.masses()[i];
      A_(i, i) += (i / 3) % 2 == 0 ? T(rest_ / (rod_.length() * rod_.length())) : rest_;
    }
  }

  const Rod<T>& rod_;
  BandMatrix<T> A_;
  std::vector<T> d_, flow_;
  T residual_{}, rest_{};  // rest_: E I/L of an edge, a millionth of it
  bool is_held_ = false;
};

template <class T>
void come_to_rest(const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T>& state) {
  std::fill(state.begin() + rod.position_count(), state.end(), T(0));
  rod.insert_ends(inputs, state.data());
}

/// How far apart two shapes are: turns in rad, lengths over that of the rod.
template <class T>
T distance(const Rod<T>& rod, const std::vector<T>& a, const std::vector<T>& b) {
  using std::abs;
  T largest(0);
  for (int k = 0; k <= rod.edges(); ++k) {
    for (int i = 0; i < 3; ++i)
      largest = std::max(largest, T(abs(rod.node(a.data(), k)[i] - rod.node(b.data(), k)[i]) / rod.length()));
    if (k == rod.edges()) break;
    const auto turn =
        Quaternion<T>::from(rod.frame(a.data(), k)).conjugate() * Quaternion<T>::from(rod.frame(b.data(), k));
    largest = std::max(largest, T(2 * turn.v.norm()));
  }
  return largest;
}

/// Whether an end is to turn by half a turn on a leg, either way round as good as the other.
template <class T>
bool turns_half(const Quaternion<T>& from, const Quaternion<T>& to) {
  using std::abs;
  return abs(from.dot(to)) < T(1e-6);
}

template <class T>
StaticReport newton(Newton<T>& work, const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T>& state,
                    const StaticOptions& options, std::vector<T>* after_first = nullptr,
                    const T& regularisation = T(0)) {
  using std::isfinite;
  StaticReport report;
  come_to_rest(rod, inputs, state);
  T last(1);
  for (int k = 0; k < options.iterations; ++k) {
    if (!work.correction(inputs, state, regularisation)) {
      report.outcome = StepOutcome::failed("its stiffness is singular or not finite");
      return report;
    }
    const T size = work.size();
    ++report.iterations;
    report.correction = to_double(size);
    if (!isfinite(size)) break;
    const T limit(options.largest_turn);
    work.apply(size > limit ? T(limit / size) : T(1), state);
    if (k == 0 && after_first) *after_first = state;
    // converged, or as near as rounding lets it
    if (size <= T(options.tolerance) || (size < T(1e-8) && size > last / 2)) return report;
    last = size;
  }
  report.outcome = StepOutcome::failed(fmt::format(
      "no equilibrium found near by: the last of {} corrections was {:.1e}", report.iterations, report.correction));
  return report;
}

/// Newton's method, which is tried once more where it finds nothing, held or let go: there may be a direction that
/// costs nothing, as the one round the axis of a rod that is pressed together, along which rounding alone moves it.
/// What helped is tried first the next time.
template <class T>
StaticReport newton_held_or_not(Newton<T>& work, const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T>& state,
                                const StaticOptions& options, std::vector<T>* after_first = nullptr) {
  const std::vector<T> from = state;
  StaticReport report = newton(work, rod, inputs, state, options, after_first, work.hold());
  if (report.outcome.is_accepted()) return report;
  const int iterations = report.iterations;
  work.change_hold();
  state = from;
  report = newton(work, rod, inputs, state, options, after_first, work.hold());
  report.iterations += iterations;
  return report;
}

/// Goes downhill until an equilibrium is near, and tells in how many corrections.
template <class T>
int descend(Newton<T>& work, const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T>& state,
            const StaticOptions& options) {
  using std::isfinite;
  come_to_rest(rod, inputs, state);
  int iterations = 0;
  // τ² as it makes the first displacement small, then larger as the residual falls
  T regularisation(0), last(0);
  const auto shorten = [&] {
    regularisation = regularisation > T(0) ? T(regularisation * 4) : T(1);
    last = T(0);
  };
  for (int k = 0; k < 2000; ++k) {
    // a matrix that is not positive leads uphill, and far steps out of the valley
    if (!work.is_stable(inputs, state, regularisation) || !work.correction(inputs, state, regularisation)) {
      shorten();
      continue;
    }
    ++iterations;
    const T size = work.size();
    if (!isfinite(size)) break;
    if (size > T(options.largest_turn)) {
      shorten();
      continue;
    }
    work.apply(T(1), state);
    const bool timid = size < T(options.largest_turn / 10);  // forces grow while it rolls off a ridge
    if (last > T(0) && (work.residual() < last || timid)) regularisation /= T(2);
    last = work.residual();
    if (regularisation < T(1e-6)) regularisation = T(0);
    // on a ridge it moves slowly, too, before it rolls down; on its very top it never does
    if (size < T(1e-9) || (size < T(1e-6) && regularisation < T(1) && work.is_stable(inputs, state))) break;
  }
  return iterations;
}

}  // namespace

template <class T>
StaticReport solve_equilibrium(const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T>& state,
                               const StaticOptions& options) {
  Newton<T> work(rod);
  StaticReport report = newton(work, rod, inputs, state, options);
  report.points = 1;
  return report;
}

template <class T>
StaticReport relax(const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T>& state, const StaticOptions& options) {
  Newton<T> work(rod);
  StaticReport report;
  int iterations = 0;
  // from an equilibrium that is unstable it leaves along the motion that grows fastest, by more where less brings it
  // back
  for (T nudge(0.02); nudge < T(options.largest_turn); nudge *= T(2)) {
    iterations += descend(work, rod, inputs, state, options);
    report = newton_held_or_not(work, rod, inputs, state, options);
    report.iterations = iterations += report.iterations;
    report.releases = 1;
    if (!report.outcome.is_accepted() || work.is_stable(inputs, state)) return report;
    const std::vector<T> away = compute_modes(rod, inputs, state, 1).front().shape;
    displace(rod, away, T(nudge / size_of(rod, away)), state);
  }
  report.outcome = StepOutcome::failed(
      "the equilibrium is unstable, and no stable one was found beside it: add a small load, or a path around it");
  return report;
}

/// Along a path; where `is_careful` every point is stable, else the last one.
template <class T>
static StaticReport follow(Newton<T>& work, const Rod<T>& rod, const std::vector<RodInputs<T>>& path,
                           std::vector<T>& state, const StaticOptions& options, bool is_careful) {
  StaticReport all;
  std::vector<T> predicted = state;
  for (std::size_t leg = 1; leg < path.size(); ++leg) {
    for (const auto& [kind, from, to] : {std::tuple(rod.start_kind(), path[leg - 1].start.p, path[leg].start.p),
                                         std::tuple(rod.end_kind(), path[leg - 1].end.p, path[leg].end.p)})
      if (holds_frame(kind) && turns_half(from, to)) {
        all.outcome =
            StepOutcome::failed(fmt::format("on leg {} of its path an end makes half a turn, and nothing says which "
                                            "way: add a point to its path between",
                                            leg));
        return all;
      }
    double share = 0, stride = 0.1;
    while (share < 1) {
      const double next = std::min(1.0, share + stride);
      const RodInputs<T> inputs = next < 1 ? between(path[leg - 1], path[leg], T(next)) : path[leg];
      std::vector<T> tried = state;
      // the first correction is the tangent of the branch; what is found far from it belongs to another one
      StaticReport report = newton_held_or_not(work, rod, inputs, tried, options, &predicted);
      all.iterations += report.iterations;
      const bool stays = report.outcome.is_accepted() && (!is_careful || work.is_stable(inputs, tried)) &&
                         distance(rod, state, tried) < T(options.largest_distance) &&
                         distance(rod, predicted, tried) < distance(rod, state, predicted) / 2 + T(0.02);
      if (!stays && stride > options.smallest_stride) {
        stride /= 2;
        continue;
      }
      if (!stays) {  // the branch ends here: go where a rod would
        tried = state;
        report = relax(rod, inputs, tried, options);
        all.iterations += report.iterations;
        ++all.releases;
      }
      all.correction = report.correction;
      if (!report.outcome.is_accepted()) {
        // 60 degrees from edge to edge, too, are more than a grid should have
        const bool coarse =
            std::min(rod.smallest_cosine(tried.data(), inputs), rod.smallest_cosine(state.data(), inputs)) < T(0.5);
        all.outcome = StepOutcome::failed(fmt::format("on leg {} of its path, at {:.3g} of it: {}", leg, next,
                                                      coarse ? too_coarse(rod) : report.outcome.reason));
        return all;
      }
      state = tried;
      share = next;
      ++all.points;
      if (report.iterations < 8) stride *= 1.5;
    }
  }
  // just at 90 degrees it passes on none
  if (rod.smallest_cosine(state.data(), path.back()) < T(1e-6))
    all.outcome = StepOutcome::failed(too_coarse(rod));
  else if (!is_careful && !work.is_stable(path.back(), state))
    all.outcome = StepOutcome::failed("the branch does not end in a stable equilibrium");
  return all;
}

template <class T>
StaticReport follow_equilibrium(const Rod<T>& rod, const std::vector<RodInputs<T>>& path, std::vector<T>& state,
                                const StaticOptions& options) {
  Newton<T> work(rod);
  // a branch that is unstable on the way may be stable again at its end, and there less bent than where a rod would go
  // that is let go on the way
  std::vector<T> end = state;
  StaticReport report = follow(work, rod, path, end, options, false);
  if (!report.outcome.is_accepted()) {
    const int iterations = report.iterations;
    end = state;
    report = follow(work, rod, path, end, options, true);
    report.iterations += iterations;
  }
  // under little load a rod bends in wide arcs, which few edges can follow
  if (!report.outcome.is_accepted() && path.size() > 2) {
    std::vector<T> eased = state;
    StaticReport second = follow(work, rod, eased_path(path), eased, options, true);
    second.iterations += report.iterations;
    if (second.outcome.is_accepted()) {
      end = std::move(eased);
      report = second;
    }
  }
  state = end;
  return report;
}

#define OLDHAM_INSTANTIATE(T)                                                                                         \
  template StaticReport solve_equilibrium(const Rod<T>&, const RodInputs<T>&, std::vector<T>&, const StaticOptions&); \
  template StaticReport relax(const Rod<T>&, const RodInputs<T>&, std::vector<T>&, const StaticOptions&);             \
  template StaticReport follow_equilibrium(const Rod<T>&, const std::vector<RodInputs<T>>&, std::vector<T>&,          \
                                           const StaticOptions&);
OLDHAM_INSTANTIATE(double)
OLDHAM_INSTANTIATE(Multiprecision)
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::rod
