// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/identification/operating_point.hpp"
#include "oldham/analysis/identification/preflight.hpp"
#include "oldham/subsystem/step_map.hpp"

namespace oldham {

struct IdentificationSettings {
  std::optional<std::vector<int>> inputs{};   // connected: others are not probed, and are zero columns; absent: all
  std::optional<std::vector<int>> outputs{};  // used: others are zero rows; absent: all
  std::vector<double> amplitudes{};           // per input: the largest magnitude seen so far; empty: none seen
  double perturbation = 1e-2;                 // of the amplitude, or of the nominal value; its hundredth and its
                                              // hundredfold are tried, too
  int highest_order = 20;
  std::optional<int> horizon{};          // K; absent: as long as needed
  long most_steps = 20'000;              // that probing may take: bounds the horizon
  std::optional<Preflight> preflight{};  // where it was examined already; its grid is compared with this step anew
};

/// A map that could stand for a black box nearly as well as the one that was chosen.
struct OtherMap {
  StepMap map;
  int order = 0;
  double residual = 0;
};

/// A black box over one macro step, as a linear map, and what it is worth.
struct Identified {
  StepMap map;
  int order = 0;            // states of the map
  double residual = 0;      // v: largest relative error of the map in a run it was not made from
  double asymmetry = 0;     // ν: how far answers to +δ and −δ are from being opposite
  double perturbation = 0;  // of the amplitude or nominal value
  int horizon = 0;          // K: macro steps of each probing run
  long probe_steps = 0;
  double seconds = 0;
  Preflight preflight;
  std::string problem;           // why the map cannot be used; empty: it can
  std::vector<OtherMap> others;  // of another order, and of pulses of another size
};

/// The step map of a subsystem at an operating point, found by pulses in every coefficient of every connected input.
Identified identify(Subsystem<double>& subsystem, const OperatingPoint& point, double step_length, int degree,
                    const IdentificationSettings& settings = {});

/// The answer within one step of vanishing length, without states: what remains for H → 0. A coupled system of such
/// maps whose one-step map has ρ > 1 is unstable for every step.
Identified identify_feedthrough(Subsystem<double>& subsystem, const OperatingPoint& point, double step_length,
                                int degree, const IdentificationSettings& settings = {});

}  // namespace oldham
