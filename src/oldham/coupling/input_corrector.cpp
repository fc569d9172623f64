// SPDX-License-Identifier: MIT
#include "oldham/coupling/input_corrector.hpp"

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// H/H': an area that was measured over one step is given back over another.
template <class T>
T stretch(const Deficit<T>& deficit, const T& length) {
  return length == T(0) ? T(0) : T(deficit.length / length);
}

}  // namespace

template <class T>
InputCorrector<T>::InputCorrector(const Assembly<T>& assembly, const Plan<T>& plan, const InputCorrection& settings)
    : share_(from_decimal<T>(settings.share)), constants_(plan.input_constant) {
  if (settings.share == 0) return;
  // what keeps its value between communication points lacks nothing
  std::vector<bool> is_discrete(plan.variables, false);
  for (const auto& copy : plan.copies) {
    const auto above = std::upper_bound(plan.output_offset.begin(), plan.output_offset.end(), copy.output);
    const int s = static_cast<int>(above - plan.output_offset.begin()) - 1;
    is_discrete[copy.variable] = assembly.output_port({s, copy.output - plan.output_offset[s]}).is_discrete;
  }
  std::vector<bool> is_refreshed(plan.variables, false);
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    for (int s : plan.groups[g])
      for (int input = plan.input_offset[s]; input < plan.input_offset[s + 1]; ++input) {
        if (assembly.input_port({s, input - plan.input_offset[s]}).is_discrete) continue;
        for (int k = plan.term_offset[input]; k < plan.term_offset[input + 1]; ++k) {
          const int variable = plan.terms[k].source;
          if (variable >= plan.variables || is_discrete[variable]) continue;
          effects_.push_back({input, reading_of(variable, is_refreshed[variable], plan), plan.terms[k].factor});
        }
      }
    for (int j : plan.variables_after[g]) is_refreshed[j] = true;
  }
}

template <class T>
int InputCorrector<T>::reading_of(int variable, bool is_refreshed, const Plan<T>& plan) {
  const auto found = std::find_if(readings_.begin(), readings_.end(), [&](const Reading& r) {
    return r.variable == variable && r.is_refreshed == is_refreshed;
  });
  const int index = static_cast<int>(found - readings_.begin());
  if (found == readings_.end()) readings_.push_back({variable, is_refreshed, plan.kind[variable]});
  return index;
}

template <class T>
void InputCorrector<T>::offset_inputs(const Deficit<T>& deficit, const T& length, std::vector<T>& offsets) const {
  const T ratio = stretch(deficit, length);
  for (const Effect& effect : effects_) offsets[effect.input] = constants_[effect.input];
  for (const Effect& effect : effects_)
    offsets[effect.input] += effect.factor * (deficit.means[effect.reading] * ratio);
}

template <class T>
void InputCorrector<T>::measure(const Reconstruction<T>& reconstruction, const std::vector<T>& predicted,
                                const std::vector<T>& returned, const T& length, Deficit<T>& deficit) const {
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    const auto& [variable, is_refreshed, kind] = readings_[i];
    const auto& missed = reconstruction.missed_mean(kind);
    deficit.means[i] =
        share_ * (is_refreshed ? missed.refreshed : missed.predicted) * (returned[variable] - predicted[variable]);
  }
  deficit.length = length;
}

template <class T>
void InputCorrector<T>::add_to_samples(const Deficit<T>& deficit, const T& length, std::vector<T>& samples) const {
  const T ratio = stretch(deficit, length);
  for (std::size_t i = 0; i < readings_.size(); ++i)
    if (!readings_[i].is_refreshed) samples[readings_[i].variable] += deficit.means[i] * ratio;
}

template class InputCorrector<double>;
template class InputCorrector<Multiprecision>;

}  // namespace oldham
