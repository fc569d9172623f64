// SPDX-License-Identifier: MIT
#include <cstring>

#include "instance.hpp"
#include "oldham/core/error.hpp"

// States of an instance, as values and as bytes. The bytes are those of this kind of machine.

namespace oldham::fmu {
namespace {

constexpr char mark[8] = {'O', 'l', 'd', 'h', 'a', 'm', '0', '1'};

[[noreturn]] void refuse() {
  throw_wrong_input("saved state", "these bytes are no state of this FMU", "use those that it wrote");
}

/// FNV-1a: bytes that were cut off or changed are found out.
std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

void append(std::vector<std::byte>& bytes, const void* data, std::size_t size) {
  const std::size_t before = bytes.size();
  bytes.resize(before + size);
  if (size > 0) std::memcpy(bytes.data() + before, data, size);
}

std::span<const std::byte> take(std::span<const std::byte>& rest, std::size_t size) {
  if (size > rest.size()) refuse();
  const auto taken = rest.first(size);
  rest = rest.subspan(size);
  return taken;
}

template <class Number>
Number take_number(std::span<const std::byte>& rest) {
  Number value;
  std::memcpy(&value, take(rest, sizeof value).data(), sizeof value);
  return value;
}

}  // namespace

void Instance::save(SavedState& into) {
  subsystem().save(into.snapshot);
  into.parameters = values_;
  into.inputs = u_;
  into.input_rates = rates_;
  into.x = x_;
  into.time = time_;
  into.mode = static_cast<int>(mode_) * 2 + are_inputs_new_;
}

void Instance::restore(const SavedState& from) {
  if (values_ != from.parameters) {
    values_ = from.parameters;
    build();
  }
  subsystem().restore(from.snapshot);
  u_ = from.inputs;
  rates_ = from.input_rates;
  x_ = from.x;
  time_ = from.time;
  mode_ = static_cast<Mode>(from.mode / 2);
  are_inputs_new_ = from.mode % 2 != 0;
}

std::vector<std::byte> Instance::write(const SavedState& state) {
  const StateBytes<double>* writer = subsystem().state_bytes();
  if (writer == nullptr)
    throw_missing_capability("FMU", "its state cannot be written", "see canSerializeFMUState in modelDescription.xml");
  std::vector<std::byte> snapshot, bytes;
  writer->write(state.snapshot, snapshot);
  append(bytes, mark, sizeof mark);
  append(bytes, token_.data(), token_.size());
  append(bytes, &state.time, sizeof state.time);
  append(bytes, &state.mode, sizeof state.mode);
  for (const auto* list : {&state.parameters, &state.inputs, &state.input_rates, &state.x}) {
    const std::uint64_t size = list->size();
    append(bytes, &size, sizeof size);
    append(bytes, list->data(), list->size() * sizeof(double));
  }
  append(bytes, snapshot.data(), snapshot.size());
  const std::uint64_t sum = checksum(bytes);
  append(bytes, &sum, sizeof sum);
  return bytes;
}

void Instance::read(std::span<const std::byte> bytes, SavedState& into) {
  if (bytes.size() < sizeof(std::uint64_t)) refuse();
  std::span<const std::byte> rest = bytes.first(bytes.size() - sizeof(std::uint64_t)),
                             end = bytes.last(sizeof(std::uint64_t));
  if (take_number<std::uint64_t>(end) != checksum(rest)) refuse();
  if (std::memcmp(take(rest, sizeof mark).data(), mark, sizeof mark) != 0 ||
      std::memcmp(take(rest, token_.size()).data(), token_.data(), token_.size()) != 0)
    refuse();
  into.time = take_number<double>(rest);
  into.mode = take_number<int>(rest);
  for (auto* list : {&into.parameters, &into.inputs, &into.input_rates, &into.x}) {
    const auto size = take_number<std::uint64_t>(rest);
    if (size > rest.size() / sizeof(double)) refuse();
    list->resize(static_cast<std::size_t>(size));
    const auto content = take(rest, list->size() * sizeof(double));
    if (!content.empty()) std::memcpy(list->data(), content.data(), content.size());
  }
  const StateBytes<double>* reader = subsystem().state_bytes();
  if (reader == nullptr) refuse();
  reader->read(rest, into.snapshot);
}

}  // namespace oldham::fmu
