// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oldham/isolation/worker_session.hpp"
#include "oldham/subsystem/snapshot.hpp"

namespace oldham {

class RemoteStates;

/// Outputs at a state, unless nobody has read them there.
struct KnownOutputs {
  std::vector<double> values;
  bool are_known = false;

  void assign(std::span<const double> y) {
    values.assign(y.begin(), y.end());
    are_known = true;
  }
};

/// A state that a worker keeps under a number: what the snapshots of an isolated subsystem hold.
struct RemoteState final : SnapshotContent, std::enable_shared_from_this<RemoteState> {
  std::weak_ptr<RemoteStates> owner;
  std::int64_t number = 0;
  int process = 0;  // which one keeps it, counted from 1; 0: none does
  KnownOutputs outputs;
  std::optional<std::vector<std::byte>> bytes;  // where the host holds them too

  ~RemoteState() final;
};

/// Which state the worker stands at, and which ones it keeps. Saving and restoring are no messages of their own: they
/// travel with the next request that is made anyway, and cost nothing when the worker stands there already.
class RemoteStates : public std::enable_shared_from_this<RemoteStates> {
 public:
  /// With `holds_bytes` the state after each step and every saved one are also held here, where the end of the worker
  /// cannot take them away: it may come at any time, also while nothing is asked of it.
  RemoteStates(std::unique_ptr<WorkerSession> session, bool holds_bytes);

  /// A new process, which has none of the states.
  SubsystemFacts start();
  WorkerSession& session() { return *session_; }

  /// Begins a request that leaves the state alone.
  MessageWriter ask(Operation operation);
  /// Begins a request after which the worker stands at a state that nobody has saved.
  MessageWriter ask_to_change(Operation operation);
  MessageReader answer() { return session_->answer(); }
  /// Takes the state that an answer ends with, if it does.
  void take_told_state(MessageReader& answer);

  /// Where the worker stands.
  KnownOutputs& outputs() { return outputs_; }
  /// Counts the states the worker has been brought to.
  std::uint64_t changes() const { return changes_; }

  void save(std::shared_ptr<SnapshotContent>& into);
  void restore(const std::shared_ptr<SnapshotContent>& from);
  /// Where the worker stands, with the bytes of it; null when these are not held.
  std::shared_ptr<RemoteState> standing();

  const std::vector<std::byte>& bytes_of(RemoteState& state);
  /// A state that no worker keeps yet.
  std::shared_ptr<RemoteState> make_from_bytes(std::span<const std::byte> bytes);

 private:
  friend RemoteState;
  std::shared_ptr<RemoteState> make_state();
  void release(const RemoteState& state);
  /// Sees to it that the worker has the state it is to go back to.
  void bring();
  Request next_request(Operation operation);
  /// Whether the state comes with the answer: not before the first step, as saving ends the initialisation of an FMU.
  bool tells_state(Operation operation) const {
    return holds_bytes_ && (operation == Operation::advance || operation == Operation::restart);
  }

  std::unique_ptr<WorkerSession> session_;
  bool holds_bytes_;
  int processes_ = 0;  // so far
  std::uint64_t changes_ = 0;
  KnownOutputs outputs_;
  std::vector<std::byte> told_;  // the state after the last step
  bool is_told_ = false;         // and the worker still stands there
  std::vector<std::int64_t> free_numbers_;
  std::int64_t used_numbers_ = 0;
  RemoteState* here_ = nullptr;              // where the worker stands once what is waiting was done
  RemoteState* to_keep_ = nullptr;           // waits for the next request
  std::shared_ptr<RemoteState> to_restore_;  // waits for the next request, after that
};

}  // namespace oldham
