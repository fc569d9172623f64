// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/fmi/import/cosimulation_fmu.hpp"

// What an FMU is promised about states that will be set again.

namespace oldham::fmi {
namespace {

constexpr double noticeable = 1e-6;  // of an output, which it must move by to tell anything
constexpr double little = 0.1;       // of the way from half of a step to its end

/// Whether the outputs of the second half of a step are those of the first, although the whole step leads elsewhere;
/// nothing where no output moves. The number of inner steps may differ by one, and outputs a little.
std::optional<bool> stands_still(const std::vector<double>& first, const std::vector<double>& second,
                                 const std::vector<double>& whole) {
  std::optional<bool> answer;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const double way = std::abs(whole[i] - first[i]);
    if (!(way > noticeable * std::max(std::abs(whole[i]), std::abs(first[i])))) continue;
    if (!(std::abs(second[i] - first[i]) <= little * way)) return false;
    answer = true;
  }
  return answer;
}

}  // namespace

bool CosimulationFmu::is_told_of_returns(const InputSignal<double>& inputs) const {
  if (!description_.capabilities.rollback) return false;
  if (farthest_return() == Return::to_earlier_step) return true;
  if (farthest_return() != Return::to_step_begin) return false;
  if (inputs.pieces() > 1) return true;
  return inputs.degree > 0 && varies_inputs() && manner(inputs.degree) == InputManner::substeps && part_count() > 1;
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

void CosimulationFmu::ask_for_promise(const Interval<double>& step, const InputSignal<double>& inputs) {
  --questions_left_;
  Snapshot<double> before;
  save(before);
  std::vector<double> u(now_.size());
  inputs.evaluate_piece(0, 0, u.data());
  has_ended_ = false;
  step_begin_ = step.begin;
  // the second half begins behind the point that is gone back to, and so it is told
  const auto halves = try_parts(step, u.data(), 2);
  restore(before);
  const auto whole = halves.empty() ? halves : try_parts(step, u.data(), 1);
  restore(before);
  if (whole.empty()) return;  // in trouble, which the step itself will tell
  const std::optional<bool> answer = stands_still(halves[0], halves[1], whole[0]);
  if (!answer) return;
  questions_left_ = 0;
  needs_promise_ = *answer;
  if (needs_promise_)
    note(
        fmt::format("FMU '{}' does not get on where it is told that its state may be set back; it is told otherwise, "
                    "although corrections do so",
                    description_.name));
}

}  // namespace oldham::fmi
