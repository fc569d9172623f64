// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/variable_batch.hpp"

#include <algorithm>

namespace oldham::fmi {

VariableBatch::VariableBatch(const ModelDescription& description, std::span<const std::size_t> variables,
                             std::span<const std::size_t> counts) {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable& variable = description.variables[variables[i]];
    auto part = std::ranges::find(parts_, variable.type, &Part::type);
    if (part == parts_.end()) part = parts_.insert(parts_.end(), Part{variable.type, {}, {}, {}});
    part->references.push_back(variable.reference);
    if (variable.is_negated) negated_.push_back(static_cast<int>(size_));
    for (std::size_t k = 0; k < counts[i]; ++k) part->places.push_back(static_cast<int>(size_++));
  }
  for (Part& part : parts_) {
    part.is_whole_row = parts_.size() == 1 && part.type == Type::float64;
    part.buffer.resize(part.is_whole_row ? 0 : part.elements());  // no type is larger
  }
}

}  // namespace oldham::fmi
