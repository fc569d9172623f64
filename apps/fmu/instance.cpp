// SPDX-License-Identifier: MIT
#include "instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "oldham/core/error.hpp"
#include "oldham/fmi/file_address.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/signal/polynomial_fit.hpp"

namespace oldham::fmu {
namespace {

using Role = fmi::VariableLayout::Role;
constexpr int highest_rate = 8;  // derivatives of inputs beyond this are refused
constexpr int asked_degree = 5;  // of inputs that are asked for inside a step: more than any scheme makes

/// "file:///tmp/a%20b/resources" is /tmp/a b/resources; a plain path stays what it is.
std::filesystem::path path_of(const std::string& address) {
  std::string_view rest = address;
  if (!rest.starts_with("file:")) return address;
  rest.remove_prefix(5);
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    rest.remove_prefix(std::min(rest.find('/'), rest.size()));  // an empty host, or this one
  }
  return fmi::decoded_address(rest);
}

std::string read_token(const std::filesystem::path& folder) {
  std::ifstream stream(folder / "token.txt");
  std::string token;
  std::getline(stream, token);
  return token;
}

}  // namespace

Instance::Instance(Kind kind, std::string resources, const std::string& token, Log log)
    : kind_(kind), token_(token), log_(std::move(log)) {
  const std::filesystem::path folder = path_of(resources);
  tree_ = read_toml(folder / "system.toml");
  if (read_token(folder) != token)
    throw_wrong_input("instantiation", "the token is not that of these resources",
                      "pass the guid or instantiationToken of the modelDescription.xml beside them");
  parameters_ = read_exported_parameters(tree_);
  for (const fmi::ExportedParameter& parameter : parameters_) values_.push_back(parameter.start);
  build();
}

void Instance::build() {
  is_built_ = false;
  told_parameters.clear();
  ExportedSystem built = build_exported(with_parameters(tree_, parameters_, values_));
  const auto shape = fmi::VariableLayout::of(*built.subsystem, parameters_.size());
  if (layout_ && (layout_->inputs != shape.inputs || layout_->outputs != shape.outputs ||
                  layout_->states != shape.states || layout_->switches != shape.switches))
    throw_wrong_input("parameters", "with these values the model has other variables",
                      "export an FMU with these values instead");
  if (!layout_) u_ = built.input_starts;
  layout_ = shape;
  built_ = std::move(built);
  is_built_ = true;
}

Subsystem<double>& Instance::subsystem() {
  if (!is_built_) build();
  return *built_.subsystem;
}

const fmi::VariableLayout& Instance::layout() {
  subsystem();
  return *layout_;
}

const Equations<double>& Instance::equations() {
  const Equations<double>* found = subsystem().equations();
  if (found == nullptr) throw_missing_capability("FMU", "it does not tell its equations", "use co-simulation");
  return *found;
}

// ---- modes ----

void Instance::enter_initialization() {
  start();
  mode_ = Mode::initialization;
}

void Instance::start() {
  subsystem().initialize(start_);
  time_ = start_;
  are_inputs_new_ = true;
  rates_.clear();
}

/// Inputs of the first instant take part in finding the first outputs and states.
void Instance::settle_inputs() {
  if (!are_inputs_new_) return;
  subsystem().apply_inputs(u_);
  are_inputs_new_ = false;
  if (kind_ == Kind::co_simulation) return;
  x_.resize(static_cast<std::size_t>(layout_->states));
  equations().read_equation_state(x_);
}

void Instance::exit_initialization() {
  settle_inputs();
  mode_ = Mode::running;
}

void Instance::reset() {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = parameters_[i].start;
  mode_ = Mode::instantiated;
  start_ = 0;
  build();
  u_ = built_.input_starts;
  are_inputs_new_ = true;
  rates_.clear();
}

// ---- variables ----

int Instance::find_parameter(fmi::VariableLayout::Place place) const {
  if (place.role == Role::parameter) return place.index;
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (place.role == Role::output && parameters_[i].output == place.index) return static_cast<int>(i);
  return -1;
}

/// The numbers that are computed, as they are now.
std::vector<double> Instance::evaluate(Role role) {
  // before the start: what the start would give
  if (mode_ == Mode::instantiated && (are_inputs_new_ || !is_built_)) start();
  if (mode_ == Mode::instantiated || mode_ == Mode::initialization) settle_inputs();
  std::vector<double> list;
  if (role == Role::output) outputs(list);
  if (role == Role::state) list.assign(states().begin(), states().end());
  if (role == Role::derivative) {
    list.resize(static_cast<std::size_t>(layout_->states));
    derivatives(list);
  }
  if (role == Role::switch_function) {
    list.resize(static_cast<std::size_t>(layout_->switches));
    switches(list);
  }
  return list;
}

void Instance::get(std::span<const std::uint32_t> references, double* values) {
  // each list once, however many of it are asked for
  std::vector<double> lists[static_cast<int>(Role::none)];
  for (const std::uint32_t reference : references) {
    const fmi::VariableLayout::Place place = layout_->find(reference);
    if (place.role == Role::none)
      throw_wrong_input("variables", fmt::format("there is no variable with value reference {}", reference),
                        "see modelDescription.xml");
    if (place.role == Role::time) {
      *values++ = time_;
    } else if (place.role == Role::input) {
      *values++ = u_[place.index];
    } else if (place.role == Role::parameter) {
      *values++ = values_[place.index];
    } else if (mode_ == Mode::instantiated && find_parameter(place) >= 0) {
      *values++ = values_[find_parameter(place)];  // a start value, whatever else is still to be set
    } else {
      std::vector<double>& list = lists[static_cast<int>(place.role)];
      if (list.empty()) list = evaluate(place.role);
      *values++ = list[place.index];
    }
  }
}

void Instance::set(std::uint32_t reference, double value) {
  const fmi::VariableLayout::Place place = layout_->find(reference);
  if (!std::isfinite(value))
    throw_wrong_input("variables", fmt::format("{} is no value for value reference {}", value, reference),
                      "set finite numbers");
  if (place.role == Role::input) {
    u_[place.index] = value;
    for (std::size_t i = place.index; i < rates_.size(); i += u_.size()) rates_[i] = 0;
    are_inputs_new_ = are_inputs_new_ || mode_ != Mode::running;
    return;
  }
  const int parameter = find_parameter(place);
  if (parameter < 0)
    throw_wrong_input("variables", fmt::format("the variable with value reference {} cannot be set", reference),
                      "set inputs, parameters and start values");
  if (values_[parameter] == value) return;
  if (mode_ == Mode::running || mode_ == Mode::terminated)
    throw_wrong_input(fmt::format("parameter '{}'", parameters_[parameter].name), "it is fixed once the run began",
                      "set it before the initialisation");
  values_[parameter] = value;
  is_built_ = false;
  are_inputs_new_ = true;
  if (mode_ == Mode::initialization) start();
}

void Instance::set_input_rate(std::uint32_t reference, int order, double value) {
  const fmi::VariableLayout::Place place = layout_->find(reference);
  if (place.role != Role::input || order < 1 || order > highest_rate || !std::isfinite(value))
    throw_wrong_input("inputs",
                      fmt::format("derivative {} of value reference {} cannot be {}", order, reference, value),
                      fmt::format("give derivatives of inputs, of order 1 to {}", highest_rate));
  const std::size_t size = static_cast<std::size_t>(order) * u_.size();
  if (rates_.size() < size) rates_.resize(size, 0.0);
  rates_[(order - 1) * u_.size() + place.index] = value;
}

// ---- co-simulation ----

/// What the inputs are inside the step: c_p = u^(p) H^p / p! where their derivatives at its begin were given.
int Instance::expand_inputs(double length) {
  const std::size_t inputs = u_.size(), degree = inputs == 0 ? 0 : rates_.size() / inputs;
  coefficients_ = u_;
  double factor = 1;
  for (std::size_t p = 1; p <= degree; ++p) {
    factor *= length / static_cast<double>(p);
    for (std::size_t i = 0; i < inputs; ++i) coefficients_.push_back(rates_[(p - 1) * inputs + i] * factor);
  }
  return static_cast<int>(degree);
}

/// The polynomial through what they are told to be at Chebyshev's points and at the ends.
int Instance::ask_for_inputs(double begin, double length) {
  double theta[asked_degree + 1] = {0};
  samples_ = u_;
  for (int j = 1; j <= asked_degree; ++j) {
    const double share = (1 - std::cos(std::numbers::pi * j / asked_degree)) / 2;
    const double time = j == asked_degree ? begin + length : begin + length * share;
    theta[j] = (time - begin) / length;  // with the rounding of the time that is asked for
    ask_for_inputs_at(time);
    samples_.insert(samples_.end(), u_.begin(), u_.end());
  }
  return fit_polynomials(theta, samples_, coefficients_);
}

StepOutcome Instance::step(double begin, double length) {
  if (mode_ != Mode::running) throw_wrong_input("step", "it is not initialised", "end the initialisation first");
  const bool asks = ask_for_inputs_at && !u_.empty() && length > 0;
  const int degree = asks ? ask_for_inputs(begin, length) : expand_inputs(length);
  const double breaks[] = {0.0, 1.0};
  const InputSignal<double> signal{static_cast<int>(u_.size()), degree, breaks, coefficients_.data()};
  StepOutcome outcome = subsystem().advance({begin, length}, signal);
  if (!outcome.is_accepted()) return outcome;
  time_ = begin + length;
  rates_.clear();
  return outcome;
}

}  // namespace oldham::fmu
