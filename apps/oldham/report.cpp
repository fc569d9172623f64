// SPDX-License-Identifier: MIT
#include "command.hpp"
#include "oldham/report/results_page.hpp"

namespace oldham::app {
namespace {

struct ReportArguments {
  std::vector<std::string> folders, with;
  std::string page;
  bool json = false;
};

Answer work(const ReportArguments& arguments) {
  const std::filesystem::path folder = arguments.folders.front();
  std::vector<std::filesystem::path> others(arguments.folders.begin() + 1, arguments.folders.end());
  others.insert(others.end(), arguments.with.begin(), arguments.with.end());
  return report_results(folder, others, arguments.page, &interrupted);
}

}  // namespace

Command add_report(CLI::App& parent) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* app = parent.add_subcommand("report", "a page about a run, from its results; with others beside it");
  app->add_option("results", arguments->folders, "folder with the results of a run; more of them are compared with it")
      ->required()
      ->type_name("RESULTS");
  app->add_option("--with", arguments->with, "another folder to compare with")
      ->type_name("RESULTS")
      ->allow_extra_args(false);
  app->add_option("-o,--out", arguments->page, "the page (default: report.html in the folder)")->type_name("FILE");
  app->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
