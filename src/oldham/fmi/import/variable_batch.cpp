// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/variable_batch.hpp"

#include <algorithm>
#include <numeric>

namespace oldham::fmi {

namespace {

std::vector<std::size_t> places_one_after_another(std::span<const std::size_t> counts) {
  std::vector<std::size_t> firsts(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), firsts.begin(), std::size_t{0});
  return firsts;
}

}  // namespace

VariableBatch::VariableBatch(const ModelDescription& description, std::span<const std::size_t> variables,
                             std::span<const std::size_t> counts)
    : VariableBatch(description, variables, counts, places_one_after_another(counts),
                    std::accumulate(counts.begin(), counts.end(), std::size_t{0})) {}

VariableBatch::VariableBatch(const ModelDescription& description, std::span<const std::size_t> variables,
                             std::span<const std::size_t> counts, std::span<const std::size_t> firsts,
                             std::size_t row_size)
    : size_(row_size) {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable& variable = description.variables[variables[i]];
    auto part = std::ranges::find(parts_, variable.type, &Part::type);
    if (part == parts_.end()) part = parts_.insert(parts_.end(), Part{variable.type, {}, {}, {}});
    part->references.push_back(variable.reference);
    if (variable.is_negated) negated_.push_back(static_cast<int>(firsts[i]));
    for (std::size_t k = 0; k < counts[i]; ++k) part->places.push_back(static_cast<int>(firsts[i] + k));
  }
  for (Part& part : parts_) {
    part.is_in_row = part.type == Type::float64 && !part.places.empty();
    for (std::size_t k = 0; k < part.elements(); ++k)
      part.is_in_row = part.is_in_row && part.places[k] == part.places[0] + static_cast<int>(k);
    part.buffer.resize(part.is_in_row ? 0 : part.elements());  // no type is larger
  }
}

}  // namespace oldham::fmi
