// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/variable_batch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oldham/fmi/import/typed_values.hpp"

namespace oldham::fmi {
namespace {

using testing::ElementsAre;

Variable make_variable(std::uint32_t reference, Type type) {
  Variable variable;
  variable.name = "v" + std::to_string(reference);
  variable.reference = reference;
  variable.type = type;
  return variable;
}

TEST(VariableBatch, MakesOneCallForEachType) {
  ModelDescription description;
  description.variables = {make_variable(7, Type::float64), make_variable(3, Type::boolean),
                           make_variable(5, Type::float64)};
  const VariableBatch batch(description, std::vector<std::size_t>{0, 1, 2}, std::vector<std::size_t>{1, 1, 1});
  ASSERT_EQ(batch.parts().size(), 2u);
  EXPECT_THAT(batch.parts()[0].references, ElementsAre(7, 5));
  EXPECT_THAT(batch.parts()[0].places, ElementsAre(0, 2));
  EXPECT_FALSE(batch.parts()[0].is_in_row);
  EXPECT_THAT(batch.parts()[1].references, ElementsAre(3));
  EXPECT_THAT(batch.parts()[1].places, ElementsAre(1));
  EXPECT_EQ(batch.size(), 3u);
}

TEST(VariableBatch, PassesARowOfDoublesAsItIs) {
  ModelDescription description;
  description.variables = {make_variable(7, Type::float64), make_variable(5, Type::float64)};
  const VariableBatch batch(description, std::vector<std::size_t>{1, 0}, std::vector<std::size_t>{3, 1});
  ASSERT_EQ(batch.parts().size(), 1u);
  EXPECT_TRUE(batch.parts()[0].is_in_row);
  EXPECT_THAT(batch.parts()[0].references, ElementsAre(5, 7));  // an array has one reference
  EXPECT_EQ(batch.parts()[0].elements(), 4u);
}

TEST(VariableBatch, RemembersWhatHasTheOtherSign) {
  ModelDescription description;
  description.variables = {make_variable(1, Type::float64), make_variable(1, Type::float64)};
  description.variables[1].is_negated = true;
  const VariableBatch batch(description, std::vector<std::size_t>{0, 1}, std::vector<std::size_t>{1, 1});
  EXPECT_THAT(batch.negated(), ElementsAre(1));
}

TEST(TypedValues, RoundsAndKeepsWithinTheBoundsOfTheType) {
  EXPECT_EQ(value_of<std::int8_t>(2.6), 3);
  EXPECT_EQ(value_of<std::int8_t>(1000.0), 127);
  EXPECT_EQ(value_of<std::int8_t>(-1000.0), -128);
  EXPECT_EQ(value_of<std::uint8_t>(-3.0), 0);
  EXPECT_EQ(value_of<std::uint64_t>(1e30), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(value_of<std::int64_t>(-1e30), std::numeric_limits<std::int64_t>::min());
  EXPECT_TRUE(value_of<bool>(0.8));
  EXPECT_FALSE(value_of<bool>(1e-15));  // as rounding leaves it of a zero
  EXPECT_FALSE(value_of<bool>(0.0));
}

}  // namespace
}  // namespace oldham::fmi
