// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/instance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fmu_files.hpp"
#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

/// An instance in initialisation mode.
struct Running {
  std::shared_ptr<const Fmu> fmu;
  std::unique_ptr<Instance> instance;

  explicit Running(const std::string& name, InterfaceKind kind = InterfaceKind::co_simulation)
      : fmu(load_fmu(name, kind)), instance(make_instance(fmu->origin(), {"test"})) {
    EXPECT_EQ(instance->enter_initialization({0, 1.0, {}}), Status::ok);
  }
  void set(const std::string& variable, const Values& values) const {
    EXPECT_EQ(instance->set_values(variable_of(*fmu, variable), values), Status::ok) << variable;
  }
  Values get(const std::string& variable, std::size_t count = 1) const {
    Values values;
    EXPECT_EQ(instance->get_values(variable_of(*fmu, variable), count, values), Status::ok) << variable;
    return values;
  }
};

using Doubles = std::vector<double>;
using Integers = std::vector<std::int64_t>;
using Naturals = std::vector<std::uint64_t>;
using Truths = std::vector<bool>;
using Texts = std::vector<std::string>;

class InstanceOf : public testing::TestWithParam<int> {
 protected:
  std::string name(const std::string& model) const { return model + "-" + std::to_string(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Versions, InstanceOf, testing::Values(1, 2, 3));

TEST_P(InstanceOf, PassesValuesOfEveryTypeThrough) {
  const Running running(name("Feedthrough"));
  const std::vector<std::pair<std::string, Values>> early = {{"float64", Doubles{-0.1}},
                                                             {"int32", Integers{-2147483648}},
                                                             {"boolean", Truths{true}},
                                                             {"string", Texts{"Grüße, \"Welt\""}}};
  const std::vector<std::pair<std::string, Values>> late = {{"float32", Doubles{0.25}},
                                                            {"int8", Integers{-128}},
                                                            {"uint8", Naturals{255}},
                                                            {"int16", Integers{-32768}},
                                                            {"uint16", Naturals{65535}},
                                                            {"uint32", Naturals{4294967295}},
                                                            {"int64", Integers{std::numeric_limits<long>::min()}},
                                                            {"uint64", Naturals{~0ul}},
                                                            {"binary", Texts{std::string("\0\xff\0", 3)}}};
  std::vector<std::pair<std::string, Values>> all = early;
  if (GetParam() > 1) all.emplace_back("enumeration", Integers{2});
  if (GetParam() > 2) all.insert(all.end(), late.begin(), late.end());
  for (const auto& [type, values] : all) {
    EXPECT_NE(running.get(type + "_in"), values) << type;
    running.set(type + "_in", values);
  }
  for (const auto& [type, values] : all) {
    EXPECT_EQ(running.get(type + "_in"), values) << type;
    EXPECT_EQ(running.get(type + "_out"), values) << type;
  }
}

TEST_P(InstanceOf, PassesRowsOfNumbersOfSeveralTypes) {
  const Running running(name("Feedthrough"));
  const FmuPorts ports = make_ports(running.fmu->description(), {});
  Doubles row(ports.inputs.size()), back(ports.outputs.size());
  for (std::size_t i = 0; i < row.size(); ++i)
    row[i] = ports.boundary->inputs[i].name == "boolean_in" || ports.boundary->inputs[i].name == "enumeration_in"
                 ? 1
                 : static_cast<double>(i + 2);
  ASSERT_EQ(running.instance->set_numbers(ports.inputs, row.data()), Status::ok);
  ASSERT_EQ(running.instance->get_numbers(ports.outputs, back.data()), Status::ok);
  if (GetParam() == 1) {
    // another name of the first output, with the other sign
    EXPECT_EQ(back.back(), -row.front());
    back.pop_back();
  }
  EXPECT_EQ(back, row);
}

TEST_P(InstanceOf, HasAllFunctionsOfTheStandard) {
  for (const char* model : {"Feedthrough", "Oscillator"})
    EXPECT_THAT(missing_functions(load_fmu(name(model))->origin()), IsEmpty());
  if (GetParam() == 1) return;
  EXPECT_THAT(missing_functions(load_fmu(name("Oscillator"), InterfaceKind::model_exchange)->origin()), IsEmpty());
}

TEST_P(InstanceOf, KeepsWhatTheFmuSaysForWhoeverReportsAFailure) {
  const Running running(name("Oscillator"));
  running.instance->exit_initialization();
  EXPECT_EQ(running.instance->set_values(variable_of(*running.fmu, "mass"), Doubles{2.0}), Status::error);
  EXPECT_THAT(running.instance->log().take_last_words(), AllOf(HasSubstr("it says: "), HasSubstr("must not be set")));
  EXPECT_EQ(running.instance->log().take_last_words(), "");
}

TEST(Instance, TakesArraysWhoseSizeIsAParameter) {
  const std::shared_ptr<const Fmu> fmu = load_fmu("Feedthrough-3");
  const auto instance = make_instance(fmu->origin(), {"test"});
  ASSERT_EQ(instance->enter_configuration(), Status::ok);
  ASSERT_EQ(instance->set_values(variable_of(*fmu, "array_size"), Naturals{5}), Status::ok);
  ASSERT_EQ(instance->exit_configuration(), Status::ok);
  ASSERT_EQ(instance->enter_initialization({}), Status::ok);
  const Doubles given = {1, 2, 3, 4, 5};
  ASSERT_EQ(instance->set_values(variable_of(*fmu, "array_in"), given), Status::ok);
  Values values;
  ASSERT_EQ(instance->get_values(variable_of(*fmu, "array_out"), 5, values), Status::ok);
  EXPECT_EQ(values, Values(given));
}

class SavingInstance : public InstanceOf {};
INSTANTIATE_TEST_SUITE_P(Versions, SavingInstance, testing::Values(2, 3));

TEST_P(SavingInstance, RestoresWhatItSavedAlsoFromBytes) {
  const Running running(name("Oscillator"));
  Instance& instance = *running.instance;
  ASSERT_EQ(instance.exit_initialization(), Status::ok);
  ASSERT_EQ(instance.do_step(0, 0.1).status, Status::ok);
  void* state = nullptr;
  std::vector<std::byte> bytes;
  ASSERT_EQ(instance.get_state(state), Status::ok);
  ASSERT_EQ(instance.serialize_state(state, bytes), Status::ok);
  const Values there = running.get("position");
  ASSERT_EQ(instance.do_step(0.1, 0.1).status, Status::ok);
  const Values later = running.get("position");
  EXPECT_NE(there, later);
  ASSERT_EQ(instance.set_state(state), Status::ok);
  EXPECT_EQ(running.get("position"), there);
  ASSERT_EQ(instance.free_state(state), Status::ok);
  EXPECT_EQ(state, nullptr);
  ASSERT_EQ(instance.deserialize_state(bytes, state), Status::ok);
  ASSERT_EQ(instance.do_step(0.1, 0.3).status, Status::ok);
  ASSERT_EQ(instance.set_state(state), Status::ok);
  ASSERT_EQ(instance.do_step(0.1, 0.1).status, Status::ok);
  EXPECT_EQ(running.get("position"), later);
  EXPECT_EQ(instance.free_state(state), Status::ok);
}

// a = (f − d v − c x)/m with m = 1, c = 100, d = 0
TEST_P(SavingInstance, TellsDirectionalDerivatives) {
  const Running running(name("Oscillator"));
  ASSERT_EQ(running.instance->exit_initialization(), Status::ok);
  const auto reference = [&](const char* variable) { return variable_of(*running.fmu, variable).reference; };
  const std::vector<std::uint32_t> unknowns = {reference("acceleration"), reference("der(position)")};
  const std::vector<std::uint32_t> knowns = {reference("position"), reference("velocity"), reference("force")};
  Doubles response(2);
  ASSERT_EQ(running.instance->directional_derivative(unknowns, knowns, Doubles{1, 2, 3}, response), Status::ok);
  EXPECT_THAT(response, ElementsAre(-100 + 3, 2));
}

TEST(Instance, IsRefusedByTheFmuWithItsReason) {
  const auto refusal = [](const std::string& name) -> std::string {
    const std::shared_ptr<const Fmu> fmu = load_fmu(name);
    try {
      make_instance(fmu->origin(), {"pump"});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::failure);
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(refusal("RefusesInstance-2"),
              AllOf(HasSubstr("pump: the FMU cannot be instantiated"), EndsWith("it says: no licence for pump")));
  EXPECT_THAT(refusal("WrongToken-2"), HasSubstr("guid 'another'"));
}

TEST(Instance, SaysWhichFunctionTheLibraryLacks) {
  const Running running("LacksState-2");
  EXPECT_THAT(missing_functions(running.fmu->origin()),
              ElementsAre("fmi2GetFMUstate", "fmi2SetFMUstate", "fmi2FreeFMUstate"));
  void* state = nullptr;
  EXPECT_EQ(running.instance->get_state(state), Status::error);
  EXPECT_THAT(running.instance->log().take_last_words(), HasSubstr("fmi2GetFMUstate"));
}

TEST(Instance, TellsOfEventsInModelExchange) {
  for (const char* name : {"BouncingBall-2", "BouncingBall-3"}) {
    const Running running(name, InterfaceKind::model_exchange);
    Instance& instance = *running.instance;
    ASSERT_EQ(instance.exit_initialization(), Status::ok);
    EventResult event;
    ASSERT_EQ(instance.update_discrete_states(event), Status::ok);
    EXPECT_FALSE(event.needs_another || event.asks_to_end || event.changed_states || event.next_event);
    ASSERT_EQ(instance.enter_continuous_time_mode(), Status::ok);
    EXPECT_EQ(instance.continuous_state_count(), 2u);
    EXPECT_EQ(instance.event_indicator_count(), 1u);
    // as if it had fallen a little below the floor
    ASSERT_EQ(instance.set_time(0.5), Status::ok);
    ASSERT_EQ(instance.set_continuous_states(Doubles{-1e-9, -4.0}), Status::ok);
    Doubles z(1), dx(2), x(2);
    ASSERT_EQ(instance.get_event_indicators(z), Status::ok);
    EXPECT_EQ(z[0], -1e-9);
    ASSERT_EQ(instance.get_derivatives(dx), Status::ok);
    EXPECT_THAT(dx, ElementsAre(-4.0, -9.81));
    ASSERT_EQ(instance.enter_event_mode(), Status::ok);
    ASSERT_EQ(instance.update_discrete_states(event), Status::ok);
    EXPECT_TRUE(event.changed_states);
    ASSERT_EQ(instance.get_continuous_states(x), Status::ok);
    EXPECT_DOUBLE_EQ(x[1], 2.8);
    EXPECT_GT(x[0], 0);
  }
}

TEST(Instance, TellsTheNextTimeEvent) {
  for (const char* name : {"Stair-2", "Stair-3"}) {
    const Running running(name, InterfaceKind::model_exchange);
    ASSERT_EQ(running.instance->exit_initialization(), Status::ok);
    EventResult event;
    ASSERT_EQ(running.instance->update_discrete_states(event), Status::ok);
    EXPECT_EQ(event.next_event, 1.0);
    EXPECT_EQ(running.instance->continuous_state_count(), 0u);
  }
}

}  // namespace
}  // namespace oldham::fmi
