// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oldham/coupling/plan.hpp"
#include "oldham/coupling/scheme.hpp"
#include "oldham/signal/input_signal.hpp"

namespace oldham {

/// Adds the bonds that can be told from the ports: a velocity that goes one way while the force of the same name comes
/// back, and laws whose forces act where velocities are known. Those that are declared stay alone with their ports.
template <class T>
void infer_bonds(Assembly<T>& assembly);

/// What a report on all bonds says beside their names.
bool is_reserved_bond_name(std::string_view name);

/// The power that the coupling alone adds where subsystems meet. At T_{N+1}, before the exchange,
///   δP = F̃ v − ṽ F
/// with F̃ and ṽ as rebuilt and used, v and F as the subsystems answered; of a law with force λ on ports with velocities
/// v_i, δP = Σ f_i (λ̃ − λ) v_i. [Rahikainen2020] eq. (21)
template <class T>
class PowerBonds {
 public:
  PowerBonds(const Assembly<T>& assembly, const Plan<T>& plan, const Scheme& scheme);

  struct Bond {
    std::string name;
    bool is_trapezoidal;  // energy from powers: by the mean of both ends of a step, or by that at its end
    int first_term, term_count;
  };
  const std::vector<Bond>& bonds() const { return bonds_; }

  /// Indices of all outputs that they read.
  std::vector<int> outputs() const;

  /// What is told of a bond.
  enum Told { residual, passing, effort, told };  // δP, the power that passes, and the sum of the efforts' magnitudes
  int size() const { return told * static_cast<int>(bonds_.size()); }
  void measure(const std::vector<InputSignal<T>>& signals, const std::vector<T>& outputs, const std::vector<T>& used,
               const std::vector<T>& returned, std::vector<T>& powers) const;

 private:
  enum class From { output, input, used, returned };
  struct Quantity {
    From from;
    int index;          // an input: of its subsystem
    int subsystem = 0;  // of an input
    T constant = T(0);  // in an input, beside what comes over the bond: a weight, say
  };
  struct Term {
    Quantity flow, effort;
    T factor;  // negative: what passes
  };
  Quantity find(const oldham::Bond::Quantity& quantity, const Plan<T>& plan) const;

  std::vector<Bond> bonds_;
  std::vector<Term> terms_;
};

}  // namespace oldham
