// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/call_watch.hpp"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace oldham::fmi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double looks_per_limit = 20;
constexpr double shortest_nap = 0.01, longest_nap = 0.25;  // s
constexpr std::chrono::milliseconds certainty{20};         // for stores of other threads to be seen

std::atomic<double> limit_of_calls = usual_call_timeout;  // s
std::atomic<std::uint64_t> marks_made = 0;

/// All that live.
struct LivingMarks {
  std::mutex mutex;
  std::vector<CallMark*> marks;
};
LivingMarks& living_marks() {
  // never destroyed: what ends the program asks for them
  static LivingMarks* all = [] {
    auto* marks = new LivingMarks;
    // a process that is forked off has the mutex as it was at that moment
    pthread_atfork([] { living_marks().mutex.lock(); }, [] { living_marks().mutex.unlock(); },
                   [] { living_marks().mutex.unlock(); });
    return marks;
  }();
  return *all;
}

std::atomic<void (*)()> exit_hook = nullptr;

/// What belongs to a thread is destroyed first when it calls exit().
struct EndOfThread {
  ~EndOfThread() {
    const auto hook = exit_hook.load();
    if (hook != nullptr && CallMark::call_of_this_thread()) hook();
  }
  bool is_made = true;
};
thread_local EndOfThread end_of_thread;

/// What a mark was found at, and since when.
struct Sighting {
  std::uint64_t count;
  const char* function;
  Clock::time_point since;
};

}  // namespace

std::atomic<bool> CallMark::is_host_halted = false;
constinit thread_local const CallMark* CallMark::of_this_thread = nullptr;

CallMark::CallMark(const std::string& owner) : owner_(owner), number_(++marks_made) {
  const std::scoped_lock lock(living_marks().mutex);
  living_marks().marks.push_back(this);
}

CallMark::~CallMark() {
  const std::scoped_lock lock(living_marks().mutex);
  std::erase(living_marks().marks, this);
}

void CallMark::enter_thread() {
  if (end_of_thread.is_made) of_this_thread = this;
}

void CallMark::set_exit_hook(void (*hook)()) { exit_hook = hook; }

CallUnderWay CallMark::call() const { return {owner_of_call_.load(), function_.load(), time_.load()}; }

std::optional<CallUnderWay> CallMark::call_of_this_thread() {
  // whoever asks may have interrupted one that holds the lock
  const std::unique_lock lock(living_marks().mutex, std::try_to_lock);
  if (!lock.owns_lock() || std::ranges::find(living_marks().marks, of_this_thread) == living_marks().marks.end())
    return {};
  if (of_this_thread->function() == nullptr) return {};
  return of_this_thread->call();
}

std::optional<CallUnderWay> CallMark::any_call() {
  const std::scoped_lock lock(living_marks().mutex);
  for (const CallMark* mark : living_marks().marks)
    if (mark->function() != nullptr) return mark->call();
  return {};
}

void CallMark::wait_for_host() {
  while (is_host_halted.load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::string place_of(const std::string& function, double time) {
  return function + (std::isnan(time) ? "" : fmt::format(" at t = {:.9g} s", time));
}

std::string text_of(const LateCall& call) {
  return fmt::format("{}FMU '{}' did not return from {} within {:g} s{}", call.is_interrupted ? "interrupted; " : "",
                     call.subsystem, place_of(call.function, call.time), call.limit,
                     call.is_interrupted ? " after that" : " of wall time");
}

HostHalt::HostHalt() {
  CallMark::is_host_halted = true;
  std::this_thread::sleep_for(certainty);
}
HostHalt::~HostHalt() { CallMark::is_host_halted = false; }

CallWatch::CallWatch(std::function<void(const LateCall&)> late, const std::atomic<bool>* interrupted)
    : late_(std::move(late)), interrupted_(interrupted), thread_([this] { watch(); }) {}

CallWatch::~CallWatch() {
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
  }
  ending_.notify_all();
  thread_.join();
}

void CallWatch::set_limit(double seconds) { limit_of_calls = seconds; }

void CallWatch::watch() {
  std::map<std::uint64_t, Sighting> seen;
  std::optional<Clock::time_point> interruption;  // when it was noticed
  const auto age = [](Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  // the mark that stands at the same call for longer than that
  const auto find_late = [&](double limit) -> std::optional<LateCall> {
    const auto now = Clock::now();
    const std::scoped_lock lock(living_marks().mutex);
    std::erase_if(seen, [](const auto& entry) {
      return std::ranges::none_of(living_marks().marks, [&](CallMark* mark) { return mark->number_ == entry.first; });
    });
    for (const CallMark* mark : living_marks().marks) {
      const Sighting sighting{mark->count_.load(), mark->function_.load(), now};
      const auto [entry, is_new] = seen.try_emplace(mark->number_, sighting);
      Sighting& before = entry->second;
      if (is_new || before.count != sighting.count || before.function != sighting.function) before = sighting;
      if (sighting.function == nullptr) continue;
      const bool is_over = limit > 0 && age(before.since) > limit;
      const bool is_left = interruption && std::min(age(before.since), age(*interruption)) > patience;
      if (is_over || is_left)
        return {{*mark->owner_of_call_.load(), sighting.function, mark->time_.load(), is_over ? limit : patience,
                 !is_over}};
    }
    return {};
  };
  std::unique_lock lock(mutex_);
  for (;;) {
    const double limit = limit_of_calls;
    const double nap = limit > 0 ? std::clamp(limit / looks_per_limit, shortest_nap, longest_nap) : longest_nap;
    if (ending_.wait_for(lock, std::chrono::duration<double>(nap), [this] { return is_ending_; })) return;
    if (!interruption && interrupted_ != nullptr && interrupted_->load()) interruption = Clock::now();
    if (!find_late(limit)) continue;
    const HostHalt halt;
    if (const auto late = find_late(limit)) late_(*late);
  }
}

}  // namespace oldham::fmi
