// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/ready_made.hpp"

namespace oldham {

/// Two oscillators joined by a spring and damper: the test model of coupling schemes. [Li2017] eqs. (2.1)-(2.4)
///
///   m1 ẍ1 = −c1 x1 − d1 ẋ1 + λ,   m2 ẍ2 = −c2 x2 − d2 ẋ2 − λ,   λ = cc (x2 − x1) + dc (ẋ2 − ẋ1)
///
/// cut in one of three ways:
///   force-force: λ drives both masses;
///   force-displacement: λ drives mass 1, the motion of mass 1 drives the coupling spring on mass 2;
///   displacement-displacement: the coupling spring sits on both sides, each driven by the motion of the other.
/// x and ẋ are exchanged as independent variables.
template <class T>
ReadyMade<T> make_two_mass(const ReadyMadeInput& input);

const SystemHelp& two_mass_help();

}  // namespace oldham
