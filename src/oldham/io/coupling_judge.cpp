// SPDX-License-Identifier: MIT
#include "oldham/io/coupling_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/analysis/identification/recording_subsystem.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/exchange.hpp"
#include "oldham/coupling/known_sources.hpp"
#include "oldham/coupling/requirements.hpp"
#include "oldham/io/linearised.hpp"

namespace oldham {
namespace {

constexpr std::size_t most_opinions = 2;  // besides the first
constexpr int steps_till_later = 64;      // for solvers to be in full swing
constexpr double linear_enough = 1e-8;    // residual of a black box that is linear, whatever its solver does
constexpr int start_up_steps = 4;         // in which the polynomials inside a group reach their order

int highest_degree(const Assembly<double>& assembly, const Scheme& scheme) {
  int degree = scheme.order;
  for (const Connection& c : assembly.connections) degree = std::max(degree, c.order.value_or(0));
  for (const auto& law : assembly.laws) degree = std::max(degree, law.order.value_or(0));
  return degree;
}

bool corrects(const Scheme& scheme) { return scheme.correction.least > 0 || scheme.correction.to_tolerance; }

/// Ports that the coupling feeds and reads.
IdentificationSettings used_ports(const Cosimulation<double>& system, int subsystem) {
  const Plan<double>& plan = system.plan();
  IdentificationSettings ports;
  std::vector<int> inputs, outputs;
  for (int i = plan.input_offset[subsystem]; i < plan.input_offset[subsystem + 1]; ++i)
    for (int k = plan.term_offset[i]; k < plan.term_offset[i + 1]; ++k) {
      // known functions of time are no part of the coupling
      if (plan.terms[k].source >= plan.variables) continue;
      inputs.push_back(i - plan.input_offset[subsystem]);
      break;
    }
  std::vector<bool> is_read(plan.outputs(), false);
  for (const auto& copy : plan.copies) is_read[copy.output] = true;
  for (const int output : plan.law_arguments) is_read[output] = true;
  for (const auto& term : plan.multiplier_terms) is_read[term.position] = is_read[term.velocity] = true;
  for (int o = plan.output_offset[subsystem]; o < plan.output_offset[subsystem + 1]; ++o)
    if (is_read[o]) outputs.push_back(o - plan.output_offset[subsystem]);
  ports.inputs = std::move(inputs);
  ports.outputs = std::move(outputs);
  return ports;
}

/// A state of one instance for another of the same subsystem.
void carry_over(const Subsystem<double>& from, const Snapshot<double>& saved, Subsystem<double>& to,
                Snapshot<double>& into) {
  if (from.state_bytes() != nullptr && to.state_bytes() != nullptr) {
    std::vector<std::byte> bytes;
    from.state_bytes()->write(saved, bytes);
    to.state_bytes()->read(bytes, into);
    return;
  }
  std::vector<double> x(from.description().state_size);
  from.read_state(x);
  to.write_state(x);
  to.save(into);
}

}  // namespace

bool is_black_box(const Subsystem<double>& subsystem) {
  const Capabilities& c = subsystem.description().capabilities;
  return !c.state_access || !c.rollback;
}

CouplingJudge::CouplingJudge(const Value& root, const JudgeSettings& settings) : root_(root), settings_(settings) {
  reach_operating_point();
  take_points();
}

CouplingJudge::~CouplingJudge() = default;

void CouplingJudge::reach_operating_point() {
  // probes go on beyond the end
  const BuildOptions recording{
      .threads = 1, .tells_end = false, .prepare = [&](Assembly<double>& assembly, const Scheme&) {
        for (auto& subsystem : assembly.subsystems)
          if (settings_.at && is_black_box(*subsystem))
            subsystem = std::make_unique<RecordingSubsystem>(std::move(subsystem));
      }};
  const auto go = [&](bool shortens_steps) {
    state_ = state_at(system_, settings_.at, reached_with_, settings_.interrupted, shortens_steps);
  };
  system_ = build_system<double>(root_, recording);
  const bool has_boxes =
      std::ranges::any_of(system_.cosimulation->assembly().subsystems, [](const auto& s) { return is_black_box(*s); });
  if (!settings_.at || !has_boxes) return go(true);
  // black boxes may have steps of their own: rather correct steps than shorten them
  try {
    return go(false);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure) throw;
  }
  if (can_correct()) {
    Value corrected = root_;
    make_place(corrected, "scheme.correction") = Value("semi-implicit");
    try {
      system_ = build_system<double>(corrected, recording);
      return go(false);
    } catch (const Error&) {
      // not with this system, then
    }
  }
  system_ = build_system<double>(root_, recording);
  go(true);
}

void CouplingJudge::take_points() {
  Cosimulation<double>& system = *system_.cosimulation;
  const Plan<double>& plan = system.plan();
  std::vector<double> inputs(plan.inputs());
  gather_inputs<double>(plan, state_->history.row(0), known_sources(system, state_->time).data(), inputs.data());
  for (std::size_t s = 0; s < system.assembly().subsystems.size(); ++s) {
    Subsystem<double>& subsystem = *system.assembly().subsystems[s];
    if (!is_black_box(subsystem)) continue;
    const std::span<const double> own(inputs.data() + plan.input_offset[s], inputs.data() + plan.input_offset[s + 1]);
    auto box = std::make_unique<BlackBox>();
    box->name = subsystem.description().name;
    box->subsystem = &subsystem;
    box->ports = used_ports(system, static_cast<int>(s));
    box->ports.most_steps = settings_.most_steps;
    if (auto* recorded = dynamic_cast<RecordingSubsystem*>(&subsystem)) {
      box->subsystem = &recorded->inner();
      box->point = recorded->make_point(state_->time, own);
      box->ports.amplitudes = recorded->amplitudes();
    } else {
      box->point = make_initial_point(subsystem, system_.start, own);
      if (subsystem.description().boundary->is_group)
        box->point = settle(subsystem, box->point, system_.step, start_up_steps);
    }
    black_boxes_.push_back(std::move(box));
  }
}

void CouplingJudge::set_most_steps(long steps) {
  for (auto& box : black_boxes_) box->ports.most_steps = steps;
}

bool CouplingJudge::can_correct() const {
  return std::ranges::all_of(system_.cosimulation->assembly().subsystems,
                             [](const auto& s) { return s->description().capabilities.rollback; });
}

const Identified& CouplingJudge::identify_at(BlackBox& box, double step, int degree, bool is_later) {
  const auto [entry, is_new] = box.known.try_emplace({step, degree, is_later});
  Identified& found = entry->second;
  if (!is_new) return found;
  IdentificationSettings settings = box.ports;
  settings.preflight = box.habits;
  try {
    std::optional<OperatingPoint> later;
    if (is_later) later = settle(*box.subsystem, box.point, step, steps_till_later);
    found = identify(*box.subsystem, later ? *later : box.point, step, degree, settings);
    if (!box.habits) box.habits = found.preflight;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::wrong_input) throw;
    found.problem = error.what();
  }
  probe_steps_ += found.probe_steps;
  probe_seconds_ += found.seconds;
  return found;
}

StepMap CouplingJudge::map_at(BlackBox& box, double step, int degree, SubsystemEvidence& evidence) {
  const Identified& found = identify_at(box, step, degree);
  evidence.order = found.order;
  evidence.residual = found.residual;
  evidence.asymmetry = found.asymmetry;
  evidence.composition = found.preflight.composition;
  evidence.horizon = found.horizon;
  evidence.grid = found.preflight.grid;
  evidence.findings = found.preflight.findings;
  evidence.problem = found.problem;
  return found.map;
}

CouplingJudge::Coupled CouplingJudge::couple(const Value& tree, double step, FindMap find_map) {
  Coupled coupled;
  const auto replace = [&](Assembly<double>& assembly, const Scheme& scheme) {
    // what the black boxes themselves cannot do is no use to judge
    require_abilities(assembly, scheme);
    const int degree = highest_degree(assembly, scheme);
    const auto is_box = [&](const Subsystem<double>& s) {
      return std::ranges::any_of(black_boxes_, [&](const auto& b) { return b->name == s.description().name; });
    };
    // known functions of time move the operating point only, and maps were found for inputs of the scheme's degree
    if (has_black_boxes()) {
      const double time = settings_.at.value_or(system_.start);
      for (KnownInput& known : assembly.known_inputs)
        known.signal = SignalDescription::constant(TimeSignal<double>(known.signal)(time));
    }
    // maps among linear subsystems are the same about every point: about zero, where large values hide no answer
    const bool is_linear =
        std::ranges::all_of(assembly.subsystems,
                            [&](const auto& s) { return s->description().capabilities.linear || is_box(*s); }) &&
        std::ranges::all_of(assembly.laws, [](const auto& l) { return l.equations->is_linear(); });
    for (auto& subsystem : assembly.subsystems) {
      const SubsystemDescription description = subsystem->description();
      SubsystemEvidence evidence{.name = description.name, .order = description.state_size};
      const auto box = std::ranges::find_if(black_boxes_, [&](const auto& b) { return b->name == description.name; });
      if (box != black_boxes_.end()) {
        evidence.is_identified = true;
        StepMap map = find_map(**box, degree, evidence);
        if (is_linear) map.offset.clear();
        if (is_linear) map.held.clear();
        const bool goes_back = !(*box)->habits || (*box)->habits->rollback != RollbackHabit::fails;
        if (corrects(scheme) && !goes_back && evidence.problem.empty())
          evidence.problem = "it does not restore its state, as corrections need";
        coupled.is_known = coupled.is_known && evidence.problem.empty();
        if (!evidence.problem.empty())
          map = make_step_map(step, 0, description.input_count(), description.output_count(), degree);
        subsystem = std::make_unique<StepMapSubsystem>(description, std::move(map));
      }
      coupled.evidence.push_back(std::move(evidence));
    }
  };
  coupled.system = build_system<double>(tree, {.threads = 1, .prepare = replace});
  coupled.about = place(coupled.system, step);
  return coupled;
}

MacroState<double> CouplingJudge::place(System<double>& system, double step) {
  Cosimulation<double>& coupled = *system.cosimulation;
  const Cosimulation<double>& reached = *system_.cosimulation;
  const auto& members = coupled.assembly().subsystems;
  const bool is_same = coupled.plan().base_variables == reached.plan().base_variables &&
                       members.size() == reached.assembly().subsystems.size();
  if (!is_same && settings_.at)
    throw_missing_capability(coupled.assembly().name,
                             "a coupling with other variables cannot be judged at a later time", "leave out --at");
  MacroState<double> about = coupled.initial_state(system.start);
  if (settings_.at) {
    about.time = state_->time;
    for (std::size_t s = 0; s < members.size(); ++s)
      if (const auto& origin = *reached.assembly().subsystems[s]; !is_black_box(origin)) {
        reached.assembly().subsystems[s]->restore(state_->snapshots[s]);
        carry_over(origin, state_->snapshots[s], *members[s], about.snapshots[s]);
      }
  }
  if (is_same && (settings_.at || has_black_boxes())) {
    double* samples = about.history.row(0);
    const Plan<double>& plan = coupled.plan();
    std::copy_n(state_->history.row(0), plan.base_variables, samples);
    for (int j = plan.base_variables; j < plan.variables; ++j) samples[j] = samples[plan.signal[j][0]];
    about.outputs = state_->outputs;
  }
  coupled.fill_history(about, step);
  coupled.assume_past(about, step);
  return about;
}

CouplingVerdict CouplingJudge::judge_with(const Value& tree, double step, bool names_modes, const Opinion& opinion) {
  const auto find_map = [&](BlackBox& box, int degree, SubsystemEvidence& evidence) {
    StepMap map = map_at(box, step, degree, evidence);
    if (!box.habits || box.habits->composes()) return map;
    if (opinion.is_later && evidence.residual > linear_enough) {
      const Identified& later = identify_at(box, step, degree, true);
      if (!later.problem.empty()) return map;
      evidence.order = later.order;
      evidence.residual = later.residual;
      return later.map;
    }
    const std::vector<OtherMap>& others = identify_at(box, step, degree).others;
    if (!opinion.other || *opinion.other >= others.size()) return map;
    evidence.order = others[*opinion.other].order;
    evidence.residual = others[*opinion.other].residual;
    return others[*opinion.other].map;
  };
  Coupled coupled = couple(tree, step, find_map);
  if (!coupled.is_known) return leave_open(step, std::move(coupled.evidence));
  Cosimulation<double>& system = *coupled.system.cosimulation;
  const OneStepMap<double> map = compute_one_step_map(system, coupled.about, step);
  return judge_map(system, map, step, std::move(coupled.evidence),
                   {settings_.tolerance, own_growth(system, coupled.about), names_modes});
}

CouplingVerdict CouplingJudge::judge(const Value& tree, double step, bool names_modes) {
  CouplingVerdict verdict = judge_with(tree, step, names_modes, {});
  if (has_black_boxes() && system_.cosimulation->plan().variables == 0) {
    verdict.kind = CouplingVerdict::Kind::inconclusive;
    verdict.reason = "nothing is coupled, and what a black box does by itself is not judged";
    verdict.confidence = Confidence::low;
  }
  // what is not quite a linear map may be taken for several, which need not say the same
  const bool is_doubtful =
      std::ranges::any_of(black_boxes_, [](const auto& box) { return box->habits && !box->habits->composes(); });
  for (std::size_t other = 0; is_doubtful && other < most_opinions; ++other)
    hear(judge_with(tree, step, false, {.other = other}), verdict);
  // and a solver that chooses its steps is another map where it has others to make, however smooth it is here
  const bool is_certain =
      verdict.kind == CouplingVerdict::Kind::stable || verdict.kind == CouplingVerdict::Kind::unstable;
  if (is_doubtful && is_certain) hear(judge_with(tree, step, false, {.is_later = true}), verdict);
  verdict.time = state_->time;
  verdict.probe_steps = probe_steps_;
  verdict.probe_seconds = probe_seconds_;
  for (const auto& box : black_boxes_) {
    const SubsystemDescription& d = box->subsystem->description();
    for (const int i : *box->ports.inputs) {
      const std::string& port = d.boundary->inputs[i].name;
      verdict.inputs.push_back(
          {d.boundary->is_group ? port : fmt::format("{}.{}", d.name, port), box->point.inputs[i]});
    }
  }
  return verdict;
}

CouplingVerdict judge_coupling(const Value& root, const JudgeSettings& settings) {
  return CouplingJudge(root, settings).judge();
}

}  // namespace oldham
