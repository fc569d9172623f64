// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "command.hpp"
#include "equal_steps.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/stability_answer.hpp"
#include "oldham/io/verdict_text.hpp"
#include "oldham/present/json/stability_json.hpp"

namespace oldham::app {
namespace {

struct StabilityArguments : SystemArguments {
  int digits = 0;
  double margin = default_margin;
  std::string largest_step;
  std::optional<double> at, budget;
  std::string recurrence;
};

constexpr int evaluations_per_crossing = 52;  // bisected to the last digit; most scans meet one

StepScan parse_scan(const std::string& text) {
  const char* form = "--largest-step LO:HI:N";
  const std::vector<double> parts = parse_numbers(text, ':', "--largest-step", form);
  if (parts.size() != 3 || !(parts[0] > 0) || !(parts[1] > parts[0]) || parts[2] < 2 ||
      parts[2] != std::floor(parts[2]) || parts[2] > 1e6)
    throw_wrong_input("--largest-step", fmt::format("'{}' is no scan", text),
                      fmt::format("write {} with 0 < LO < HI in s and N = 2 to 1000000 points", form));
  return {parts[0], parts[1], static_cast<int>(parts[2])};
}

/// What is not known of a limit.
std::string doubts_text(const LargestStep& found) {
  std::string text;
  if (found.is_range || found.is_left_open)
    text += found.unstable_from ? fmt::format("\n    unstable from {:.9g} s on", *found.unstable_from)
                                : "\n    no step is unstable for certain";
  else if (found.stable_up_to && found.unstable_from && found.confidence != Confidence::high)
    text += fmt::format("\n    stable for certain up to {:.9g} s, unstable from {:.9g} s on", *found.stable_up_to,
                        *found.unstable_from);
  if (found.steps_left_open > 0)
    text += fmt::format("\n    {} of {} steps could not be judged", found.steps_left_open, found.steps);
  if (found.steps > 0) text += fmt::format("\n    confidence: {}", word_of(found.confidence));
  return text;
}

std::string range_text(const StepInterval& interval) {
  return fmt::format("{:.6g} to {:.6g} s", interval.from, interval.to);
}

/// The interval that holds the step, where a scan found several; the largest step alone would be that of another one.
std::string interval_text(const StabilityAnswer& answer) {
  const auto about = interval_about(answer.step, answer.intervals);
  std::string text;
  if (answer.intervals.size() > 2 && about)
    text +=
        fmt::format("\n  around your step     {} from {}", about->stable ? "stable" : "UNSTABLE", range_text(*about));
  if (!about && !answer.intervals.empty())
    text += fmt::format("\n  around your step     not scanned: {:g} s lies outside of the range", answer.step);
  if (answer.intervals.size() <= 2) return text;
  constexpr std::size_t most = 6;
  std::size_t listed = 0, all = 0;
  std::string others;
  for (const StepInterval& interval : answer.intervals) {
    if (interval.stable) continue;
    if (listed < most) others += fmt::format("{}{}", listed++ == 0 ? "" : ", ", range_text(interval));
    ++all;
  }
  text += fmt::format("\n  unstable             {}", others);
  if (all > listed) text += fmt::format(", and {} more ranges with --json", all - listed);
  return text;
}

std::string scan_text(const StabilityAnswer& answer, double budget) {
  const LargestStep& found = *answer.largest;
  std::string text = interval_text(answer);
  const bool has_several = answer.intervals.size() > 2;
  text += "\n  largest stable step  ";
  if (found.is_left_open)
    text += "inconclusive: no step is stable for certain";
  else if (!found.largest_stable_step)
    text += has_several ? "none from the smallest step scanned on, which is unstable"
                        : "none: unstable at the smallest step scanned";
  else
    text += fmt::format("{}{:.9g} s{}{}", found.is_range ? "not known, at least " : "", *found.largest_stable_step,
                        found.error ? fmt::format(", with a standard error of {:.2g} s", *found.error) : "",
                        found.stable_throughout ? " (stable on the whole range)" : "");
  text += doubts_text(found);
  if (found.is_budget_over)
    text += fmt::format(
        "\n  budget               {:g} s were over before the scan was done: give more with --budget {:g}, or scan a "
        "smaller range",
        budget, 4 * budget);
  return text;
}

std::string headline(const StabilityAnswer& verdict) {
  using Kind = CouplingVerdict::Kind;
  const std::optional<CouplingVerdict>& told = verdict.verdict;
  if (told && told->kind == Kind::inconclusive && !std::isfinite(verdict.spectral_radius))
    return fmt::format("inconclusive at step {:g} s: {}\n", verdict.step, told->reason);
  const Kind kind = told ? told_kind(*told, verdict.stable) : verdict.stable ? Kind::stable : Kind::unstable;
  const std::string word = kind == Kind::stable         ? "stable"
                           : kind == Kind::inconclusive ? "inconclusive"
                           : kind == Kind::too_close    ? "too close to call"
                           : verdict.follows            ? "as unstable as the system itself"
                                                        : "UNSTABLE";
  return fmt::format("{} at step {:g} s: spectral radius {:.12g}\n", word, verdict.step, verdict.spectral_radius);
}

std::string verdict_text(const StabilityAnswer& verdict, int digits) {
  std::string text = headline(verdict);
  if (verdict.follows)
    text += fmt::format(
        "  the system           grows at {:.4g} /s there: a small change of its state does not die out, whatever the "
        "scheme\n",
        *verdict.growth);
  if (verdict.published)
    text += "  recurrence           published: the closed form S(H) of the paper, not the step that is simulated\n";
  if (!verdict.digits.empty()) text += fmt::format("  in {} digits        {}\n", digits, verdict.digits);
  if (verdict.linearised_at) {
    // far from rest one correction is not yet the solution, and its verdict that of the way there
    text +=
        fmt::format("  linearised           at t = {:g} s; elsewhere it may differ: --at T{}\n", *verdict.linearised_at,
                    verdict.stable ? "" : ", or correction = \"implicit\" where one correction does not converge");
    if (verdict.reached_with != verdict.step)
      text += fmt::format("  reached              with a step of {:g} s: the one in question does not get there\n",
                          verdict.reached_with);
  }
  const std::optional<CouplingVerdict>& told = verdict.verdict;
  if (told && !told->reason.empty() && std::isfinite(verdict.spectral_radius))
    text += fmt::format("  because              {}\n", told->reason);
  if (verdict.spectral_radius > 0) {
    // neutral modes stand still, and are told below
    const bool has_mode = told && std::isfinite(told->mode.growth_rate);
    const Eigenvalue<double>& mode = has_mode ? told->mode.eigenvalue : verdict.eigenvalues.front();
    const double rate = std::log(mode.modulus()) / verdict.step;
    text += fmt::format("  dominant mode        {} at {:.4g} /s, {:.4g} Hz\n", rate > 0 ? "grows" : "decays",
                        std::abs(rate), mode_frequency(mode, verdict.step));
    if (told && !told->mode.shares.carriers.empty())
      text += fmt::format("  carried by           {}\n", shares_text(told->mode.shares));
  }
  if (told) text += evidence_text(*told);
  const std::optional<ZeroVerdict>& zero = verdict.zero;
  text += zero ? fmt::format("  H -> 0               {}: parasitic spectral radius {:.6g}\n",
                             zero->limit.stable ? "zero-stable" : "ZERO-UNSTABLE, no step helps",
                             zero->limit.spectral_radius)
          : told && told->reason == verdict.zero_problem
              ? "  H -> 0               not found, for the same reason\n"
              : fmt::format("  H -> 0               not found: {}\n", verdict.zero_problem);
  if (zero && zero->closed_form)
    text += fmt::format("  feed-through loop    spectral radius {:.6g} in closed form\n", *zero->closed_form);
  if (std::isfinite(verdict.linearity_defect))
    text += fmt::format("  linearity defect     {:.2g}\n", verdict.linearity_defect);
  if (!verdict.warning.empty()) text += fmt::format("  WARNING              {}\n", verdict.warning);
  text.pop_back();
  return text;
}

Answer work(const StabilityArguments& arguments) {
  StabilityQuestion question{.digits = arguments.digits,
                             .margin = arguments.margin,
                             .at = arguments.at,
                             .largest_step = {},
                             .published = !arguments.recurrence.empty(),
                             .interrupted = &interrupted};
  if (!arguments.largest_step.empty()) question.largest_step = parse_scan(arguments.largest_step);
  question.set_budget(arguments.budget);
  const int steps = question.largest_step ? question.largest_step->points + evaluations_per_crossing : 0;
  std::optional<Progress> progress(std::in_place, "stability", steps, ProgressOptions{.unit = "steps"});
  if (question.largest_step) question.largest_step->evaluated = [&] { progress->add(1); };
  const Value root = arguments.load();
  const StabilityAnswer verdict = judge(root, question);
  progress.reset();
  Answer answer;
  answer.json = to_json(verdict);
  answer.text = verdict_text(verdict, arguments.digits);
  if (verdict.largest) answer.text += scan_text(verdict, arguments.budget.value_or(usual_scan_budget));
  note_equal_steps(root, answer);
  if (verdict.largest && verdict.largest->interrupted) {
    answer.json["status"] = "interrupted";
    answer.json["reason"] = interruption;
    answer.exit_code = 1;
  }
  return answer;
}

}  // namespace

Command add_stability(CLI::App& parent) {
  auto arguments = std::make_shared<StabilityArguments>();
  CLI::App* app = parent.add_subcommand("stability", "verdict: spectral radius, zero-stability, largest stable step");
  arguments->add_to(*app);
  app->add_option("--digits", arguments->digits, "repeat the verdict in this many decimal digits")->type_name("N");
  app->add_option("--margin", arguments->margin, "stable means spectral radius <= 1 + margin");
  app->add_option("--largest-step", arguments->largest_step,
                  "scan steps geometrically and bisect on spectral radius = 1")
      ->type_name("LO:HI:N");
  app->add_option("--budget", arguments->budget,
                  "s of wall time for the scan (default: 20 with FMUs and other black boxes, else any)")
      ->check(CLI::PositiveNumber);
  app->add_option("--at", arguments->at, "linearise at this time of a run")->type_name("T");
  app->add_option("--recurrence", arguments->recurrence,
                  "the radius of the paper's closed-form matrix, not of the step")
      ->check(CLI::IsMember({"published"}));
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
