// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/reader.hpp"
#include "oldham/coupling/scheme.hpp"
#include "oldham/integrator/integrator.hpp"

namespace oldham {

/// What a system has that some keys are about.
struct SchemeSubjects {
  bool constraints = false, motions = false;
  bool frames = false;  // motions of frames that hold rods
};

/// The keys of [scheme] that make a Scheme; `step` and keys of ready-made systems are others' business.
Scheme read_scheme(Reader& reader, SchemeSubjects subjects);

/// integrator, micro_step, tolerances of a subsystem.
IntegratorSettings read_integrator(Reader& reader, IntegratorKind fallback);

}  // namespace oldham
