// SPDX-License-Identifier: MIT
#include "oldham/isolation/remote_states.hpp"

#include <utility>

namespace oldham {

RemoteState::~RemoteState() {
  if (const auto states = owner.lock()) states->release(*this);
}

RemoteStates::RemoteStates(std::unique_ptr<WorkerSession> session, bool holds_bytes)
    : session_(std::move(session)), holds_bytes_(holds_bytes) {}

SubsystemFacts RemoteStates::start() {
  ++processes_;
  ++changes_;
  here_ = to_keep_ = nullptr;
  to_restore_.reset();
  outputs_.are_known = is_told_ = false;
  return session_->start();
}

// ---- requests ----

Request RemoteStates::next_request(Operation operation) {
  const RemoteState* keep = std::exchange(to_keep_, nullptr);
  return {operation, keep ? keep->number : -1, -1};
}

void RemoteStates::bring() {
  if (!to_restore_ || to_restore_->process == processes_) return;
  const std::vector<std::byte>& bytes = bytes_of(*to_restore_);
  MessageWriter message = session_->ask(next_request(Operation::read_bytes));
  message.put_count(static_cast<std::size_t>(to_restore_->number));
  message.put_bytes(bytes);
  answer();
  to_restore_->process = processes_;
}

MessageWriter RemoteStates::ask(Operation operation) {
  bring();
  Request request = next_request(operation);
  request.tells_state = tells_state(operation) ? 1 : 0;
  if (const auto state = std::exchange(to_restore_, nullptr)) request.bring_back = state->number;
  return session_->ask(request);
}

MessageWriter RemoteStates::ask_to_change(Operation operation) {
  MessageWriter message = ask(operation);
  ++changes_;
  here_ = nullptr;
  outputs_.are_known = is_told_ = false;
  return message;
}

void RemoteStates::take_told_state(MessageReader& answer) {
  if (!holds_bytes_) return;
  is_told_ = answer.take_flag();
  const std::span<const std::byte> bytes = answer.take_bytes();
  told_.assign(bytes.begin(), bytes.end());
}

// ---- states ----

std::shared_ptr<RemoteState> RemoteStates::make_state() {
  auto state = std::make_shared<RemoteState>();
  state->owner = weak_from_this();
  if (free_numbers_.empty()) {
    state->number = used_numbers_++;
  } else {
    state->number = free_numbers_.back();
    free_numbers_.pop_back();
  }
  return state;
}

void RemoteStates::release(const RemoteState& state) {
  if (here_ == &state) here_ = nullptr;
  if (to_keep_ == &state) to_keep_ = nullptr;
  free_numbers_.push_back(state.number);
}

void RemoteStates::save(std::shared_ptr<SnapshotContent>& into) {
  if (here_) {
    if (into.get() != here_) into = here_->shared_from_this();
    return;
  }
  // storage that a clone shares must not change under it
  auto state = std::dynamic_pointer_cast<RemoteState>(into);
  const bool is_free = state && state.use_count() == 2 && state->owner.lock().get() == this;
  if (!is_free) {
    state = make_state();
    into = state;
  }
  state->process = processes_;
  state->outputs = outputs_;
  if (is_told_)
    state->bytes = told_;
  else
    state->bytes.reset();
  here_ = to_keep_ = state.get();
  if (holds_bytes_) bytes_of(*state);
}

std::shared_ptr<RemoteState> RemoteStates::standing() {
  if (here_) return here_->bytes ? here_->shared_from_this() : nullptr;
  if (!is_told_) return nullptr;
  auto state = make_from_bytes(told_);
  state->outputs = outputs_;
  return state;
}

void RemoteStates::restore(const std::shared_ptr<SnapshotContent>& from) {
  auto state = std::dynamic_pointer_cast<RemoteState>(from);
  if (!state) throw Error(ErrorKind::failure, "nothing was saved in this snapshot");
  if (state.get() == here_) return;
  const auto owner = state->owner.lock();
  if (owner.get() != this) {
    // of another instance: numbers mean nothing here, bytes do
    if (owner) owner->bytes_of(*state);
    if (!state->bytes) throw Error(ErrorKind::failure, "the state to go back to ended with its process");
    state = make_from_bytes(*state->bytes);
  }
  outputs_ = state->outputs;
  is_told_ = false;
  ++changes_;
  here_ = state.get();
  to_restore_ = std::move(state);
}

const std::vector<std::byte>& RemoteStates::bytes_of(RemoteState& state) {
  if (state.bytes) return *state.bytes;
  if (state.process != processes_) throw ProcessLost("the state to go back to ended with its process");
  MessageWriter message = session_->ask(next_request(Operation::write_bytes));
  message.put_count(static_cast<std::size_t>(state.number));
  const std::span<const std::byte> bytes = answer().take_bytes();
  return state.bytes.emplace(bytes.begin(), bytes.end());
}

std::shared_ptr<RemoteState> RemoteStates::make_from_bytes(std::span<const std::byte> bytes) {
  auto state = make_state();
  state->bytes.emplace(bytes.begin(), bytes.end());
  return state;
}

}  // namespace oldham
