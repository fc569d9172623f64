// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "oldham/model/rod/statics.hpp"

namespace oldham::test {

/// A rod that was taken to its equilibrium by the path that is meant when none is given.
struct Rest {
  rod::Rod<double> rod;
  std::vector<double> state;
  rod::StaticReport report;

  explicit Rest(const rod::RodDescription& description) : rod(description), state(rod.natural_state()) {
    report = follow_equilibrium(rod, default_path(rod), state);
    EXPECT_TRUE(report.outcome.is_accepted()) << report.outcome.reason;
  }
  rod::Vector3<double> node(int n) const { return Eigen::Map<const rod::Vector3<double>>(rod.node(state.data(), n)); }
  rod::Vector3<double> tip() const { return node(rod.edges()); }
  rod::Matrix3<double> frame(int e) const {
    return rotation(rod::Quaternion<double>::from(rod.frame(state.data(), e)));
  }
};

}  // namespace oldham::test
