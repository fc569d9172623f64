// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/ready_made.hpp"

namespace oldham {

/// The two oscillators that every two-mass system is made of, before they are joined.
template <class T>
struct OscillatorPair {
  Oscillator<T> first, second;
  bool dimensionless = false;
};

/// Where the masses start when the file does not say.
struct PairStart {
  double x1, v1, x2, v2;
};

/// Reads m1, m2, c1, c2, d1, d2 or the plot parameters Lr1, Li1, alpha_m21, alpha_Lr21, alpha_Li21, and x1, v1, x2, v2.
/// `has_dimensionless`, `has_physical`: a key of the coupling that is there and belongs to one form; mixing both is an
/// error. [Li2017] eq. (3.31): eigenvalues of the subsystems times H, and their ratios; the masses then are 1 and
/// alpha_m21, time is counted in macro steps.
template <class T>
OscillatorPair<T> read_oscillator_pair(Reader& parameters, const char* has_dimensionless, const char* has_physical,
                                       const PairStart& start);

/// An oscillator with the integrator that the file asks for.
template <class T>
std::unique_ptr<Subsystem<T>> make_mass(const char* name, Oscillator<T> model, const ReadyMadeInput& input);

/// What all two-mass systems have: aliases, step and end.
template <class T>
void finish_pair(bool dimensionless, ReadyMade<T>& system);

/// Appended to a system's own help.
std::vector<ParameterHelp> oscillator_pair_help(const char* x2_fallback);

}  // namespace oldham
