// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "foreign_output.hpp"
#include "oldham/io/monolithic_run.hpp"
#include "oldham/io/progress.hpp"

namespace oldham::app {
namespace {

struct MonolithicArguments : SystemArguments {
  std::string samples;
};

Answer work(const MonolithicArguments& arguments) {
  System<double> system = build_system<double>(arguments.load());
  std::optional<Progress> progress;
  MonolithicSettings settings;
  settings.out = arguments.folder();
  const FolderClaim claim(arguments.folder());
  keep_foreign_output(arguments.folder());
  settings.interrupted = &interrupted;
  if (!arguments.samples.empty())
    settings.samples = parse_numbers(arguments.samples, ',', "--sample", "--sample 0.5,1.0");
  settings.progress = [&](std::int64_t done, std::int64_t all) {
    if (!progress) progress.emplace("monolithic", static_cast<double>(all), ProgressOptions{.unit = "steps"});
    progress->update(static_cast<double>(done));
  };
  const MonolithicRun done = solve_as_one(system, settings);
  if (progress) progress->finish();

  Answer answer;
  answer.json = to_json(done);
  answer.json["results"] = arguments.folder().string();
  answer.json["file"] = (arguments.folder() / "monolithic.csv").string();
  answer.exit_code = done.interrupted ? 1 : 0;
  answer.text = fmt::format("monolithic solution ({}) to t = {:g} s\n",
                            done.is_linear ? "matrix exponential" : "CVODE, relative tolerance 1e-14", done.time);
  if (!done.samples_text.empty())
    answer.text += fmt::format("{}  at t = {:g} s, the end\n", done.samples_text, done.time);
  answer.text += done.outputs_text;
  if (const std::string note = foreign_output_note(); !note.empty()) {
    answer.json["notes"].push_back(note);
    answer.text += fmt::format("  note      {}\n", note);
  }
  answer.text += fmt::format("  results   {}", (arguments.folder() / "monolithic.csv").string());
  return answer;
}

}  // namespace

Command add_monolithic(CLI::App& parent) {
  auto arguments = std::make_shared<MonolithicArguments>();
  CLI::App* app = parent.add_subcommand("monolithic", "the same system solved as one, as reference");
  arguments->add_to(*app);
  app->add_option("--sample", arguments->samples, "report the outputs at exactly these times")->type_name("T1,T2,...");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
