// SPDX-License-Identifier: MIT
#include "oldham/isolation/isolated_subsystem.hpp"

// What an isolated subsystem can do beyond steps: each a message of its own.

namespace oldham {
namespace {

/// Reads as many numbers as there is room for.
auto into(std::span<double> values) {
  return [values](MessageReader& answer) { answer.take_values_into(values); };
}

/// Writes t, x and u.
auto arguments(const double& t, std::span<const double> x, std::span<const double> u) {
  return [=, &t](MessageWriter& message) {
    message.put(t);
    message.put_values(x);
    message.put_values(u);
  };
}

}  // namespace

void IsolatedSubsystem::read_equation_state(std::span<double> x) const {
  exchange(Operation::read_equation_state, false, no_words, into(x));
}

void IsolatedSubsystem::derivative(const double& t, std::span<const double> x, std::span<const double> u,
                                   std::span<double> dx) const {
  exchange(Operation::derivative, false, arguments(t, x, u), into(dx));
}

void IsolatedSubsystem::output(const double& t, std::span<const double> x, std::span<const double> u,
                               std::span<double> y) const {
  exchange(Operation::output, false, arguments(t, x, u), into(y));
}

void IsolatedSubsystem::switches(const double& t, std::span<const double> x, std::span<const double> u,
                                 std::span<double> g) const {
  if (!g.empty()) exchange(Operation::switches, false, arguments(t, x, u), into(g));
}

std::string IsolatedSubsystem::follow(const double& t, std::span<const double> x) const {
  std::string trouble;
  exchange(
      Operation::follow, false,
      [&](MessageWriter& message) {
        message.put(t);
        message.put_values(x);
      },
      [&](MessageReader& answer) { trouble = answer.take_text(); });
  return trouble;
}

bool IsolatedSubsystem::output_rate(const double& t, std::span<const double> x, std::span<const double> dx,
                                    std::span<const double> u, std::span<const double> du,
                                    std::span<double> rate) const {
  bool told = false;
  exchange(
      Operation::output_rate, false,
      [&](MessageWriter& message) {
        arguments(t, x, u)(message);
        message.put_values(dx);
        message.put_values(du);
      },
      [&](MessageReader& answer) {
        told = answer.take_flag();
        answer.take_values_into(rate);
      });
  return told;
}

double IsolatedSubsystem::next_kink(const double& t) const {
  double kink = 0;
  exchange(
      Operation::next_kink, false, [&](MessageWriter& message) { message.put(t); },
      [&](MessageReader& answer) { kink = answer.take<double>(); });
  return kink;
}

void IsolatedSubsystem::respond(const Interval<double>& step, const InputSignal<double>& direction,
                                std::span<double> dy, std::span<double> drate, std::span<double> dintegral) {
  exchange(
      Operation::respond, false,
      [&](MessageWriter& message) {
        message.put(step);
        message.put_flag(!drate.empty());
        message.put_flag(!dintegral.empty());
        message.put_signal(direction);
      },
      [&](MessageReader& answer) {
        for (const std::span<double> part : {dy, drate, dintegral})
          if (part.empty())
            answer.take_values();
          else
            answer.take_values_into(part);
      });
}

void IsolatedSubsystem::carry_integrals() {
  beginning_.carries_integrals = true;
  exchange(Operation::carry_integrals, true, no_words, no_words);
}

void IsolatedSubsystem::read_integrals(std::span<double> q) const {
  exchange(Operation::read_integrals, false, no_words, into(q));
}

}  // namespace oldham
