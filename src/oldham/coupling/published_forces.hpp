// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "oldham/coupling/assembly.hpp"
#include "oldham/coupling/plan.hpp"

namespace oldham {

/// What results tell beside the outputs of subsystems: the named variables of laws, of laws that are measured only, and
/// the multipliers of constraints.
template <class T>
class PublishedForces {
 public:
  struct Entry {
    std::string name, unit;
  };
  /// Both must outlive it.
  PublishedForces(const Assembly<T>& assembly, const Plan<T>& plan);

  const std::vector<Entry>& entries() const { return entries_; }
  /// One value for each entry, from all outputs y and all coupling variables w.
  void read(const T* y, const T* w, T* values) const;

 private:
  const Assembly<T>* assembly_;
  const Plan<T>* plan_;
  std::vector<Entry> entries_;
  std::vector<int> source_;  // of every entry: in w, behind that in what is measured
  std::vector<int> first_measured_;
  mutable std::vector<T> measured_, arguments_;
};

}  // namespace oldham
