// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <variant>

#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// An attribute by which an interface says what it can do, and where it is kept.
struct Capability {
  using Member = std::variant<bool Interface::*, std::uint32_t Interface::*, std::int32_t Interface::*,
                              std::optional<double> Interface::*>;
  Standard standard;
  std::optional<InterfaceKind> kind;  // none: of every interface of the version
  const char* attribute;
  Member member;
  bool is_inverted = false;  // the attribute says the contrary
};

/// All of them, in the order of the standard.
std::span<const Capability> all_capabilities();

inline bool applies(const Capability& capability, Standard standard, InterfaceKind kind) {
  return capability.standard == standard && (!capability.kind || *capability.kind == kind);
}

}  // namespace oldham::fmi
