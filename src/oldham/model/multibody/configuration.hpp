// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/model/multibody/dynamics.hpp"

namespace oldham::multibody {

/// A start that fulfils the joints.
template <class T>
struct Configuration {
  std::vector<T> q, v;
  int degrees_of_freedom = 0;
  std::vector<std::string> notes;  // what had to be changed
};

/// Closes the joints by Newton's method from how the bodies are described, and takes from the velocities what the
/// joints do not allow; both in the metric of the masses. Redundant joints, and joints that cannot be closed, are
/// errors that name them.
template <class T>
Configuration<T> assemble_configuration(const std::shared_ptr<const Mechanism<T>>& mechanism, const T& start);

/// Positions and velocities back on the joints, in the metric of the masses. False: failed_joint() cannot be closed.
template <class T>
[[nodiscard]] bool project_on_joints(Dynamics<T>& dynamics, const T& t, const T* u, T* q, T* v, std::vector<T>& work);

}  // namespace oldham::multibody
