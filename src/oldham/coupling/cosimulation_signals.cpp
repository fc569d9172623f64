// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ranges>

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/exchange.hpp"

// From samples to input signals.

namespace oldham {

template <class T>
void Cosimulation<T>::predict(const MacroState<T>& state) {
  std::fill(samples_.begin(), samples_.end(), T(0));
  for (int kind = 0; kind < sample_kinds; ++kind)
    for (const auto& term : reconstruction_.prediction(static_cast<SampleKind>(kind))) {
      const T* past = state.history.row(term.age);
      for (int j : variables_of_kind_[kind]) samples_[j] += term.weight * past[plan_.signal[j][term.sample]];
    }
}

template <class T>
void Cosimulation<T>::lay_signals(const InputSignal<T>* external) {
  external_ = external;
  const int degree = std::max(reconstruction_.degree(), external ? external->degree : 0);
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
  if (degree == degree_ && pieces_ == pieces_before) return;

  // the signals are views: they move only when the storage behind them changes its shape
  degree_ = degree;
  const std::size_t block = static_cast<std::size_t>(pieces_) * (degree + 1);
  coefficients_.resize(plan_.inputs() * block);
  for (std::size_t s = 0; s < signals_.size(); ++s)
    signals_[s] = {plan_.input_offset[s + 1] - plan_.input_offset[s], degree, breaks_,
                   coefficients_.data() + plan_.input_offset[s] * block};
}

template <class T>
template <class Indices, class Basis>
void Cosimulation<T>::rebuild_each(const MacroState<T>& state, SampleKind kind, const Indices& variables,
                                   const Basis& basis) {
  const T* samples = samples_.data();
  for (int piece = 0; piece < reconstruction_.pieces(); ++piece)
    for (int p = 0; p <= reconstruction_.degree(); ++p) {
      T* row = polynomials_.data() + static_cast<long>(piece * (highest_order + 1) + p) * plan_.variables;
      const T unknown = reconstruction_.unknown_weight(kind, piece, p);
      for (int j : variables) row[j] = unknown * samples[basis(j)];
      for (int age = 0; age < reconstruction_.past_terms(kind); ++age) {
        const T weight = reconstruction_.past_weight(kind, piece, p, age);
        const T* past = state.history.row(age);
        for (int j : variables) row[j] += weight * past[basis(j)];
      }
    }
}

template <class T>
void Cosimulation<T>::rebuild_by_kind(const MacroState<T>& state,
                                      const std::array<std::vector<int>, sample_kinds>& variables) {
  const auto itself = [](int j) { return j; };
  const auto basis = [this](int j) { return plan_.basis[j]; };
  for (int kind = 0; kind < sample_kinds; ++kind) {
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
    signals_[s].evaluate_piece(signals_[s].pieces() - 1, T(1), end_inputs_.data());
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
void Cosimulation<T>::build_signals(std::span<const int> subsystems) {
  const int variables = plan_.variables;
  const int *input_offset = plan_.input_offset.data(), *term_offset = plan_.term_offset.data();
  const auto* terms = plan_.terms.data();
  T* const coefficients = coefficients_.data();
  const int powers = degree_ + 1, rows = pieces_ * powers;
  for (int piece = 0; piece < pieces_; ++piece) {
    for (int p = 0; p < powers; ++p) {
      const T* inside = p <= reconstruction_.degree()
                            ? polynomials_.data() + (own_piece_[piece] * (highest_order + 1) + p) * variables
                            : nullptr;
      const T* outside = external_ && p <= external_->degree
                             ? external_->piece(external_piece_[piece]) + p * external_->inputs
                             : nullptr;
      for (int s : subsystems) {
        const int first = input_offset[s], last = input_offset[s + 1];
        T* c = coefficients + first * rows + (last - first) * (piece * powers + p);
        // u = constant + Σ factor · source
        for (int input = first; input < last; ++input, ++c) {
          T value = p == 0 ? plan_.input_constant[input] : T(0);
          for (int k = term_offset[input]; k < term_offset[input + 1]; ++k) {
            const auto& [source, factor] = terms[k];
            if (source < variables && inside) value += factor * inside[source];
            if (source >= variables && outside) value += factor * outside[source - variables];
          }
          *c = value;
        }
      }
    }
  }
}

template void Cosimulation<double>::predict(const MacroState<double>&);
template void Cosimulation<double>::lay_signals(const InputSignal<double>*);
template void Cosimulation<double>::rebuild_by_kind(const MacroState<double>&,
                                                    const std::array<std::vector<int>, sample_kinds>&);
template void Cosimulation<double>::rebuild_all(const MacroState<double>&);
template void Cosimulation<double>::look_again();
template void Cosimulation<double>::build_signals(std::span<const int>);
template void Cosimulation<Multiprecision>::predict(const MacroState<Multiprecision>&);
template void Cosimulation<Multiprecision>::lay_signals(const InputSignal<Multiprecision>*);
template void Cosimulation<Multiprecision>::rebuild_by_kind(const MacroState<Multiprecision>&,
                                                            const std::array<std::vector<int>, sample_kinds>&);
template void Cosimulation<Multiprecision>::rebuild_all(const MacroState<Multiprecision>&);
template void Cosimulation<Multiprecision>::look_again();
template void Cosimulation<Multiprecision>::build_signals(std::span<const int>);

}  // namespace oldham
