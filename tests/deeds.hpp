// SPDX-License-Identifier: MIT
#pragma once

namespace oldham::fmi {

/// What a naughty FMU does, as its parameter counts.
enum Deed {
  none = 1,
  crash,
  abortion,
  hang,
  leave,
  not_a_number,
  infinite,
  half_rollback,
  refuse_state,
  refuse_output,
  wrong_derivative,
  discard_long,
  discard_all,
  fail,
  print,
  forget_parameters,
  shared_counter,
  odd_status,
  hold_to_word,
  need_promise,
  late_outputs,
  foreign_log,
  refuse_zero,
  discard_marks,
  insist_on_marks,
  break_under_load
};

}  // namespace oldham::fmi
