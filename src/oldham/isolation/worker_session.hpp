// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "oldham/core/error.hpp"
#include "oldham/isolation/isolate.hpp"
#include "oldham/isolation/message.hpp"
#include "oldham/isolation/subsystem_message.hpp"
#include "oldham/isolation/worker_process.hpp"

namespace oldham {

/// The process of a subsystem crashed, ended or did not answer.
class ProcessLost : public Error {
 public:
  explicit ProcessLost(const std::string& message) : Error(ErrorKind::failure, message) {}
};

/// How many processes of subsystems crashed, ended or did not answer since this program began.
std::uint64_t processes_lost();

/// The host's side of the talk with one worker after the other: at any time there is at most one.
class WorkerSession {
 public:
  WorkerSession(std::string kind, std::string order, IsolationSettings settings);
  ~WorkerSession();
  WorkerSession(const WorkerSession&) = delete;
  WorkerSession& operator=(const WorkerSession&) = delete;

  /// Starts a process, in place of the one there may have been, and has it make the subsystem.
  SubsystemFacts start();
  bool is_lost() const { return !connection_; }

  /// Begins a request; its arguments may follow.
  MessageWriter ask(const Request& request);
  /// Sends it and waits. What was thrown there is thrown here; ProcessLost when there is no answer.
  MessageReader answer() { return answer_within(settings_.time_limit); }

  /// There and back, so far.
  std::uint64_t messages() const { return messages_; }
  /// What all processes have written, or the end of it.
  std::string log() const;

 private:
  struct Connection {
    SharedChannel channel;
    WorkerProcess process;
    Connection();
  };

  MessageReader answer_within(double limit);
  void wait_long(double limit);
  [[noreturn]] void lose(const std::string& what);
  void finish();

  std::string kind_, order_;
  IsolationSettings settings_;
  std::unique_ptr<Connection> connection_;
  std::string loss_;  // why there is none
  std::uint64_t messages_ = 0;
  std::string earlier_log_;  // of processes that are gone
};

}  // namespace oldham
