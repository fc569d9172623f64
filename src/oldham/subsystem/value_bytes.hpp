// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <type_traits>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// Whether numbers of this type are their own bytes.
template <class T>
inline constexpr bool has_value_bytes = std::is_trivially_copyable_v<T>;

/// For snapshots that are numbers and nothing else.
template <class T>
class ValueBytes final : public StateBytes<T> {
 public:
  void write(const Snapshot<T>& from, std::vector<std::byte>& into) const final {
    into.resize(from.values.size() * sizeof(T));
    if (!into.empty()) std::memcpy(into.data(), from.values.data(), into.size());
  }
  void read(std::span<const std::byte> from, Snapshot<T>& into) const final {
    into.values.resize(from.size() / sizeof(T));
    if (!from.empty()) std::memcpy(into.values.data(), from.data(), into.values.size() * sizeof(T));
  }
};

/// Null for numbers that keep their digits elsewhere.
template <class T>
const StateBytes<T>* value_bytes() {
  if constexpr (has_value_bytes<T>) {
    static const ValueBytes<T> bytes;
    return &bytes;
  } else {
    return nullptr;
  }
}

}  // namespace oldham
