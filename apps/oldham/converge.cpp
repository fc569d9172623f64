// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "oldham/analysis/convergence.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/report/figure.hpp"

namespace oldham::app {
namespace {

struct ConvergeArguments : SystemArguments {
  std::string steps;
  bool local = false;
  ErrorNorm norm = ErrorNorm::nrmse;
};

struct Kind {
  const char* name;
  double ConvergenceErrors::*member;
  bool local;
};
constexpr Kind kinds[] = {{"position", &ConvergenceErrors::position, false},
                          {"velocity", &ConvergenceErrors::velocity, false},
                          {"local_position", &ConvergenceErrors::local_position, true},
                          {"local_velocity", &ConvergenceErrors::local_velocity, true}};

Answer work(const ConvergeArguments& arguments) {
  const Value root = arguments.load();
  const std::vector<double> steps = parse_numbers(arguments.steps, ',', "--steps", "--steps 0.02,0.01,0.005");
  for (double H : steps)
    if (!(H > 0)) throw_wrong_input("--steps", fmt::format("{} s is no step", H), "steps are positive numbers, in s");
  make_folder(arguments.folder());
  System<double> system;
  // a run takes as long as it has steps
  double work = 0;
  for (double H : steps) work += 1 / H;
  Progress progress("converge", work);
  const ConvergenceStudy study = study_convergence(steps, arguments.norm, arguments.local, [&](double H) {
    system = build_system<double>(root, {.threads = 1});
    system.step = H;
    if (!((system.end - system.start) / H < 1e12))
      throw_wrong_input("--steps", fmt::format("{} s means more steps than can ever be made", H),
                        "choose longer steps");
    const double share = 1 / (system.end - system.start);
    return PreparedRun{system.cosimulation.get(),
                       make_initial_state(system, H),
                       {system.start, system.end, H, &interrupted},
                       [&progress, share] { progress.add(share); }};
  });
  progress.finish();

  Answer answer;
  answer.json["steps"] = steps;
  Json errors = Json::object(), orders = Json::object();
  LinePlot plot{.title = fmt::format("{}: error against the monolithic solution", arguments.file),
                .x_label = "macro step H (s)",
                .y_label = arguments.norm == ErrorNorm::nrmse ? "NRMSE (1)" : "largest error",
                .log_x = true,
                .log_y = true};
  std::string& text = answer.text;
  text = fmt::format("{:>12}", "step");
  for (const Kind& kind : kinds) {
    if (kind.local && !arguments.local) continue;
    Series series{.name = kind.name, .x = steps, .style = SeriesStyle::both};
    Json list = Json::array(), observed = Json::array();
    for (const ConvergenceErrors& e : study.errors) {
      list.push_back(e.*kind.member);
      series.y.push_back(e.*kind.member);
    }
    for (const ConvergenceErrors& o : study.orders) observed.push_back(o.*kind.member);
    errors[kind.name] = std::move(list);
    orders[kind.name] = std::move(observed);
    plot.series.push_back(std::move(series));
    text += fmt::format(" {:>16} {:>6}", kind.name, "order");
  }
  answer.json["errors"] = std::move(errors);
  answer.json["orders"] = std::move(orders);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text += fmt::format("\n{:>12g}", steps[i]);
    for (const Kind& kind : kinds) {
      if (kind.local && !arguments.local) continue;
      text += fmt::format(" {:>16.9e} {:>6}", study.errors[i].*kind.member,
                          i == 0 ? "" : fmt::format("{:.2f}", study.orders[i - 1].*kind.member));
    }
  }
  if (steps.size() > 1) {
    const double last = study.orders.back().position;
    if (std::isfinite(last) && last > 0.5) plot.slopes.push_back({.order = std::round(last)});
  }
  const std::filesystem::path png = arguments.folder() / "convergence.png";
  write_figure(plot, png);
  write_figure(plot, arguments.folder() / "convergence.svg");
  answer.json["file"] = png.string();
  text += fmt::format("\n  plot      {}", png.string());
  return answer;
}

}  // namespace

Command add_converge(CLI::App& parent) {
  auto arguments = std::make_shared<ConvergeArguments>();
  CLI::App* app = parent.add_subcommand("converge", "errors against the monolithic solution, and observed orders");
  arguments->add_to(*app);
  app->add_option("--steps", arguments->steps, "macro steps in s")->required()->type_name("H1,H2,...");
  app->add_flag("--local", arguments->local, "also errors per step");
  app->add_option("--norm", arguments->norm, "nrmse, or max for the largest absolute error")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, ErrorNorm>{{"nrmse", ErrorNorm::nrmse}, {"max", ErrorNorm::max}}));
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
