// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <csignal>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "child_process.hpp"

namespace oldham::app {

/// A run in a process of its own, and all it has said so far.
class LiveRun {
 public:
  /// Runs `file` of `folder`; results go to `results`, also inside the folder.
  LiveRun(int number, const std::filesystem::path& folder, std::string file, const std::string& results);
  ~LiveRun();  // lets it end as stop() does; one that takes longer than some seconds is killed
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  int number() const { return number_; }
  const std::string& file() const { return file_; }
  /// s since 1970.
  double started() const { return started_; }
  bool has_ended() const;
  /// Asks it to end after the step under way: results and report are written as ever.
  void stop();

  /// The events from number `seen` on, in the form of server-sent events; waits a while where there are none yet.
  /// `seen` becomes the number of the next; true: that was the last.
  bool read_events(std::size_t& seen, std::string& text);

 private:
  void follow();
  void add(const char* kind, std::string_view data);

  const int number_;
  const std::string file_;
  const double started_;
  ChildProcess process_;
  mutable std::mutex mutex_;
  std::condition_variable news_;
  std::vector<std::string> events_;
  bool ended_ = false, is_stopping_ = false;
  std::thread thread_;
};

/// The run that was started last. One at a time: a second would take the cores from the first.
class LiveRuns {
 public:
  explicit LiveRuns(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Null when another is still going on.
  std::shared_ptr<LiveRun> start(const std::string& file, const std::string& results);
  /// Null before the first.
  std::shared_ptr<LiveRun> last() const;

 private:
  const std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::shared_ptr<LiveRun> last_;
};

}  // namespace oldham::app
