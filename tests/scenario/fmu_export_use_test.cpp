// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "exported_fmu.hpp"
#include "oldham/analysis/stability.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "program.hpp"

namespace oldham::test {
namespace {

using testing::HasSubstr;

class FmuExport : public Scenario {
 protected:
  LoadedFmu load(Arguments arguments, const std::string& name = "a.fmu") const {
    arguments.insert(arguments.begin(), {"fmu", "export"});
    arguments.insert(arguments.end(), {"-o", name});
    answer(arguments);
    return LoadedFmu(folder() / name, folder() / "cache");
  }
};

TEST_F(FmuExport, NeedsNothingButTheCLibrary) {
  const LoadedFmu fmu = load({"oscillator"});
  std::string needed;
  FILE* pipe = popen(("readelf -d " + fmu.library.string()).c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  for (char line[1000]; fgets(line, sizeof line, pipe) != nullptr;)
    if (const std::string text = line; text.find("(NEEDED)") != std::string::npos)
      needed += text.substr(text.find('[') + 1, text.find(']') - text.find('[') - 1) + " ";
  ASSERT_EQ(pclose(pipe), 0);
  for (const char* allowed : {"libc.so.6 ", "libm.so.6 ", "ld-linux-x86-64.so.2 ", "ld-linux-aarch64.so.1 "})
    if (const std::size_t at = needed.find(allowed); at != std::string::npos)
      needed.erase(at, std::string(allowed).size());
  EXPECT_EQ(needed, "");
}

TEST_F(FmuExport, OfASystemHasItsOutputsUnderTheNameThatTheFileGivesIt) {
  answer({"fmu", "export", "two-mass", "-o", "both.fmu"});
  const std::string file = write("twice.toml",
                                 "[simulation]\nend = 0.1\n[scheme]\nstep = 0.01\n"
                                 "[[subsystem]]\nname = \"s\"\nfmu = \"both.fmu\"\n"
                                 "[[subsystem]]\nname = \"t\"\nfmu = \"both.fmu\"\n");
  const nlohmann::json outputs = answer({"run", file, "--out", "out"}).at("outputs");
  for (const char* name : {"s.mass1.position", "s.mass2.velocity", "t.mass1.position", "t.mass2.velocity"})
    EXPECT_TRUE(outputs.contains(name)) << name;
  EXPECT_FALSE(outputs.contains("mass1.position"));
}

TEST_F(FmuExport, AnswersInTextAndJson) {
  const Ended ended = run({"fmu", "export", "oscillator", "--fmi", "2"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "oscillator.fmu: oscillator for FMI 2.0, model exchange and co-simulation\n"
            "inputs 1, outputs 2, states 2, parameters 5\n");
  const nlohmann::json told = answer({"fmu", "export", "two-mass", "--subsystem", "mass2", "-o", "half.fmu"});
  EXPECT_EQ(told["file"], "half.fmu");
  EXPECT_EQ(told["fmi_version"], "3.0");
  EXPECT_EQ(told["model_name"], "mass2");
  EXPECT_EQ(told["interfaces"], (std::vector<std::string>{"ModelExchange", "CoSimulation"}));
  EXPECT_EQ(told["states"], 2);
}

TEST_F(FmuExport, HoldsInputsThatNothingIsConnectedTo) {
  answer({"fmu", "export", "oscillator", "-o", "a.fmu"});
  const auto last_position = [&](const Arguments& more) {
    Arguments arguments = {"fmu", "run", "a.fmu", "--end", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return answer(arguments)["outputs"]["position"].get<double>();
  };
  // as any other host would have it, which knows nothing of extensions
  EXPECT_NEAR(last_position({}), last_position({"--interface", "model-exchange"}), 1e-6);
  const double pushed = last_position({"--set", "force=1"});
  EXPECT_NEAR(pushed, last_position({"--set", "force=1", "--interface", "model-exchange"}), 1e-6);
  EXPECT_GT(std::abs(pushed - last_position({})), 1e-3);
}

TEST_F(FmuExport, GivesTheSameBytesAgain) {
  answer({"fmu", "export", "crane", "-o", "a.fmu"});
  answer({"fmu", "export", "crane", "-o", "b.fmu"});
  EXPECT_TRUE(read_file(folder() / "a.fmu") == read_file(folder() / "b.fmu"));
}

TEST_F(FmuExport, RefusesWhatCannotBeExported) {
  expect_refusal({"fmu", "export", "oscilator"}, 2, {"neither a model", "did you mean 'oscillator'"});
  expect_refusal({"fmu", "export", "two-mass", "--subsystem", "mass3"}, 2, {"no subsystem 'mass3'", "mass1"});
  expect_refusal({"fmu", "export", "oscillator", "--subsystem", "mass"}, 2, {"has no subsystems"});
  expect_refusal({"fmu", "export", "oscillator", "--fmi", "1"}, 2, {"--fmi"});
  expect_refusal({"fmu", "export", "oscillator", "--set", "parameters.mass=-1"}, 2, {"mass", "positive"});
  expect_refusal({"fmu", "export", "two-mass", "--set", "scheme.startup=exact"}, 2, {"exact past samples"});
  expect_refusal({"fmu", "export", "mechanism"}, 2, {"body"});
  expect_refusal({"fmu", "export", "oscillator", "-o", "none/a.fmu"}, 1, {"none/a.fmu"});
  expect_refusal({"fmu", "export", write("a.toml", "[[subsystem]]\nname = \"a\"\nfmu = \"b.fmu\"\n")}, 3,
                 {"'a' is an FMU itself"});
}

TEST_F(FmuExport, SetsParametersAndInitialValues) {
  const LoadedFmu fmu = load({"oscillator", "--set", "parameters.stiffness=8.0", "--fmi", "2"});
  Instance2 instance(fmu, fmi2CoSimulation);
  const std::uint32_t mass = fmu.reference("mass"), position = fmu.reference("position");
  EXPECT_EQ(instance.get({mass, fmu.reference("stiffness")}), (std::vector<double>{1, 8}));
  EXPECT_EQ(instance.set(mass, 2), fmi2OK);
  EXPECT_EQ(instance.set(position, 0.5), fmi2OK) << "the start value of an output";
  ASSERT_EQ(instance.start(), fmi2OK) << instance.log;
  EXPECT_EQ(instance.get({mass, position}), (std::vector<double>{2, 0.5}));
  // x = 0.5 cos(2 t)
  ASSERT_EQ(instance.DoStep(instance.component, 0, 0.3, fmi2True), fmi2OK);
  EXPECT_NEAR(instance.get({position})[0], 0.5 * std::cos(0.6), 1e-14);
  EXPECT_EQ(instance.set(mass, 3), fmi2Error);
  EXPECT_THAT(instance.log, HasSubstr("parameter 'mass': it is fixed once the run began"));
  ASSERT_EQ(instance.Reset(instance.component), fmi2OK);
  ASSERT_EQ(instance.start(), fmi2OK);
  EXPECT_EQ(instance.get({mass, position}), (std::vector<double>{1, 0}));
}

TEST_F(FmuExport, TellsWhatIsWrongByTheLogger) {
  const LoadedFmu fmu = load({"oscillator", "--fmi", "2"});
  Instance2 instance(fmu, fmi2CoSimulation);
  EXPECT_EQ(instance.set(fmu.reference("mass"), -1), fmi2OK) << "values are judged together";
  EXPECT_EQ(instance.start(), fmi2Error);
  EXPECT_THAT(instance.log, HasSubstr("parameter 'mass' = -1"));
  EXPECT_THAT(instance.log, HasSubstr("positive"));
  instance.log.clear();
  EXPECT_EQ(instance.set(9999, 1), fmi2Error);
  EXPECT_THAT(instance.log, HasSubstr("value reference 9999"));
  instance.log.clear();
  EXPECT_EQ(instance.set(fmu.reference("force"), NAN), fmi2Error);
  EXPECT_EQ(instance.DoStep(instance.component, 0, 0.1, fmi2True), fmi2Error) << "not initialised";
  EXPECT_THAT(instance.log, HasSubstr("not initialised"));
  LoadedFmu other = fmu;
  other.description.token = "another";
  EXPECT_THROW(Instance2(other, fmi2CoSimulation), std::runtime_error);
}

TEST_F(FmuExport, SavesRestoresAndWritesItsState) {
  const LoadedFmu fmu = load({"crane", "--fmi", "3"});
  Instance3 a(fmu, fmi::InterfaceKind::co_simulation), b(fmu, fmi::InterfaceKind::co_simulation);
  const std::vector<std::uint32_t> out = fmu.references(fmi::Causality::output);
  const auto step = [](Instance3& instance, int n) {
    fmi3Boolean event, end, early;
    double reached = 0;
    ASSERT_EQ(instance.DoStep(instance.component, n * 1e-3, 1e-3, true, &event, &end, &early, &reached), fmi3OK)
        << instance.log;
  };
  ASSERT_EQ(a.start(), fmi3OK) << a.log;
  for (int n = 0; n < 5; ++n) step(a, n);
  fmi3FMUState saved = nullptr, read = nullptr;
  ASSERT_EQ(a.GetFMUState(a.component, &saved), fmi3OK) << a.log;
  std::size_t size = 0;
  ASSERT_EQ(a.SerializedFMUStateSize(a.component, saved, &size), fmi3OK) << a.log;
  std::vector<fmi3Byte> bytes(size);
  ASSERT_EQ(a.SerializeFMUState(a.component, saved, bytes.data(), size), fmi3OK) << a.log;
  for (int n = 5; n < 9; ++n) step(a, n);
  const std::vector<double> expected = a.get(out);
  ASSERT_EQ(a.SetFMUState(a.component, saved), fmi3OK) << a.log;
  EXPECT_NE(a.get(out), expected);
  for (int n = 5; n < 9; ++n) step(a, n);
  EXPECT_EQ(a.get(out), expected) << "from memory";
  // another instance goes on from the bytes, without being started
  ASSERT_EQ(b.DeserializeFMUState(b.component, bytes.data(), size, &read), fmi3OK) << b.log;
  ASSERT_EQ(b.SetFMUState(b.component, read), fmi3OK) << b.log;
  for (int n = 5; n < 9; ++n) step(b, n);
  EXPECT_EQ(b.get(out), expected) << "from bytes";
  bytes[size / 2] ^= 1;
  EXPECT_EQ(b.DeserializeFMUState(b.component, bytes.data(), size, &read), fmi3Error);
  EXPECT_THAT(b.log, HasSubstr("no state of this FMU"));
  EXPECT_EQ(b.DeserializeFMUState(b.component, bytes.data(), 3, &read), fmi3Error);
  a.FreeFMUState(a.component, &saved);
  b.FreeFMUState(b.component, &read);
  EXPECT_EQ(saved, nullptr);
}

TEST_F(FmuExport, TellsDirectionalDerivatives) {
  // x' = v, v' = (f − 8 x − v)/2
  const LoadedFmu fmu = load({"oscillator", "--fmi", "2", "--set", "parameters.mass=2.0", "--set",
                              "parameters.stiffness=8.0", "--set", "parameters.damping=1.0"});
  Instance2 instance(fmu, fmi2ModelExchange);
  ASSERT_EQ(instance.start(), fmi2OK) << instance.log;
  const std::vector<std::uint32_t> unknowns = {fmu.reference("der(state[1])"), fmu.reference("der(state[2])"),
                                               fmu.reference("position")};
  const std::vector<std::uint32_t> knowns = {fmu.reference("state[1]"), fmu.reference("state[2]"),
                                             fmu.reference("force")};
  const double seed[] = {1, 10, 100};
  double sensitivity[3];
  ASSERT_EQ(
      instance.GetDirectionalDerivative(instance.component, unknowns.data(), 3, knowns.data(), 3, seed, sensitivity),
      fmi2OK)
      << instance.log;
  EXPECT_THAT(sensitivity, testing::ElementsAre(10, -4 - 5 + 50, 1));
}

TEST_F(FmuExport, FollowsInputsWithDerivatives) {
  // a free mass under f = 2 + 3 t moves by t² + t³/2
  const LoadedFmu fmu = load({"oscillator", "--fmi", "2"});
  Instance2 instance(fmu, fmi2CoSimulation);
  ASSERT_EQ(instance.start(), fmi2OK) << instance.log;
  const std::uint32_t force = fmu.reference("force");
  instance.set(force, 2);
  const int order = 1;
  const double slope = 3;
  ASSERT_EQ(instance.SetRealInputDerivatives(instance.component, &force, 1, &order, &slope), fmi2OK);
  ASSERT_EQ(instance.DoStep(instance.component, 0, 0.5, fmi2True), fmi2OK);
  EXPECT_NEAR(instance.get({fmu.reference("position")})[0], 0.25 + 0.0625, 1e-14);
}

TEST_F(FmuExport, RunsAloneWithItsInputsAtTheirStartValues) {
  // a free mass under a constant force, by the table beyond the standard and without it
  answer({"fmu", "export", "oscillator", "-o", "a.fmu"});
  for (const char* extension : {"true", "false"}) {
    const nlohmann::json ran = answer(
        {"fmu", "run", "a.fmu", "--set", "force=2.0", "--set", std::string("subsystem.a.extension=") + extension});
    EXPECT_NEAR(ran["outputs"]["position"].get<double>(), 1, 1e-12) << extension;
  }
  EXPECT_EQ(run({"fmu", "check", "a.fmu"}).exit_code, 0);
}

TEST_F(FmuExport, TakesTheTablesOfAFileAlong) {
  write("drive.csv", "time,f\n0,0\n1,2\n");
  const std::string file =
      write("system.toml",
            "[simulation]\nend = 1.0\n[scheme]\nstep = 0.1\n[[subsystem]]\nname = \"drive\"\n"
            "model = \"signal\"\n[subsystem.parameters]\nunit = \"N\"\nvalue = {csv = \"drive.csv\"}\n[[subsystem]]\n"
            "name = \"mass\"\nmodel = \"oscillator\"\n[[connect]]\nfrom = \"drive.value\"\n"
            "to = \"mass.force\"\n");
  const LoadedFmu fmu = load({file});
  std::filesystem::remove(folder() / "drive.csv");
  Instance3 instance(fmu, fmi::InterfaceKind::co_simulation);
  ASSERT_EQ(instance.start(0.5), fmi3OK) << instance.log;
  EXPECT_EQ(instance.get({fmu.reference("drive.value")})[0], 1);
}

TEST_F(FmuExport, HalvesOfATwoMassSystemCoupleLikeTheNativeOnes) {
  const LoadedFmu first = load({"two-mass", "--subsystem", "mass1", "--fmi", "2"}, "1.fmu"),
                  second = load({"two-mass", "--subsystem", "mass2", "--fmi", "2"}, "2.fmu");
  for (const char* correction : {"explicit", "semi-implicit", "implicit"})
    for (const int order : {0, 2}) {
      Value root = parse_toml("system = \"two-mass\"\n", "two-mass");
      apply_override(root, std::string("scheme.correction=") + correction);
      apply_override(root, "scheme.order=" + std::to_string(order));
      System<double> system = build_system<double>(root, {.threads = 1});
      Assembly<double> assembly;
      assembly.name = "FMUs";
      assembly.subsystems.push_back(make_extended(first, "mass1"));
      assembly.subsystems.push_back(make_extended(second, "mass2"));
      assembly.laws.push_back({"coupling",
                               std::make_shared<SpringDamper<double>>(100.0, 10.0),
                               {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                               {{{0, 0}, 0, 1.0}, {{1, 0}, 0, -1.0}},
                               ""});
      Cosimulation<double> of_fmus(std::move(assembly), system.cosimulation->scheme());
      MacroState<double> a = system.cosimulation->initial_state(0.0), b = of_fmus.initial_state(0.0);
      for (int n = 0; n < 50; ++n) {
        ASSERT_TRUE(system.cosimulation->step(a, {n * 0.01, 0.01}).is_accepted());
        ASSERT_TRUE(of_fmus.step(b, {n * 0.01, 0.01}).is_accepted());
        ASSERT_EQ(a.outputs, b.outputs) << correction << ", order " << order;
      }
      for (const double H : {0.01, 0.1}) {
        const double radius =
            find_spectral_radius(*system.cosimulation, state_to_analyse(*system.cosimulation, 0.0, H), H);
        EXPECT_EQ(find_spectral_radius(of_fmus, state_to_analyse(of_fmus, 0.0, H), H), radius) << correction;
      }
    }
}

}  // namespace
}  // namespace oldham::test
