// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/model/mechanical/kinematic_pair.hpp"

namespace oldham {

/// Mechanical subsystems of a file, M q'' + D q' + K q = 0 with matrices from the file, until an [[interface]] with
/// law = "kinematic" makes movers and moved ones of them.
template <class T>
class MechanicalParts {
 public:
  /// A [[subsystem]] with model = "mechanical".
  void add(Reader& reader);
  /// An [[interface]] with law = "kinematic" between two of them; `start`: of the simulation, s.
  void join(Reader& reader, Reader& scheme, const T& start, Assembly<T>& assembly);
  /// Refuses one that was not joined.
  void finish() const;

 private:
  struct Part {
    KinematicSide<T> side;
    bool has_integrator = false;  // the file names one
    bool is_joined = false;
  };
  Part& find(Reader& interface, const std::string& name);
  std::vector<Part> parts_;
};

}  // namespace oldham
