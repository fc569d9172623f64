// SPDX-License-Identifier: MIT
#include "oldham/isolation/serve_subsystem.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <typeinfo>
#include <vector>

#include "oldham/isolation/message.hpp"
#include "oldham/isolation/subsystem_message.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham {
namespace {

/// A subsystem, and the states of it that the host may want back.
class SubsystemServer {
 public:
  explicit SubsystemServer(SharedChannel& channel) : channel_(channel) {}

  /// Answers the request that is there; false: it was the last one.
  bool answer() {
    const auto apologise = [&](ErrorKind kind, const std::string& what) {
      MessageWriter answer(channel_);
      answer.put(Answer::threw);
      answer.put_count(static_cast<std::size_t>(kind));
      answer.put_text(what);
      return true;
    };
    try {
      is_sound_ = true;
      return obey();
    } catch (const Error& error) {
      return apologise(error.kind(), error.what());
    } catch (const std::exception& error) {
      return apologise(ErrorKind::failure, fmt::format("unexpected: {}", error.what()));
    } catch (...) {
      return apologise(ErrorKind::failure, "it threw something that is no exception of C++'s library");
    }
  }

 private:
  bool obey() {
    MessageReader message(channel_);
    const auto request = message.take<Request>();
    if (request.keep >= 0) {
      const auto number = static_cast<std::size_t>(request.keep);
      if (states_.size() <= number) states_.resize(number + 1);
      subsystem_->save(states_[number]);
    }
    if (request.bring_back >= 0) subsystem_->restore(states_.at(static_cast<std::size_t>(request.bring_back)));
    switch (request.operation) {
      case Operation::make:
        make(message);
        break;
      case Operation::quit:
        states_.clear();
        standing_ = {};
        subsystem_.reset();
        done();
        return false;
      case Operation::initialize:
        subsystem_->initialize(message.take<double>());
        done();
        break;
      case Operation::apply_inputs:
        subsystem_->apply_inputs(message.take_values());
        put_outputs(done());
        break;
      case Operation::begin:
        subsystem_->begin();
        put_outputs(done());
        break;
      case Operation::restart:
        subsystem_->restart(message.take_values());
        put_outputs(done());
        break;
      case Operation::expect_return: {
        const bool is_not_saved = subsystem_->expect_return(static_cast<Return>(message.take_count()));
        done().put_flag(is_not_saved);
        break;
      }
      case Operation::advance:
        advance(message);
        break;
      case Operation::read_outputs:
        put_outputs(done());
        break;
      case Operation::read_state:
        put_result(subsystem_->description().state_size, [&](std::span<double> x) { subsystem_->read_state(x); });
        break;
      case Operation::write_state:
        subsystem_->write_state(message.take_values());
        done();
        break;
      case Operation::assume_past:
        subsystem_->assume_past(message.take<double>());
        done();
        break;
      case Operation::write_bytes:
        subsystem_->state_bytes()->write(states_.at(message.take_count()), bytes_);
        done().put_bytes(bytes_);
        break;
      case Operation::read_bytes:
        read_bytes(message);
        break;
      case Operation::respond:
        respond(message);
        break;
      case Operation::tell:
        tell();
        break;
      case Operation::carry_integrals:
        subsystem_->output_integrals()->carry_integrals();
        done();
        break;
      case Operation::read_integrals:
        put_result(outputs(), [&](std::span<double> q) { subsystem_->output_integrals()->read_integrals(q); });
        break;
      default:
        evaluate(request.operation, message);
    }
    if (request.tells_state == 1) put_state();
    return true;
  }

  MessageWriter done() {
    MessageWriter answer(channel_);
    answer.put(Answer::done);
    return answer;
  }
  int outputs() const { return subsystem_->description().output_count(); }

  /// Numbers that are computed before they are written, as what they are made of may stand in the same place.
  void put_result(int size, auto&& compute) {
    result_.resize(static_cast<std::size_t>(size));
    compute(std::span<double>(result_));
    done().put_values(result_);
  }
  void put_outputs(MessageWriter answer) {
    result_.resize(static_cast<std::size_t>(outputs()));
    subsystem_->read_outputs(result_);
    answer.put_values(result_);
  }

  /// What another process would have to be told to stand here.
  void put_state() {
    bytes_.clear();
    if (is_sound_) {
      subsystem_->save(standing_);
      subsystem_->state_bytes()->write(standing_, bytes_);
    }
    MessageWriter answer = MessageWriter::append_to(channel_);
    answer.put_flag(is_sound_);
    answer.put_bytes(bytes_);
  }

  void make(MessageReader& message) {
    const std::string kind(message.take_text()), order(message.take_text());
    subsystem_ = make_of_kind(kind, order);
    MessageWriter answer = done();
    put_facts(answer, *subsystem_);
  }

  void advance(MessageReader& message) {
    const auto step = message.take<Interval<double>>();
    StepOutcome outcome;
    result_.resize(static_cast<std::size_t>(outputs()));
    subsystem_->advance_and_read(step, message.take_signal(), result_, outcome);
    is_sound_ = outcome.is_accepted();
    MessageWriter answer = done();
    answer.put_count(static_cast<std::size_t>(outcome.status));
    answer.put_flag(outcome.is_last);
    if (!outcome.is_accepted() || outcome.is_last) {
      answer.put_text(outcome.reason);
      answer.put_flag(outcome.reached.has_value());
      answer.put(outcome.reached.value_or(0));
    }
    answer.put_values(result_);
  }

  void tell() {
    const std::vector<std::string> notes = subsystem_->notes();
    const auto texts = subsystem_->text_outputs();
    MessageWriter answer = done();
    answer.put_count(notes.size());
    for (const std::string& note : notes) answer.put_text(note);
    answer.put_count(texts.size());
    for (const auto& [name, value] : texts) {
      answer.put_text(name);
      answer.put_text(value);
    }
  }

  void read_bytes(MessageReader& message) {
    const std::size_t number = message.take_count();
    if (states_.size() <= number) states_.resize(number + 1);
    subsystem_->state_bytes()->read(message.take_bytes(), states_[number]);
    done();
  }

  void respond(MessageReader& message) {
    const auto step = message.take<Interval<double>>();
    const bool rates = message.take_flag(), integrals = message.take_flag();
    const auto direction = message.take_signal();
    const auto size = static_cast<std::size_t>(outputs());
    result_.assign(3 * size, 0.0);
    const std::span<double> all(result_), none;
    subsystem_->step_sensitivity()->respond(step, direction, all.first(size), rates ? all.subspan(size, size) : none,
                                            integrals ? all.last(size) : none);
    MessageWriter answer = done();
    for (std::size_t part = 0; part < 3; ++part) answer.put_values(all.subspan(part * size, size));
  }

  /// The equations at t, x and u.
  void evaluate(Operation operation, MessageReader& message) {
    const Equations<double>& equations = *subsystem_->equations();
    if (operation == Operation::read_equation_state)
      return put_result(equations.equation_size(), [&](std::span<double> x) { equations.read_equation_state(x); });
    const auto t = message.take<double>();
    if (operation == Operation::next_kink) {
      const double kink = equations.next_kink(t);
      return done().put(kink);
    }
    const std::span<const double> x = message.take_values();
    if (operation == Operation::follow) {
      const std::string trouble = equations.follow(t, x);
      return done().put_text(trouble);
    }
    const std::span<const double> u = message.take_values();
    if (operation == Operation::derivative)
      return put_result(equations.equation_size(), [&](std::span<double> dx) { equations.derivative(t, x, u, dx); });
    if (operation == Operation::output)
      return put_result(outputs(), [&](std::span<double> y) { equations.output(t, x, u, y); });
    if (operation == Operation::switches)
      return put_result(equations.switch_count(), [&](std::span<double> g) { equations.switches(t, x, u, g); });
    const std::span<const double> dx = message.take_values(), du = message.take_values();
    result_.resize(static_cast<std::size_t>(outputs()));
    const bool told = equations.output_rate(t, x, dx, u, du, result_);
    MessageWriter answer = done();
    answer.put_flag(told);
    answer.put_values(result_);
  }

  SharedChannel& channel_;
  std::unique_ptr<Subsystem<double>> subsystem_;
  std::vector<Snapshot<double>> states_;
  Snapshot<double> standing_;  // the state that is told, for its storage
  bool is_sound_ = true;       // false: after a step that was not accepted there is no state to be told
  std::vector<double> result_;
  std::vector<std::byte> bytes_;
};

}  // namespace

void serve_subsystem(SharedChannel& channel) {
  SubsystemServer server(channel);
  for (bool goes_on = true; goes_on;) {
    if (!channel.spin())
      while (!channel.sleep(std::chrono::hours(1))) {
      }
    goes_on = server.answer();
    channel.pass();
  }
}

}  // namespace oldham
