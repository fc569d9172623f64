// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/cosimulation_fmu.hpp"

// Which value of noSetFMUStatePriorToCurrentPoint an FMU needs.
//
// Some FMUs restart every fmi2DoStep from the state that was saved last, unless the flag is true. Passing false to them
// loses all motion but that of the last step. Passing true is wrong where a state from before the current point is set
// later. So the flag is true, and steps start where they may be repeated from, until trial steps have shown that false
// is safe.

namespace oldham::fmi {
namespace {

constexpr double noticeable = 1e-6;  // of an output: the least motion that a trial relies on
constexpr double little = 0.1;       // of the way from half of a step to its end

bool has_moved(double from, double to) {
  return std::abs(to - from) > noticeable * std::max(std::abs(from), std::abs(to));
}

/// Whether the outputs after the second half of a step are those after the first, although the whole step leads
/// elsewhere; nothing where no output moves. The number of inner steps may differ by one, and outputs a little.
std::optional<bool> stands_still(const std::vector<double>& first, const std::vector<double>& second,
                                 const std::vector<double>& whole) {
  std::optional<bool> answer;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (!has_moved(first[i], whole[i])) continue;
    if (!(std::abs(second[i] - first[i]) <= little * std::abs(whole[i] - first[i]))) return false;
    answer = true;
  }
  return answer;
}

std::vector<double> mean_of(const InputSignal<double>& inputs) {
  std::vector<double> mean(static_cast<std::size_t>(inputs.inputs), 0);
  for (int piece = 0; piece < inputs.pieces(); ++piece) {
    const double* c = inputs.piece(piece);
    double begin = 1, end = 1;
    for (int p = 0; p <= inputs.degree; ++p) {
      begin *= inputs.breaks[piece];
      end *= inputs.breaks[piece + 1];
      for (int i = 0; i < inputs.inputs; ++i) mean[i] += c[p * inputs.inputs + i] * (end - begin) / (p + 1);
    }
  }
  return mean;
}

}  // namespace

bool CosimulationFmu::may_restart(const InputSignal<double>& inputs) const {
  // trial steps are halves of steps
  if (makes_equal_steps_) return false;
  if (restarts_ != Restarts::unknown || !description_.capabilities.rollback) return false;
  if (farthest_return() == Return::to_earlier_step || farthest_return() == Return::anywhere) return true;
  return farthest_return() == Return::to_step_begin && has_parts(inputs);
}

bool CosimulationFmu::has_parts(const InputSignal<double>& inputs) const {
  if (inputs.pieces() > 1) return true;
  return inputs.degree > 0 && varies_inputs() && manner(inputs.degree) == InputManner::substeps &&
         settings().substeps != 1;
}

StepOutcome CosimulationFmu::advance_whole(const Interval<double>& step, const InputSignal<double>& inputs,
                                           const double* u) {
  leave_state();
  has_ended_ = false;
  step_begin_ = step.begin;
  if (Trouble trouble = step_with(step, u)) return *trouble;
  return end_step(step, inputs);
}

bool CosimulationFmu::go_back_to(const Snapshot<double>& before) {
  try {
    restore(before);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure) throw;
    return false;
  }
  has_ended_ = false;
  return true;
}

std::optional<StepOutcome> CosimulationFmu::advance_before_answer(const Interval<double>& step,
                                                                  const InputSignal<double>& inputs) {
  Snapshot<double> before;
  save(before);
  std::vector<double> start(ports().boundary->outputs.size()), end(start.size()), held(now_.size());
  read_outputs(start);
  // outputs that rest under one value of the inputs may move under another; the mean has the integral of all
  std::vector<std::vector<double>> values;
  const auto add = [&values](const std::vector<double>& u) {
    if (std::ranges::find(values, u) == values.end()) values.push_back(u);
  };
  inputs.evaluate(0, held.data());
  add(held);
  inputs.evaluate_end(held.data());
  add(held);
  const std::vector<double> mean = mean_of(inputs);
  std::erase(values, mean);
  add(mean);
  bool has_asked = false;
  for (const std::vector<double>& u : values) {
    const int discards = discards_;
    // to its own end: outputs that follow the inputs of the step's end directly show no motion
    constexpr std::array<double, 2> whole_step{0, 1};
    const StepOutcome outcome = advance_whole(step, {inputs.inputs, 0, whole_step, u.data()}, u.data());
    if (!outcome.is_accepted() || outcome.is_last) {
      // the step has other inputs
      discards_ = discards;
      if (!go_back_to(before)) return outcome;
      continue;
    }
    read_outputs(end);
    bool moves = false;
    for (std::size_t i = 0; i < end.size(); ++i) moves = moves || has_moved(start[i], end[i]);
    if (!moves && !has_asked && u == mean && has_parts(inputs)) return end_step(step, inputs);
    restore(before);
    if (!moves) continue;
    has_asked = true;
    ask_about_restarts(step, u.data(), before, end);
    if (restarts_ != Restarts::unknown) return {};
  }
  // a static FMU has no motion to lose, as far as anybody sees; true is then the flag that cannot lose any
  if (has_asked && --questions_left_ == 0) {
    restarts_ = Restarts::yes;
    return {};
  }
  if (!has_parts(inputs)) return {};
  return advance_whole(step, inputs, mean.data());
}

std::vector<std::vector<double>> CosimulationFmu::try_parts(const Interval<double>& step, const double* u, int parts) {
  std::vector<std::vector<double>> outputs;
  for (int k = 0; k < parts; ++k) {
    const double begin = step.begin + step.length * k / parts;
    const Interval<double> part{begin, k + 1 == parts ? step.end() - begin : step.length / parts};
    leave_state();
    if (step_with(part, u) || has_ended_ || !is_good(finish_step(part.end()))) return {};
    read_outputs(outputs.emplace_back(ports().boundary->outputs.size()));
  }
  return outputs;
}

void CosimulationFmu::ask_about_restarts(const Interval<double>& step, const double* u, const Snapshot<double>& before,
                                         const std::vector<double>& whole) {
  step_begin_ = step.begin;
  const auto halves = [&](Restarts as) {
    restarts_ = as;
    has_ended_ = false;
    auto outputs = try_parts(step, u, 2);
    restore(before);
    return outputs;
  };
  // the second half starts after the point that is returned to: the flag is false
  const auto first = halves(Restarts::no);
  const std::optional<bool> is_still = first.empty() ? std::nullopt : stands_still(first[0], first[1], whole);
  restarts_ = Restarts::unknown;
  if (!is_still) return;
  if (*is_still) {
    // a solver with long steps stands still in the second half under either flag
    const auto second = halves(Restarts::yes);
    restarts_ = Restarts::unknown;
    const bool is_cured = !second.empty() && !stands_still(second[0], second[1], whole).value_or(true);
    restarts_ = is_cured ? Restarts::yes : Restarts::no;
  } else {
    restarts_ = Restarts::no;
  }
  if (restarts_ == Restarts::yes)
    note(
        fmt::format("FMU '{}' restarts from its last saved state in every step unless "
                    "noSetFMUStatePriorToCurrentPoint is true; it gets true, although corrections restore its state",
                    description_.name));
}

}  // namespace oldham::fmi
