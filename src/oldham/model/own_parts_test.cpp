// SPDX-License-Identifier: MIT
#include "oldham/model/own_parts.hpp"

#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/registry.hpp"

namespace oldham {
namespace {

/// The built-in oscillator and spring-damper under names of one's own.
void add_parts() {
  add_own_model("own-oscillator", {IntegratorKind::exact, [](const std::string& name, Reader& parameters,
                                                             const IntegratorSettings& integrator) {
                                     return make_subsystem<double>("oscillator", name, parameters, integrator, "");
                                   }});
  add_own_law("own-spring", {[](int, int, Reader& parameters) {
                return std::make_shared<const SpringDamper<double>>(parameters.number("stiffness", "N/m"),
                                                                    parameters.number("damping", 0.0, "N.s/m"));
              }});
}

std::string file_with(const std::string& model, const std::string& interface) {
  return "simulation.end = 1\nscheme.step = 0.01\n"
         "[[subsystem]]\nname = \"a\"\nmodel = \"oscillator\"\nparameters = {stiffness = 9.0, position = 0.1}\n"
         "[[subsystem]]\nname = \"b\"\nmodel = \"" +
         model + "\"\nparameters = {stiffness = 4.0}\n[[interface]]\n" + interface;
}

constexpr const char* own_spring =
    "law = \"own-spring\"\nname = \"spring\"\nreads = [\"a.position\", \"a.velocity\", \"b.position\", "
    "\"b.velocity\"]\n"
    "acts_on = [\"a.force\", \"-b.force\"]\nparameters = {stiffness = 5.0}\n";
constexpr const char* built_in_spring =
    "law = \"spring-damper\"\nname = \"spring\"\nbetween = [\"a\", \"b\"]\nstiffness = 5.0\n";

template <class T = double>
System<T> build(const std::string& text) {
  return build_system<T>(parse_toml(text, "own.toml"));
}

std::vector<double> outputs_after_ten_steps(const std::string& text) {
  System<double> system = build(text);
  MacroState<double> state = make_initial_state(system, system.step);
  for (int n = 0; n < 10; ++n) EXPECT_TRUE(system.cosimulation->step(state, {n * 0.01, 0.01}).is_accepted());
  return state.outputs;
}

TEST(OwnParts, StepAsBuiltInOnesDo) {
  add_parts();
  EXPECT_EQ(outputs_after_ten_steps(file_with("own-oscillator", own_spring)),
            outputs_after_ten_steps(file_with("oscillator", built_in_spring)));
}

TEST(OwnParts, ComputeInDoublePrecisionOnly) {
  add_parts();
  for (const std::string& text : {file_with("own-oscillator", built_in_spring), file_with("oscillator", own_spring)}) {
    try {
      build<Multiprecision>(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::missing_capability) << error.what();
    }
  }
}

TEST(OwnParts, AreSuggestedBesideBuiltInOnes) {
  add_parts();
  EXPECT_NE(message_of([] { build(file_with("own-oscilator", own_spring)); }).find("'own-oscillator'"),
            std::string::npos);
  EXPECT_NE(message_of([] { build(file_with("oscillator", "law = \"own-sprin\"\n")); }).find("'own-spring'"),
            std::string::npos);
}

TEST(OwnParts, CannotTakeTheNamesOfBuiltInOnes) {
  EXPECT_EQ(message_of([] { add_own_model("oscillator", {}); }),
            "there is a built-in model 'oscillator'; choose another name");
  EXPECT_EQ(message_of([] { add_own_law("bushing", {}); }), "there is a built-in law 'bushing'; choose another name");
}

TEST(OwnParts, LawsSayWhatIsWrongWithTheirInterface) {
  add_parts();
  const auto says = [](std::string interface, const std::string& from, const std::string& to) {
    interface.replace(interface.find(from), from.size(), to);
    return message_of([&] { build(file_with("oscillator", interface)); });
  };
  EXPECT_NE(says(own_spring, "\"-b.force\"", "3").find("the number 3 is no input"), std::string::npos);
  EXPECT_NE(says(own_spring, "[\"a.force\", \"-b.force\"]", "[]").find("expected the inputs"), std::string::npos);
  EXPECT_NE(says(own_spring, "b.position", "b.place").find("'place'"), std::string::npos);
  EXPECT_NE(says(own_spring, "stiffness = 5.0", "stiffness = 5.0, hardness = 1").find("hardness"), std::string::npos);
}

}  // namespace
}  // namespace oldham
