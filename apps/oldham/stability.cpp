// SPDX-License-Identifier: MIT
#include "oldham/analysis/stability.hpp"

#include <fmt/format.h>

#include "command.hpp"
#include "linearised.hpp"
#include "oldham/analysis/feedthrough_loop.hpp"
#include "oldham/analysis/published_recurrence.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/progress.hpp"
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

constexpr int evaluations_per_crossing = 52;  // bisected to the last digit; most scans meet one

/// The limit H -> 0 of the step, and the radius of the feed-through loop where that is its closed form.
struct ZeroVerdict {
  ZeroStability limit;
  std::optional<double> closed_form;
};

template <class T>
ZeroVerdict zero_verdict_in(const Value& root, double margin) {
  System<T> system = build_system<T>(root, {.threads = 1});
  ZeroVerdict verdict{judge_zero_stability(*system.cosimulation, from_decimal<T>(system.step), margin), {}};
  if (const auto loop = make_feedthrough_loop(*system.cosimulation))
    verdict.closed_form = to_double(loop->spectral_radius());
  return verdict;
}

/// In multiprecision where every subsystem allows it, else in double precision. Many states would take minutes so: what
/// is moved by others then is judged by the loop of accelerations and forces alone, which is all that remains in the
/// limit, and what is not coupled has nothing to judge.
ZeroVerdict zero_verdict(const Value& root, double margin) {
  constexpr int many_states = 100;
  System<double> system = build_system<double>(root, {.threads = 1});
  const Plan<double>& plan = system.cosimulation->plan();
  if (!plan.is_linear && system.cosimulation->state_size() > many_states) {
    if (plan.variables == 0) return {{0, true}, {}};
    const auto loop = measure_feedthrough_loop(*system.cosimulation, make_initial_state(system, system.step));
    if (!loop) return zero_verdict_in<double>(root, margin);
    const double radius = loop->spectral_radius();
    return {{radius, radius <= 1 + margin}, radius};
  }
  try {
    return zero_verdict_in<Multiprecision>(root, margin);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::missing_capability) throw;
    return zero_verdict_in<double>(root, margin);
  }
}

/// Of the published closed form rather than of the step.
template <class T>
StabilityVerdict<T> judge_published(const Cosimulation<T>& system, const T& step, double margin) {
  StabilityVerdict<T> verdict;
  verdict.eigenvalues = make_published_recurrence(system).eigenvalues(step);
  verdict.spectral_radius = spectral_radius(verdict.eigenvalues);
  verdict.stable = verdict.spectral_radius <= T(1) + T(margin);
  return verdict;
}

LargestStep scan_published(const Cosimulation<double>& system, const StepScan& scan, double margin) {
  const PublishedRecurrence<double> recurrence = make_published_recurrence(system);
  const auto radius = [&](double H) { return spectral_radius(recurrence.eigenvalues(H)); };
  return find_largest_step(radius, scan, margin, &interrupted);
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
  const bool published = !arguments.recurrence.empty();
  if (published && arguments.at)
    throw_wrong_input("--at", "the published recurrence is that of a linear system, the same at all times",
                      "leave it out");
  check_digits(arguments.digits);
  check_margin(arguments.margin);
  const Value root = arguments.load();
  std::optional<Progress> progress(std::in_place, "stability", 0);
  System<double> system = build_system<double>(root, {.threads = 1});
  std::optional<MacroState<double>> state;
  double used = system.step;
  if (!published) state = state_at(system, arguments.at, used);
  const StabilityVerdict<double> verdict =
      published ? judge_published(*system.cosimulation, system.step, arguments.margin)
                : judge_stability(*system.cosimulation, *state, system.step, arguments.margin);
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
    const auto start = from_decimal<Multiprecision>(precise.start);
    const StabilityVerdict<Multiprecision> exact =
        published ? judge_published(*precise.cosimulation, H, arguments.margin)
                  : judge_stability(*precise.cosimulation, state_to_analyse(*precise.cosimulation, start, H), H,
                                    arguments.margin);
    rho = to_double(exact.spectral_radius);
    stable = exact.stable;
    digits = exact.spectral_radius.str(arguments.digits);
  }
  // the limit is an addition: should it fail, the verdict at this step stands
  std::optional<ZeroVerdict> zero;
  std::string zero_problem;
  try {
    zero = zero_verdict(root, arguments.margin);
  } catch (const Error& error) {
    zero_problem = error.what();
  }
  progress.reset();

  if (published) json["recurrence"] = arguments.recurrence;
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
  limit["spectral_radius"] = zero ? Json(zero->limit.spectral_radius) : Json();
  limit["stable"] = zero ? Json(zero->limit.stable) : Json();
  if (zero && zero->closed_form) limit["closed_form"] = *zero->closed_form;
  if (!zero) limit["reason"] = zero_problem;
  json["zero_stability"] = std::move(limit);

  const double growth = published ? 0 : own_growth(*system.cosimulation, *state);
  if (!published) json["system_growth_rate"] = growth;
  const bool follows = !stable && growth > 0 && rho * std::exp(-growth * system.step) <= 1 + arguments.margin;
  std::string& text = answer.text;
  text = fmt::format("{} at step {:g} s: spectral radius {:.12g}\n",
                     stable    ? "stable"
                     : follows ? "as unstable as the system itself"
                               : "UNSTABLE",
                     system.step, rho);
  if (follows)
    text += fmt::format(
        "  the system           grows at {:.4g} /s there: a small change of its state does not die out, whatever the "
        "scheme\n",
        growth);
  if (published)
    text += "  recurrence           published: the closed form S(H) of the paper, not the step that is simulated\n";
  if (!digits.empty()) text += fmt::format("  in {} digits        {}\n", arguments.digits, digits);
  if (!system.cosimulation->plan().is_linear) {
    // far from rest one correction is not yet the solution, and its verdict that of the way there
    const double at = arguments.at.value_or(system.start);
    json["linearised_at"] = at;
    if (used != system.step) json["reached_with_step"] = used;
    text += fmt::format("  linearised           at t = {:g} s; elsewhere it may differ: --at T{}\n", at,
                        stable ? "" : ", or correction = \"implicit\" where one correction does not converge");
    if (used != system.step)
      text +=
          fmt::format("  reached              with a step of {:g} s: the one in question does not get there\n", used);
  }
  if (rho > 0) {
    const double rate = std::log(rho) / system.step;
    text += fmt::format("  that mode            {} at {:.4g} /s, {:.4g} Hz\n", rate > 0 ? "grows" : "decays",
                        std::abs(rate),
                        std::abs(std::atan2(verdict.eigenvalues.front().imaginary, verdict.eigenvalues.front().real)) /
                            (2 * M_PI * system.step));
  }
  text += zero ? fmt::format("  H -> 0               {}: parasitic spectral radius {:.6g}\n",
                             zero->limit.stable ? "zero-stable" : "ZERO-UNSTABLE, no step helps",
                             zero->limit.spectral_radius)
               : fmt::format("  H -> 0               not found: {}\n", zero_problem);
  if (zero && zero->closed_form)
    text += fmt::format("  feed-through loop    spectral radius {:.6g} in closed form\n", *zero->closed_form);
  text += fmt::format("  linearity defect     {:.2g}", verdict.linearity_defect);
  if (!(verdict.linearity_defect <= largest_defect)) {
    const char* warning =
        "the step is not linear enough for this verdict to be trusted: tighten the tolerances of adaptive "
        "solvers, or use correction = \"implicit\"";
    json["warning"] = warning;
    text += fmt::format("\n  WARNING              {}", warning);
  }

  if (!arguments.largest_step.empty()) {
    StepScan scan = parse_scan(arguments.largest_step);
    progress.emplace("largest step", scan.points + evaluations_per_crossing, ProgressOptions{.unit = "steps"});
    scan.evaluated = [&] { progress->add(1); };
    const bool along = arguments.at && !system.cosimulation->plan().is_linear;
    const LargestStep found = published ? scan_published(*system.cosimulation, scan, arguments.margin)
                              : along   ? scan_at(*system.cosimulation, *state, growth, scan, arguments.margin)
                                        : find_largest_step(*system.cosimulation, scan, arguments.margin, &interrupted);
    progress.reset();
    if (found.interrupted) {
      json["status"] = "interrupted";
      json["reason"] = interruption;
      answer.exit_code = 1;
    }
    json["largest_stable_step"] = found.largest_stable_step;
    if (along) json["growth_taken_off"] = growth;  // of the radius at every step, as e^{growth H}
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
  app->add_option("--recurrence", arguments->recurrence,
                  "the radius of the paper's closed-form matrix, not of the step")
      ->check(CLI::IsMember({"published"}));
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
