// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/fmi/standard/oldham_extension.h"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham::fmi {

/// An instance of an FMU that Oldham exported, with the functions that only such have.
struct ExtendedInstance {
  const oldhamExtension* functions = nullptr;
  void* component = nullptr;
  std::shared_ptr<void> owner;  // keeps the instance and its library as long as anything of them is used
};

/// The functions of an exported FMU beyond the standard, null where the library is not one of Oldham's; `symbol` is
/// its oldhamGetExtension.
const oldhamExtension* find_extension(void* symbol);

/// An exported FMU as the subsystem it was made from: nothing of it is lost, and its steps are bitwise the same.
/// Parameters are set before this is made. Inputs have the names of its variables where these are told, and rest at
/// their start values.
class ExtendedFmu final : public Subsystem<double>,
                          private Equations<double>,
                          private StepSensitivity<double>,
                          private OutputIntegrals<double>,
                          private StateBytes<double> {
 public:
  ExtendedFmu(std::string name, ExtendedInstance instance, const std::vector<Port>& inputs = {});

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return parameters_; }
  void initialize(const double& start) final;
  void apply_inputs(std::span<const double> u) final;
  void restart(std::span<const double> u) final;
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final;
  void read_outputs(std::span<double> y) const final;
  void save(Snapshot<double>& into) const final;
  void restore(const Snapshot<double>& from) final;
  void assume_past(const double& step_length) final;
  void read_state(std::span<double> x) const final;
  void write_state(std::span<const double> x) final;
  const Equations<double>* equations() const final { return description_.capabilities.equations ? this : nullptr; }
  StepSensitivity<double>* step_sensitivity() final {
    return description_.capabilities.step_sensitivity ? this : nullptr;
  }
  OutputIntegrals<double>* output_integrals() final {
    return description_.capabilities.output_integrals ? this : nullptr;
  }
  const StateBytes<double>* state_bytes() const final {
    return description_.capabilities.serialisation ? this : nullptr;
  }

 private:
  int equation_size() const final { return static_cast<int>(told_.equation_states); }
  bool has_linear_outputs() const final { return told_.has_linear_outputs != 0; }
  void read_equation_state(std::span<double> x) const final;
  std::vector<int> velocity_of() const final;
  void derivative(const double& t, std::span<const double> x, std::span<const double> u,
                  std::span<double> dx) const final;
  void output(const double& t, std::span<const double> x, std::span<const double> u, std::span<double> y) const final;
  std::string follow(const double& t, std::span<const double> x) const final;
  bool output_rate(const double& t, std::span<const double> x, std::span<const double> dx, std::span<const double> u,
                   std::span<const double> du, std::span<double> rate) const final;
  int switch_count() const final { return static_cast<int>(told_.switches); }
  void switches(const double& t, std::span<const double> x, std::span<const double> u, std::span<double> g) const final;
  double next_kink(const double& t) const final;
  void respond(const Interval<double>& step, const InputSignal<double>& direction, std::span<double> dy,
               std::span<double> drate, std::span<double> dintegral) final;
  void carry_integrals() final;
  void read_integrals(std::span<double> q) const final;
  void write(const Snapshot<double>& from, std::vector<std::byte>& into) const final;
  void read(std::span<const std::byte> from, Snapshot<double>& into) const final;

  void require(int status) const;
  std::string message() const { return instance_.functions->message(instance_.component); }

  ExtendedInstance instance_;
  oldhamDescription told_{};
  SubsystemDescription description_;
  std::vector<ParameterValue> parameters_;
};

}  // namespace oldham::fmi
