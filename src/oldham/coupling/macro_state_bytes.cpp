// SPDX-License-Identifier: MIT
#include "oldham/coupling/macro_state_bytes.hpp"

#include <cstring>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

[[noreturn]] void refuse() {
  throw_wrong_input("saved state", "these bytes are no state of this system", "use those that the same system wrote");
}

class Writer {
 public:
  explicit Writer(std::vector<std::byte>& bytes) : bytes_(bytes) { bytes_.clear(); }

  void raw(const void* data, std::size_t size) {
    const std::size_t before = bytes_.size();
    bytes_.resize(before + size);
    if (size > 0) std::memcpy(bytes_.data() + before, data, size);
  }
  template <class Number>
  void number(Number value) {
    raw(&value, sizeof value);
  }
  template <class Number>
  void list(std::span<const Number> values) {
    number<std::uint64_t>(values.size());
    raw(values.data(), values.size_bytes());
  }
  void numbers(const std::vector<double>& values) { list<double>(values); }

 private:
  std::vector<std::byte>& bytes_;
};

class Source {
 public:
  explicit Source(std::span<const std::byte> bytes) : rest_(bytes) {}

  std::span<const std::byte> raw(std::uint64_t size) {
    if (size > rest_.size()) refuse();
    const auto taken = rest_.first(static_cast<std::size_t>(size));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, raw(sizeof value).data(), sizeof value);
    return value;
  }
  void numbers(std::vector<double>& into) {
    const auto count = number<std::uint64_t>();
    if (count > rest_.size() / sizeof(double)) refuse();
    into.resize(static_cast<std::size_t>(count));
    copy(into.data(), into.size());
  }
  void copy(double* into, std::size_t count) {
    const auto bytes = raw(count * sizeof(double));
    if (count > 0) std::memcpy(into, bytes.data(), bytes.size());
  }
  /// A small count of things of at least this many bytes each.
  int count(std::size_t bytes_each) {
    const auto value = number<std::uint64_t>();
    if (value > rest_.size() / bytes_each) refuse();
    return static_cast<int>(value);
  }
  void finish() const {
    if (!rest_.empty()) refuse();
  }

 private:
  std::span<const std::byte> rest_;
};

void write_history(const SampleHistory<double>& history, Writer& out) {
  out.number<std::uint64_t>(static_cast<std::uint64_t>(history.capacity()));
  out.number<std::uint64_t>(static_cast<std::uint64_t>(history.variables()));
  out.number<std::uint64_t>(static_cast<std::uint64_t>(history.size()));
  for (int age = history.capacity() - 1; age >= 0; --age) {
    out.number(history.length(age));
    out.raw(history.row(age), static_cast<std::size_t>(history.variables()) * sizeof(double));
  }
}

void read_history(Source& in, SampleHistory<double>& history) {
  const int capacity = in.count(sizeof(double));
  const auto variables = in.number<std::uint64_t>(), size = in.number<std::uint64_t>();
  if (variables > 1'000'000'000 || size > static_cast<std::uint64_t>(capacity)) refuse();
  history = SampleHistory<double>(static_cast<int>(variables), capacity);
  for (int age = 0; age < capacity; ++age) {
    const double length = in.number<double>();
    in.copy(history.push(length), static_cast<std::size_t>(variables));
  }
  history.keep(static_cast<int>(size));
}

}  // namespace

void MacroStateBytes::write(const MacroState<double>& from, std::vector<std::byte>& into) const {
  Writer out(into);
  out.number(from.time);
  out.number(from.steps);
  out.number<std::uint64_t>(from.snapshots.size());
  std::vector<std::byte> part;
  for (std::size_t s = 0; s < from.snapshots.size(); ++s) {
    assembly_.subsystems[s]->state_bytes()->write(from.snapshots[s], part);
    out.list<std::byte>(part);
  }
  write_history(from.history, out);
  for (const auto* list : {&from.outputs, &from.inputs, &from.bond_powers, &from.corrector.nodes,
                           &from.corrector.sensitivities, &from.deficit.means})
    out.numbers(*list);
  out.number(from.deficit.length);
  out.number(from.corrector.step_length);
  out.number<std::uint8_t>(from.corrector.valid);
}

void MacroStateBytes::read(std::span<const std::byte> from, MacroState<double>& into) const {
  Source in(from);
  into.time = in.number<double>();
  into.steps = in.number<std::int64_t>();
  if (in.number<std::uint64_t>() != assembly_.subsystems.size()) refuse();
  into.snapshots.resize(assembly_.subsystems.size());
  for (std::size_t s = 0; s < into.snapshots.size(); ++s)
    assembly_.subsystems[s]->state_bytes()->read(in.raw(in.number<std::uint64_t>()), into.snapshots[s]);
  read_history(in, into.history);
  for (auto* list : {&into.outputs, &into.inputs, &into.bond_powers, &into.corrector.nodes,
                     &into.corrector.sensitivities, &into.deficit.means})
    in.numbers(*list);
  into.deficit.length = in.number<double>();
  into.corrector.step_length = in.number<double>();
  into.corrector.valid = in.number<std::uint8_t>() != 0;
  in.finish();
}

void MacroStateBytes::write(const Snapshot<double>& from, std::vector<std::byte>& into) const {
  write(static_cast<const MacroState<double>&>(*from.content), into);
}

void MacroStateBytes::read(std::span<const std::byte> from, Snapshot<double>& into) const {
  auto content = std::make_shared<MacroState<double>>();
  read(from, *content);
  into.content = std::move(content);
}

}  // namespace oldham
