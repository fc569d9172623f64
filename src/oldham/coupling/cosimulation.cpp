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

/// What every step of a subsystem reads first, while the one before it is advanced.
void prefetch(const void* subsystem) {
  constexpr int line = 64;
  __builtin_prefetch(subsystem);
  __builtin_prefetch(static_cast<const char*>(subsystem) + line);
}

}  // namespace

template <class T>
Cosimulation<T>::Cosimulation(Assembly<T> assembly, const Scheme& scheme)
    : assembly_(std::move(assembly)),
      scheme_(scheme),
      plan_(compile(assembly_, scheme)),
      reconstruction_(scheme.order, plan_.kinds, scheme.motion.order),
      extended_(assembly_, plan_, scheme.extension),
      constraints_(plan_, scheme.stabilisation),
      projection_(assembly_, plan_, scheme.stabilisation.kind == Stabilisation::Kind::projection),
      corrector_(scheme, assembly_, plan_),
      input_corrector_(assembly_, plan_, scheme.input_correction),
      bonds_(assembly_, plan_, scheme) {
  for (std::vector<T>* vector : {&start_, &samples_, &returned_, &residual_}) vector->assign(plan_.variables, T(0));
  outputs_.assign(plan_.outputs(), T(0));
  offsets_ = plan_.input_constant;
  set_divergence_limit(scheme_.divergence_limit);
  polynomials_.assign(reconstruction_.pieces() * (highest_order + 1) * plan_.variables, T(0));
  for (int j = 0; j < plan_.variables; ++j) variables_of_kind_[static_cast<int>(plan_.kind[j])].push_back(j);
  for (int kind = 0; kind < sample_kinds; ++kind)
    if (!variables_of_kind_[kind].empty()) kinds_.push_back(kind);
  const Observed observed = observed_by(scheme_.extension, scheme_.stabilisation, !plan_.multipliers.empty());
  if (observed != Observed::nothing) {
    second_.assign(plan_.outputs(), T(0));
    observations_.assign(assembly_.subsystems.size(), SecondObservation<T>(observed));
  }
  if (scheme_.extension == Extension::integral)
    for (auto& subsystem : assembly_.subsystems) subsystem->output_integrals()->carry_integrals();
  signals_.resize(assembly_.subsystems.size());
  outcomes_.resize(assembly_.subsystems.size());
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
    members_.push_back({assembly_.subsystems[s].get(),
                        {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]},
                        assembly_.subsystems[s]->description().capabilities.serialisation});
  has_conditions_ = !plan_.turns.empty() || !plan_.extended.empty() || !plan_.multipliers.empty() ||
                    !plan_.second_looks.empty() || !projection_.empty();
  needs_start_ = corrects() || has_conditions_ || input_corrector_.is_on();
  is_held_ = scheme_.order == 0 && !needs_start_ && plan_.groups.size() == 1 && bonds_.size() == 0 &&
             plan_.externals == 0 && static_cast<int>(variables_of_kind_[0].size()) == plan_.variables;
  for (std::size_t s = 0; s < members_.size(); ++s) saved_.push_back(static_cast<int>(s));
  gates_.resize(plan_.groups.size());
  if (scheme_.threads == 0) scheme_.threads = available_threads();
}

template <class T>
void Cosimulation<T>::set_divergence_limit(double limit) {
  // one without bounds is meant for all outputs
  scheme_.divergence_limit = limit;
  const bool is_bounded = limit < std::numeric_limits<double>::max();
  limits_.assign(plan_.outputs(), T(limit));
  for (int y = 0; is_bounded && y < plan_.outputs(); ++y) limits_[y] = T(std::min(limit, plan_.output_limit[y]));
}

template <class T>
bool Cosimulation<T>::expect_return(Return farthest) {
  const Return of_members = farthest == Return::never && corrects() ? Return::to_step_begin : farthest;
  saved_.clear();
  for (std::size_t s = 0; s < members_.size(); ++s) {
    members_[s].is_saved = !members_[s].subsystem->expect_return(of_members);
    if (members_[s].is_saved) saved_.push_back(static_cast<int>(s));
  }
  return saved_.size() < members_.size();
}

// ---- the loop ----

template <class T>
StepReport Cosimulation<T>::step(MacroState<T>& state, const Interval<T>& interval, const InputSignal<T>* external) {
  StepReport report;
  try {
    reconstruction_.prepare(state.history, interval.length);
    if (external != nullptr || !is_laid()) lay_signals(external);
    make_step(state, interval, report);
  } catch (const Error& error) {
    // whatever a subsystem was to do for the step: what was reached before it is kept
    if (error.kind() != ErrorKind::failure) throw;
    std::ranges::fill(outcomes_, StepOutcome::accepted());
    has_news_ = false;
    report = {};
    report.status = StepReport::Status::failed;
    report.reason = fmt::format("in the step from t = {:.9g} s to {:.9g} s: {}", to_double(interval.begin),
                                to_double(interval.end()), error.what());
  }
  return report;
}

template <class T>
void Cosimulation<T>::make_step(MacroState<T>& state, const Interval<T>& interval, StepReport& report) {
  if (corrects()) corrector_.begin_step(state.corrector);
  if (has_conditions_) {
    constraints_.begin_step(interval.length);
    relate_turns(state);
  }
  if (input_corrector_.is_on()) input_corrector_.offset_inputs(state.deficit, interval.length, offsets_);
  if (!is_held()) predict(state);

  for (;; ++report.corrections) {
    // advance group by group; later groups see what earlier ones produced
    if (!sweep(state, interval, report)) return;

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
  commit(state, interval);
}

template <class T>
bool Cosimulation<T>::sweep(const MacroState<T>& state, const Interval<T>& interval, StepReport& report) {
  // who asked for the end in a sweep that is repeated may not ask again
  if (report.is_last) {
    report.is_last = false;
    report.reason.clear();
  }
  if (needs_start_) start_ = samples_;
  if (!is_held()) rebuild_all(state);
  const int last = static_cast<int>(plan_.groups.size()) - 1;
  for (int g = 0; g <= last; ++g) {
    advance_group(g, state, interval);
    if (has_news_.load(std::memory_order_relaxed)) check_outputs(g, interval, report);
    if (!report.is_accepted()) return false;
    refresh(assembly_, plan_, g, outputs_.data(), returned_.data());
    if (g == last) break;
    for (int j : plan_.variables_after[g]) samples_[j] = returned_[j];
    observe_turns(state, samples_);
    rebuild_by_kind(state, plan_.rebuilt_after[g]);
  }
  if (!has_conditions_) return true;
  look_again();
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
void Cosimulation<T>::commit(MacroState<T>& state, const Interval<T>& interval) {
  if (!saved_.empty()) save_members(state);
  // uncorrected, the samples follow from the outputs; corrected, they are the ones the step was made with
  const std::vector<T>& kept = scheme_.correction.keep == Correction::Keep::returned ? returned_ : samples_;
  std::copy(kept.begin(), kept.end(), state.history.push(interval.length));
  std::copy(outputs_.begin(), outputs_.end(), state.outputs.begin());
  if (degree_ == 0 && pieces_ == 1)
    std::copy(coefficients_.begin(), coefficients_.end(), state.inputs.begin());
  else
    for (std::size_t s = 0; s < signals_.size(); ++s)
      signals_[s].evaluate_end(state.inputs.data() + plan_.input_offset[s]);
  if (input_corrector_.is_on()) {
    input_corrector_.add_to_samples(state.deficit, interval.length, samples_);
    input_corrector_.measure(reconstruction_, start_, returned_, interval.length, state.deficit);
  }
  if (bonds_.size() > 0) bonds_.measure(signals_, outputs_, samples_, returned_, state.bond_powers);
  if (corrects()) corrector_.end_step(state.corrector);
  state.time = interval.end();
  ++state.steps;
}

// ---- advancing ----

template <class T>
void Cosimulation<T>::advance_group(int group, const MacroState<T>& state, const Interval<T>& interval) {
  using std::abs;
  const std::vector<int>& group_members = plan_.groups[group];
  const int count = static_cast<int>(group_members.size());
  if (is_held())
    build_held_signals(state.history.row(0));
  else
    build_signals(group_members);
  // without captures, so that a loop over few subsystems keeps all it needs in registers
  const auto advance = [](Cosimulation & self, int s, const MacroState<T>& from, const Interval<T>& step,
                          StepOutcome& outcome) __attribute__((always_inline)) {
    const Member& member = self.members_[s];
    if (member.is_saved) member.subsystem->restore(from.snapshots[s]);
    member.subsystem->advance_and_read(step, self.signals_[s], member.outputs, outcome);
    bool is_fine = outcome.is_accepted() && !outcome.is_last;
    const int first = self.plan_.output_offset[s];
    for (std::size_t y = 0; y < member.outputs.size(); ++y)
      is_fine &= abs(member.outputs[y]) <= self.limits_[first + y];  // NaN: not
    if (!is_fine) {
      self.outcomes_[s] = std::exchange(outcome, StepOutcome::accepted());
      self.has_news_.store(true, std::memory_order_relaxed);
    }
    if (!self.observations_.empty())
      self.observations_[s].observe(
          *member.subsystem, step, self.signals_[s],
          {self.second_.data() + first, self.second_.data() + self.plan_.output_offset[s + 1]});
  };
  // threads only where a group's cost pays for them; which way it goes cannot change the result
  const bool may_use_threads = scheme_.threads > 1;
  ThreadGate& gate = gates_[group];
  const bool with_threads = may_use_threads && gate.open();
  if (with_threads) {
    parallel_for(count, scheme_.threads, [this, advance, &group_members, &state, &interval](int i) {
      StepOutcome outcome;
      advance(*this, group_members[i], state, interval, outcome);
    });
  } else {
    StepOutcome outcome;
    for (int i = 0; i < count; ++i) {
      if (i + 1 < count) prefetch(members_[group_members[i + 1]].subsystem);
      advance(*this, group_members[i], state, interval, outcome);
    }
  }
  if (may_use_threads) gate.close();
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
