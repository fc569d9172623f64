// SPDX-License-Identifier: MIT
#include "oldham/analysis/stability.hpp"

#include <fmt/format.h>

#include "command.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham::app {
namespace {

struct StabilityArguments : SystemArguments {
  int digits = 0;
  double margin = default_margin;
  std::string largest_step;
  std::optional<double> at;
  std::string recurrence;
};

constexpr double largest_defect = 1e-2;  // of the one-step map, before its verdict is doubted

/// In multiprecision where every subsystem allows it, else in double precision.
ZeroStability zero_stability(const Value& root, double margin) {
  try {
    System<Multiprecision> system = build_system<Multiprecision>(root, {.threads = 1});
    return judge_zero_stability(*system.cosimulation, from_decimal<Multiprecision>(system.step), margin);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::missing_capability) throw;
    System<double> system = build_system<double>(root, {.threads = 1});
    return judge_zero_stability(*system.cosimulation, system.step, margin);
  }
}

MacroState<double> state_at(System<double>& system, const std::optional<double>& at) {
  if (!at) return state_to_analyse(*system.cosimulation, system.start, system.step);
  if (!(*at >= system.start))
    throw_wrong_input("--at", fmt::format("{} s lies before the start, {} s", *at, system.start),
                      "choose a later time");
  MacroState<double> state = make_initial_state(system, system.step);
  const RunSummary summary =
      run(*system.cosimulation, state, {system.start, *at, system.step, &interrupted}, [](const auto&) {});
  if (summary.status != RunSummary::Status::completed)
    throw Error(ErrorKind::failure, fmt::format("the run to --at {} s ended early: {}", *at, summary.reason));
  system.cosimulation->assume_past(state, system.step);
  return state;
}

StepScan parse_scan(const std::string& text) {
  const char* form = "--largest-step LO:HI:N";
  const std::vector<double> parts = parse_numbers(text, ':', "--largest-step", form);
  if (parts.size() != 3 || !(parts[0] > 0) || !(parts[1] > parts[0]) || parts[2] < 2 ||
      parts[2] != std::floor(parts[2]) || parts[2] > 1e6)
    throw_wrong_input("--largest-step", fmt::format("'{}' is no scan", text),
                      fmt::format("write {} with 0 < LO < HI in s and N = 2 to 1000000 points", form));
  return {parts[0], parts[1], static_cast<int>(parts[2])};
}

Answer work(const StabilityArguments& arguments) {
  if (!arguments.recurrence.empty())
    throw_missing_capability(arguments.file, "no closed-form recurrence has been published for this system",
                             "leave out --recurrence");
  check_digits(arguments.digits);
  check_margin(arguments.margin);
  const Value root = arguments.load();
  System<double> system = build_system<double>(root, {.threads = 1});
  const MacroState<double> about = state_at(system, arguments.at);
  const StabilityVerdict<double> verdict = judge_stability(*system.cosimulation, about, system.step, arguments.margin);
  double rho = verdict.spectral_radius;
  bool stable = verdict.stable;

  Answer answer;
  Json& json = answer.json;
  std::string digits;
  if (arguments.digits > 0) {
    System<Multiprecision> precise = build_system<Multiprecision>(root, {.threads = 1});
    if (arguments.at && !precise.cosimulation->plan().is_linear)
      throw_missing_capability(arguments.file, "--digits with --at needs a linear system", "leave out one of them");
    const Multiprecision H = from_decimal<Multiprecision>(precise.step);
    const MacroState<Multiprecision> state =
        state_to_analyse(*precise.cosimulation, from_decimal<Multiprecision>(precise.start), H);
    const StabilityVerdict<Multiprecision> exact = judge_stability(*precise.cosimulation, state, H, arguments.margin);
    rho = to_double(exact.spectral_radius);
    stable = exact.stable;
    digits = exact.spectral_radius.str(arguments.digits);
  }
  // the limit is an addition: should it fail, the verdict at this step stands
  std::optional<ZeroStability> zero;
  std::string zero_problem;
  try {
    zero = zero_stability(root, arguments.margin);
  } catch (const Error& error) {
    zero_problem = error.what();
  }

  json["spectral_radius"] = rho;
  json["stable"] = stable;
  if (!digits.empty()) json["spectral_radius_digits"] = digits;
  Json moduli = Json::array();
  for (const auto& e : verdict.eigenvalues) moduli.push_back(e.modulus());
  json["eigenvalues"] = std::move(moduli);
  if (!verdict.eigenvalues.empty()) {
    Json dominating = Json::object();
    dominating["real"] = verdict.eigenvalues.front().real;
    dominating["imaginary"] = verdict.eigenvalues.front().imaginary;
    json["dominating_eigenvalue"] = std::move(dominating);
  }
  json["linearity_defect"] = verdict.linearity_defect;
  json["step"] = system.step;
  json["margin"] = arguments.margin;
  Json limit = Json::object();
  limit["spectral_radius"] = zero ? Json(zero->spectral_radius) : Json();
  limit["stable"] = zero ? Json(zero->stable) : Json();
  if (!zero) limit["reason"] = zero_problem;
  json["zero_stability"] = std::move(limit);

  std::string& text = answer.text;
  text = fmt::format("{} at step {:g} s: spectral radius {:.12g}\n", stable ? "stable" : "UNSTABLE", system.step, rho);
  if (!digits.empty()) text += fmt::format("  in {} digits        {}\n", arguments.digits, digits);
  if (rho > 0) {
    const double rate = std::log(rho) / system.step;
    text += fmt::format("  that mode            {} at {:.4g} /s, {:.4g} Hz\n", rate > 0 ? "grows" : "decays",
                        std::abs(rate),
                        std::abs(std::atan2(verdict.eigenvalues.front().imaginary, verdict.eigenvalues.front().real)) /
                            (2 * M_PI * system.step));
  }
  text += zero ? fmt::format("  H -> 0               {}: parasitic spectral radius {:.6g}\n",
                             zero->stable ? "zero-stable" : "ZERO-UNSTABLE, no step helps", zero->spectral_radius)
               : fmt::format("  H -> 0               not found: {}\n", zero_problem);
  text += fmt::format("  linearity defect     {:.2g}", verdict.linearity_defect);
  if (!(verdict.linearity_defect <= largest_defect)) {
    const char* warning =
        "the step is not linear enough for this verdict to be trusted: tighten the tolerances of adaptive "
        "solvers, or use correction = \"implicit\"";
    json["warning"] = warning;
    text += fmt::format("\n  WARNING              {}", warning);
  }

  if (!arguments.largest_step.empty()) {
    if (arguments.at && !system.cosimulation->plan().is_linear)
      throw_wrong_input("--largest-step", "a nonlinear system is scanned at its start, not along a run",
                        "leave out --at");
    const LargestStep found =
        find_largest_step(*system.cosimulation, parse_scan(arguments.largest_step), arguments.margin, &interrupted);
    if (found.interrupted) {
      json["status"] = "interrupted";
      json["reason"] = interruption;
      answer.exit_code = 1;
    }
    json["largest_stable_step"] = found.largest_stable_step;
    json["stable_throughout"] = found.stable_throughout;
    Json crossings = Json::array();
    for (const Crossing& c : found.crossings) {
      Json entry = Json::object();
      entry["step"] = c.step;
      entry["direction"] = c.upward ? "up" : "down";
      crossings.push_back(std::move(entry));
    }
    json["crossings"] = std::move(crossings);
    text += found.largest_stable_step ? fmt::format("\n  largest stable step  {:.9g} s{}", *found.largest_stable_step,
                                                    found.stable_throughout ? " (stable on the whole range)" : "")
                                      : "\n  largest stable step  none: unstable at the smallest step scanned";
    for (const Crossing& c : found.crossings)
      text += fmt::format("\n    {} at {:.9g} s", c.upward ? "becomes unstable" : "becomes stable again", c.step);
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
  app->add_option("--at", arguments->at, "linearise at this time of a run")->type_name("T");
  app->add_option("--recurrence", arguments->recurrence, "use the paper's closed-form matrix")
      ->check(CLI::IsMember({"published"}));
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
