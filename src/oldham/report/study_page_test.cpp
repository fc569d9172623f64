// SPDX-License-Identifier: MIT
#include "oldham/report/study_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "page_data.hpp"
#include "unpacked.hpp"

namespace oldham {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

StabilityMap chart(int nx, int ny) {
  StabilityMap map{.x = {0, 2, nx}, .y = {1, 100, ny, true}, .spectral_radius = {}, .origin = {}};
  for (int i = 0; i < nx * ny; ++i) map.spectral_radius.push_back(static_cast<double>(i) / (nx * ny));
  return map;
}

TEST(StudyPage, ChartsKeepTheirVerdictsInFewerDigits) {
  StabilityMap map = chart(3, 2);
  map.spectral_radius = {1 + 1e-6, 1 + 1.0000001e-6, 0.5, NAN, 1e300, 1};
  const json data = data_of(map_page({.title = "chart"}, map, {"scheme.step", "s"}, {"m", ""}));
  const std::vector<float> radii = unpacked<float>(data.at("values"));
  ASSERT_EQ(radii.size(), 6U);
  EXPECT_LE(radii[0], 1 + 1e-6);
  EXPECT_GT(radii[1], 1 + 1e-6);
  EXPECT_TRUE(std::isnan(radii[3]));
  EXPECT_TRUE(std::isfinite(radii[4]));
  EXPECT_EQ(data.at("y").at("isLogarithmic"), true);
  EXPECT_EQ(data.at("x").at("key"), "scheme.step");
  EXPECT_EQ(data.at("x").at("unit"), "s");
}

TEST(StudyPage, LargeChartsAreShownCoarser) {
  const std::string page = map_page({.title = "chart"}, chart(2000, 1500), {"x", ""}, {"y", ""});
  const json data = data_of(page);
  EXPECT_EQ(unpacked<float>(data.at("values")).size(), 1000U * 750U);
  EXPECT_EQ(data.at("x").at("high"), 2);
  EXPECT_THAT(page, HasSubstr("One of 2 cells"));
  EXPECT_LT(page.size(), 5'000'000U);
}

TEST(StudyPage, ConvergenceHasErrorsAndOrders) {
  const ConvergencePage study{{0.1, 0.05}, "NRMSE", {{"position", {4e-3, 1e-3}, {2}}}};
  const std::string page = convergence_page({.title = "orders"}, study);
  EXPECT_THAT(page, HasSubstr("<td>2.00</td>"));
  EXPECT_EQ(data_of(page).at("quantities").at(0).at("errors"), json({4e-3, 1e-3}));
}

TEST(StudyPage, EscapesWhateverCellsAre) {
  const std::string bad = "</script><img src=x onerror=alert(1)>";
  const SweepPage sweep{{{bad, bad}}, {{bad, bad}}, {{bad, bad}}};
  const StudyHead head{bad, bad, bad, {{bad, bad}}};
  for (const std::string& page : {sweep_page(head, sweep), map_page(head, chart(1, 1), {bad, bad}, {bad, bad}),
                                  convergence_page(head, {{1}, bad, {{bad, {1}, {}}}})})
    EXPECT_THAT(page, Not(HasSubstr("<img")));
}

}  // namespace
}  // namespace oldham
