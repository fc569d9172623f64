// SPDX-License-Identifier: MIT
#include "oldham/coupling/cosimulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/exchange.hpp"
#include "oldham/parallel/parallel_for.hpp"

namespace oldham {
namespace {

constexpr double costly = 50e-6;  // s; a sweep below this is perturbed faster without threads

constexpr int ahead = 2;  // subsystems whose memory is fetched while this one is advanced

/// What every step of a subsystem reads first.
void prefetch(const void* subsystem) {
  constexpr int line = 64;
  __builtin_prefetch(subsystem);
  __builtin_prefetch(static_cast<const char*>(subsystem) + line);
}

/// A call that copies takes longer than the few numbers of most systems.
template <class T>
[[gnu::always_inline]] inline void copy_numbers(const std::vector<T>& from, T* into) {
  constexpr std::size_t few = 8;
  const std::size_t count = from.size();
  if (count > few) {
    std::copy(from.begin(), from.end(), into);
    return;
  }
  const T* const numbers = from.data();
  for (std::size_t i = 0; i < count; ++i) {
    into[i] = numbers[i];
    asm("" ::: "memory");  // or the compiler makes that call of it
  }
}

}  // namespace

// ---- the loop ----

template <class T>
StepReport Cosimulation<T>::step(MacroState<T>& state, const Interval<T>& interval, const InputSignal<T>* external) {
  StepReport report;
  try {
    if (is_held_ && external == nullptr && is_laid_held()) [[likely]] {
      make_step<Kind::held>(state, interval, report);
      return report;
    }
    if (!known_.empty()) external = &known_.over(interval, external);
    reconstruction_.prepare(state.history, interval.length);
    if (external != nullptr || !is_laid()) lay_signals(external);
    if (is_plain_)
      make_step<Kind::plain>(state, interval, report);
    else
      make_step<Kind::general>(state, interval, report);
  } catch (const Error& error) {
    report = report_of(error, interval);
  }
  return report;
}

template <class T>
std::int64_t Cosimulation<T>::step_quietly(MacroState<T>& state, const QuietSteps& steps, StepReport& report) {
  if (!is_held_ || !is_laid_held() || !saved_.empty() || quiet_outputs_.empty()) return 0;
  if (scheme_.threads > 1 && gates_[0].is_costly()) return 0;
  std::int64_t made = 0;
  // by multiplication, so that rounding does not pile up
  const auto point = [&](std::int64_t n) { return steps.start + T(n) * steps.length; };
  Interval<T> interval{point(steps.first), steps.length};
  quiet_inputs_[0] = quiet_inputs_[1] = coefficients_;
  try {
    for (; made < steps.most; ++made) {
      const T end = point(steps.first + made + 1);
      if (!(end < steps.until) || (steps.interrupted && steps.interrupted->load(std::memory_order_relaxed))) break;
      T* const inputs = quiet_inputs_[made % 2].data();
      build_held_signals(state.history.row(0), inputs);
      const int reached = advance_held_members(interval, inputs);
      if (reached == static_cast<int>(held_members_.size()) && are_quiet_outputs_within_limits()) [[likely]] {
        T* const row = state.history.push(interval.length);
        for (const QuietOutput& quiet : quiet_outputs_) row[quiet.variable] = outputs_[quiet.output];
        ++state.steps;
      } else {
        settle_quiet_steps(state, made);
        std::copy_n(inputs, coefficients_.size(), coefficients_.begin());
        advance_others<Kind::held>(reached, plan_.groups[0], state, interval);
        if (!are_within_limits(0)) has_news_.store(true, std::memory_order_relaxed);
        if (has_news_.load(std::memory_order_relaxed)) check_outputs(0, interval, report);
        if (!report.is_accepted()) return made;
        commit<Kind::held>(state, interval);
        if (report.is_last) return made;
      }
      state.time = interval.begin = end;
      steps.watch(state);
    }
  } catch (const Error& error) {
    report = report_of(error, interval);
  }
  settle_quiet_steps(state, made);
  return made;
}

template <class T>
bool Cosimulation<T>::are_quiet_outputs_within_limits() const {
  using std::abs;
  bool are_fine = true;
  const T* const outputs = outputs_.data();
  for (const QuietOutput& quiet : quiet_outputs_) are_fine &= abs(outputs[quiet.output]) <= quiet.limit;
  return are_fine;
}

/// Outputs and inputs of the last step that was kept: outputs are samples, too, and inputs are made in two places by
/// turns.
template <class T>
void Cosimulation<T>::settle_quiet_steps(MacroState<T>& state, std::int64_t made) const {
  if (made == 0) return;
  const T* const row = state.history.row(0);
  for (const QuietOutput& quiet : quiet_outputs_) state.outputs[quiet.output] = row[quiet.variable];
  std::ranges::copy(quiet_inputs_[(made - 1) % 2], state.inputs.begin());
}

/// Of a step for which a subsystem was to do something that it could not: what was reached before it is kept.
template <class T>
StepReport Cosimulation<T>::report_of(const Error& error, const Interval<T>& interval) {
  if (error.kind() != ErrorKind::failure) throw;
  std::ranges::fill(outcomes_, StepOutcome::accepted());
  has_news_ = false;
  StepReport report;
  report.status = StepReport::Status::failed;
  report.reason = fmt::format("in the step from t = {:.9g} s to {:.9g} s: {}", to_double(interval.begin),
                              to_double(interval.end()), error.what());
  return report;
}

template <class T>
template <typename Cosimulation<T>::Kind kind>
void Cosimulation<T>::make_step(MacroState<T>& state, const Interval<T>& interval, StepReport& report) {
  if constexpr (kind != Kind::general) {
    if (kind != Kind::held) predict(state);
    if (sweep<kind>(state, interval, report)) commit<kind>(state, interval);
    return;
  }
  if (corrects()) corrector_.begin_step(state.corrector);
  if (has_conditions_) {
    constraints_.begin_step(interval.length);
    relate_turns(state);
  }
  if (input_corrector_.is_on()) input_corrector_.offset_inputs(state.deficit, interval.length, offsets_);
  predict(state);

  for (;; ++report.corrections) {
    // advance group by group; later groups see what earlier ones produced
    if (!sweep<kind>(state, interval, report)) return;

    // correct, or accept
    if (!corrects()) break;  // then nobody asks by how much conditions are missed
    report.residual = evaluate_conditions();
    const auto verdict = corrector_.examine(report.corrections, report.residual);
    if (verdict == Corrector<T>::Verdict::done) break;
    if (verdict == Corrector<T>::Verdict::exhausted) {
      report.status = StepReport::Status::failed;
      const bool is_noisy = std::any_of(assembly_.subsystems.begin(), assembly_.subsystems.end(),
                                        [](const auto& s) { return s->description().noise > 0; });
      report.reason = fmt::format(
          "the coupling conditions did not converge in the step from t = {:.9g} s: residual {:.3g} of '{}' after {} "
          "corrections (tolerance {:.3g}); {}reduce scheme.step, or {}",
          to_double(interval.begin), report.residual, plan_.variable_name[worst_variable_], report.corrections,
          scheme_.correction.tolerance,
          is_noisy ? "tighten relative_tolerance of adaptive solvers: what they leave open hides the answer; else "
                   : "",
          scheme_.correction.kind == Correction::Kind::newton ? "raise scheme.tolerance"
                                                              : "use correction = \"implicit\"");
      return;
    }
    const StepContext<T> context{interval,         signals_, own_piece_,
                                 &reconstruction_, &state,   &constraints_,
                                 outputs_,         second_,  is_costly() ? scheme_.threads : 1};
    const std::string failure = corrector_.correct(context, residual_, start_);
    samples_ = start_;
    if (!failure.empty()) {
      report.status = StepReport::Status::failed;
      report.reason = fmt::format("in the step from t = {:.9g} s {}", to_double(interval.begin), failure);
      return;
    }
  }
  if (has_conditions_) {
    const std::string failure = projection_.apply(interval, signals_, outputs_);
    if (!failure.empty()) {
      report.status = StepReport::Status::failed;
      report.reason = fmt::format("in the step from t = {:.9g} s {}", to_double(interval.begin), failure);
      return;
    }
  }
  commit<kind>(state, interval);
}

template <class T>
template <typename Cosimulation<T>::Kind kind>
bool Cosimulation<T>::sweep(const MacroState<T>& state, const Interval<T>& interval, StepReport& report) {
  // who asked for the end in a sweep that is repeated may not ask again
  if (report.is_last) {
    report.is_last = false;
    report.reason.clear();
  }
  if (kind == Kind::general && needs_start_) start_ = samples_;
  if (kind != Kind::held) rebuild_all(state);
  const int last = kind == Kind::held ? 0 : static_cast<int>(plan_.groups.size()) - 1;
  for (int g = 0; g <= last; ++g) {
    advance_group<kind>(g, state, interval);
    if (has_news_.load(std::memory_order_relaxed)) [[unlikely]] {
      check_outputs(g, interval, report);
      if (!report.is_accepted()) return false;
    }
    if (kind == Kind::held && plan_.laws.empty()) break;  // outputs are all there is: commit() copies them
    refresh(assembly_, plan_, g, outputs_.data(), returned_.data());
    if (g == last) break;
    for (int j : plan_.variables_after[g]) samples_[j] = returned_[j];
    observe_turns(state, samples_);
    rebuild_by_kind(state, plan_.rebuilt_after[g]);
  }
  if (kind != Kind::general || !has_conditions_) return true;
  look_again();
  if (!loops_.empty())
    if (const std::string trouble = solve_loops(); !trouble.empty()) {
      report.status = StepReport::Status::failed;
      report.reason = fmt::format("in the step from t = {:.9g} s to {:.9g} s {}", to_double(interval.begin),
                                  to_double(interval.end()), trouble);
      return false;
    }
  observe_turns(state, returned_);
  extended_.evaluate(reconstruction_, state, interval.length, outputs_, second_, returned_);
  constraints_.evaluate(outputs_, second_, start_, returned_);
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
  if (const auto worst = constraints_.worst(); !(worst.residual <= largest)) {
    largest = worst.residual;
    worst_variable_ = worst.variable;
  }
  return largest;
}

template <class T>
template <typename Cosimulation<T>::Kind kind>
void Cosimulation<T>::commit(MacroState<T>& state, const Interval<T>& interval) {
  if (!saved_.empty()) save_members(state);
  // uncorrected, the samples follow from the outputs; corrected, they are the ones the step was made with
  const bool keeps_returned = kind != Kind::general || scheme_.correction.keep == Correction::Keep::returned;
  const std::vector<T>& kept = keeps_returned ? returned_ : samples_;
  T* const row = state.history.push(interval.length);
  if (kind == Kind::held && plan_.laws.empty())
    for (const auto& [output, variable] : plan_.copies_after[0]) row[variable] = outputs_[output];
  else
    copy_numbers(kept, row);
  if (kind == Kind::held) {
    // what steps neither read nor change is there already
    const T* const outputs = outputs_.data();
    T* const kept_outputs = state.outputs.data();
    if (!single_outputs_.empty())
      for (const SingleOutput& single : single_outputs_) kept_outputs[single.output] = outputs[single.output];
    else
      for (const auto& [first, last] : output_ranges_[0])
        std::copy(outputs + first, outputs + last, kept_outputs + first);
    const T* const inputs = coefficients_.data();
    T* const kept_inputs = state.inputs.data();
    for (const HeldCopy& copy : held_copies_) kept_inputs[copy.input] = inputs[copy.input];
    for (const HeldTerm& term : held_terms_) kept_inputs[term.input] = inputs[term.input];
  } else {
    copy_numbers(outputs_, state.outputs.data());
  }
  if (kind != Kind::held && degree_ == 0 && pieces_ == 1)
    copy_numbers(coefficients_, state.inputs.data());
  else if (kind != Kind::held)
    for (std::size_t s = 0; s < signals_.size(); ++s)
      signals_[s].evaluate_end(state.inputs.data() + plan_.input_offset[s]);
  if (kind == Kind::general && input_corrector_.is_on()) {
    input_corrector_.add_to_samples(state.deficit, interval.length, samples_);
    input_corrector_.measure(reconstruction_, start_, returned_, interval.length, state.deficit);
  }
  if (kind != Kind::held && bonds_.size() > 0)
    bonds_.measure(signals_, outputs_, samples_, returned_, state.bond_powers);
  if (kind == Kind::general && corrects()) corrector_.end_step(state.corrector);
  state.time = interval.end();
  ++state.steps;
}

// ---- advancing ----

template <class T>
template <typename Cosimulation<T>::Kind kind>
void Cosimulation<T>::advance_group(int group, const MacroState<T>& state, const Interval<T>& interval) {
  if (kind == Kind::held)
    build_held_signals(state.history.row(0), coefficients_.data());
  else
    build_signals(plan_.groups[group]);
  // threads only where a group's cost pays for them; which way it goes cannot change the result
  const bool may_use_threads = scheme_.threads > 1;
  ThreadGate& gate = gates_[group];
  if (may_use_threads && gate.open()) {
    const std::vector<int>& members = plan_.groups[group];
    parallel_for(static_cast<int>(members.size()), scheme_.threads, [this, &members, &state, &interval](int i) {
      advance_members<kind>({&members[i], 1}, state, interval);
    });
  } else {
    advance_members<kind>(plan_.groups[group], state, interval);
  }
  if (may_use_threads) gate.close();
  if (!are_within_limits(group)) has_news_.store(true, std::memory_order_relaxed);
}

/// Signals that stay what their sources are.
template <class T>
void Cosimulation<T>::build_held_signals(const T* sources, T* signals) const {
  for (const HeldCopy& copy : held_copies_) signals[copy.input] = T(0) + sources[copy.source];  // -0 as in a sum
  const HeldTerm* const end = held_terms_.data() + held_terms_.size();
  for (const HeldTerm* term = held_terms_.data(); term != end; ++term)
    signals[term->input] =
        (term->is_first ? term->offset : signals[term->input]) + term->factor * sources[term->source];
}

/// Returns the first that does not go the shortest way.
template <class T>
int Cosimulation<T>::advance_held_members(const Interval<T>& interval, const T* inputs) {
  if (advance_held_ == nullptr) return 0;
  const HeldMember<T>* const first = held_members_.data();
  return static_cast<int>(advance_held_(first, first + held_alike_, interval, inputs) - first);
}

template <class T>
template <typename Cosimulation<T>::Kind kind>
void Cosimulation<T>::advance_members(std::span<const int> which, const MacroState<T>& state,
                                      const Interval<T>& interval) {
  // as far as nothing is saved
  const bool is_short = kind == Kind::held && saved_.empty() && which.size() == held_members_.size();
  advance_others<kind>(is_short ? advance_held_members(interval, coefficients_.data()) : 0, which, state, interval);
}

template <class T>
template <typename Cosimulation<T>::Kind kind>
void Cosimulation<T>::advance_others(int i, std::span<const int> which, const MacroState<T>& state,
                                     const Interval<T>& interval) {
  const Member* const members = members_.data();
  const int last = static_cast<int>(which.size()) - 1;
  if (i > last) return;
  StepOutcome outcome;
  const bool observes = !observations_.empty();
  for (; i <= last; ++i) {
    if (i + ahead <= last) prefetch(members[which[i + ahead]].subsystem);
    const Member& member = members[which[i]];
    if (member.is_saved) restore(which[i], state);
    member.subsystem->advance_and_read(interval, *member.signal, member.outputs, outcome);
    if (!outcome.is_accepted() || outcome.is_last) [[unlikely]]
      take_outcome(which[i], outcome);
    if (observes) observe(which[i], interval);
  }
}

template <class T>
void Cosimulation<T>::observe(int s, const Interval<T>& interval) {
  const int first = plan_.output_offset[s], last = plan_.output_offset[s + 1];
  observations_[s].observe(*members_[s].subsystem, interval, signals_[s],
                           {second_.data() + first, second_.data() + last});
}

template <class T>
bool Cosimulation<T>::are_within_limits(int group) const {
  using std::abs;
  bool are_fine = true;
  if (!single_outputs_.empty()) {
    const T* const outputs = outputs_.data();
    for (const SingleOutput& single : single_outputs_) are_fine &= abs(outputs[single.output]) <= single.limit;
    return are_fine;
  }
  for (const auto& [first, last] : output_ranges_[group])
    for (int y = first; y < last; ++y) are_fine &= abs(outputs_[y]) <= limits_[y];  // NaN: not
  return are_fine;
}

template <class T>
bool Cosimulation<T>::is_costly() const {
  const double cost = std::accumulate(gates_.begin(), gates_.end(), 0.0,
                                      [](double sum, const ThreadGate& gate) { return sum + gate.cost(); });
  return cost > costly;
}

template class Cosimulation<double>;
template class Cosimulation<Multiprecision>;

}  // namespace oldham
