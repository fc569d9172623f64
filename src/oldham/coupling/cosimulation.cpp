// SPDX-License-Identifier: MIT
#include "oldham/coupling/cosimulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <ranges>

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/exchange.hpp"
#include "oldham/parallel/parallel_for.hpp"

namespace oldham {
namespace {

constexpr double worth_a_thread = 50e-6;  // s; below this a group is advanced faster without threads
constexpr unsigned sweeps_between_timings = 256;
constexpr const char* cure_of_divergence = "reduce scheme.step or use a corrected scheme, and see 'oldham stability'";

/// What a subsystem's own failure means for the step.
template <class T>
void describe_failure(const std::string& name, const StepOutcome& outcome, const Interval<T>& interval,
                      StepReport& report) {
  const bool diverged = outcome.status == StepOutcome::Status::diverged;
  const bool rejected = outcome.status == StepOutcome::Status::rejected;
  report.status = diverged   ? StepReport::Status::diverged
                  : rejected ? StepReport::Status::rejected
                             : StepReport::Status::failed;
  report.reason = fmt::format("subsystem '{}' {} the step from t = {:.9g} s to {:.9g} s: {}", name,
                              diverged   ? "diverged in"
                              : rejected ? "rejected"
                                         : "failed in",
                              to_double(interval.begin), to_double(interval.end()), outcome.reason);
  if (diverged) report.reason += fmt::format("; {}", cure_of_divergence);
}

}  // namespace

template <class T>
Cosimulation<T>::Cosimulation(Assembly<T> assembly, const Scheme& scheme)
    : assembly_(std::move(assembly)),
      scheme_(scheme),
      plan_(compile(assembly_, scheme)),
      reconstruction_(scheme.order),
      corrector_(scheme.correction, assembly_, plan_) {
  for (std::vector<T>* vector : {&start_, &samples_, &returned_, &residual_}) vector->assign(plan_.variables, T(0));
  outputs_.assign(plan_.outputs(), T(0));
  polynomials_.assign((highest_order + 1) * plan_.variables, T(0));
  signals_.resize(assembly_.subsystems.size());
  outcomes_.resize(assembly_.subsystems.size());
  group_seconds_.assign(plan_.groups.size(), 0.0);
  if (scheme_.threads == 0) scheme_.threads = available_threads();
}

// ---- the loop ----

template <class T>
StepReport Cosimulation<T>::step(MacroState<T>& state, const Interval<T>& interval, const InputSignal<T>* external) {
  StepReport report;
  reconstruction_.prepare(state.history, interval.length);
  take_external(external);
  corrector_.begin_step(state.corrector);

  // predict the samples at T + H
  std::fill(samples_.begin(), samples_.end(), T(0));
  for (int i = 0; i < reconstruction_.prediction_terms(); ++i) {
    const T weight = reconstruction_.prediction_weight(i);
    const T* past = state.history.row(i);
    for (int j = 0; j < plan_.variables; ++j) samples_[j] += weight * past[j];
  }

  for (;; ++report.corrections) {
    // advance group by group; later groups see what earlier ones produced
    if (!sweep(state, interval, report)) return report;

    // correct, or accept
    report.residual = evaluate_conditions();
    const auto verdict = corrector_.examine(report.corrections, report.residual);
    if (verdict == Corrector<T>::Verdict::done) break;
    if (verdict == Corrector<T>::Verdict::exhausted) {
      report.status = StepReport::Status::failed;
      report.reason = fmt::format(
          "the coupling conditions did not converge in the step from t = {:.9g} s: residual {:.3g} of '{}' after {} "
          "corrections (tolerance {:.3g}); reduce scheme.step, raise scheme.max_corrections, or use correction = "
          "\"implicit\"",
          to_double(interval.begin), report.residual, plan_.variable_name[worst_variable_], report.corrections,
          scheme_.correction.tolerance);
      return report;
    }
    const StepContext<T> context{interval, signals_, direction_, &state, is_costly() ? scheme_.threads : 1};
    const std::string failure = corrector_.correct(context, outputs_, residual_, start_);
    samples_ = start_;
    if (!failure.empty()) {
      report.status = StepReport::Status::failed;
      report.reason = fmt::format("in the step from t = {:.9g} s {}", to_double(interval.begin), failure);
      return report;
    }
  }
  commit(state, interval);
  return report;
}

template <class T>
bool Cosimulation<T>::sweep(const MacroState<T>& state, const Interval<T>& interval, StepReport& report) {
  start_ = samples_;
  rebuild(state, std::views::iota(0, plan_.variables));
  const int last = static_cast<int>(plan_.groups.size()) - 1;
  for (int g = 0; g <= last; ++g) {
    advance_group(g, state, interval);
    check_outputs(g, interval, report);
    if (!report.is_accepted()) return false;
    refresh(assembly_, plan_, g, outputs_.data(), returned_.data());
    if (g == last) break;
    for (int j : plan_.variables_after[g]) samples_[j] = returned_[j];
    rebuild(state, plan_.variables_after[g]);
  }
  return true;
}

template <class T>
double Cosimulation<T>::evaluate_conditions() {
  double largest = 0;
  for (int j = 0; j < plan_.variables; ++j) {
    residual_[j] = start_[j] - returned_[j];
    const double scale = std::max(plan_.nominal[j], std::abs(to_double(returned_[j])));
    const double relative = std::abs(to_double(residual_[j])) / scale;
    if (relative <= largest) continue;
    largest = relative;
    worst_variable_ = j;
  }
  return largest;
}

template <class T>
void Cosimulation<T>::commit(MacroState<T>& state, const Interval<T>& interval) {
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) assembly_.subsystems[s]->save(state.snapshots[s]);
  // uncorrected, the samples follow from the outputs; corrected, they are the ones the step was made with
  const std::vector<T>& kept = scheme_.correction.keep == Correction::Keep::returned ? returned_ : samples_;
  std::copy(kept.begin(), kept.end(), state.history.push(interval.length));
  std::copy(outputs_.begin(), outputs_.end(), state.outputs.begin());
  corrector_.end_step(state.corrector);
  state.time = interval.end();
  ++state.steps;
}

// ---- input signals ----

template <class T>
void Cosimulation<T>::take_external(const InputSignal<T>* external) {
  static const T whole_step[] = {T(0), T(1)};
  external_ = external;
  const int degree = std::max(reconstruction_.degree(), external ? external->degree : 0);
  const std::span<const T> breaks = external ? external->breaks : std::span<const T>(whole_step);
  const bool same_shape = degree == degree_ && breaks.size() == breaks_.size();
  breaks_.assign(breaks.begin(), breaks.end());
  direction_.resize(reconstruction_.degree() + 1);
  for (int p = 0; p <= reconstruction_.degree(); ++p) direction_[p] = reconstruction_.unknown_weight(p);
  if (same_shape) return;

  // the signals are views: they move only when the storage behind them changes its shape
  degree_ = degree;
  pieces_ = static_cast<int>(breaks.size()) - 1;
  const std::size_t block = static_cast<std::size_t>(pieces_) * (degree + 1);
  coefficients_.resize(plan_.inputs() * block);
  for (std::size_t s = 0; s < signals_.size(); ++s)
    signals_[s] = {plan_.input_offset[s + 1] - plan_.input_offset[s], degree, breaks_,
                   coefficients_.data() + plan_.input_offset[s] * block};
}

template <class T>
template <class Indices>
void Cosimulation<T>::rebuild(const MacroState<T>& state, const Indices& variables) {
  const T* samples = samples_.data();
  for (int p = 0; p <= reconstruction_.degree(); ++p) {
    T* row = polynomials_.data() + static_cast<long>(p) * plan_.variables;
    const T unknown = reconstruction_.unknown_weight(p);
    for (int j : variables) row[j] = unknown * samples[j];
    for (int age = 0; age < reconstruction_.degree(); ++age) {
      const T weight = reconstruction_.past_weight(p, age);
      const T* past = state.history.row(age);
      for (int j : variables) row[j] += weight * past[j];
    }
  }
}

template <class T>
void Cosimulation<T>::build_signals(std::span<const int> subsystems) {
  const int variables = plan_.variables;
  const int *input_offset = plan_.input_offset.data(), *term_offset = plan_.term_offset.data();
  const auto* terms = plan_.terms.data();
  T* const coefficients = coefficients_.data();
  const int powers = degree_ + 1, rows = pieces_ * powers;
  for (int piece = 0; piece < pieces_; ++piece) {
    for (int p = 0; p < powers; ++p) {
      const T* inside = p <= reconstruction_.degree() ? polynomials_.data() + p * variables : nullptr;
      const T* outside =
          external_ && p <= external_->degree ? external_->piece(piece) + p * external_->inputs : nullptr;
      for (int s : subsystems) {
        const int first = input_offset[s], last = input_offset[s + 1];
        T* c = coefficients + first * rows + (last - first) * (piece * powers + p);
        // u = constant + Σ factor · source
        for (int input = first; input < last; ++input, ++c) {
          T value = p == 0 ? plan_.input_constant[input] : T(0);
          for (int k = term_offset[input]; k < term_offset[input + 1]; ++k) {
            const auto& [source, factor] = terms[k];
            if (source < variables && inside) value += factor * inside[source];
            if (source >= variables && outside) value += factor * outside[source - variables];
          }
          *c = value;
        }
      }
    }
  }
}

// ---- advancing ----

template <class T>
bool Cosimulation<T>::is_costly() const {
  return std::accumulate(group_seconds_.begin(), group_seconds_.end(), 0.0) > worth_a_thread;
}

template <class T>
void Cosimulation<T>::advance_group(int group, const MacroState<T>& state, const Interval<T>& interval) {
  const std::vector<int>& members = plan_.groups[group];
  build_signals(members);
  const auto advance = [&](int index) {
    const int s = members[index];
    Subsystem<T>& subsystem = *assembly_.subsystems[s];
    subsystem.restore(state.snapshots[s]);
    outcomes_[s] = subsystem.advance(interval, signals_[s]);
    subsystem.read_outputs({outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]});
  };
  // threads only where a group's cost pays for them; which way it goes cannot change the result
  const int count = static_cast<int>(members.size());
  const bool in_parallel = count > 1 && scheme_.threads > 1 && group_seconds_[group] > worth_a_thread;
  const bool timed = scheme_.threads > 1 && !in_parallel && sweeps_++ % sweeps_between_timings < plan_.groups.size();
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = timed ? Clock::now() : Clock::time_point();
  if (in_parallel)
    parallel_for(count, scheme_.threads, advance);
  else
    for (int i = 0; i < count; ++i) advance(i);
  if (timed) group_seconds_[group] = std::chrono::duration<double>(Clock::now() - begin).count();
}

template <class T>
void Cosimulation<T>::check_outputs(int group, const Interval<T>& interval, StepReport& report) const {
  using std::abs;
  const T limit(scheme_.divergence_limit);
  for (int s : plan_.groups[group]) {
    if (!outcomes_[s].is_accepted()) {
      describe_failure(assembly_.subsystems[s]->description().name, outcomes_[s], interval, report);
      return;
    }
    for (int y = plan_.output_offset[s]; y < plan_.output_offset[s + 1]; ++y) {
      if (abs(outputs_[y]) <= limit) continue;  // false for NaN
      const SubsystemDescription& d = assembly_.subsystems[s]->description();
      report.status = StepReport::Status::diverged;
      report.reason = fmt::format("output '{}.{}' became {} in the step from t = {:.9g} s to {:.9g} s; {}", d.name,
                                  d.boundary->outputs[y - plan_.output_offset[s]].name, to_double(outputs_[y]),
                                  to_double(interval.begin), to_double(interval.end()), cure_of_divergence);
      return;
    }
  }
}

template class Cosimulation<double>;
template class Cosimulation<Multiprecision>;

}  // namespace oldham
