// SPDX-License-Identifier: MIT
#include "live_run.hpp"

#include <fmt/format.h>

#include "oldham/io/json.hpp"

namespace oldham::app {
namespace {

constexpr std::chrono::seconds ending_patience{10};  // with a run that is to write its results and report

/// What to say of a child that could not say it itself.
std::string last_words(const ChildProcess::Ended& ended) {
  constexpr std::size_t kept = 2000;
  const std::string& err = ended.err;
  Json answer = Json::object();
  answer["status"] = "failed";
  answer["reason"] = fmt::format("the process of the run {}; its last words: {}",
                                 ended.exit_code < 0 ? fmt::format("was ended by signal {}", -ended.exit_code)
                                                     : fmt::format("ended with exit code {}", ended.exit_code),
                                 err.empty() ? "none" : err.substr(err.size() > kept ? err.size() - kept : 0));
  return answer.dump();
}

}  // namespace

LiveRun::LiveRun(int number, const std::filesystem::path& folder, std::string file, const std::string& results)
    : number_(number),
      file_(std::move(file)),
      started_(std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count()),
      process_({"run", "--json", "--report", "--stream", ChildProcess::stream_file, "--out", results, "--within", ".",
                "--", file_},
               folder) {
  thread_ = std::thread([this] { follow(); });
}

LiveRun::~LiveRun() {
  {
    std::unique_lock lock(mutex_);
    if (!ended_ && !is_stopping_) process_.send(SIGINT);
    news_.wait_for(lock, ending_patience, [&] { return ended_; });
  }
  process_.send(SIGKILL);
  thread_.join();
}

void LiveRun::stop() {
  // once: a second signal would end it before its results are whole
  const std::lock_guard lock(mutex_);
  if (!is_stopping_) process_.send(SIGINT);
  is_stopping_ = true;
}

bool LiveRun::has_ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

void LiveRun::follow() {
  const ChildProcess::Ended ended = process_.follow([this](std::string_view line) { add("sample", line); });
  add("end", ended.out.starts_with('{') ? ended.out : last_words(ended));
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  news_.notify_all();
}

void LiveRun::add(const char* kind, std::string_view data) {
  // every line of the data on a line of its own
  std::string event = fmt::format("event: {}\n", kind);
  while (!data.empty()) {
    const std::size_t end = std::min(data.find('\n'), data.size());
    event += fmt::format("data: {}\n", data.substr(0, end));
    data.remove_prefix(std::min(end + 1, data.size()));
  }
  event += '\n';
  {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
  }
  news_.notify_all();
}

bool LiveRun::read_events(std::size_t& seen, std::string& text) {
  std::unique_lock lock(mutex_);
  news_.wait_for(lock, std::chrono::milliseconds(500), [&] { return seen < events_.size() || ended_; });
  for (; seen < events_.size(); ++seen) text += events_[seen];
  return ended_;
}

std::shared_ptr<LiveRun> LiveRuns::start(const std::string& file, const std::string& results) {
  const std::lock_guard lock(mutex_);
  if (last_ && !last_->has_ended()) return nullptr;
  const int number = last_ ? last_->number() + 1 : 1;
  last_ = std::make_shared<LiveRun>(number, folder_, file, results);
  return last_;
}

std::shared_ptr<LiveRun> LiveRuns::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

}  // namespace oldham::app
