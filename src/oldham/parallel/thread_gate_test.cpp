// SPDX-License-Identifier: MIT
#include "oldham/parallel/thread_gate.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace oldham {
namespace {

/// Rounds out of a thousand that used threads, when work takes these times with and without them.
int rounds_with_threads(std::chrono::microseconds alone, std::chrono::microseconds together) {
  ThreadGate gate;
  int count = 0;
  for (int round = 0; round < 1000; ++round) {
    const bool with_threads = gate.open();
    // only the first rounds of a period are measured: the others need no waiting
    if (round % 512 < 8) {
      const auto end = ThreadGate::Clock::now() + (with_threads ? together : alone);
      while (ThreadGate::Clock::now() < end) {
      }
    }
    gate.close();
    count += with_threads;
  }
  return count;
}

TEST(ThreadGate, StaysShutForCheapWork) {
  EXPECT_EQ(rounds_with_threads(std::chrono::microseconds(1), std::chrono::microseconds(1)), 0);
}

TEST(ThreadGate, OpensWhereThreadsAreFaster) {
  // all but the measured rounds without threads
  EXPECT_GT(rounds_with_threads(std::chrono::microseconds(800), std::chrono::microseconds(100)), 980);
}

TEST(ThreadGate, ShutsWhereThreadsWaitForEachOther) {
  // the measured rounds only
  EXPECT_LT(rounds_with_threads(std::chrono::microseconds(100), std::chrono::microseconds(800)), 20);
}

}  // namespace
}  // namespace oldham
