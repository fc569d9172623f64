// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "equal_steps.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/system_study.hpp"
#include "oldham/report/figure.hpp"
#include "study_report.hpp"

namespace oldham::app {
namespace {

struct ConvergeArguments : SystemArguments {
  std::string steps;
  bool local = false;
  std::string norm = "nrmse";
  bool report = false;
  int threads = 0;
};

Answer work(const ConvergeArguments& arguments) {
  const Value root = arguments.load();
  const std::vector<double> asked = parse_numbers(arguments.steps, ',', "--steps", "--steps 0.02,0.01,0.005");
  const ErrorNorm norm = arguments.norm == "max" ? ErrorNorm::max : ErrorNorm::nrmse;
  const FolderClaim claim(arguments.folder(), "convergence.png");
  Progress progress("converge", 1);
  const ConvergenceStudy study = study_convergence(root, asked, norm, arguments.local,
                                                   {.threads = arguments.threads,
                                                    .progress = [&](double share) { progress.add(share); },
                                                    .interrupted = &interrupted});
  progress.finish();
  const std::vector<double>& steps = study.steps;  // those that were finished
  const bool is_cut = steps.size() < asked.size();

  Answer answer;
  answer.json["steps"] = steps;
  Json errors = Json::object(), orders = Json::object();
  LinePlot plot{.title = fmt::format("{}: error against the monolithic solution", arguments.file),
                .x_label = "macro step H (s)",
                .y_label = norm == ErrorNorm::nrmse ? "NRMSE" : "largest error",
                .log_x = true,
                .log_y = true};
  ConvergencePage page{.steps = steps, .error_name = plot.y_label, .quantities = {}};
  std::string& text = answer.text;
  text = fmt::format("{:>12}", "step");
  for (const ErrorColumn& kind : error_columns) {
    if (kind.is_local && !arguments.local) continue;
    Series series{.name = kind.name, .x = steps, .style = SeriesStyle::both};
    Json list = Json::array(), observed = Json::array();
    for (const ConvergenceErrors& e : study.errors) {
      list.push_back(e.*kind.member);
      series.y.push_back(e.*kind.member);
    }
    ConvergencePage::Quantity quantity{.name = kind.name, .errors = series.y, .orders = {}};
    for (const ConvergenceErrors& o : study.orders) {
      observed.push_back(o.*kind.member);
      quantity.orders.push_back(o.*kind.member);
    }
    page.quantities.push_back(std::move(quantity));
    errors[kind.name] = std::move(list);
    orders[kind.name] = std::move(observed);
    plot.series.push_back(std::move(series));
    text += fmt::format(" {:>16} {:>6}", kind.name, "order");
  }
  answer.json["errors"] = std::move(errors);
  answer.json["orders"] = std::move(orders);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text += fmt::format("\n{:>12g}", steps[i]);
    for (const ErrorColumn& kind : error_columns) {
      if (kind.is_local && !arguments.local) continue;
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
  answer.json["status"] = !is_cut ? "completed" : interrupted ? "interrupted" : "failed";
  if (is_cut) answer.json["reason"] = interrupted ? interruption : study.failure;
  if (is_cut && !interrupted) text += fmt::format("\n  NOT ALL    {}", study.failure);
  answer.exit_code = is_cut ? 1 : 0;
  text += fmt::format("\n  plot      {}", png.string());
  note_equal_steps(root, answer);
  if (arguments.report) {
    const StudyHead head =
        study_head(arguments, root, "Convergence", "Errors against the monolithic solution, over the macro step.");
    write_study(arguments.folder() / "convergence.html", convergence_page(head, page), answer);
  }
  return answer;
}

}  // namespace

Command add_converge(CLI::App& parent) {
  auto arguments = std::make_shared<ConvergeArguments>();
  CLI::App* app = parent.add_subcommand("converge", "errors against the monolithic solution, and observed orders");
  arguments->add_to(*app);
  app->add_option("--steps", arguments->steps, "macro steps in s")->required()->type_name("H1,H2,...");
  app->add_flag("--local", arguments->local, "also errors per step");
  app->add_option("--threads", arguments->threads, "threads to use (default: all)");
  app->add_flag("--report", arguments->report, "write a page with the errors and orders, to read off");
  app->add_option("--norm", arguments->norm, "nrmse, or max for the largest absolute error")
      ->check(CLI::IsMember({"nrmse", "max"}));
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
