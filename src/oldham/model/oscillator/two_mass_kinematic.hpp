// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/ready_made.hpp"

namespace oldham {

/// Two masses, the second of which hangs on a third: the test model of kinematic coupling. [Schneider2017] section 5
///
///   R:  m_R q̈_R = −c_R q_R − d_R q̇_R − Λ
///   F:  m_Fco q̈_R = c_F (q_in − q_R) + d_F (q̇_in − q̇_R) + Λ
///       m_Fin q̈_in = c_F (q_R − 2 q_in) + d_F (q̇_R − 2 q̇_in)
///
/// R prescribes its motion to F, which answers with Λ. Initial values: q1, v1 of q_R, q2, v2 of q_in.
template <class T>
ReadyMade<T> make_two_mass_kinematic(const ReadyMadeInput& input);

const SystemHelp& two_mass_kinematic_help();

}  // namespace oldham
