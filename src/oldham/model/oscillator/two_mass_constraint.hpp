// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/ready_made.hpp"

namespace oldham {

/// Two oscillators joined rigidly: the test model of constraint coupling. [Li2017] eqs. (2.9)-(2.13)
///
///   m1 ẍ1 = −c1 x1 − d1 ẋ1 + λ,   m2 ẍ2 = −c2 x2 − d2 ẋ2 − λ,   g = x1 − x2 = 0
///
/// cut in one of two ways:
///   force-force: the multiplier λ drives both masses, the scheme's stabilisation holds g = 0;
///   force-displacement: the motion of mass 1 is prescribed to mass 2, which answers with λ.
template <class T>
ReadyMade<T> make_two_mass_constraint(const ReadyMadeInput& input);

const SystemHelp& two_mass_constraint_help();

}  // namespace oldham
