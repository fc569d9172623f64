// SPDX-License-Identifier: MIT
#pragma once

namespace oldham {

/// What an [[interface]] of a system file may be; `own` stands for all that a program adds.
enum class LawKind { spring_damper, bushing, constraint, kinematic, clamp, own };

/// The laws by the names of the system file.
struct NamedLaw {
  const char* name;
  LawKind kind;
};
inline constexpr NamedLaw law_catalogue[] = {{"spring-damper", LawKind::spring_damper},
                                             {"bushing", LawKind::bushing},
                                             {"constraint", LawKind::constraint},
                                             {"kinematic", LawKind::kinematic},
                                             {"clamp", LawKind::clamp}};

}  // namespace oldham
