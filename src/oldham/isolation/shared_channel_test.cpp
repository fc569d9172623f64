// SPDX-License-Identifier: MIT
#include "oldham/isolation/shared_channel.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <thread>

#include "oldham/isolation/message.hpp"

namespace oldham {
namespace {

/// Two threads with two views of the same memory, like two processes.
struct Pair {
  SharedChannel host;
  SharedChannel worker{Descriptor(fcntl(host.descriptor(), F_DUPFD_CLOEXEC, 0))};
};

void wait(SharedChannel& channel) {
  if (!channel.spin())
    while (!channel.sleep(std::chrono::seconds(1))) {
    }
}

TEST(SharedChannel, CarriesEveryMessageOnce) {
  Pair pair;
  std::thread other([&] {
    for (std::int64_t expected = 0; expected < 20000; ++expected) {
      wait(pair.worker);
      const auto got = MessageReader(pair.worker).take<std::int64_t>();
      // now and then so late that the other side has gone to sleep
      if (expected % 5000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      MessageWriter(pair.worker).put(got == expected ? -got : 1);
      pair.worker.pass();
    }
  });
  for (std::int64_t n = 0; n < 20000; ++n) {
    MessageWriter(pair.host).put(n);
    pair.host.pass();
    wait(pair.host);
    ASSERT_EQ(MessageReader(pair.host).take<std::int64_t>(), -n);
    if (n % 5000 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  other.join();
}

TEST(SharedChannel, GrowsWithMessagesOnEitherSide) {
  Pair pair;
  const std::vector<double> numbers(100'000, 0.1);
  const std::string text(3'000'001, 'x');
  std::thread other([&] {
    wait(pair.worker);
    const std::span<const double> got = MessageReader(pair.worker).take_values();
    const bool right = std::equal(got.begin(), got.end(), numbers.begin(), numbers.end());
    MessageWriter answer(pair.worker);
    answer.put_flag(right);
    answer.put_text(text);
    pair.worker.pass();
  });
  MessageWriter(pair.host).put_values(numbers);
  pair.host.pass();
  wait(pair.host);
  other.join();
  MessageReader answer(pair.host);
  EXPECT_TRUE(answer.take_flag());
  EXPECT_EQ(answer.take_text(), text);
}

TEST(SharedChannel, SleepEndsWhenTheTimeIsOver) {
  Pair pair;
  pair.host.pass();
  EXPECT_FALSE(pair.host.spin());
  EXPECT_FALSE(pair.host.sleep(std::chrono::milliseconds(1)));
}

TEST(MessageReader, RefusesWhatIsLongerThanTheMessage) {
  // a process gone mad may have written anything
  SharedChannel channel;
  for (const std::int64_t count : {std::int64_t(2), std::int64_t(-1), std::int64_t(1) << 61}) {
    MessageWriter message(channel);
    message.put(count);
    message.put(0.5);
    EXPECT_THROW(MessageReader(channel).take_values(), Error) << count;
  }
}

}  // namespace
}  // namespace oldham
