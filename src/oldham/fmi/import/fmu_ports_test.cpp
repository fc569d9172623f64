// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmu_ports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "descriptions.hpp"
#include "message_of.hpp"
#include "oldham/fmi/description/description_reader.hpp"

namespace oldham::fmi {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_of(const std::vector<Port>& ports) {
  std::vector<std::string> names;
  for (const Port& port : ports) names.push_back(port.name);
  return names;
}

TEST(FmuPorts, NamesElementsSoThatTheLastIndexRunsFastest) {
  const ModelDescription description = read_description(fmi3_text, "drive");
  EXPECT_THAT(element_names(description, description.variables[4]),
              ElementsAre("u[1,1]", "u[1,2]", "u[1,3]", "u[2,1]", "u[2,2]", "u[2,3]"));
  EXPECT_THAT(element_names(description, description.variables[5]), ElementsAre("y"));
}

TEST(FmuPorts, ArePerElementAndOnlyForNumbers) {
  const FmuPorts ports = make_ports(read_description(fmi3_text, "drive"), {});
  // the picture is bytes, the tick a clock
  EXPECT_THAT(names_of(ports.boundary->inputs),
              ElementsAre("u[1,1]", "u[1,2]", "u[1,3]", "u[2,1]", "u[2,2]", "u[2,3]", "mode"));
  EXPECT_THAT(names_of(ports.boundary->outputs), ElementsAre("y", "sampled"));
  EXPECT_EQ(ports.inputs.size(), 7u);
  EXPECT_EQ(ports.boundary->inputs[3].rest, 1);  // one start value stands for all elements
  EXPECT_FALSE(ports.boundary->inputs[3].is_discrete);
  EXPECT_TRUE(ports.boundary->inputs[6].is_discrete);
}

TEST(FmuPorts, FollowStructuralParameters) {
  ModelDescription description = read_description(fmi3_text, "drive");
  description.variables[1].start = std::vector<std::uint64_t>{2};
  EXPECT_THAT(element_names(description, description.variables[2]), ElementsAre("angle[1]", "angle[2]"));
}

TEST(FmuPorts, RefuseSizesThatAreNotKnownOrAbsurd) {
  ModelDescription description = read_description(fmi3_text, "drive");
  description.variables[1].start = std::vector<std::uint64_t>{1'000'000'000};
  EXPECT_THAT(message_of([&] { element_names(description, description.variables[2]); }),
              AllOf(HasSubstr("'angle'"), HasSubstr("1000000000 elements"), HasSubstr("structural parameters")));
  description.variables[1].start.reset();
  EXPECT_THAT(message_of([&] { element_names(description, description.variables[2]); }), HasSubstr("not known"));
}

TEST(FmuPorts, RefuseManyArraysThatAreAbsurdTogether) {
  ModelDescription description = read_description(fmi3_text, "drive");
  Variable& input = description.variables[4];
  input.dimensions = {{60'000, std::nullopt}};
  EXPECT_EQ(make_ports(description, {}).boundary->inputs.size(), 60'001u);
  description.variables.push_back(input);
  EXPECT_THAT(message_of([&] { make_ports(description, {}); }),
              AllOf(HasSubstr("FMU 'Drive'"), HasSubstr("have more than 100000 elements")));
}

TEST(FmuPorts, FeedThroughWhereTheDescriptionSaysSo) {
  EXPECT_TRUE(make_ports(read_description(fmi2_text, "mass"), {}).boundary->feedthrough);
  const std::string text =
      with(with(fmi2_text, "dependencies=\"2 5\" dependenciesKind=\"fixed dependent\"", "dependencies=\"2\""),
           "<Unknown index=\"2\"/>", "<Unknown index=\"2\" dependencies=\"\"/>");
  EXPECT_FALSE(make_ports(read_description(text, "mass"), {}).boundary->feedthrough);
}

TEST(FmuPorts, AlsoReadWhatElseIsAskedFor) {
  const ModelDescription description = read_description(fmi2_text, "mass");
  EXPECT_THAT(names_of(make_ports(description, {2}).boundary->outputs), ElementsAre("x", "v", "count", "y"));
}

}  // namespace
}  // namespace oldham::fmi
