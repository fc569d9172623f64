// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/fmi/check/derivative_check.hpp"
#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/fmi/check/required_functions.hpp"
#include "oldham/fmi/import/make_fmu_subsystem.hpp"

namespace oldham::fmi {
namespace {

using Verdict = CheckRow::Verdict;

/// What a check works on.
struct Subject {
  std::shared_ptr<const Fmu> fmu{};
  FmuSettings settings{};
  double start = 0, step = 0.01;
  int steps = 20;
};

/// Steps of equal length with all inputs held at their start values.
class Stepper {
 public:
  explicit Stepper(const Subject& subject)
      : subsystem_(make_fmu_subsystem("fmu", subject.fmu, subject.settings)),
        start_(subject.start),
        step_(subject.step) {
    const auto& inputs = subsystem_->description().boundary->inputs;
    for (const Port& port : inputs) held_.push_back(port.rest.value_or(0));
    outputs_.resize(subsystem_->description().boundary->outputs.size());
    subsystem_->initialize(start_);
    subsystem_->apply_inputs(held_);
    subsystem_->read_outputs(outputs_);
  }

  FmuSubsystem& subsystem() { return *subsystem_; }
  const std::vector<double>& outputs() const { return outputs_; }
  int count() const { return count_; }

  StepOutcome step() {
    const InputSignal<double> signal{static_cast<int>(held_.size()), 0, breaks_, held_.data()};
    StepOutcome outcome = subsystem_->advance({start_ + count_ * step_, step_}, signal);
    if (!outcome.is_accepted()) return outcome;
    subsystem_->read_outputs(outputs_);
    ++count_;
    return outcome;
  }
  void go_back_to(int count) { count_ = count; }

 private:
  static constexpr double breaks_[] = {0, 1};
  std::unique_ptr<FmuSubsystem> subsystem_;
  double start_, step_;
  std::vector<double> held_, outputs_;
  int count_ = 0;
};

/// The largest difference of two rows, relative where numbers are large; infinite when one is not a number.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    const double off = std::abs(a[i] - b[i]) / std::max(1.0, std::abs(a[i]));
    largest = std::max(largest, std::isnan(off) ? INFINITY : off);
  }
  return largest;
}

CheckRow compare(const char* name, const std::vector<double>& a, const std::vector<double>& b, const char* good) {
  const double off = difference(a, b);
  if (off == 0) return {name, Verdict::passed, good};
  return {name, Verdict::failed, fmt::format("outputs are off by {:.3g}", off)};
}

CheckRow check_functions(const Subject& subject) {
  const InstanceOrigin origin = subject.fmu->origin();
  std::vector<std::string> names = required_functions(origin.description->standard, *origin.interface);
  const std::size_t required = names.size();
  std::erase_if(names, [&](const std::string& name) { return origin.library->find(name) != nullptr; });
  if (names.empty()) return {"functions", Verdict::passed, "all functions of the standard are there"};
  return {"functions", Verdict::failed,
          fmt::format("the library lacks {} of {} functions that the standard requires: {}; importers that resolve all "
                      "functions refuse the FMU",
                      names.size(), required, fmt::join(names, ", "))};
}

CheckRow check_start_values(const Subject& subject) {
  Stepper stepper(subject);
  Instance& instance = stepper.subsystem().instance();
  std::vector<std::string> wrong;
  int compared = 0;
  const ModelDescription description = with_values(subject.fmu->description(), subject.settings.values);
  for (const Variable& variable : description.variables) {
    const bool is_given = variable.start && variable.initial == Initial::exact && variable.type != Type::clock;
    const bool is_set = variable.causality == Causality::input || variable.is_negated;
    const std::optional<std::uint64_t> count = element_count(description, variable);
    if (!is_given || is_set || !count) continue;
    const Values declared = spread(*variable.start, *count);
    if (size_of(declared) != *count) continue;
    Values values;
    ++compared;
    if (!is_good(instance.get_values(variable, *count, values)) || !has_kept(variable, declared, values))
      wrong.push_back(variable.name);
  }
  if (wrong.empty()) return {"start-values", Verdict::passed, fmt::format("{} as declared", compared)};
  const std::size_t shown = std::min<std::size_t>(wrong.size(), 5);
  return {"start-values", Verdict::warning,
          fmt::format("{} of {} are not as declared: {}{}", wrong.size(), compared,
                      fmt::join(wrong.begin(), wrong.begin() + static_cast<long>(shown), ", "),
                      wrong.size() > shown ? ", ..." : "")};
}

CheckRow check_steps(const Subject& subject, std::vector<double>& last) {
  Stepper stepper(subject);
  for (int n = 0; n < subject.steps; ++n) {
    const StepOutcome outcome = stepper.step();
    if (!outcome.is_accepted()) return {"steps", Verdict::failed, outcome.reason};
    const auto& boundary = *stepper.subsystem().description().boundary;
    for (std::size_t i = 0; i < stepper.outputs().size(); ++i)
      if (!std::isfinite(stepper.outputs()[i]))
        return {"steps", Verdict::failed,
                fmt::format("output '{}' became {} in step {}", boundary.outputs[i].name, stepper.outputs()[i], n + 1)};
    if (outcome.is_last) break;
  }
  last = stepper.outputs();
  return {"steps", Verdict::passed,
          fmt::format("{} steps of {:g} s, {} outputs finite", stepper.count(), subject.step, last.size())};
}

CheckRow check_determinism(const Subject& subject, const std::vector<double>& last) {
  Stepper stepper(subject);
  for (int n = 0; n < subject.steps; ++n)
    if (const StepOutcome outcome = stepper.step(); !outcome.is_accepted() || outcome.is_last) break;
  return compare("determinism", last, stepper.outputs(), "a second instance gives the same bits");
}

CheckRow check_rollback(const Subject& subject) {
  Stepper stepper(subject);
  if (!stepper.subsystem().description().capabilities.rollback) return {"rollback", Verdict::skipped, "not declared"};
  const auto step = [&] {
    if (const StepOutcome outcome = stepper.step(); !outcome.is_accepted())
      throw Error(ErrorKind::failure, outcome.reason);
  };
  const int half = std::max(1, subject.steps / 2);
  for (int n = 0; n < half; ++n) step();
  Snapshot<double> saved;
  stepper.subsystem().save(saved);
  step();
  step();
  const std::vector<double> first = stepper.outputs();
  stepper.subsystem().restore(saved);
  stepper.go_back_to(half);
  step();
  step();
  return compare("rollback", first, stepper.outputs(), "save, step, restore, step: the same bits");
}

/// Steps from a state that was written and read back are those from the state itself; its bytes may hold addresses.
CheckRow check_serialization(const Subject& subject) {
  if (!subject.fmu->interface().can_serialize_state) return {"serialisation", Verdict::skipped, "not declared"};
  Stepper stepper(subject);
  const auto step_twice = [&] {
    for (int n = 0; n < 2; ++n)
      if (const StepOutcome outcome = stepper.step(); !outcome.is_accepted())
        throw Error(ErrorKind::failure, outcome.reason);
    return stepper.outputs();
  };
  Subsystem<double>& subsystem = stepper.subsystem();
  Snapshot<double> saved, copy;
  subsystem.save(saved);  // ends the initialisation
  Instance& instance = stepper.subsystem().instance();
  const auto demand = [](Status status, const char* what) {
    if (!is_good(status)) throw Error(ErrorKind::failure, fmt::format("{} said \"{}\"", what, word_of(status)));
  };
  void* state = nullptr;
  std::vector<std::byte> bytes, of_subsystem;
  demand(instance.get_state(state), "getting the state");
  demand(instance.serialize_state(state, bytes), "serialising");
  instance.free_state(state);
  const StateBytes<double>* state_bytes = subsystem.state_bytes();
  if (state_bytes == nullptr) return {"serialisation", Verdict::skipped, "not used"};
  state_bytes->write(saved, of_subsystem);
  const std::vector<double> first = step_twice();
  state_bytes->read(of_subsystem, copy);
  subsystem.restore(copy);
  stepper.go_back_to(0);
  const std::vector<double> second = step_twice();
  const double off = difference(first, second);
  if (off == 0) return {"serialisation", Verdict::passed, fmt::format("{} bytes, there and back", bytes.size())};
  return {"serialisation", Verdict::failed,
          fmt::format("from a state that was serialised and back outputs are off by {:.3g}", off)};
}

}  // namespace

void check_behaviour(const std::filesystem::path& file, InterfaceKind kind, Behaviour behaviour,
                     const CheckSettings& settings, const std::function<void(const std::string&)>& begin,
                     const std::function<void(const CheckRow&)>& tell) {
  Subject subject;
  bool goes_on = true;
  const auto check = [&](const char* name, const auto& look) {
    if (!goes_on) return;
    begin(name);
    try {
      tell(look());
    } catch (const Error& error) {
      tell({name, Verdict::failed, error.what()});
      goes_on = false;
    }
  };
  const auto load = [&] {
    subject.fmu = std::make_shared<const Fmu>(file, kind, settings.cache.empty() ? default_cache() : settings.cache);
  };
  if (behaviour == Behaviour::at_rest)
    check("library", [&]() -> CheckRow {
      load();
      return {"library", Verdict::passed, "loads"};
    });
  else
    load();
  if (!goes_on) return;
  if (const auto& experiment = subject.fmu->description().experiment) {
    subject.start = experiment->start.value_or(0);
    const double length = experiment->stop.value_or(subject.start + 1) - subject.start;
    subject.step = experiment->step.value_or(length > 0 ? length / 100 : 0.01);
  }
  subject.steps = settings.steps;
  subject.settings.values = settings.values;
  if (behaviour == Behaviour::at_rest) {
    check("functions", [&] { return check_functions(subject); });
    check("start-values", [&] { return check_start_values(subject); });
    return;
  }
  std::vector<double> last;
  check("steps", [&] { return check_steps(subject, last); });
  check("determinism", [&] { return check_determinism(subject, last); });
  check("rollback", [&] { return check_rollback(subject); });
  check("serialisation", [&] { return check_serialization(subject); });
  check("derivatives", [&] { return check_derivatives(subject.fmu, subject.settings, subject.start); });
}

}  // namespace oldham::fmi
