// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ranges>

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/exchange.hpp"
#include "oldham/interface/frame_turn.hpp"

// From samples to input signals.

namespace oldham {

template <class T>
void Cosimulation<T>::predict(const MacroState<T>& state) {
  for (int kind : kinds_) {
    const auto terms = reconstruction_.prediction(static_cast<SampleKind>(kind));
    for (int j : variables_of_kind_[kind]) {
      T value(0);
      for (const auto& term : terms) value += term.weight * past(state, term.age)[plan_.signal[j][term.sample]];
      samples_[j] = value;
    }
  }
}

template <class T>
void Cosimulation<T>::relate_turns(const MacroState<T>& state) {
  if (plan_.turns.empty()) return;
  const int ages = state.history.size(), count = plan_.variables;
  related_.resize(static_cast<std::size_t>(ages) * count);
  T newest[4], older[4], turn[3];
  for (int age = 0; age < ages; ++age) {
    T* row = related_.data() + static_cast<long>(age) * count;
    std::copy_n(state.history.row(age), count, row);
    for (const auto& planned : plan_.turns) {
      for (int i = 0; i < 4; ++i) {
        newest[i] = related_[planned.quaternion[i]];
        older[i] = row[planned.quaternion[i]];
      }
      relative_turn(newest, older, turn);
      for (int i = 0; i < 3; ++i) row[planned.turn[i]] = turn[i];
    }
  }
}

/// Turns over the step, out of the quaternions that outputs told. Those of `samples` may be of the step before still:
/// then nothing has turned.
template <class T>
void Cosimulation<T>::observe_turns(const MacroState<T>& state, std::vector<T>& samples) const {
  T before[4], after[4], turn[3];
  for (const auto& planned : plan_.turns) {
    for (int i = 0; i < 4; ++i) {
      before[i] = state.history.row(0)[planned.quaternion[i]];
      after[i] = samples[planned.quaternion[i]];
    }
    relative_turn(before, after, turn);
    for (int i = 0; i < 3; ++i) samples[planned.turn[i]] = turn[i];
  }
}

template <class T>
void Cosimulation<T>::lay_signals(const InputSignal<T>* external) {
  external_ = external;
  const int own_degree = reconstruction_.degree(), degree = std::max(own_degree, external ? external->degree : 0);
  const std::span<const T> own = reconstruction_.breaks();
  const std::span<const T> outer = external ? external->breaks : own;
  const int pieces_before = pieces_;
  // the pieces of both, each knowing where it came from
  breaks_.assign(1, T(0));
  own_piece_.clear();
  external_piece_.clear();
  for (std::size_t a = 1, b = 1; a < own.size() && b < outer.size();) {
    breaks_.push_back(std::min(own[a], outer[b]));
    own_piece_.push_back(static_cast<int>(a) - 1);
    external_piece_.push_back(static_cast<int>(b) - 1);
    const T reached = breaks_.back();
    if (own[a] == reached) ++a;
    if (outer[b] == reached) ++b;
  }
  pieces_ = static_cast<int>(own_piece_.size());
  if (degree == degree_ && own_degree == own_degree_ && pieces_ == pieces_before) return;

  // the signals are views: they move only when the storage behind them changes its shape
  degree_ = degree;
  own_degree_ = own_degree;
  const std::size_t block = static_cast<std::size_t>(pieces_) * (degree + 1);
  coefficients_.resize(plan_.inputs() * block);
  // a kink of an input ends no step of a subsystem that does not have this input
  for (std::size_t s = 0; s < signals_.size(); ++s)
    signals_[s] = {plan_.input_offset[s + 1] - plan_.input_offset[s], takes_outside_[s] ? degree : own_degree,
                   takes_outside_[s] ? std::span<const T>(breaks_) : own,
                   coefficients_.data() + plan_.input_offset[s] * block};
  // what nothing is connected to stays what it is, where signals are held
  if (is_held_ && external == nullptr) std::ranges::copy(plan_.input_constant, coefficients_.begin());
}

template <class T>
template <class Indices, class Basis>
void Cosimulation<T>::rebuild_each(const MacroState<T>& state, SampleKind kind, const Indices& variables,
                                   const Basis& basis) {
  const T* samples = samples_.data();
  const int degree = reconstruction_.degree(kind), terms = reconstruction_.past_terms(kind), count = plan_.variables;
  const T* rows[highest_order + 2] = {};
  for (int age = 0; age < terms; ++age) rows[age] = past(state, age);
  for (int piece = 0; piece < reconstruction_.pieces(); ++piece) {
    T* into = polynomials_.data() + static_cast<long>(piece * (highest_order + 1)) * count;
    for (int p = 0; p <= reconstruction_.degree(); ++p, into += count) {
      if (p > degree) {
        for (int j : variables) into[j] = T(0);
        continue;
      }
      const T* weights = reconstruction_.weights(kind, piece, p);
      for (int j : variables) {
        const int b = basis(j);
        T value = weights[0] * samples[b];
        for (int age = 0; age < terms; ++age) value += weights[1 + age] * rows[age][b];
        into[j] = value;
      }
    }
  }
}

template <class T>
void Cosimulation<T>::rebuild_by_kind(const MacroState<T>& state,
                                      const std::array<std::vector<int>, sample_kinds>& variables) {
  const auto itself = [](int j) { return j; };
  const auto basis = [this](int j) { return plan_.basis[j]; };
  for (int kind : kinds_) {
    if (variables[kind].empty()) continue;
    const auto as = static_cast<SampleKind>(kind);
    if (as == SampleKind::motion_rate && reconstruction_.has_rates())
      rebuild_each(state, as, variables[kind], basis);
    else if (as == SampleKind::motion_rate)
      rebuild_each(state, SampleKind::motion, variables[kind], itself);
    else
      rebuild_each(state, as, variables[kind], itself);
  }
}

template <class T>
void Cosimulation<T>::rebuild_all(const MacroState<T>& state) {
  // without a list of indices where all are meant
  if (static_cast<int>(variables_of_kind_[0].size()) == plan_.variables)
    return rebuild_each(state, SampleKind::plain, std::views::iota(0, plan_.variables), [](int j) { return j; });
  rebuild_by_kind(state, variables_of_kind_);
}

template <class T>
void Cosimulation<T>::look_again() {
  for (const auto& [s, inputs] : plan_.second_looks) {
    const int first = plan_.input_offset[s], last = plan_.input_offset[s + 1];
    end_inputs_.resize(last - first);
    signals_[s].evaluate_end(end_inputs_.data());
    for (int input : inputs) {
      T value = plan_.input_constant[input];
      for (int k = plan_.term_offset[input]; k < plan_.term_offset[input + 1]; ++k)
        value += plan_.terms[k].factor * returned_[plan_.terms[k].source];
      end_inputs_[input - first] = value;
    }
    assembly_.subsystems[s]->apply_inputs(end_inputs_);
    assembly_.subsystems[s]->read_outputs(
        {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]});
    for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g)
      refresh(assembly_, plan_, g, outputs_.data(), returned_.data());
  }
}

template <class T>
std::string Cosimulation<T>::solve_loops() {
  external_end_.assign(plan_.from_outside(), T(0));
  if (external_ != nullptr) external_->evaluate_end(external_end_.data());
  return loops_.solve(returned_, outputs_, external_end_);
}

template <class T>
void Cosimulation<T>::build_signals(std::span<const int> subsystems) {
  const int variables = plan_.variables, rows = pieces_ * (degree_ + 1);
  const int outer_powers = external_ ? external_->degree + 1 : 0;
  for (int s : subsystems) {
    const int first = plan_.input_offset[s], count = plan_.input_offset[s + 1] - first;
    const int pieces = signals_[s].pieces(), powers = signals_[s].degree + 1;
    const int own_powers = std::min(powers, reconstruction_.degree() + 1);
    const bool is_own = pieces == reconstruction_.pieces();  // then their borders are the same
    T* block = coefficients_.data() + static_cast<long>(first) * rows;
    for (int piece = 0; piece < pieces; ++piece, block += powers * count) {
      const int own = is_own ? piece : own_piece_[piece];
      const T* inside = polynomials_.data() + static_cast<long>(own * (highest_order + 1)) * variables;
      const T* outside = external_ && takes_outside_[s] ? external_->piece(external_piece_[piece]) : nullptr;
      // u = constant + Σ factor · source, power by power
      for (int i = 0; i < count; ++i) {
        T* c = block + i;
        c[0] = offsets_[first + i];
        for (int p = 1; p < powers; ++p) c[p * count] = T(0);
        for (int k = plan_.term_offset[first + i]; k < plan_.term_offset[first + i + 1]; ++k) {
          const auto& [source, factor] = plan_.terms[k];
          if (source < variables)
            for (int p = 0; p < own_powers; ++p) c[p * count] += factor * inside[p * variables + source];
          else
            for (int p = 0; p < outer_powers; ++p)
              c[p * count] += factor * outside[p * external_->inputs + source - variables];
        }
      }
    }
  }
}

template void Cosimulation<double>::predict(const MacroState<double>&);
template void Cosimulation<double>::relate_turns(const MacroState<double>&);
template void Cosimulation<double>::observe_turns(const MacroState<double>&, std::vector<double>&) const;
template void Cosimulation<double>::lay_signals(const InputSignal<double>*);
template void Cosimulation<double>::rebuild_by_kind(const MacroState<double>&,
                                                    const std::array<std::vector<int>, sample_kinds>&);
template void Cosimulation<double>::rebuild_all(const MacroState<double>&);
template void Cosimulation<double>::look_again();
template std::string Cosimulation<double>::solve_loops();
template void Cosimulation<double>::build_signals(std::span<const int>);
template void Cosimulation<Multiprecision>::predict(const MacroState<Multiprecision>&);
template void Cosimulation<Multiprecision>::relate_turns(const MacroState<Multiprecision>&);
template void Cosimulation<Multiprecision>::observe_turns(const MacroState<Multiprecision>&,
                                                          std::vector<Multiprecision>&) const;
template void Cosimulation<Multiprecision>::lay_signals(const InputSignal<Multiprecision>*);
template void Cosimulation<Multiprecision>::rebuild_by_kind(const MacroState<Multiprecision>&,
                                                            const std::array<std::vector<int>, sample_kinds>&);
template void Cosimulation<Multiprecision>::rebuild_all(const MacroState<Multiprecision>&);
template void Cosimulation<Multiprecision>::look_again();
template std::string Cosimulation<Multiprecision>::solve_loops();
template void Cosimulation<Multiprecision>::build_signals(std::span<const int>);

}  // namespace oldham
