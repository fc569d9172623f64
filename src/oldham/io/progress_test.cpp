// SPDX-License-Identifier: MIT
#include "oldham/io/progress.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <regex>
#include <vector>

namespace oldham {
namespace {

using namespace std::chrono_literals;

class ProgressTest : public testing::Test {
 protected:
  ~ProgressTest() override { std::fclose(stream_); }

  std::string printed() {
    std::fflush(stream_);
    std::rewind(stream_);
    std::string text;
    std::array<char, 4096> part;
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), stream_)) text.append(part.data(), size);
    return text;
  }

  /// While another thread draws; a busy machine may take its time.
  void wait_until_shown(const std::string& wanted) const {
    std::array<char, 4096> part;
    for (int i = 0; i < 500; ++i) {
      const ssize_t size = pread(fileno(stream_), part.data(), part.size(), 0);
      if (size > 0 && std::string(part.data(), static_cast<std::size_t>(size)).find(wanted) != std::string::npos)
        return;
      std::this_thread::sleep_for(10ms);
    }
  }

  std::FILE* stream_ = std::tmpfile();
};

TEST_F(ProgressTest, ShortWorkLeavesNoTraceInALog) {
  {
    Progress progress("run", 10, {.stream = stream_});
    progress.update(10);
    std::this_thread::sleep_for(150ms);
  }
  EXPECT_EQ(printed(), "");
}

TEST_F(ProgressTest, ALogGetsOneLineAfterTwoSeconds) {
  {
    Progress progress("run", 10, {.stream = stream_, .unit = "steps"});
    progress.update(5);
    std::this_thread::sleep_for(2300ms);
  }
  const std::string text = printed();
  EXPECT_EQ(text.substr(0, 11), "run  50 %  ");
  EXPECT_NE(text.find("steps/s  2."), std::string::npos) << text;
  EXPECT_EQ(text.find('\n'), text.size() - 1) << "more than one line:\n" << text;
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST_F(ProgressTest, ATerminalSeesOneLineRedrawnAboutTenTimesASecond) {
  {
    Progress progress("run", 2e6, {.stream = stream_, .unit = "steps", .terminal = true});
    progress.update(5e5);
    std::this_thread::sleep_for(550ms);
    progress.update(2e6);
    progress.finish();
    progress.finish();  // harmless
  }
  const std::string text = printed();
  const auto drawn = std::count(text.begin(), text.end(), '\r');
  EXPECT_GE(drawn, 2);
  EXPECT_LE(drawn, 7);  // five in 550 ms and the last one, one to spare
  EXPECT_NE(text.find("run [######..................]  25 %"), std::string::npos) << text;
  EXPECT_NE(text.find("run [########################] 100 %"), std::string::npos) << text;
  EXPECT_EQ(text.find('\n'), text.size() - 1);
}

TEST_F(ProgressTest, TimeThatMayNotBeNeededIsTheMostThatIsLeft) {
  {
    Progress progress("advise", 20, {.stream = stream_, .is_budget = true, .terminal = true});
    progress.update(0.01);  // the clock counts, whatever was told
    std::this_thread::sleep_for(350ms);
    progress.finish();
  }
  const std::string text = printed();
  EXPECT_NE(text.find(" s left at most"), std::string::npos) << text;
  EXPECT_EQ(text.find(":"), std::string::npos) << "more than the budget, in minutes:\n" << text;
  EXPECT_NE(text.find("advise [########################] 100 %  after "), std::string::npos) << text;
}

TEST_F(ProgressTest, WhatFollowsIsNamedAndPartOfTheWhole) {
  {
    Progress progress("run", 10, {.stream = stream_, .unit = "steps", .terminal = true});
    progress.expect(3600);
    progress.update(10);
    std::this_thread::sleep_for(250ms);
    progress.begin("drawing", 1800);
    std::this_thread::sleep_for(250ms);
    progress.finish();
  }
  const std::string text = printed();
  EXPECT_NE(text.find("run [........................]   0 %"), std::string::npos) << text;
  // an hour, or more where others use the machine
  EXPECT_TRUE(std::regex_search(text, std::regex("run .*\\d:\\d\\d:\\d\\d left"))) << text;
  EXPECT_NE(text.find("drawing [........................]   0 %  "), std::string::npos) << text;
  EXPECT_NE(text.find("drawing [########################] 100 %  after "), std::string::npos) << text;
}

TEST_F(ProgressTest, SaysNothingWhenNotWanted) {
  {
    Progress progress("run", 1, {.stream = stream_, .enabled = false, .terminal = true});
    progress.update(0.5);
    std::this_thread::sleep_for(150ms);
  }
  EXPECT_EQ(printed(), "");
}

TEST_F(ProgressTest, UnknownTotalAndOddValuesDoNotDrawNonsense) {
  {
    Progress progress("search", std::numeric_limits<double>::infinity(), {.stream = stream_, .terminal = true});
    progress.update(std::numeric_limits<double>::quiet_NaN());
    std::this_thread::sleep_for(150ms);
    progress.update(42);
    wait_until_shown("search 42");
  }
  const std::string text = printed();
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_NE(text.find("search 42  after 0."), std::string::npos) << text;
}

TEST_F(ProgressTest, SeveralThreadsAddUp) {
  {
    Progress progress("sweep", 4000, {.stream = stream_, .terminal = true});
    std::vector<std::thread> workers;
    for (int worker = 0; worker < 4; ++worker)
      workers.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) progress.add(1);
      });
    for (std::thread& worker : workers) worker.join();
    wait_until_shown("100 %");
  }
  EXPECT_NE(printed().find("100 %"), std::string::npos);
}

TEST_F(ProgressTest, UpdatesAreCheap) {
  Progress progress("run", 1e7, {.stream = stream_, .terminal = true});
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 10'000'000; ++i) progress.update(i);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_LT(seconds / 1e7, 100e-9);  // a store takes about 1 ns; the rest is room for a busy machine
}

}  // namespace
}  // namespace oldham
