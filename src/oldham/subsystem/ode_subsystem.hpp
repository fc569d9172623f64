// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <limits>
#include <optional>
#include <vector>

#include "oldham/core/error.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/subsystem/energy_integral.hpp"
#include "oldham/subsystem/semi_implicit_euler.hpp"
#include "oldham/subsystem/subsystem.hpp"
#include "oldham/subsystem/value_bytes.hpp"

namespace oldham {

/// A model is a value: parameters and three functions, no base class.
///   derivative: x' = f(t, x, u);   output: y = h(t, x, u);   jacobian: df/dx, row-major
/// A model may also say which states are positions, velocity_of(), and how fast its outputs change, output_rate(): see
/// Equations; or, where positions are no numbers of their own, tied_velocities() and move_positions(). One that solves
/// equations by iteration may follow its solution. It may bring steps of its own, steps_itself() and advance(); fit its
/// state to the inputs of the first instant, begin(); put the state right after each macro step, settle(); tell why a
/// derivative was not finite, failure(); remember behind the first equation_states() of its states what only its own
/// steps use; say how accurate its own steps are where rounding is not the limit, step_noise(); say where its
/// derivative jumps or has kinks, switch_count() with switches(), and next_kink(); and account for its energy.
template <class Model, class T>
concept OdeModel = requires(const Model& m, const T& t, const T* x, const T* u, T* result) {
  { m.initial_state() } -> std::convertible_to<std::vector<T>>;
  { m.parameters() } -> std::convertible_to<std::vector<ParameterValue>>;
  { Model::is_linear } -> std::convertible_to<bool>;
  { Model::has_linear_outputs } -> std::convertible_to<bool>;
  m.derivative(t, x, u, result);
  m.output(t, x, u, result);
  m.jacobian(t, x, u, result);
};

/// A model that follows a solution: start_following() begins at the start, follow() moves on to time t and state x and
/// says why it cannot.
template <class Model, class T>
concept FollowingModel = requires(const Model& m, const T& t, const T* x) {
  m.start_following();
  { m.follow(t, x) } -> std::convertible_to<std::string>;
  m.followed.memory.size();
};

/// A model value with an integrator of its own.
template <class T, OdeModel<T> Model>
class OdeSubsystem final : public Subsystem<T>, private Equations<T>, private OutputIntegrals<T> {
 public:
  OdeSubsystem(std::string name, std::shared_ptr<const Boundary> boundary, Model model,
               const IntegratorSettings& settings)
      : settings_(settings),
        model_(std::move(model)),
        initial_(model_.initial_state()),
        integrator_(steps_itself() ? IntegratorSettings{} : settings, static_cast<int>(initial_.size())),
        energy_(model_, settings, initial_.size(), boundary->inputs.size()) {
    description_.name = std::move(name);
    description_.boundary = std::move(boundary);
    description_.state_size = states();
    // an adaptive integrator chooses its steps by the state, so even a linear model is not stepped linearly
    const bool adaptive = settings.kind == IntegratorKind::cvode || settings.kind == IntegratorKind::arkode ||
                          settings.kind == IntegratorKind::ida;
    description_.capabilities = {.rollback = true,
                                 .state_access = true,
                                 .equations = true,
                                 .step_sensitivity = false,
                                 .output_integrals = !steps_itself(),
                                 .linear = Model::is_linear && !adaptive,
                                 .serialisation = has_value_bytes<T>};
    if (adaptive) description_.noise = settings.relative_tolerance;
    if constexpr (requires { model_.step_noise(); })
      description_.noise = std::max(description_.noise, model_.step_noise());
    x_ = initial_;
    start_following(T(0));
    u_end_.assign(static_cast<std::size_t>(description_.input_count()), T(0));
    u_.assign(u_end_.size(), T(0));
    if constexpr (requires { model_.velocity_of(); })
      if (is_semi_implicit()) euler_.emplace(settings, model_.velocity_of(), description_.input_count());
    if (!settings.frozen_forces) return;
    const bool freezes = euler_ || (has_freezing_model && settings.kind == IntegratorKind::semi_implicit_euler);
    if (!freezes)
      throw_wrong_input("frozen_forces", "this model or integrator cannot freeze its forces", freezing_remedy);
    auto restarting = std::make_shared<Boundary>(*description_.boundary);
    restarting->restarts = true;
    description_.boundary = std::move(restarting);
  }

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return model_.parameters(); }

  void initialize(const T& start) final {
    std::fill(x_.begin(), x_.end(), T(0));
    std::copy(initial_.begin(), initial_.end(), x_.begin());
    std::fill(u_end_.begin(), u_end_.end(), T(0));
    start_following(start);
    time_ = start;
    energy_.reset();
  }

  void apply_inputs(std::span<const T> u) final {
    std::copy(u.begin(), u.end(), u_end_.begin());
    if constexpr (requires { model_.begin(time_, u_end_.data(), x_.data()); })
      model_.begin(time_, u_end_.data(), x_.data());
  }

  void restart(std::span<const T> u) final {
    energy_.add_jump(x_.data(), u_end_.data(), u.data());
    std::copy(u.begin(), u.end(), u_end_.begin());
    if (!settings_.frozen_forces) return;
    if (euler_) euler_->freeze(model_, time_, x_.data());
    if constexpr (has_freezing_model) model_.freeze(time_, x_.data());
  }

  StepOutcome advance(const Interval<T>& step, const InputSignal<T>& inputs) final {
    std::fill(x_.begin() + states(), x_.end(), T(0));  // integrals begin with the step
    if constexpr (follows) model_.followed.trouble.clear();
    // over a step of length zero only the inputs change
    for (int piece = 0; piece < inputs.pieces() && step.length != T(0); ++piece) {
      const T from = step.begin + step.length * inputs.breaks[piece];
      const T to = step.begin + step.length * inputs.breaks[piece + 1];
      energy_.begin(x_.data(), inputs, piece, u_end_.data());
      const auto read_inputs = [&](const T& t) {
        const T theta = step.length == T(0) ? T(1) : T((t - step.begin) / step.length);
        inputs.evaluate_piece(piece, theta, u_.data());
      };
      const int plain = states(), rows = static_cast<int>(x_.size());
      const auto derivative = [&](const T& t, const T* x, T* dx) {
        read_inputs(t);
        model_.derivative(t, x, u_.data(), dx);
        if (rows > plain) model_.output(t, x, u_.data(), dx + plain);  // q' = y
      };
      const auto jacobian = [&](const T& t, const T* x, T* J) {
        read_inputs(t);
        model_.jacobian(t, x, u_.data(), J);
      };
      // with integrals the solver finds the larger Jacobian by differences
      const Ode<T> ode = rows > plain ? Ode<T>{rows, derivative, {}} : Ode<T>{rows, derivative, jacobian};
      StepOutcome outcome = [&] {
        const auto inputs_at = [&](const T& t) -> const T* {
          read_inputs(t);
          return u_.data();
        };
        if constexpr (requires { model_.steps_itself(); }) {
          if (model_.steps_itself()) return model_.advance({from, to - from}, inputs_at, x_.data());
        }
        if (euler_) return euler_->advance(model_, Interval<T>{from, to - from}, inputs_at, x_.data());
        return integrator_.integrate(ode, {from, to - from}, x_.data());
      }();
      if (!outcome.is_accepted()) {
        if constexpr (follows)
          if (!model_.followed.trouble.empty())
            return StepOutcome::failed(model_.followed.trouble);  // the cause; the integrator saw what came of it
        if constexpr (requires { model_.failure(); })
          if (!model_.failure().empty() && outcome.reason != model_.failure())
            outcome.reason += ": " + model_.failure();
        return outcome;
      }
      energy_.follow(step, {from, to - from}, inputs, piece);
    }
    time_ = step.end();
    if (step.length == T(0)) energy_.add_jump(x_.data(), u_end_.data(), inputs);
    inputs.evaluate_piece(inputs.pieces() - 1, T(1), u_end_.data());
    if constexpr (requires { model_.settle(time_, u_end_.data(), x_.data()); })
      if (step.length != T(0)) return model_.settle(time_, u_end_.data(), x_.data());
    std::string trouble = follow(time_, x_);
    return trouble.empty() ? StepOutcome::accepted() : StepOutcome::failed(std::move(trouble));
  }

  void read_outputs(std::span<T> y) const final { model_.output(time_, x_.data(), u_end_.data(), y.data()); }

  void save(Snapshot<T>& into) const final {
    std::size_t size = x_.size() + u_end_.size() + 1;
    if constexpr (follows) size += model_.followed.memory.size();
    into.values.resize(size + energy_.size());
    auto end = std::copy(x_.begin(), x_.end(), into.values.begin());
    end = std::copy(u_end_.begin(), u_end_.end(), end);
    if constexpr (follows) end = std::copy(model_.followed.memory.begin(), model_.followed.memory.end(), end);
    *end++ = time_;
    energy_.save(end);
  }

  void restore(const Snapshot<T>& from) final {
    auto source = from.values.begin();
    for (T& x : x_) x = *source++;
    for (T& u : u_end_) u = *source++;
    if constexpr (follows)
      for (T& value : model_.followed.memory) value = *source++;
    time_ = *source++;
    energy_.restore(source, from.values.end());
  }

  void assume_past(const T&) final {}
  void read_state(std::span<T> x) const final { std::copy_n(x_.begin(), description_.state_size, x.begin()); }
  void write_state(std::span<const T> x) final { std::copy(x.begin(), x.end(), x_.begin()); }
  const Equations<T>* equations() const final { return this; }
  StepSensitivity<T>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<T>* output_integrals() final { return steps_itself() ? nullptr : this; }
  const StateBytes<T>* state_bytes() const final { return value_bytes<T>(); }
  EnergyAccount<T>* energy_account() final { return energy_.account(); }

 private:
  int states() const { return static_cast<int>(initial_.size()); }
  bool steps_itself() const {
    if constexpr (requires { model_.steps_itself(); }) return model_.steps_itself();
    return is_semi_implicit();
  }
  /// Only a model that knows its positions can be stepped so; see Integrator for the others.
  bool is_semi_implicit() const {
    if constexpr (
        requires { model_.velocity_of(); } && !requires { model_.steps_itself(); })
      return settings_.kind == IntegratorKind::semi_implicit_euler;
    return false;
  }
  static constexpr const char* freezing_remedy =
      "use integrator = \"semi-implicit-euler\", and a model whose states are positions and velocities";
  static constexpr bool follows = FollowingModel<Model, T>;
  static constexpr bool has_freezing_model = requires(const Model& m, const T& t, const T* x) { m.freeze(t, x); };

  void start_following(const T& t) {
    if constexpr (follows) {
      model_.start_following();
      (void)model_.follow(t, initial_.data());  // what is wrong there is told by the first step
    }
  }
  std::string follow(const T& t, std::span<const T> x) const final {
    if constexpr (follows) return model_.follow(t, x.data());
    return {};
  }
  void carry_integrals() final {
    const std::size_t rows = initial_.size() + static_cast<std::size_t>(description_.output_count());
    if (x_.size() == rows) return;
    x_.resize(rows, T(0));
    integrator_ = Integrator<T>(settings_, static_cast<int>(rows));
  }
  void read_integrals(std::span<T> q) const final { std::copy(x_.begin() + states(), x_.end(), q.begin()); }
  int equation_size() const final {
    if constexpr (requires { model_.equation_states(); }) return model_.equation_states();
    return states();
  }
  bool has_linear_outputs() const final { return Model::has_linear_outputs; }
  void read_equation_state(std::span<T> x) const final { std::copy_n(x_.begin(), equation_size(), x.begin()); }
  std::vector<int> velocity_of() const final {
    if constexpr (requires { model_.velocity_of(); })
      return model_.velocity_of();
    else
      return std::vector<int>(initial_.size(), -1);
  }
  std::vector<int> tied_velocities() const final {
    if constexpr (requires { model_.tied_velocities(); }) return model_.tied_velocities();
    return {};
  }
  bool move_positions(const T& t, std::span<const T> increments, std::span<const T> u, std::span<T> x) const final {
    if constexpr (requires { model_.move_positions(t, increments.data(), u.data(), x.data()); })
      return model_.move_positions(t, increments.data(), u.data(), x.data());
    return false;
  }
  void derivative(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> dx) const final {
    model_.derivative(t, x.data(), u.data(), dx.data());
  }
  void output(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> y) const final {
    model_.output(t, x.data(), u.data(), y.data());
  }
  bool output_rate(const T& t, std::span<const T> x, std::span<const T> dx, std::span<const T> u, std::span<const T> du,
                   std::span<T> rate) const final {
    if constexpr (requires { model_.output_rate(t, x.data(), dx.data(), u.data(), du.data(), rate.data()); })
      return model_.output_rate(t, x.data(), dx.data(), u.data(), du.data(), rate.data());
    return false;
  }
  int switch_count() const final {
    if constexpr (requires { model_.switch_count(); }) return model_.switch_count();
    return 0;
  }
  void switches(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> g) const final {
    if constexpr (requires { model_.switches(t, x.data(), u.data(), g.data()); })
      model_.switches(t, x.data(), u.data(), g.data());
  }
  T next_kink(const T& t) const final {
    if constexpr (requires { model_.next_kink(t); }) return model_.next_kink(t);
    return std::numeric_limits<T>::infinity();
  }

  SubsystemDescription description_;
  IntegratorSettings settings_;
  Model model_;
  std::vector<T> initial_;
  Integrator<T> integrator_;
  [[no_unique_address]] EnergyIntegralOf<T, Model> energy_;
  std::vector<T> x_;      // the state, and the integrals of the outputs where they are carried
  std::vector<T> u_end_;  // inputs at the end of the last step
  std::vector<T> u_;
  std::optional<SemiImplicitEuler<T>> euler_;  // where it is the integrator
  T time_ = T(0);
};

}  // namespace oldham
