// SPDX-License-Identifier: MIT
#include "oldham/isolation/worker_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "oldham/core/value.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::chrono::nanoseconds first_nap = std::chrono::microseconds(200),
                                   longest_nap = std::chrono::milliseconds(4);
constexpr double least_to_start = 60;  // s; a file may have to be unpacked, a machine may be busy
std::atomic<std::uint64_t> losses = 0;
constexpr double farewell = 5;  // s; for a subsystem to end in order

}  // namespace

WorkerSession::Connection::Connection() : process(worker_program(), channel.descriptor()) {}

WorkerSession::WorkerSession(std::string kind, std::string order, IsolationSettings settings)
    : kind_(std::move(kind)),
      order_(std::move(order)),
      settings_(std::move(settings)),
      loss_("its process was not started") {}

WorkerSession::~WorkerSession() { finish(); }

SubsystemFacts WorkerSession::start() {
  finish();
  connection_ = std::make_unique<Connection>();
  if (!settings_.name.empty()) connection_->process.output().pass_on(settings_.name + ": ");
  MessageWriter request = ask({.operation = Operation::make});
  request.put_text(kind_);
  request.put_text(order_);
  MessageReader made = answer_within(std::max(settings_.time_limit, least_to_start));
  return take_facts(made);
}

MessageWriter WorkerSession::ask(const Request& request) {
  if (!connection_) throw ProcessLost(loss_);
  MessageWriter message(connection_->channel);
  message.put(request);
  return message;
}

MessageReader WorkerSession::answer_within(double limit) {
  SharedChannel& channel = connection_->channel;
  ++messages_;
  channel.pass();
  if (!channel.spin()) wait_long(limit);
  if (settings_.logs) connection_->process.output().drain();
  MessageReader message(channel);
  if (message.take<Answer>() == Answer::done) return message;
  const auto kind = static_cast<ErrorKind>(message.take_count());
  throw Error(kind, std::string(message.take_text()));
}

void WorkerSession::wait_long(double limit) {
  auto& [channel, process] = *connection_;
  const auto begin = Clock::now();
  for (std::chrono::nanoseconds nap = first_nap;; nap = std::min(2 * nap, longest_nap)) {
    if (channel.sleep(nap)) return;
    // one that writes much must not wait for a reader
    if (process.output().drain()) nap = first_nap / 2;
    if (process.has_ended()) lose(fmt::format("its process {}", process.ending()));
    if (Seconds(Clock::now() - begin).count() < limit) continue;
    process.end();
    lose(fmt::format("it did not answer within {} s, and its process was ended", limit));
  }
}

std::uint64_t processes_lost() { return losses; }

void WorkerSession::lose(const std::string& what) {
  ++losses;
  CapturedOutput& output = connection_->process.output();
  const std::string words = output.last_words();
  loss_ = words.empty() ? what : fmt::format("{}; its last words: {}", what, quoted_name(words));
  finish();
  throw ProcessLost(loss_);
}

std::string WorkerSession::log() const {
  if (!connection_) return earlier_log_;
  CapturedOutput& output = connection_->process.output();
  output.drain();
  return earlier_log_ + output.text();
}

void WorkerSession::finish() {
  if (!connection_) return;
  auto& [channel, process] = *connection_;
  if (!process.has_ended()) {
    MessageWriter(channel).put(Request{.operation = Operation::quit});
    channel.pass();
    const std::chrono::duration<double> limit(std::min(settings_.time_limit, farewell));
    process.wait(std::chrono::duration_cast<std::chrono::nanoseconds>(limit));
    process.end();
  }
  earlier_log_ = log();
  if (earlier_log_.size() > CapturedOutput::kept) earlier_log_.erase(0, earlier_log_.size() - CapturedOutput::kept);
  connection_.reset();
}

}  // namespace oldham
