// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/fmu_subsystem.hpp"

// Snapshots of FMUs as bytes: how many numbers, the numbers, and what the FMU itself writes.

namespace oldham::fmi {

void FmuSubsystem::write(const Snapshot<double>& from, std::vector<std::byte>& into) const {
  std::vector<std::byte> own;
  if (const auto saved = std::static_pointer_cast<SavedState>(from.content))
    if (const Status status = saved->write(own); !is_good(status)) fail("cannot write its state as bytes", status);
  const std::uint64_t count = from.values.size();
  const std::size_t numbers = count * sizeof(double);
  into.resize(sizeof count + numbers + own.size());
  std::memcpy(into.data(), &count, sizeof count);
  if (numbers > 0) std::memcpy(into.data() + sizeof count, from.values.data(), numbers);
  std::ranges::copy(own, into.begin() + static_cast<std::ptrdiff_t>(sizeof count + numbers));
}

void FmuSubsystem::read(std::span<const std::byte> from, Snapshot<double>& into) const {
  std::uint64_t count = 0;
  if (from.size() < sizeof count) throw Error(ErrorKind::failure, "the bytes of a saved FMU are too few");
  std::memcpy(&count, from.data(), sizeof count);
  const auto rest = from.subspan(sizeof count);
  if (count > rest.size() / sizeof(double)) throw Error(ErrorKind::failure, "the bytes of a saved FMU are too few");
  into.values.resize(count);
  if (count > 0) std::memcpy(into.values.data(), rest.data(), count * sizeof(double));
  into.ticket = new_ticket();
  into.content.reset();
  const auto own = rest.subspan(count * sizeof(double));
  if (own.empty()) return;
  begin_stepping();
  auto saved = std::make_shared<SavedState>(this, fmu_, instance_);
  if (const Status status = saved->read(own); !is_good(status)) fail("cannot read its state from bytes", status);
  into.content = std::move(saved);
}

}  // namespace oldham::fmi
