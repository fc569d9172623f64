// SPDX-License-Identifier: MIT
#include "oldham/report/run_page.hpp"

#include <fmt/format.h>
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

TEST(RunPage, HoldsTenMinutesOfTwentySignalsInTenMegabytesWithTheirExtremes) {
  RunPage page{.title = "long"};
  constexpr std::size_t rows = 600'001;
  for (std::size_t i = 0; i < rows; ++i) page.results.time.push_back(1e-3 * static_cast<double>(i));
  for (int s = 0; s < 20; ++s) {
    page.results.header.push_back({fmt::format("signal{}", s), "m"});
    std::vector<double>& values = page.results.columns.emplace_back(rows);
    for (std::size_t i = 0; i < rows; ++i) values[i] = std::sin((1 + s) * page.results.time[i]);
    // one row each, where nobody looks
    values[17'001 * static_cast<std::size_t>(s + 1) + 7] = 12.5 + s;
    values[19'001 * static_cast<std::size_t>(s + 1) + 3] = -11.25 - s;
  }
  const std::string html = to_html(page);
  EXPECT_LT(html.size(), 10'000'000U);
  const json data = data_of(html);
  EXPECT_EQ(data.at("decimated"), true);
  EXPECT_EQ(data.at("rows"), rows);
  for (int s = 0; s < 20; ++s) {
    const json& signal = data.at("results").at("signals").at(static_cast<std::size_t>(s));
    double low = 0, high = 0;
    for (const float number : unpacked<float>(signal.at("values"))) {
      const double value = signal.at("offset").get<double>() + signal.at("scale").get<double>() * number;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    EXPECT_NEAR(high, 12.5 + s, 1e-5);
    EXPECT_NEAR(low, -11.25 - s, 1e-5);
  }
}

TEST(RunPage, EscapesWhateverNamesAre) {
  const std::string bad = "</script><img src=x onerror=alert(1)>";
  RunPage page{.title = bad, .subtitle = bad, .verdicts = {{Verdict::Tone::bad, bad, bad}}};
  page.results = {.header = {{bad, bad}}, .time = {0, 1}, .columns = {{1, 2}}};
  page.others = {{bad, page.results}};
  page.graph.nodes = {{.name = bad, .model = bad, .group = 1}};
  page.accounts = {{bad, 1.0, 1.0, 1.0}};
  page.schedule = page.system_file = bad;
  page.origin = {{bad, bad}};
  const std::string html = to_html(page);
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_EQ(data_of(html).at("results").at("signals").at(0).at("name"), bad);
  EXPECT_EQ(data_of(html).at("others").at(0).at("label"), bad);
}

TEST(RunPage, TellsExtremesThatAreNotFinite) {
  RunPage page{.title = "values"};
  page.results = {.header = {{"a", "m"}, {"b", "m"}, {"c", "m"}},
                  .time = {0, 1, 2},
                  .columns = {{1, NAN, 2}, {1, INFINITY, 2}, {NAN, NAN, NAN}}};
  const std::string html = to_html(page);
  EXPECT_THAT(html, HasSubstr("<td>2</td><td>1 (1 not numbers)</td><td>2 (1 not numbers)</td>"));
  EXPECT_THAT(html, HasSubstr("<td>2</td><td>1</td><td>inf</td>"));
  EXPECT_THAT(html, HasSubstr("<td>nan</td><td>not a number</td><td>not a number</td>"));
}

TEST(RunPage, SetsParagraphsAndNamesOfCards) {
  RunPage page{.title = "cards"};
  page.verdicts = {{Verdict::Tone::bad, "Why", "mode of `a<b`, and `c` grows.\nno pair: `"}};
  EXPECT_THAT(to_html(page), HasSubstr("<b>Why</b><p>mode of <code>a&lt;b</code>, and <code>c</code> grows.</p>"
                                       "<p>no pair: `</p></div>"));
}

TEST(RunPage, SharesItsSpaceWithTheOthers) {
  RunPage page{.title = "two"};
  for (int i = 0; i < 400'000; ++i) {
    page.results.time.push_back(i);
    if (page.results.columns.empty()) page.results.columns.resize(2);
    page.results.columns[0].push_back(std::sin(i));
    page.results.columns[1].push_back(std::cos(i));
  }
  page.results.header = {{"a", "m"}, {"b", "m"}};
  page.others = {{"other", page.results}};
  page.others[0].results.columns[0][7] = 3;
  const json data = data_of(to_html(page));
  std::size_t numbers = 0;
  for (const json& table :
       {data.at("results"), data.at("others").at(0).at("results"), data.at("others").at(0).at("differences")})
    for (const json& signal : table.at("signals"))
      if (signal.contains("values")) numbers += unpacked<float>(signal.at("values")).size();
  EXPECT_LE(numbers, most_numbers);
  EXPECT_GT(numbers, most_numbers / 2);
}

}  // namespace
}  // namespace oldham
