// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/fmi/import/cosimulation_fmu.hpp"

// What an FMU is promised about states that will be set again.

namespace oldham::fmi {

bool CosimulationFmu::has_later_parts(const InputSignal<double>& inputs) const {
  if (inputs.pieces() > 1) return true;
  return inputs.degree > 0 && varies_inputs_ && manner(inputs.degree) == InputManner::substeps && part_count() > 1;
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
  if (whole.empty() || whole[0] == halves[0]) return;  // at rest, or in trouble, which the step itself will tell
  questions_left_ = 0;
  needs_promise_ = halves[1] == halves[0];
  if (needs_promise_)
    note(
        fmt::format("FMU '{}' does not get on where it is told that its state may be set back; it is told otherwise, "
                    "although corrections do so",
                    description_.name));
}

}  // namespace oldham::fmi
