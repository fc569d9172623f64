// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "oldham/analysis/identification/identify.hpp"
#include "oldham/analysis/step_search.hpp"
#include "oldham/analysis/verdict.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham {

struct JudgeSettings {
  std::optional<double> at{};  // s: the operating point on a run with the file's scheme; absent: the start
  double tolerance = default_margin;
  long most_steps = IdentificationSettings{}.most_steps;  // of a black box, for each length of step
  const std::atomic<bool>* interrupted = nullptr;
};

/// What has no state access or no rollback, and hence is known by its answers alone.
bool is_black_box(const Subsystem<double>& subsystem);

/// Judges couplings of one system: brings it to its operating point once, probes black boxes once for every step, and
/// then answers for any scheme. Works on instances of its own. A group with a black box in it is one itself.
class CouplingJudge {
 public:
  /// Builds the system of a file's tree and brings it to its operating point.
  explicit CouplingJudge(const Value& root, const JudgeSettings& settings = {});
  ~CouplingJudge();
  CouplingJudge(const CouplingJudge&) = delete;
  CouplingJudge& operator=(const CouplingJudge&) = delete;

  /// With the scheme and step of the file.
  CouplingVerdict judge() { return judge(root_, system_.step); }
  /// With the scheme of a tree that differs from the file's in keys of [scheme] alone, at this step. Without names,
  /// modes have no shares, and the verdict comes sooner.
  CouplingVerdict judge(const Value& tree, double step, bool names_modes = true);
  /// The same for a search: |μ| of the mode that decides, what the system grows by itself taken off.
  JudgedStep judge_step(const Value& tree, double step);
  /// Where that passes 1 as the step grows; steps of black boxes with grids lie on them.
  LargestStep find_largest_step(const Value& tree, const StepScan& scan);
  /// What remains for H → 0 of a system with black boxes: their answers within one short step.
  ZeroStability judge_zero_stability(const Value& tree);

  /// What a black box may be asked to do from now on, for each length of step.
  void set_most_steps(long steps);

  /// As built from the file, at the operating point.
  System<double>& system() { return system_; }
  const MacroState<double>& state() const { return *state_; }
  bool has_black_boxes() const { return !black_boxes_.empty(); }
  /// Whether every subsystem can go back, as corrected schemes need.
  bool can_correct() const;
  /// s: the widest that black boxes step on; absent: they follow any step.
  std::optional<double> grid();
  /// s: the step by which the operating point was reached.
  double reached_with() const { return reached_with_; }
  long probe_steps() const { return probe_steps_; }
  double probe_seconds() const { return probe_seconds_; }

 private:
  struct BlackBox {
    std::string name;
    Subsystem<double>* subsystem = nullptr;
    OperatingPoint point{};
    IdentificationSettings ports{};
    std::map<std::tuple<double, int, bool>, Identified> known{};  // by step, degree, and whether later
    std::optional<Preflight> habits{};
  };
  /// A system with maps in the places of black boxes, and the state it is linearised about.
  struct Coupled {
    System<double> system;
    MacroState<double> about;
    std::vector<SubsystemEvidence> evidence;
    bool is_known = true;  // nothing about a black box is left open
  };
  using FindMap = FunctionRef<StepMap(BlackBox&, int degree, SubsystemEvidence&)>;

  void reach_operating_point();
  void take_points();
  /// About the operating point, or some steps later.
  const Identified& identify_at(BlackBox& box, double step, int degree, bool is_later = false);
  StepMap map_at(BlackBox& box, double step, int degree, SubsystemEvidence& evidence);
  /// The map of a black box that a verdict is made with: the one that was chosen, or another that some have.
  struct Opinion {
    std::optional<std::size_t> other{};  // of those that fit nearly as well
    bool is_later = false;
  };
  CouplingVerdict judge_with(const Value& tree, double step, bool names_modes, const Opinion& opinion);
  Coupled couple(const Value& tree, double step, FindMap find_map);
  MacroState<double> place(System<double>& system, double step);
  double composed_factor(const Value& tree, double base, int n);

  Value root_;
  JudgeSettings settings_;
  System<double> system_;
  std::optional<MacroState<double>> state_;
  double reached_with_ = 0;
  std::vector<std::unique_ptr<BlackBox>> black_boxes_;
  long probe_steps_ = 0;
  double probe_seconds_ = 0;
};

/// The verdict on the system of a file's tree.
CouplingVerdict judge_coupling(const Value& root, const JudgeSettings& settings = {});

}  // namespace oldham
