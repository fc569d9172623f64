// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "exported_fmu.hpp"
#include "oldham/fmi/description/violations.hpp"
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

class Exported : public Scenario {
 protected:
  LoadedFmu load(const ExportCase& made, int version, const std::vector<std::string>& settings = {}) const {
    Arguments arguments = {"fmu", "export", made.what, "--fmi", std::to_string(version), "-o", "a.fmu"};
    if (!made.subsystem.empty()) arguments.insert(arguments.end(), {"--subsystem", made.subsystem});
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    answer(arguments);
    return LoadedFmu(folder() / "a.fmu", folder() / "cache");
  }
};

/// The same as the program makes of it, here.
PreparedExport native(const ExportCase& made) {
  for (const ModelHelp& help : model_help())
    if (help.name == made.what && made.what != "rod") return prepare_export(entry_of_model(made.what), made.what);
  return prepare_export(parse_toml("system = \"" + made.what + "\"\n", made.what), made.subsystem);
}

class EveryExport : public Exported, public testing::WithParamInterface<ExportCase> {};

INSTANTIATE_TEST_SUITE_P(All, EveryExport, testing::ValuesIn(cases()), [](const auto& row) {
  std::string name = row.param.what + "_" + row.param.subsystem;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST_P(EveryExport, KeepsTheRulesOfTheStandard) {
  for (const int version : {2, 3}) {
    const LoadedFmu fmu = load(GetParam(), version);
    for (const fmi::Violation& violation : fmi::find_violations(fmu.description)) ADD_FAILURE() << text_of(violation);
    EXPECT_TRUE(fmi::find_binary_violations(fmu.description, fmi::Archive(folder() / "a.fmu").entries()).empty());
  }
}

// held inputs are the one signal that the standard can say exactly
TEST_P(EveryExport, StepsAsTheModelDoesByBothVersions) {
  const PreparedExport made = native(GetParam());
  Subsystem<double>& model = *made.built.subsystem;
  const auto inputs = static_cast<std::size_t>(model.description().input_count());
  std::vector<double> u(inputs), y(static_cast<std::size_t>(model.description().output_count()));
  const LoadedFmu fmu2 = load(GetParam(), 2), fmu3 = load(GetParam(), 3);
  Instance2 second(fmu2, fmi2CoSimulation);
  Instance3 third(fmu3, fmi::InterfaceKind::co_simulation);
  const std::vector<std::uint32_t> in = fmu2.references(fmi::Causality::input),
                                   out = fmu2.references(fmi::Causality::output);
  ASSERT_EQ(second.start(made.built.start), fmi2OK) << second.log;
  ASSERT_EQ(third.start(made.built.start), fmi3OK) << third.log;
  model.initialize(made.built.start);
  model.apply_inputs(made.built.input_starts);
  model.read_outputs(y);
  EXPECT_EQ(second.get(out), y);
  EXPECT_EQ(third.get(out), y);
  const double breaks[] = {0, 1}, H = GetParam().step;
  for (int n = 0; n < 5; ++n) {
    for (std::size_t i = 0; i < inputs; ++i) u[i] = 1e-3 * std::sin(1.0 + n + 3.0 * i);
    const double t = made.built.start + n * H;
    const StepOutcome outcome = model.advance({t, H}, {static_cast<int>(inputs), 0, breaks, u.data()});
    second.SetReal(second.component, in.data(), in.size(), u.data());
    // a model that cannot be driven by such numbers says so in both
    if (!outcome.is_accepted()) {
      EXPECT_EQ(second.DoStep(second.component, t, H, fmi2True), fmi2Error);
      EXPECT_THAT(second.log, HasSubstr(outcome.reason));
      return;
    }
    model.read_outputs(y);
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
TEST_P(EveryExport, IsTheModelByTheExtension) {
  const PreparedExport made = native(GetParam());
  Subsystem<double>& model = *made.built.subsystem;
  const std::unique_ptr<fmi::ExtendedFmu> fmu = make_extended(load(GetParam(), 2), "fmu");
  const auto inputs = static_cast<std::size_t>(model.description().input_count());
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
  std::vector<double> c(2 * 3 * inputs);
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = 1e-3 * std::sin(1.7 * i);
  const InputSignal<double> signal{static_cast<int>(inputs), 2, breaks, c.data()};
  Snapshot<double> saved;
  std::vector<std::byte> bytes;
  std::vector<double> last;
  for (Subsystem<double>* s : {&model, static_cast<Subsystem<double>*>(fmu.get())}) {
    s->initialize(made.built.start);
    s->apply_inputs(made.built.input_starts);
  }
  EXPECT_EQ(see(*fmu), see(model));
  for (int n = 0; n < 4; ++n) {
    if (n == 2) {
      fmu->save(saved);
      fmu->state_bytes()->write(saved, bytes);
    }
    const StepOutcome expected = model.advance({made.built.start + n * H, H}, signal),
                      outcome = fmu->advance({made.built.start + n * H, H}, signal);
    ASSERT_EQ(outcome.status, expected.status);
    EXPECT_EQ(outcome.reason, expected.reason);
    if (!expected.is_accepted()) return;
    last = see(model);
    EXPECT_EQ(see(*fmu), last);
  }
  // back to the third step, from memory and from bytes
  fmu->restore(saved);
  for (int n = 2; n < 4; ++n) ASSERT_TRUE(fmu->advance({made.built.start + n * H, H}, signal).is_accepted());
  EXPECT_EQ(see(*fmu), last);
  Snapshot<double> read;
  fmu->state_bytes()->read(bytes, read);
  fmu->restore(read);
  for (int n = 2; n < 4; ++n) ASSERT_TRUE(fmu->advance({made.built.start + n * H, H}, signal).is_accepted());
  EXPECT_EQ(see(*fmu), last);
}

TEST_P(EveryExport, TellsTheEquationsOfTheModel) {
  const PreparedExport made = native(GetParam());
  Subsystem<double>& model = *made.built.subsystem;
  const LoadedFmu fmu = load(GetParam(), 2);
  Instance2 instance(fmu, fmi2ModelExchange);
  ASSERT_EQ(instance.start(made.built.start), fmi2OK) << instance.log;
  model.initialize(made.built.start);
  model.apply_inputs(made.built.input_starts);
  const Equations<double>& f = *model.equations();
  const auto states = static_cast<std::size_t>(f.equation_size());
  std::vector<double> x(states), dx(states), told(states), told_x(states);
  std::vector<double> y(static_cast<std::size_t>(model.description().output_count()));
  f.read_equation_state(x);
  ASSERT_EQ(instance.GetContinuousStates(instance.component, told_x.data(), states), fmi2OK) << instance.log;
  EXPECT_EQ(told_x, x);
  f.derivative(made.built.start, x, made.built.input_starts, dx);
  ASSERT_EQ(instance.GetDerivatives(instance.component, told.data(), states), fmi2OK) << instance.log;
  EXPECT_EQ(told, dx);
  f.output(made.built.start, x, made.built.input_starts, y);
  EXPECT_EQ(instance.get(fmu.references(fmi::Causality::output)), y);
}

}  // namespace
}  // namespace oldham::test
