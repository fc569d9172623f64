// SPDX-License-Identifier: MIT
#include "oldham/fmi/check/required_functions.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace oldham::fmi {
namespace {

/// The names that the headers of the standard have.
std::vector<std::string> names_of_headers(const std::string& version) {
  std::ifstream file(OLDHAM_SOURCE "/tests/fmus/functions-fmi" + version + ".txt");
  return {std::istream_iterator<std::string>(file), {}};
}

Interface interface_of(InterfaceKind kind) {
  Interface interface;
  interface.kind = kind;
  interface.model_identifier = "pump";
  return interface;
}

TEST(RequiredFunctions, AreAllOfTheHeadersForFmi3) {
  for (const InterfaceKind kind : {InterfaceKind::co_simulation, InterfaceKind::model_exchange})
    EXPECT_THAT(required_functions(Standard::fmi3, interface_of(kind)),
                testing::UnorderedElementsAreArray(names_of_headers("3")));
}

TEST(RequiredFunctions, AreThoseOfTheInterfaceForFmi2) {
  std::vector<std::string> both = required_functions(Standard::fmi2, interface_of(InterfaceKind::co_simulation));
  EXPECT_THAT(both, testing::Contains("fmi2DoStep"));
  EXPECT_THAT(both, testing::Not(testing::Contains("fmi2SetTime")));
  for (const std::string& name : required_functions(Standard::fmi2, interface_of(InterfaceKind::model_exchange)))
    if (std::ranges::find(both, name) == both.end()) both.push_back(name);
  EXPECT_THAT(both, testing::UnorderedElementsAreArray(names_of_headers("2")));
}

TEST(RequiredFunctions, CarryTheNameOfTheModelInFmi1) {
  EXPECT_THAT(required_functions(Standard::fmi1, interface_of(InterfaceKind::co_simulation)),
              testing::IsSupersetOf({"pump_fmiDoStep", "pump_fmiGetStringStatus"}));
  EXPECT_THAT(required_functions(Standard::fmi1, interface_of(InterfaceKind::model_exchange)),
              testing::IsSupersetOf({"pump_fmiGetDerivatives", "pump_fmiGetModelTypesPlatform"}));
}

}  // namespace
}  // namespace oldham::fmi
