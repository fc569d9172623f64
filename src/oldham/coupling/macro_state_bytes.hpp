// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/coupling/assembly.hpp"
#include "oldham/coupling/macro_state.hpp"

namespace oldham {

/// The state of a whole co-simulation as bytes. Its subsystems write their own snapshots, so all of them must be able
/// to.
class MacroStateBytes final : public StateBytes<double> {
 public:
  explicit MacroStateBytes(const Assembly<double>& assembly) : assembly_(assembly) {}

  void write(const MacroState<double>& from, std::vector<std::byte>& into) const;
  void read(std::span<const std::byte> from, MacroState<double>& into) const;

  /// Of a snapshot whose content is a MacroState.
  void write(const Snapshot<double>& from, std::vector<std::byte>& into) const final;
  void read(std::span<const std::byte> from, Snapshot<double>& into) const final;

 private:
  const Assembly<double>& assembly_;
};

}  // namespace oldham
