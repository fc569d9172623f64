// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "command.hpp"
#include "equal_steps.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/advice/advice.hpp"
#include "oldham/io/advice/toml_edit.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/io/tree.hpp"

namespace oldham::app {
namespace {

namespace fs = std::filesystem;

struct AdviseArguments : SystemArguments {
  double budget = 20;
  std::optional<double> accuracy;
  std::string at;
  std::string write;
  bool all = false;
};

/// Paths that are meant from the folder of a file, as they are from that of its copy.
void add_moved_paths(const Value& root, const fs::path& from, const fs::path& to,
                     std::vector<advice::Setting>& settings) {
  const Value* list = root.find("subsystem");
  if (from == to || list == nullptr || !list->is<Value::Array>()) return;
  for (const Value& entry : *list->get<Value::Array>()) {
    const fs::path fmu = text_of(entry, "fmu");
    if (fmu.empty() || fmu.is_absolute()) continue;
    settings.push_back({fmt::format("subsystem.{}.fmu", text_of(entry, "name")),
                        Value(fs::proximate(fs::weakly_canonical(from / fmu), to).string())});
  }
}

/// A copy of the file with the advice in it; comments are kept where keys can be changed line by line.
bool write_copy(const AdviseArguments& arguments, const Value& root, std::vector<advice::Setting> advised) {
  std::vector<advice::Setting> settings;
  for (const std::string& assignment : arguments.overrides) {
    std::string path = assignment.substr(0, assignment.find('='));
    path.erase(path.find_last_not_of(' ') + 1);
    if (const Value* value = find_place(root, path)) settings.push_back({path, *value});
  }
  settings.insert(settings.end(), advised.begin(), advised.end());
  const fs::path target = fs::weakly_canonical(arguments.write);
  add_moved_paths(root, fs::weakly_canonical(arguments.file).parent_path(), target.parent_path(), settings);
  const Value tree = advice::changed(root, settings);
  std::ifstream stream(arguments.file);
  std::stringstream text;
  text << stream.rdbuf();
  const auto edited = advice::edit_toml(text.str(), settings, tree);
  make_folder(target.parent_path());
  write_text(target, edited.value_or(to_toml(tree)), "--write");
  return edited.has_value();
}

Answer work(const AdviseArguments& arguments) {
  const Value root = arguments.load();
  // by any name: a link to the file is the file
  std::error_code none_yet;
  if (!arguments.write.empty() && fs::equivalent(arguments.write, arguments.file, none_yet))
    throw_wrong_input("--write", "that is the file itself", "choose another name for the copy");
  advice::Question question{
      .budget = arguments.budget, .accuracy = arguments.accuracy, .at = {}, .interrupted = &interrupted};
  if (!arguments.at.empty()) question.at = parse_numbers(arguments.at, ',', "--at", "--at 0.5,1.0");
  Progress progress("advise", arguments.budget, {.is_budget = true});
  const advice::Advice advice = advise(root, question);
  progress.finish();
  Answer answer;
  answer.json = to_json(advice, root, arguments.all);
  answer.text = to_text(advice, root, arguments.all);
  note_equal_steps(root, answer);
  if (!arguments.write.empty() && advice.is_recommended) {
    // advice that took its time is not lost with the copy
    try {
      const bool has_comments = write_copy(arguments, root, advice.ranked.front().settings);
      answer.json["written"] = arguments.write;
      answer.text +=
          fmt::format("\n\n  written     {}{}", arguments.write,
                      has_comments ? "" : ", without the comments of the file: its keys are not on lines of their own");
    } catch (const std::exception& error) {
      answer.json["reason"] = fmt::format("--write: {}", error.what());
      answer.text += fmt::format("\n\n  NOT WRITTEN {}: {}", arguments.write, error.what());
      answer.exit_code = 1;
    }
  }
  if (advice.is_interrupted) {
    answer.json["status"] = "interrupted";
    answer.json["reason"] = interruption;
    answer.exit_code = 1;
  }
  return answer;
}

}  // namespace

Command add_advise(CLI::App& parent) {
  auto arguments = std::make_shared<AdviseArguments>();
  CLI::App* app = parent.add_subcommand("advise", "which scheme and step to use, with the evidence");
  arguments->add_to(*app);
  app->add_option(
         "--accuracy", arguments->accuracy,
         "largest error of any output, relative to its range (default: that of the file as it is, or 0.01 where it is "
         "unstable)")
      ->type_name("E");
  app->add_option("--budget", arguments->budget, "wall time for all of it (default: 20)")->type_name("S");
  app->add_option("--at", arguments->at, "judge nonlinear systems at these times of a run, too")
      ->type_name("T1,T2,...");
  app->add_option("--write", arguments->write, "put the recommendation into a copy of the file")->type_name("OUT.toml");
  app->add_flag("--all", arguments->all, "tell everything that was considered, also what cannot be built");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
