// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "oldham/core/error.hpp"
#include "run_report.hpp"

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
  others.push_back(folder);
  for (const std::filesystem::path& read : others)
    if (is_claimed(read))
      throw_wrong_input(read.string(), "a run is still writing its results into this folder", "wait for its end");
  others.pop_back();
  const std::filesystem::path page =
      arguments.page.empty() ? folder / "report.html" : std::filesystem::path(arguments.page);
  write_report(folder, others, page);
  Answer answer;
  answer.json["report"] = page.string();
  answer.json["bytes"] = std::filesystem::file_size(page);
  answer.text = fmt::format("  report    {}", page.string());
  return answer;
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
