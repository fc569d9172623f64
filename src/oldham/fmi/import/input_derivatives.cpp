// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/cosimulation_fmu.hpp"

// FMI 2.0 lets an FMU declare that it interpolates inputs, not up to which order. Some refuse higher orders by an
// error, after which only the freeing of the instance is allowed, so that another instance has to find out. Others
// ignore them with a warning.

namespace oldham::fmi {

void CosimulationFmu::try_derivatives(const InputSignal<double>& inputs) {
  tried_degree_ = inputs.degree;
  // then the first step that needs them finds out
  if (fmu().interface().only_one_instance_per_process) return;
  try {
    CosimulationFmu other(description_.name, shared_fmu(), settings());
    other.initialize(start_time());
    other.apply_inputs(this->inputs());
    other.begin();
    other.instance().log().mute();
    if (other.set_derivatives(other.instance(), inputs, 0) == Status::ok) return;
  } catch (const Error&) {
    return;  // an instance that did not begin shows nothing of derivatives
  }
  refuse_derivatives(inputs.degree);
}

void CosimulationFmu::refuse_derivatives(int degree) {
  refused_degree_ = degree;
  note(
      fmt::format("FMU '{}' declares that it interpolates inputs but refuses derivatives of order {}; inputs are held "
                  "instead",
                  description_.name, refused_degree_));
  // those of steps before, or some of these, may be in force
  derivative_orders_.assign(references_.size(), 1);
  derivative_values_.assign(references_.size(), 0);
  instance().set_input_derivatives(references_, derivative_orders_, derivative_values_);
}

}  // namespace oldham::fmi
