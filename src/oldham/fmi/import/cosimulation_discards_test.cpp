// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "deeds.hpp"
#include "fmu_files.hpp"

namespace oldham::fmi {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// what an FMU keeps beside its state begins anew only with its library, which a saved state needs
TEST(Reinitialization, AfterDiscardedStepsIsNotedWhereTheLibraryStays) {
  for (const bool keeps_state : {false, true}) {
    auto fmu = load_fmu("Naughty-2");
    const std::vector<VariableSetting> values = {setting(*fmu, "deed", std::vector<std::int64_t>{discard_long}),
                                                 setting(*fmu, "when", 0.0)};
    CosimulationFmu mass("mass", std::move(fmu), {.values = values});
    mass.initialize(0);
    mass.apply_inputs(std::vector<double>{0.0});
    ASSERT_TRUE(advance_held(mass, 0, 0.1, 1, {0.0}).is_accepted());
    Snapshot<double> saved;
    if (keeps_state) mass.save(saved);
    mass.initialize(0);
    const testing::Matcher<const std::vector<std::string>&> tells =
        Contains(HasSubstr("its library was not loaded afresh"));
    EXPECT_THAT(mass.notes(), keeps_state ? tells : Not(tells));
  }
}

}  // namespace
}  // namespace oldham::fmi
