// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "exported_fmu.hpp"
#include "fmu_files.hpp"
#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/fmi/description/violations.hpp"
#include "oldham/fmi/export/export.hpp"
#include "oldham/io/export_preparation.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/registry.hpp"
#include "program.hpp"

namespace oldham::test {
namespace {

using testing::HasSubstr;

/// What can be exported without a file, and subsystems of ready-made systems.
struct ExportCase {
  std::string what, subsystem;
  double step = 0.01;  // s
  friend std::ostream& operator<<(std::ostream& out, const ExportCase& row) {
    return out << row.what << " " << row.subsystem;
  }
};

std::vector<ExportCase> cases() {
  return {{"oscillator", ""},
          {"driven-oscillator", ""},
          {"duffing", ""},
          {"planar-body", ""},
          {"reduced-interface", ""},
          {"two-mass", ""},
          {"two-mass", "mass1"},
          {"two-mass-constraint", ""},
          {"two-mass-kinematic", ""},
          {"four-bar", "", 1e-4},
          {"four-bar", "left", 1e-3},
          {"crane", "", 1e-3},
          {"crane", "mechanism", 1e-3},
          {"crane", "circuit1", 1e-3},
          {"crane-double", "", 1e-3},
          {"interface-model", "", 1e-2},
          {"rod", "", 1e-3},
          {"rod", "rod", 1e-3},
          {"cable", "", 1e-3}};
}

/// What the program makes an FMU of.
PreparedExport prepare(const ExportCase& made) {
  for (const ModelHelp& help : model_help())
    if (help.name == made.what && made.what != "rod") return prepare_export(entry_of_model(made.what), made.what);
  return prepare_export(parse_toml("system = \"" + made.what + "\"\n", made.what), made.subsystem);
}

/// A model beside the FMUs that are made of it, each packed and unpacked once for all that is asked of it.
class EveryExport : public Scenario, public testing::WithParamInterface<ExportCase> {
 protected:
  EveryExport()
      : made_(prepare(GetParam())),
        model_(*made_.built.subsystem),
        inputs_(static_cast<std::size_t>(model_.description().input_count())),
        fmu2_(pack(fmi::Standard::fmi2)),
        fmu3_(pack(fmi::Standard::fmi3)) {}

  std::filesystem::path file(fmi::Standard standard) const {
    return folder() / (standard == fmi::Standard::fmi3 ? "3.fmu" : "2.fmu");
  }
  LoadedFmu pack(fmi::Standard standard) const {
    const std::filesystem::path library = std::filesystem::path(OLDHAM_PROGRAM).parent_path() / "oldham_fmu.so";
    fmi::write_fmu(file(standard), made_.model(GetParam().what, "test"), standard, library);
    return LoadedFmu(file(standard), folder() / "cache");
  }
  void begin(Subsystem<double>& subsystem) const {
    subsystem.initialize(made_.built.start);
    subsystem.apply_inputs(made_.built.input_starts);
  }

  void keep_the_rules();
  void step_as_the_model_does();
  void be_the_model_by_the_extension();
  void follow_polynomials_by_the_standard();
  void tell_the_equations();
  void pass_all_checks();

  PreparedExport made_;
  Subsystem<double>& model_;
  std::size_t inputs_;
  LoadedFmu fmu2_, fmu3_;
};

INSTANTIATE_TEST_SUITE_P(All, EveryExport, testing::ValuesIn(cases()), [](const auto& row) {
  std::string name = row.param.what + "_" + row.param.subsystem;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST_P(EveryExport, IsTheModelAndKeepsWhatItDeclares) {
  keep_the_rules();
  step_as_the_model_does();
  be_the_model_by_the_extension();
  follow_polynomials_by_the_standard();
  tell_the_equations();
  pass_all_checks();
}

void EveryExport::keep_the_rules() {
  for (const LoadedFmu* fmu : {&fmu2_, &fmu3_}) {
    for (const fmi::Violation& violation : fmi::find_violations(fmu->description)) ADD_FAILURE() << text_of(violation);
    const fmi::Archive archive(file(fmu->description.standard));
    EXPECT_TRUE(fmi::find_binary_violations(fmu->description, archive.entries()).empty());
  }
}

// held inputs are the one signal that the standard can say exactly
void EveryExport::step_as_the_model_does() {
  std::vector<double> u(inputs_), y(static_cast<std::size_t>(model_.description().output_count()));
  Instance2 second(fmu2_, fmi2CoSimulation);
  Instance3 third(fmu3_, fmi::InterfaceKind::co_simulation);
  const std::vector<std::uint32_t> in = fmu2_.references(fmi::Causality::input),
                                   out = fmu2_.references(fmi::Causality::output);
  ASSERT_EQ(second.start(made_.built.start), fmi2OK) << second.log;
  ASSERT_EQ(third.start(made_.built.start), fmi3OK) << third.log;
  begin(model_);
  model_.read_outputs(y);
  EXPECT_EQ(second.get(out), y);
  EXPECT_EQ(third.get(out), y);
  const double breaks[] = {0, 1}, H = GetParam().step;
  for (int n = 0; n < 5; ++n) {
    for (std::size_t i = 0; i < inputs_; ++i) u[i] = 1e-3 * std::sin(1.0 + n + 3.0 * i);
    const double t = made_.built.start + n * H;
    const StepOutcome outcome = model_.advance({t, H}, {static_cast<int>(inputs_), 0, breaks, u.data()});
    second.SetReal(second.component, in.data(), in.size(), u.data());
    // a model that cannot be driven by such numbers says so in both
    if (!outcome.is_accepted()) {
      EXPECT_EQ(second.DoStep(second.component, t, H, fmi2True), fmi2Error);
      EXPECT_THAT(second.log, HasSubstr(outcome.reason));
      return;
    }
    model_.read_outputs(y);
    ASSERT_EQ(second.DoStep(second.component, t, H, fmi2True), fmi2OK) << second.log;
    third.SetFloat64(third.component, in.data(), in.size(), u.data(), u.size());
    fmi3Boolean event, end, early;
    double reached = 0;
    ASSERT_EQ(third.DoStep(third.component, t, H, true, &event, &end, &early, &reached), fmi3OK) << third.log;
    EXPECT_EQ(reached, t + H);
    EXPECT_EQ(second.get(out), y);
    EXPECT_EQ(third.get(out), y);
  }
}

// polynomials pass exactly by the table beyond the standard, and so does everything else
void EveryExport::be_the_model_by_the_extension() {
  const std::unique_ptr<fmi::ExtendedFmu> fmu = make_extended(fmu2_, "fmu");
  const auto see = [](Subsystem<double>& s) {
    std::vector<double> y(static_cast<std::size_t>(s.description().output_count())),
        x(static_cast<std::size_t>(s.description().state_size));
    s.read_outputs(y);
    s.read_state(x);
    y.insert(y.end(), x.begin(), x.end());
    return y;
  };
  const double H = GetParam().step;
  const std::vector<double> breaks = {0, 0.5, 1};
  std::vector<double> c(2 * 3 * inputs_);
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = 1e-3 * std::sin(1.7 * i);
  const InputSignal<double> signal{static_cast<int>(inputs_), 2, breaks, c.data()};
  const auto interval = [&](int n) { return Interval<double>{made_.built.start + n * H, H}; };
  Snapshot<double> saved;
  std::vector<std::byte> bytes;
  std::vector<double> last;
  begin(model_);
  begin(*fmu);
  EXPECT_EQ(see(*fmu), see(model_));
  for (int n = 0; n < 4; ++n) {
    if (n == 2) {
      fmu->save(saved);
      fmu->state_bytes()->write(saved, bytes);
    }
    const StepOutcome expected = model_.advance(interval(n), signal), outcome = fmu->advance(interval(n), signal);
    ASSERT_EQ(outcome.status, expected.status);
    EXPECT_EQ(outcome.reason, expected.reason);
    if (!expected.is_accepted()) return;
    last = see(model_);
    EXPECT_EQ(see(*fmu), last);
  }
  // back to the third step, from memory and from bytes
  Snapshot<double> read;
  fmu->state_bytes()->read(bytes, read);
  for (const Snapshot<double>* from : {&saved, &read}) {
    fmu->restore(*from);
    for (int n = 2; n < 4; ++n) ASSERT_TRUE(fmu->advance(interval(n), signal).is_accepted());
    EXPECT_EQ(see(*fmu), last);
  }
}

// whoever knows the standard only gives derivatives in FMI 2.0 and is asked for inputs inside the step in FMI 3.0
void EveryExport::follow_polynomials_by_the_standard() {
  if (inputs_ == 0) return;
  const double breaks[] = {0, 1}, H = GetParam().step;
  std::vector<double> c(3 * inputs_), y(static_cast<std::size_t>(model_.description().output_count()));
  for (const LoadedFmu* loaded : {&fmu2_, &fmu3_}) {
    const auto fmu = std::make_shared<const fmi::Fmu>(file(loaded->description.standard),
                                                      fmi::InterfaceKind::co_simulation, folder() / "cache");
    fmi::CosimulationFmu imported("imported", fmu, {});
    EXPECT_NE(imported.manner(), fmi::CosimulationFmu::InputManner::substeps);
    begin(model_);
    begin(imported);
    for (int n = 0; n < 4; ++n) {
      for (std::size_t i = 0; i < c.size(); ++i)
        c[i] = made_.built.input_starts[i % inputs_] * (i < inputs_) + 1e-3 * std::sin(1.7 * (i + n));
      const InputSignal<double> signal{static_cast<int>(inputs_), 2, breaks, c.data()};
      const Interval<double> step{made_.built.start + n * H, H};
      const StepOutcome expected = model_.advance(step, signal), outcome = imported.advance(step, signal);
      ASSERT_EQ(outcome.is_accepted(), expected.is_accepted()) << outcome.reason << expected.reason;
      if (!expected.is_accepted()) break;
      model_.read_outputs(y);
      const std::vector<double> told = outputs_of(imported);
      // inputs differ by their rounding, 10⁻¹⁵; iterations inside a model end at 10⁻¹⁰ or less
      for (std::size_t i = 0; i < y.size(); ++i)
        EXPECT_NEAR(told[i], y[i], 1e-9 * std::max(1e-3, std::abs(y[i])))
            << loaded->description.fmi_version << " " << model_.description().boundary->outputs[i].name;
    }
  }
}

void EveryExport::tell_the_equations() {
  Instance2 instance(fmu2_, fmi2ModelExchange);
  ASSERT_EQ(instance.start(made_.built.start), fmi2OK) << instance.log;
  begin(model_);
  const Equations<double>& f = *model_.equations();
  const auto states = static_cast<std::size_t>(f.equation_size());
  std::vector<double> x(states), dx(states), told(states), told_x(states);
  std::vector<double> y(static_cast<std::size_t>(model_.description().output_count()));
  f.read_equation_state(x);
  ASSERT_EQ(instance.GetContinuousStates(instance.component, told_x.data(), states), fmi2OK) << instance.log;
  EXPECT_EQ(told_x, x);
  f.derivative(made_.built.start, x, made_.built.input_starts, dx);
  ASSERT_EQ(instance.GetDerivatives(instance.component, told.data(), states), fmi2OK) << instance.log;
  EXPECT_EQ(told, dx);
  f.output(made_.built.start, x, made_.built.input_starts, y);
  EXPECT_EQ(instance.get(fmu2_.references(fmi::Causality::output)), y);
}

// what `oldham fmu check` would say, of both interfaces and with inputs at their start values
void EveryExport::pass_all_checks() {
  using Verdict = fmi::CheckRow::Verdict;
  for (const LoadedFmu* fmu : {&fmu2_, &fmu3_}) {
    const fmi::CheckSettings settings{.steps = 4, .cache = folder() / "cache"};
    for (const fmi::CheckRow& row : fmi::check_fmu(file(fmu->description.standard), settings))
      EXPECT_TRUE(row.verdict == Verdict::passed || row.verdict == Verdict::skipped) << row.name << ": " << row.detail;
  }
}

}  // namespace
}  // namespace oldham::test
