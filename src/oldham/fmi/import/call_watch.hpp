// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace oldham::fmi {

/// s of wall time that a call of an FMU may take where nothing else is said.
inline constexpr double usual_call_timeout = 300;

/// A function of an FMU that is under way.
struct CallUnderWay {
  const std::string* subsystem = nullptr;
  const char* function = nullptr;
  double time = 0;  // s, simulated; not a number: before the start
};

/// Which function of an instance is under way, for a watch in another thread. No call reads the clock: the watch
/// samples the count.
class CallMark {
 public:
  explicit CallMark(const std::string& owner);
  ~CallMark();
  CallMark(const CallMark&) = delete;
  CallMark& operator=(const CallMark&) = delete;

  void begin(const char* function) {
    count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    function_.store(function, std::memory_order_relaxed);
  }
  /// From one function directly to the next.
  void switch_to(const char* function) { function_.store(function, std::memory_order_relaxed); }
  void end() {
    function_.store(nullptr, std::memory_order_relaxed);
    if (is_host_halted.load(std::memory_order_relaxed)) [[unlikely]]
      wait_for_host();
  }
  /// Of the calls from now on; must live until another is set.
  void set_owner(const std::string& owner) { owner_of_call_.store(&owner, std::memory_order_relaxed); }
  void set_time(double time) { time_.store(time, std::memory_order_relaxed); }
  /// The one under way; null: none.
  const char* function() const { return function_.load(std::memory_order_relaxed); }
  /// The calls that follow are of this thread.
  void enter_thread();

  /// That of this thread, as its last mark has it; for handlers of signals and of exit(), too.
  static std::optional<CallUnderWay> call_of_this_thread();
  /// Of any thread.
  static std::optional<CallUnderWay> any_call();
  /// `hook` is called in a thread that ends inside a call, as it does where the FMU calls exit(): before what is static
  /// is destroyed, which other threads still use. It must not return.
  static void set_exit_hook(void (*hook)());

 private:
  friend class CallWatch;
  friend class HostHalt;
  CallUnderWay call() const;
  static constinit thread_local const CallMark* of_this_thread;
  static std::atomic<bool> is_host_halted;  // threads that return from an FMU wait
  static void wait_for_host();

  const std::string owner_;
  const std::uint64_t number_;  // of no other
  // what calls write to shares a line of the cache with nothing else
  alignas(64) std::atomic<std::uint64_t> count_ = 0;
  std::atomic<const std::string*> owner_of_call_ = &owner_;
  std::atomic<const char*> function_ = nullptr;
  std::atomic<double> time_ = std::numeric_limits<double>::quiet_NaN();  // s, simulated
};

/// While it lives, the call is under way. One that the FMU makes happen inside another, as in a callback, returns to
/// that: the other is under way again, and nobody waits inside an FMU.
class MarkedCall {
 public:
  MarkedCall(CallMark& mark, const char* function) : mark_(mark), outer_(mark.function()) {
    mark_.enter_thread();
    mark_.begin(function);
  }
  ~MarkedCall() {
    if (outer_ != nullptr) [[unlikely]]
      mark_.switch_to(outer_);
    else
      mark_.end();
  }
  MarkedCall(const MarkedCall&) = delete;
  MarkedCall& operator=(const MarkedCall&) = delete;

 private:
  CallMark& mark_;
  const char* const outer_;
};

/// "fmi2DoStep at t = 1.2 s"
std::string place_of(const std::string& function, double time);

/// While it lives, threads that return from an FMU wait: nobody steps on while results are saved.
class HostHalt {
 public:
  HostHalt();
  ~HostHalt();
  HostHalt(const HostHalt&) = delete;
  HostHalt& operator=(const HostHalt&) = delete;
};

/// A call that did not return in time.
struct LateCall {
  std::string subsystem, function;
  double time = 0;              // s, simulated; not a number: before the start
  double limit = 0;             // s of wall time
  bool is_interrupted = false;  // the program was asked to end, and waited so long
};
/// "FMU 'pump' did not return from fmi2DoStep at t = 1.2 s within 60 s"
std::string text_of(const LateCall& call);

/// A thread that looks for calls of FMUs that do not return. Foreign code cannot be interrupted: the program can only
/// save its results and end.
class CallWatch {
 public:
  /// `late` is called once, in the thread of the watch. Threads that return from an FMU meanwhile wait. Once
  /// `interrupted` is true, a call has `patience` left.
  explicit CallWatch(std::function<void(const LateCall&)> late, const std::atomic<bool>* interrupted = nullptr);
  ~CallWatch();
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// s of wall time for each call; 0: any.
  static void set_limit(double seconds);
  static constexpr double patience = 10;  // s

 private:
  void watch();

  std::function<void(const LateCall&)> late_;
  const std::atomic<bool>* const interrupted_;
  std::mutex mutex_;
  std::condition_variable ending_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace oldham::fmi
