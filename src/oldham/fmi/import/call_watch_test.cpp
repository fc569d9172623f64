// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/call_watch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace oldham::fmi {
namespace {

constexpr double limit = 0.1;                           // s
constexpr auto much_longer = std::chrono::seconds(10);  // than any of this takes

/// Calls take at most the limit, while it lives.
struct ShortLimit {
  ShortLimit() { CallWatch::set_limit(limit); }
  ~ShortLimit() { CallWatch::set_limit(usual_call_timeout); }
};

/// Waits for a late call; more of them say nothing new.
struct Finder {
  std::promise<LateCall> promise;
  std::once_flag once;
  const CallWatch watch{[this](const LateCall& late) { std::call_once(once, [&] { promise.set_value(late); }); }};

  std::string function() {
    std::future<LateCall> late = promise.get_future();
    return late.wait_for(much_longer) == std::future_status::ready ? late.get().function : "none";
  }
};

TEST(CallWatch, FindsACallThatDoesNotReturn) {
  const ShortLimit shortened;
  CallMark mark("pump");
  const MarkedCall call(mark, "fmi3DoStep");
  EXPECT_EQ(Finder().function(), "fmi3DoStep");
}

// as an intermediate update, in which inputs are set
TEST(CallWatch, FindsACallThatMadeAnotherBefore) {
  const ShortLimit shortened;
  CallMark mark("pump");
  {
    const MarkedCall call(mark, "fmi3DoStep");
    { const MarkedCall inner(mark, "fmi3SetFloat64"); }
    EXPECT_STREQ(mark.function(), "fmi3DoStep");
    EXPECT_EQ(Finder().function(), "fmi3DoStep");
  }
  EXPECT_EQ(mark.function(), nullptr);
}

// nobody may be held inside of an FMU, which may have locked what others need
TEST(CallWatch, LetsCallsInsideOfOthersReturnWhileResultsAreSaved) {
  const ShortLimit shortened;
  CallMark late_mark("late"), mark("other");
  std::atomic<bool> is_saving = false, has_returned = false;
  std::promise<bool> answer;
  std::jthread other([&] {
    const MarkedCall call(mark, "fmi3DoStep");
    while (!is_saving) std::this_thread::yield();
    { const MarkedCall inner(mark, "fmi3SetFloat64"); }
    has_returned = true;
  });
  {
    const MarkedCall call(late_mark, "fmi3DoStep");
    const CallWatch watch([&, is_first = true](const LateCall&) mutable {
      if (!std::exchange(is_first, false)) return;
      is_saving = true;
      const auto begin = std::chrono::steady_clock::now();
      while (!has_returned && std::chrono::steady_clock::now() - begin < std::chrono::seconds(2))
        std::this_thread::yield();
      answer.set_value(has_returned);
    });
    EXPECT_TRUE(answer.get_future().get());
  }
}

}  // namespace
}  // namespace oldham::fmi
