// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "oldham/io/table.hpp"
#include "oldham/model/multibody/description.hpp"
#include "oldham/report/animation.hpp"

namespace oldham {

/// What joins a port of one mechanism to that of another, each named "mechanism.port".
struct PortTie {
  enum class Kind { spring, bushing, pin };
  std::string name{};
  Kind kind = Kind::bushing;
  std::array<std::string, 2> ports{};
};

/// Mechanisms in motion, from the positions of their bodies in the results ("left.bar1.x"). A body is drawn as
/// lines through its centre and all points where something is attached to it, a point mass as a disc. Ends before the
/// first time at which a number is not finite; ties to what is no port of a mechanism are left out.
Animation make_mechanism_animation(const std::vector<multibody::MechanismDescription>& mechanisms,
                                   const std::vector<PortTie>& ties, const Table& results);

}  // namespace oldham
