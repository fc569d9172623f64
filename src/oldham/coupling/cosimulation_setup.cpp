// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/parallel/parallel_for.hpp"

// What is fixed before the first step.

namespace oldham {

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
      loops_(assembly_, plan_, scheme.solves_algebraic_loops && !corrects()),
      bonds_(assembly_, plan_, scheme) {
  using Inside = typename KnownSignals<T>::Inside;
  for (const KnownInput& input : assembly_.known_inputs)
    known_.add(input.signal, input.is_held ? Inside::is_held : Inside::follows);
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
  for (std::size_t s = 0; s < signals_.size(); ++s)
    takes_outside_.push_back(std::any_of(plan_.terms.begin() + plan_.term_offset[plan_.input_offset[s]],
                                         plan_.terms.begin() + plan_.term_offset[plan_.input_offset[s + 1]],
                                         [this](const auto& term) { return term.source >= plan_.variables; }));
  outcomes_.resize(assembly_.subsystems.size());
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
    members_.push_back({assembly_.subsystems[s].get(),
                        &signals_[s],
                        {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]},
                        plan_.input_offset[s],
                        assembly_.subsystems[s]->description().capabilities.serialisation});
  choose_kind();
  if (is_held_) list_held();
  for (std::size_t s = 0; s < members_.size(); ++s) saved_.push_back(static_cast<int>(s));
  gates_.resize(plan_.groups.size());
  find_output_ranges();
  if (scheme_.threads == 0) scheme_.threads = available_threads();
}

template <class T>
void Cosimulation<T>::list_held() {
  for (int i = 0; i < plan_.inputs(); ++i) {
    const int first = plan_.term_offset[i], last = plan_.term_offset[i + 1];
    const bool is_copy = last == first + 1 && plan_.terms[first].factor == T(1) && plan_.input_constant[i] == T(0);
    for (int k = first; k < last; ++k)
      if (is_copy)
        held_copies_.push_back({i, plan_.terms[k].source});
      else
        held_terms_.push_back({plan_.terms[k].factor, plan_.input_constant[i], i, plan_.terms[k].source, k == first});
  }
  for (const int s : plan_.groups[0])
    held_members_.push_back({members_[s].subsystem, members_[s].outputs.data(), members_[s].first_input});
  if (held_members_.empty()) return;
  advance_held_ = held_members_[0].subsystem->advance_held();
  for (const HeldMember<T>& member : held_members_) {
    if (member.subsystem->advance_held() != advance_held_) break;
    ++held_alike_;
  }
}

template <class T>
void Cosimulation<T>::choose_kind() {
  has_conditions_ = !plan_.turns.empty() || !plan_.extended.empty() || !plan_.multipliers.empty() ||
                    !plan_.second_looks.empty() || !projection_.empty() || !loops_.empty();
  needs_start_ = corrects() || has_conditions_ || input_corrector_.is_on();
  is_plain_ = !needs_start_ && scheme_.correction.keep == Correction::Keep::returned;
  is_held_ = is_plain_ && scheme_.order == 0 && plan_.groups.size() == 1 && bonds_.size() == 0 &&
             plan_.from_outside() == 0 && static_cast<int>(variables_of_kind_[0].size()) == plan_.variables;
}

template <class T>
void Cosimulation<T>::set_divergence_limit(double limit) {
  // one without bounds is meant for all outputs
  scheme_.divergence_limit = limit;
  const bool is_bounded = limit < std::numeric_limits<double>::max();
  limits_.assign(plan_.outputs(), T(limit));
  for (int y = 0; is_bounded && y < plan_.outputs(); ++y) limits_[y] = T(std::min(limit, plan_.output_limit[y]));
  find_output_ranges();
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

template <class T>
bool Cosimulation<T>::can_go_back() const {
  return std::ranges::all_of(members_, [](const Member& member) {
    return member.is_saved && member.subsystem->description().capabilities.rollback;
  });
}

template Cosimulation<double>::Cosimulation(Assembly<double>, const Scheme&);
template void Cosimulation<double>::list_held();
template void Cosimulation<double>::choose_kind();
template void Cosimulation<double>::set_divergence_limit(double);
template bool Cosimulation<double>::expect_return(Return);
template bool Cosimulation<double>::can_go_back() const;
template Cosimulation<Multiprecision>::Cosimulation(Assembly<Multiprecision>, const Scheme&);
template void Cosimulation<Multiprecision>::list_held();
template void Cosimulation<Multiprecision>::choose_kind();
template void Cosimulation<Multiprecision>::set_divergence_limit(double);
template bool Cosimulation<Multiprecision>::expect_return(Return);
template bool Cosimulation<Multiprecision>::can_go_back() const;

}  // namespace oldham
