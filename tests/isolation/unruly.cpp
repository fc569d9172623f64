// SPDX-License-Identifier: MIT
#include "isolation/unruly.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "oldham/core/error.hpp"
#include "oldham/subsystem/value_bytes.hpp"

namespace oldham::test {
namespace {

/// Not kept from its end by what a sanitizer does with signals.
void raise_for_good(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

[[noreturn]] void hang() {
  for (;;) pause();
}

void chatter() {
  const std::string line(99, '.');
  for (int i = 0; i < 5000; ++i) {
    std::printf("%s\n", line.c_str());
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  std::printf("that was all\n");
}

class Unruly final : public Subsystem<double> {
 public:
  explicit Unruly(const std::string& order) {
    std::istringstream words(order);
    words >> misdeed_ >> when_ >> value_;
    auto boundary = std::make_shared<Boundary>();
    boundary->model = "unruly";
    boundary->inputs = {{"u", parse_unit("mm"), "what x follows", 2}};
    boundary->outputs = {{"y", parse_unit("mm"), "", 1}};
    description_.name = "unruly";
    description_.boundary = std::move(boundary);
    description_.state_size = 1;
    description_.capabilities = {.rollback = true, .state_access = true, .serialisation = true};
    for (std::string word; words >> word;) {
      if (word == "no-rollback")
        description_.capabilities.rollback = false;
      else if (word == "no-bytes")
        description_.capabilities.serialisation = false;
      else
        description_.name = word;
    }
    if (misdeed_ == "make-exit") std::exit(4);
    if (misdeed_ == "make-error") throw_wrong_input("unruly", "this order is refused", "give another one");
  }
  ~Unruly() final {
    if (misdeed_ == "quit-hang") hang();
    if (misdeed_ == "quit-crash") raise_for_good(SIGSEGV);
  }

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {{"value", value_, "s"}}; }
  void initialize(const double&) final { x_ = 1; }
  void apply_inputs(std::span<const double>) final {}
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final {
    ++calls_;
    double u = 0;
    inputs.evaluate_end(&u);
    x_ += step.length * (u - x_);
    if (when_ == "call" ? calls_ == value_ : step.end() > value_) return misbehave();
    return StepOutcome::accepted();
  }
  void read_outputs(std::span<double> y) const final { y[0] = x_; }
  void save(Snapshot<double>& into) const final { into.values.assign(1, x_); }
  void restore(const Snapshot<double>& from) final { x_ = from.values[0]; }
  void assume_past(const double&) final {}
  void read_state(std::span<double> x) const final { x[0] = x_; }
  void write_state(std::span<const double> x) final { x_ = x[0]; }
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }
  const StateBytes<double>* state_bytes() const final {
    return description_.capabilities.serialisation ? value_bytes<double>() : nullptr;
  }

 private:
  StepOutcome misbehave() {
    std::printf("about to %s\n", misdeed_.c_str());
    if (misdeed_ == "abort") raise_for_good(SIGABRT);
    if (misdeed_ == "segv") raise_for_good(SIGSEGV);
    if (misdeed_ == "exit") std::exit(3);
    if (misdeed_ == "spawn" && std::system("sleep 1000 & echo child $!") != 0) std::exit(5);
    if (misdeed_ == "hang" || misdeed_ == "spawn") hang();
    if (misdeed_ == "throw") throw std::runtime_error("thrown in a step");
    if (misdeed_ == "error") throw Error(ErrorKind::wrong_input, "refused in a step");
    if (misdeed_ == "chatter") chatter();
    if (misdeed_ == "nan") x_ = std::numeric_limits<double>::quiet_NaN();
    if (misdeed_ == "reject") return StepOutcome::rejected("too long a step");
    return StepOutcome::accepted();
  }

  SubsystemDescription description_;
  std::string misdeed_, when_;
  double value_ = 0, calls_ = 0, x_ = 1;
};

}  // namespace

std::unique_ptr<Subsystem<double>> make_unruly(const std::string& order) { return std::make_unique<Unruly>(order); }

}  // namespace oldham::test
