// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/coupling/assembly.hpp"
#include "oldham/coupling/macro_state.hpp"
#include "oldham/coupling/plan.hpp"
#include "oldham/coupling/reconstruction.hpp"
#include "oldham/coupling/scheme.hpp"

namespace oldham {

/// Gives back in the next step what an extrapolated signal lacked in the last one. Behind a step of length H the signal
/// w̃ that was rebuilt for it and the one that should have been are known: ŵ, through the samples that w̃ was made of
/// and that of T_{N+1}. A share γ of their difference in area is added to the signal of the next step, of length H',
///
///   c = γ/H ∫ (ŵ − w̃) dt,   w'(θ) = w̃'(θ) + c H/H'
///
/// so that the mean signal, hence impulse or displacement through the coupling, is right one step late. w̃ is the
/// rebuilt signal alone, without what was given back in its step: that belongs to the step before. [Benedikt2013]
template <class T>
class InputCorrector {
 public:
  InputCorrector(const Assembly<T>& assembly, const Plan<T>& plan, const InputCorrection& settings);

  bool is_on() const { return !readings_.empty(); }
  /// How many numbers it remembers.
  int size() const { return static_cast<int>(readings_.size()); }

  /// What is added to every input in a step of this length: its constant, and what is given back.
  void offset_inputs(const Deficit<T>& deficit, const T& length, std::vector<T>& offsets) const;
  /// What the step lacked: `predicted` are the samples it began with, `returned` those that its outputs say.
  void measure(const Reconstruction<T>& reconstruction, const std::vector<T>& predicted, const std::vector<T>& returned,
               const T& length, Deficit<T>& deficit) const;
  /// Adds what is given back to the samples of T_{N+1} as they were used.
  void add_to_samples(const Deficit<T>& deficit, const T& length, std::vector<T>& samples) const;

 private:
  struct Reading {  // of a variable, by groups that came before its producers, or behind them
    int variable;
    bool is_refreshed;
    SampleKind kind;
  };
  struct Effect {  // on an input
    int input, reading;
    T factor;
  };
  int reading_of(int variable, bool is_refreshed, const Plan<T>& plan);

  T share_;
  std::vector<Reading> readings_;
  std::vector<Effect> effects_;
  std::vector<T> constants_;  // per input
};

}  // namespace oldham
