// SPDX-License-Identifier: MIT
#include "contract/subsystem_contract.hpp"

#include <gtest/gtest.h>

// What every subsystem promises: a step depends on the saved state, the interval and the inputs, and on nothing else.

namespace oldham {
namespace {

class SubsystemContract : public testing::TestWithParam<SubsystemCase> {
 protected:
  std::unique_ptr<Subsystem<double>> make() const { return GetParam().make(); }
  /// Away from the start, with every history inside filled.
  std::unique_ptr<Subsystem<double>> make_warm(int seed = 0) const {
    auto subsystem = make();
    warm_up(*subsystem, seed);
    return subsystem;
  }
};
INSTANTIATE_TEST_SUITE_P(All, SubsystemContract, testing::ValuesIn(subsystem_table()), row_name);

/// Steps of another length, degree and number of pieces: all that may leave traces in workspaces and caches. Returns
/// the time there.
double go_astray(Subsystem<double>& subsystem, double t) {
  const double H = contract_step;
  advance(subsystem, t, H, make_signal(subsystem, 3, {0, 0.25, 1}, 7));
  advance(subsystem, t + H, H / 2, make_signal(subsystem, 0, {0, 1}, 8));
  advance(subsystem, t + H * 1.5, H * 1.3, make_signal(subsystem, 2, {0, 0.3, 0.35, 1}, 9));
  return t + H * 2.8;
}

TEST_P(SubsystemContract, DeclaresTheCapabilitiesOfItsRow) {
  const Capabilities said = make()->description().capabilities, row = GetParam().declared;
  EXPECT_EQ(said.rollback, row.rollback);
  EXPECT_EQ(said.state_access, row.state_access);
  EXPECT_EQ(said.equations, row.equations);
  EXPECT_EQ(said.step_sensitivity, row.step_sensitivity);
  EXPECT_EQ(said.output_integrals, row.output_integrals);
  EXPECT_EQ(said.linear, row.linear);
}

TEST_P(SubsystemContract, OffersExactlyTheFunctionsItDeclares) {
  const auto subsystem = make();
  const Capabilities& c = subsystem->description().capabilities;
  EXPECT_EQ(subsystem->equations() != nullptr, c.equations);
  EXPECT_EQ(subsystem->step_sensitivity() != nullptr, c.step_sensitivity);
  EXPECT_EQ(subsystem->output_integrals() != nullptr, c.output_integrals);
  EXPECT_EQ(subsystem->state_bytes() != nullptr, c.serialisation);
}

// Rollback is what corrections, restarts and the one-step map are made of: if a repeated step differed in one bit, so
// would every result that was reached with one correction more.
class RollbackContract : public SubsystemContract {};
INSTANTIATE_TEST_SUITE_P(All, RollbackContract, testing::ValuesIn(subsystems_with(&Capabilities::rollback)), row_name);

TEST_P(RollbackContract, RepeatsAStepBitwiseAfterOtherSteps) {
  const auto subsystem = make_warm();
  const Signal signal = make_signal(*subsystem, 2, {0, 1}, 3);
  Snapshot<double> saved;
  subsystem->save(saved);
  advance(*subsystem, warm_time, contract_step, signal);
  const auto once = observe(*subsystem);
  go_astray(*subsystem, warm_time + contract_step);
  subsystem->restore(saved);
  advance(*subsystem, warm_time, contract_step, signal);
  EXPECT_EQ(observe(*subsystem), once);
}

TEST_P(RollbackContract, RepeatsAStepBitwiseFromTheStart) {
  const auto subsystem = make();
  subsystem->initialize(0);
  const Signal signal = make_signal(*subsystem, 1, {0, 0.5, 1}, 3);
  Snapshot<double> saved;
  subsystem->save(saved);
  advance(*subsystem, 0, contract_step, signal);
  const auto once = observe(*subsystem);
  go_astray(*subsystem, contract_step);
  subsystem->restore(saved);
  advance(*subsystem, 0, contract_step, signal);
  EXPECT_EQ(observe(*subsystem), once);
}

TEST_P(RollbackContract, StepsAlikeWhateverTheSignalBeforeLookedLike) {
  // what is kept per step length must not remember the pieces and degree of the signal it was made under; a rounding
  // more or less does not always show, hence several lengths
  const auto subsystem = make_warm();
  const Signal signal = make_signal(*subsystem, 1, {0, 1}, 3);
  Snapshot<double> saved;
  subsystem->save(saved);
  for (int i = 0; i < 20; ++i) {
    const double length = contract_inner_step * (1 - 0.01 * i);
    const auto steps_after = [&](const Signal& before) {
      // a shorter step first, so that nothing is left of the steps before
      subsystem->restore(saved);
      advance(*subsystem, warm_time, length / 3, signal);
      subsystem->restore(saved);
      advance(*subsystem, warm_time, length, before);
      subsystem->restore(saved);
      for (int n = 0; n < 5; ++n) advance(*subsystem, warm_time + n * length, length, signal);
      return observe(*subsystem);
    };
    ASSERT_EQ(steps_after(make_signal(*subsystem, 3, {0, 0.1 + 0.04 * i, 1}, 4)), steps_after(signal)) << length;
  }
}

TEST_P(RollbackContract, ContinuesInAnotherInstanceBitwise) {
  const auto subsystem = make_warm(), fresh = make();
  const double t = go_astray(*subsystem, warm_time);
  Snapshot<double> saved;
  subsystem->save(saved);
  const Signal signal = make_signal(*subsystem, 2, {0, 0.4, 1}, 5);
  fresh->initialize(0);
  fresh->restore(saved);
  EXPECT_EQ(observe(*fresh), observe(*subsystem));
  advance(*subsystem, t, contract_step, signal);
  advance(*fresh, t, contract_step, signal);
  EXPECT_EQ(observe(*fresh), observe(*subsystem));
}

TEST_P(RollbackContract, BytesOfASnapshotContinueInAnotherInstanceBitwise) {
  const auto subsystem = make_warm(), fresh = make();
  if (!subsystem->state_bytes()) GTEST_SKIP() << "declares no serialisation";
  Snapshot<double> saved, read;
  subsystem->save(saved);
  const auto at_save = observe(*subsystem);
  go_astray(*subsystem, warm_time);
  std::vector<std::byte> bytes;
  subsystem->state_bytes()->write(saved, bytes);
  fresh->initialize(0);
  fresh->state_bytes()->read(bytes, read);
  fresh->restore(read);
  EXPECT_EQ(observe(*fresh), at_save);
  const Signal signal = make_signal(*subsystem, 2, {0, 0.4, 1}, 5);
  subsystem->restore(saved);
  advance(*subsystem, warm_time, contract_step, signal);
  advance(*fresh, warm_time, contract_step, signal);
  EXPECT_EQ(observe(*fresh), observe(*subsystem));
}

TEST_P(RollbackContract, KeepsACopiedSnapshotWhenTheOriginalIsSavedOver) {
  // saving reuses storage; a copy must not share what is written to
  const auto subsystem = make_warm();
  Snapshot<double> saved, copy;
  subsystem->save(saved);
  copy.copy_from(saved);
  const auto at_save = observe(*subsystem);
  const double t = go_astray(*subsystem, warm_time);
  subsystem->save(saved);
  const auto later = observe(*subsystem);
  go_astray(*subsystem, t);
  subsystem->restore(copy);
  EXPECT_EQ(observe(*subsystem), at_save);
  advance(*subsystem, warm_time, contract_step, make_signal(*subsystem, 1, {0, 1}, 6));
  subsystem->restore(saved);
  EXPECT_EQ(observe(*subsystem), later);
}

TEST_P(RollbackContract, ShowsTheOutputsOfTheSaveAfterRestoring) {
  const auto subsystem = make_warm();
  Snapshot<double> saved;
  subsystem->save(saved);
  const auto at_save = observe(*subsystem);
  go_astray(*subsystem, warm_time);
  if (subsystem->description().state_size > 0) {
    EXPECT_NE(observe(*subsystem), at_save);
  }
  subsystem->restore(saved);
  EXPECT_EQ(observe(*subsystem), at_save);
}

TEST_P(SubsystemContract, IsNotDisturbedByBeingSavedOrRead) {
  const auto subsystem = make_warm(), untouched = make_warm();
  const Signal signal = make_signal(*subsystem, 2, {0, 1}, 3);
  Snapshot<double> saved;
  subsystem->save(saved);
  const auto first = observe(*subsystem);
  EXPECT_EQ(observe(*subsystem), first);
  subsystem->save(saved);
  advance(*subsystem, warm_time, contract_step, signal);
  advance(*untouched, warm_time, contract_step, signal);
  EXPECT_EQ(observe(*subsystem), observe(*untouched));
}

TEST_P(SubsystemContract, InitializeBringsBackTheStart) {
  const auto subsystem = make_warm(), fresh = make();
  go_astray(*subsystem, warm_time);
  const double start = 2.5;
  subsystem->initialize(start);
  fresh->initialize(start);
  EXPECT_EQ(observe(*subsystem), observe(*fresh));
  const Signal signal = make_signal(*subsystem, 1, {0, 1}, 3);
  advance(*subsystem, start, contract_step, signal);
  advance(*fresh, start, contract_step, signal);
  EXPECT_EQ(observe(*subsystem), observe(*fresh));
}

TEST_P(SubsystemContract, StandsStillOverAStepOfLengthZero) {
  // x(t + 0) = x(t), and the point that was visited twice must not count as two
  const auto subsystem = make_warm(), straight = make_warm();
  const int states = subsystem->description().state_size;
  std::vector<double> before(states), after(states);
  subsystem->read_state(before);
  advance(*subsystem, warm_time, 0, make_signal(*subsystem, 2, {0, 1}, 4));
  subsystem->read_state(after);
  EXPECT_EQ(after, before);
  const Signal signal = make_signal(*subsystem, 2, {0, 1}, 5);
  advance(*subsystem, warm_time, contract_step, signal);
  advance(*straight, warm_time, contract_step, signal);
  EXPECT_EQ(observe(*subsystem), observe(*straight));
}

TEST_P(SubsystemContract, TakesPiecesAsItTakesStepsOneAfterTheOther) {
  // a piece has the internal steps of a step of its length; only where they are chosen by an error estimate do the
  // roundings of the two time axes lead to others
  if (GetParam().begins_anew) GTEST_SKIP() << "two steps begin anew twice";
  const auto whole = make_warm(), halves = make_warm();
  const Signal signal = make_signal(*whole, 3, {0, 0.5, 1}, 3);
  const double half = contract_step / 2;
  advance(*whole, warm_time, contract_step, signal);
  advance(*halves, warm_time, half, cut_piece(signal, 0));
  advance(*halves, warm_time + half, half, cut_piece(signal, 1));
  EXPECT_LE(distance(observe(*whole), observe(*halves)), rounding + GetParam().drift);
}

TEST_P(SubsystemContract, DoesNotSeeABreakWithoutAKink) {
  // one polynomial written as three pieces is still one polynomial
  const auto subsystem = make_warm(), in_pieces = make_warm();
  const Signal signal = make_signal(*subsystem, 3, {0, 1}, 3);
  Signal pieces = signal;
  pieces.breaks = {0, 0.25, 0.75, 1};
  for (int copy = 0; copy < 2; ++copy)
    pieces.coefficients.insert(pieces.coefficients.end(), signal.coefficients.begin(), signal.coefficients.end());
  advance(*subsystem, warm_time, contract_step, signal);
  advance(*in_pieces, warm_time, contract_step, pieces);
  EXPECT_LE(distance(observe(*subsystem), observe(*in_pieces)), rounding + GetParam().drift);
}

}  // namespace
}  // namespace oldham
