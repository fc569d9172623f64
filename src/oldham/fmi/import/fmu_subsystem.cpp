// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmu_subsystem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

std::string text_of(const Values& values) {
  return std::visit([](const auto& list) { return fmt::format("{}", fmt::join(list, " ")); }, values);
}

void refuse_clocks(const std::string& name, const ModelDescription& description) {
  for (const Variable& variable : description.variables)
    if (variable.type == Type::clock && variable.causality == Causality::input)
      throw_missing_capability(
          name, fmt::format("the FMU has the input clock '{}', and clocks are not supported", variable.name),
          "use an FMU without input clocks");
}

}  // namespace

std::uint64_t FmuSubsystem::new_ticket() {
  static std::atomic<std::uint64_t> tickets = 0;
  return ++tickets;
}

Status SavedState::copy_into(Instance& other) const {
  std::vector<std::byte> bytes;
  void* state = nullptr;
  Status status = instance_->serialize_state(state_, bytes);
  if (is_good(status)) status = other.deserialize_state(bytes, state);
  if (is_good(status)) status = other.set_state(state);
  if (state != nullptr) other.free_state(state);
  return status;
}

FmuSubsystem::FmuSubsystem(std::string name, std::shared_ptr<const Fmu> fmu, FmuSettings settings)
    : fmu_(std::move(fmu)),
      settings_(std::move(settings)),
      model_(with_values(fmu_->description(), settings_.values)),
      ports_(make_ports(model_, settings_.further)) {
  description_.name = std::move(name);
  description_.boundary = ports_.boundary;
  refuse_clocks(description_.name, model_);
  spread_over_arrays(model_, settings_.values);
  for (TimedSetting& change : settings_.changes) {
    std::vector<VariableSetting> one = {change.setting};
    spread_over_arrays(model_, one);
    change.setting = std::move(one.front());
  }
  description_.capabilities.rollback = fmu_->interface().can_get_and_set_state;
  description_.capabilities.serialisation =
      fmu_->interface().can_get_and_set_state && fmu_->interface().can_serialize_state;
  for (const Port& port : ports_.boundary->inputs) u_.push_back(port.rest.value_or(0));
  y_.resize(ports_.boundary->outputs.size());
  for (std::size_t i = 0; i < u_.size(); ++i)
    if (!is_float(model_.variables[ports_.input_variables[i]].type)) whole_inputs_.push_back(i);
}

std::vector<ParameterValue> FmuSubsystem::parameters() const {
  std::vector<ParameterValue> all;
  for (const Variable& variable : model_.variables) {
    const bool is_parameter =
        variable.causality == Causality::parameter || variable.causality == Causality::structural_parameter;
    const auto* numbers = variable.start ? std::get_if<std::vector<double>>(&*variable.start) : nullptr;
    if (is_parameter && numbers != nullptr && numbers->size() == 1)
      all.push_back({variable.name, numbers->front(), variable.traits.unit.value_or("")});
  }
  return all;
}

void FmuSubsystem::initialize(const double& start) {
  time_ = start_time_ = start;
  direct_.calls = {};
  instance_.reset();
  is_initializing_ = has_inputs_ = has_set_all_inputs_ = false;
  read_ = Read::nothing;
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = ports_.boundary->inputs[i].rest.value_or(0);
  ticket_ = new_ticket();
  applied_changes_ = 0;
  restored_ = 0;
  next_trial_ = 1;
  forget_steps();
}

InstanceOptions FmuSubsystem::instance_options() const { return {description_.name, settings_.logs}; }

Instance& FmuSubsystem::instance() const {
  if (!instance_) start();
  return *instance_;
}

void FmuSubsystem::start() const try {
  if (fmu_->interface().only_one_instance_per_process && !sole_)
    sole_.emplace(fmu_->origin().folder, description_.name);
  instance_ = make_instance(fmu_->origin(), instance_options());
  Instance& instance = *instance_;
  started(instance);
  const auto& experiment = model_.experiment;
  const std::optional<double> tolerance = settings_.tolerance ? settings_.tolerance
                                          : experiment        ? experiment->tolerance
                                                              : std::nullopt;
  const Experiment planned{time_, settings_.stop, tolerance};
  // before parameters, which some FMUs set back there
  if (const Status status = instance.set_up(planned); !is_good(status)) fail("cannot be set up", status);
  set_start_values(instance, false);
  if (has_inputs_)
    if (const Status status = instance.set_numbers(ports_.inputs, u_.data()); !is_good(status))
      fail("does not take its inputs before its initialisation", status);
  if (const Status status = instance.enter_initialization(planned); !is_good(status))
    fail("cannot enter its initialization", status);
  is_initializing_ = true;
  verify_parameters(instance);
} catch (...) {
  // nobody shall take it for one that has begun
  instance_.reset();
  sole_.reset();
  is_initializing_ = false;
  throw;
}

void FmuSubsystem::set_start_values(Instance& instance, bool is_initializing) const {
  const auto set = [&](bool structural) {
    for (const auto& [place, values] : settings_.values) {
      const Variable& variable = model_.variables[place];
      if ((variable.causality == Causality::structural_parameter) != structural) continue;
      if (is_initializing && variable.initial == Initial::approx) continue;
      const Status status = instance.set_values(variable, values);
      if (!is_good(status)) fail(fmt::format("does not take '{}' = {}", variable.name, text_of(values)), status);
    }
  };
  const bool has_structural = std::ranges::any_of(settings_.values, [&](const VariableSetting& setting) {
    return model_.variables[setting.first].causality == Causality::structural_parameter;
  });
  if (has_structural && !is_initializing) {
    if (const Status status = instance.enter_configuration(); !is_good(status)) fail("cannot be configured", status);
    set(true);
    if (const Status status = instance.exit_configuration(); !is_good(status))
      fail("does not accept its structural parameters", status);
  }
  set(false);
}

void FmuSubsystem::verify_parameters(Instance& instance) const {
  // some tools set parameters back when the initialization begins
  const auto lost = [&]() -> const Variable* {
    for (const auto& [place, values] : settings_.values) {
      const Variable& variable = model_.variables[place];
      if (variable.causality != Causality::parameter) continue;
      Values now;
      if (is_good(instance.get_values(variable, size_of(values), now)) && !has_kept(variable, values, now))
        return &variable;
    }
    return nullptr;
  };
  if (lost() == nullptr) return;
  set_start_values(instance, true);
  if (const Variable* variable = lost())
    note(fmt::format("'{}' of FMU '{}' was set, but the FMU returns another value", variable->name, description_.name));
}

void FmuSubsystem::begin_stepping() const {
  Instance& instance = this->instance();
  if (!is_initializing_) return;
  is_initializing_ = false;
  const Status status = instance.exit_initialization();
  if (!is_good(status)) fail("cannot end its initialisation", status);
  after_initialization(instance);
  read_ = Read::nothing;  // some return others now
}

void FmuSubsystem::apply_inputs(std::span<const double> u) {
  if (ports_.boundary->begins_once && !instance_) {
    std::copy(u.begin(), u.end(), u_.begin());
    has_inputs_ = true;
    return;
  }
  Instance& instance = this->instance();
  std::copy(u.begin(), u.end(), u_.begin());
  if (!is_initializing_) {
    set_inputs_now(instance, u);
  } else if (const Status status = instance.set_numbers(ports_.inputs, u.data()); !is_good(status)) {
    fail("does not take its inputs during initialisation", status);
  }
  state_has_changed();
}

void FmuSubsystem::state_has_changed() {
  read_ = Read::nothing;
  leave_state();
}

void FmuSubsystem::read_ports() const {
  Instance& instance = this->instance();
  if (!is_initializing_) place_instance(instance);
  const Status status = instance.get_numbers(ports_.outputs, y_.data());
  if (!is_good(status)) fail("does not tell its outputs", status);
  read_ = direct_.calls.step == nullptr ? Read::all : Read::nothing;
}

void FmuSubsystem::read_outputs(std::span<double> y) const {
  if (read_ != Read::all) read_ports();
  std::copy(y_.begin(), y_.end(), y.begin());
}

Status FmuSubsystem::finish_step(double time) {
  time_ = time;
  ticket_ = new_ticket();
  read_ = direct_.calls.step != nullptr ? Read::nothing : ports_.transfers_all ? Read::all : Read::needed;
  if (!whole_inputs_.empty()) note_rounding();
  return instance_->get_numbers(ports_.needed_outputs, y_.data());
}

void FmuSubsystem::advance_and_read(const Interval<double>& step, const InputSignal<double>& inputs,
                                    std::span<double> y, StepOutcome& outcome) {
  outcome = advance(step, inputs);
  if (read_ == Read::nothing) read_ports();
  // numbers that nobody needs may be old
  std::copy(y_.begin(), y_.end(), y.begin());
}

void FmuSubsystem::transfer_only(std::span<const int> inputs, std::span<const int> outputs) {
  ports_.varying_inputs = make_part(model_, ports_.input_variables, inputs);
  ports_.needed_outputs = make_part(model_, ports_.output_variables, outputs);
  ports_.transfers_all = outputs.size() == ports_.output_variables.size();
  direct_.calls = {};
}

Status FmuSubsystem::set_inputs(Instance& instance, const double* u) {
  // direct steps set only what differs from the values before, which these are not; no input is not a number
  if (direct_.calls.step != nullptr)
    std::fill_n(direct_.values, direct_.inputs, std::numeric_limits<double>::quiet_NaN());
  const bool is_first = !std::exchange(has_set_all_inputs_, true);
  return instance.set_numbers(is_first ? ports_.inputs : ports_.varying_inputs, u);
}

void FmuSubsystem::begin_direct_steps(const double* u) {
  if (applied_changes_ < settings_.changes.size()) return;
  if (!ports_.varying_inputs.is_in_one_call() || !ports_.needed_outputs.is_in_one_call()) return;
  begin_stepping();
  const DirectCalls calls = instance_->direct_calls();
  if (calls.set == nullptr || calls.step == nullptr || calls.get == nullptr) return;
  if (!has_set_all_inputs_ && set_inputs(*instance_, u) != Status::ok) return;
  leave_state();
  read_ = Read::nothing;
  auto& lists = direct_lists_;
  lists = {};
  for (const VariableBatch* batch : {&ports_.varying_inputs, &ports_.needed_outputs})
    for (const VariableBatch::Part& part : batch->parts()) {
      lists.references.insert(lists.references.end(), part.references.begin(), part.references.end());
      lists.places.insert(lists.places.end(), part.places.begin(), part.places.end());
    }
  // no input has this value: it is not a number
  lists.values.assign(lists.places.size(), std::numeric_limits<double>::quiet_NaN());
  const auto count = [](const VariableBatch& batch) {
    return batch.empty() ? 0u : static_cast<std::uint32_t>(batch.parts()[0].elements());
  };
  direct_ = {calls,
             count(ports_.varying_inputs),
             count(ports_.needed_outputs),
             lists.references.data(),
             lists.places.data(),
             lists.values.data(),
             settings_.stop.value_or(std::numeric_limits<double>::infinity()),
             -1,
             {}};
  const std::span<const int> outputs(lists.places.data() + direct_.inputs, direct_.outputs);
  const auto follows = [](int before, int place) { return place != before + 1; };
  if (!outputs.empty() && std::ranges::adjacent_find(outputs, follows) == outputs.end())
    direct_.first_output = outputs.front();
  // the few numbers of most FMUs stand beside what else a step needs
  auto& few = direct_.few;
  if (lists.places.size() > few.places.size()) return;
  std::ranges::copy(lists.references, few.references.begin());
  std::ranges::copy(lists.places, few.places.begin());
  std::ranges::copy(lists.values, few.values.begin());
  direct_.references = few.references.data();
  direct_.places = few.places.data();
  direct_.values = few.values.data();
}

void FmuSubsystem::save(Snapshot<double>& into) const {
  begin_stepping();
  into.ticket = ticket_;
  if (farthest_return_ == Return::never) {
    into.content.reset();  // what it held was another state
    into.values.clear();
    return;
  }
  if (read_ == Read::nothing) read_ports();
  into.values.clear();
  into.values.push_back(time_);
  into.values.push_back(static_cast<double>(applied_changes_));
  into.values.insert(into.values.end(), y_.begin(), y_.end());
  into.values.insert(into.values.end(), u_.begin(), u_.end());
  save_more(into.values);
  if (!description_.capabilities.rollback || saves_itself()) return;
  // storage that a clone shares must not change under it
  auto content = std::dynamic_pointer_cast<SavedState>(into.content);
  if (!content || into.content.use_count() > 2 || content->instance() != instance_) {
    content = std::make_shared<SavedState>(this, fmu_, instance_);
    into.content = content;
  }
  const Status status = content->take();
  if (!is_good(status)) fail("cannot save its state", status);
}

void FmuSubsystem::restore(const Snapshot<double>& from) {
  if (from.ticket == ticket_) return;  // it stands there
  ++restored_;
  const auto content = std::static_pointer_cast<SavedState>(from.content);
  if (!content && !saves_itself())
    throw_missing_capability(description_.name, "the FMU cannot be brought back to an earlier state",
                             "use correction = \"explicit\", or an FMU that can get and set its state");
  if (content) {
    const bool is_own = content->owner() == this;  // though perhaps from before it was initialised anew
    if (!is_own && !fmu_->interface().can_serialize_state)
      throw_missing_capability(description_.name, "the FMU cannot take the state of another instance",
                               "use an FMU that can serialise its state");
    if (is_own) {
      direct_.calls = {};
      instance_ = content->instance();
      is_initializing_ = false;
    } else {
      begin_stepping();
    }
    const Status status = is_own ? content->put_back() : content->copy_into(*instance_);
    if (!is_good(status)) fail("cannot restore its state", status);
  }
  time_ = from.values.front();
  auto source = from.values.begin() + 1;
  // a state that the FMU restored has its parameters, too
  const auto applied = static_cast<std::size_t>(*source++);
  if (content) applied_changes_ = applied;
  for (double& y : y_) y = *source++;
  for (double& u : u_) u = *source++;
  restore_more({source, from.values.end()});
  if (!content && applied != applied_changes_) restore_parameters(applied);
  read_ = ports_.transfers_all ? Read::all : Read::needed;
  ticket_ = from.ticket;
}

bool FmuSubsystem::tries_rollback() {
  if (restored_ < next_trial_) return false;
  constexpr std::uint64_t rarest = 100;
  next_trial_ = restored_ + std::min(restored_, rarest);
  return true;
}

std::vector<std::pair<std::string, std::string>> FmuSubsystem::text_outputs() const {
  std::vector<std::pair<std::string, std::string>> texts;
  if (!ports_.text_outputs.empty() && instance_ && !is_initializing_) place_instance(*instance_);
  for (const std::size_t place : ports_.text_outputs) {
    const Variable& variable = model_.variables[place];
    Values values;
    const std::size_t count = element_names(model_, variable).size();
    if (is_good(instance().get_values(variable, count, values))) texts.emplace_back(variable.name, text_of(values));
  }
  return texts;
}

std::string FmuSubsystem::trouble(const std::string& what, Status status) const {
  const std::string words = instance_ ? instance_->log().take_last_words() : "";
  return fmt::format("the FMU {} (status \"{}\"){}", what, word_of(status), words);
}

void FmuSubsystem::fail(const std::string& what, Status status) const { fail(trouble(what, status)); }

void FmuSubsystem::fail(const std::string& trouble) const {
  throw Error(ErrorKind::failure, fmt::format("{}: {}", description_.name, trouble));
}

void FmuSubsystem::note(std::string text) const {
  if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
}

}  // namespace oldham::fmi
