// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oldham/fmi/import/fmu_ports.hpp"

namespace oldham::fmi {

/// One thing that was looked at.
struct CheckRow {
  enum class Verdict { passed, warning, failed, skipped };
  std::string name;  // a fixed short name: "rollback"
  Verdict verdict = Verdict::passed;
  std::string detail;
};

std::string_view word_of(CheckRow::Verdict verdict);

struct CheckSettings {
  std::vector<VariableSetting> values{};           // parameters and start values to check it with
  std::optional<InterfaceKind> interface {};       // none: all that it has
  int steps = 20;                                  // of the default experiment's step, or of a hundredth of it
  double time_limit = 60;                          // s that one check may take
  std::filesystem::path cache{};                   // empty: the usual one
  std::function<void(std::size_t)> told{};         // how many checks of an interface have ended, as they end
  const std::atomic<bool>* interrupted = nullptr;  // ends the work early; the check under way is then skipped
};

/// What can be said without running anything: archive, description, binaries.
std::vector<CheckRow> check_files(const std::filesystem::path& file);

/// What is looked at in one process: an FMU may bear one instance only.
enum class Behaviour { at_rest, in_steps };

/// Runs the FMU through its interface and tells of each check as it ends; `begin` is told the name of a check before it
/// begins, so that a crash has a name.
void check_behaviour(const std::filesystem::path& file, InterfaceKind kind, Behaviour behaviour,
                     const CheckSettings& settings, const std::function<void(const std::string&)>& begin,
                     const std::function<void(const CheckRow&)>& tell);

/// All checks. What runs the FMU's own code does so in a process of its own: a crash, a hang or an exit() is a row.
std::vector<CheckRow> check_fmu(const std::filesystem::path& file, const CheckSettings& settings = {});

}  // namespace oldham::fmi
