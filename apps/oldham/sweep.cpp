// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>

#include "command.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/parallel/parallel_for.hpp"
#include "run_one.hpp"

namespace oldham::app {
namespace {

struct SweepArguments : SystemArguments {
  std::vector<std::string> over;
  int threads = 0;
};

/// The values of KEY=V1,V2,…; a comma inside brackets or quotes does not separate.
std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> values(1);
  int depth = 0;
  bool quoted = false;
  for (char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '[' || c == '{')) ++depth;
    if (!quoted && (c == ']' || c == '}')) --depth;
    if (c == ',' && depth == 0 && !quoted)
      values.emplace_back();
    else
      values.back() += c;
  }
  return values;
}

/// One value of an axis put into the tree; messages about it speak of --over.
void set_value(Value& tree, const std::string& key, const std::string& value) {
  const Origin origin = Origin::named(fmt::format("--over {}={}", key, value));
  Value& place = make_place(tree, key, origin);
  place = parse_toml_value(value, origin);
}

using Axes = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// How long a run takes beside others: twice the steps take twice the time.
double weight(const Axes& axes, std::int64_t index) {
  double product = 1;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    const std::string& value = axis->second[static_cast<std::size_t>(index) % axis->second.size()];
    index /= static_cast<std::int64_t>(axis->second.size());
    const double number = std::strtod(value.c_str(), nullptr);
    if (number > 0 && axis->first == "scheme.step") product /= number;
    if (number > 0 && axis->first == "simulation.end") product *= number;
  }
  return product;
}

/// A swept value as JSON: a number stays a number.
Json typed(const Value& value) {
  if (const bool* flag = value.get<bool>()) return *flag;
  if (const std::int64_t* integer = value.get<std::int64_t>()) return *integer;
  if (const double* number = value.get<double>()) return *number;
  if (const std::string* text = value.get<std::string>()) return *text;
  return describe(value);
}

Answer work(const SweepArguments& arguments) {
  const Value root = arguments.load();
  Axes axes;
  std::int64_t count = 1;
  for (const std::string& text : arguments.over) {
    const auto [key, values] = split_assignment(text, "--over", "--over KEY=V1,V2,...");
    axes.emplace_back(key, split_values(values));
    count *= static_cast<std::int64_t>(axes.back().second.size());
    if (count > 1000000) throw_wrong_input("--over", "more than a million runs", "sweep fewer values");
  }

  make_folder(arguments.folder());
  std::vector<Json> rows(count);
  std::vector<std::string> lines(count);
  double work = 0;
  for (std::int64_t i = 0; i < count; ++i) work += weight(axes, i);
  Progress progress("sweep", work);
  parallel_for(static_cast<int>(count), arguments.threads, [&](int index) {
    if (interrupted) return;
    Value tree = root;
    Json settings = Json::object();
    int rest = index;
    std::string line;
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
      const std::string& value = axis->second[rest % axis->second.size()];
      rest /= static_cast<int>(axis->second.size());
      set_value(tree, axis->first, value);
      settings[axis->first] = typed(parse_toml_value(value, {}));
      line = fmt::format("{},", value) + line;
    }
    Json row = Json::object();
    row["settings"] = std::move(settings);
    try {
      System<double> system = build_system<double>(tree, {.threads = 1});
      Answer answer = run_one(system, {}, {});
      for (const char* key :
           {"status", "reason", "time", "macro_steps", "rejected_steps", "corrections", "wall_s", "outputs"})
        row[key] = answer.json[key];
      lines[index] = line + fmt::format("{},{},{}", answer.json["status"].dump(), answer.json["time"].dump(),
                                        answer.json["corrections"].dump());
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::failure) throw;
      row["status"] = "failed";
      row["reason"] = error.what();
      lines[index] = line + "\"failed\",,";
    }
    rows[index] = std::move(row);
    progress.add(weight(axes, index));
  });
  progress.finish();

  Answer answer;
  Json list = Json::array();
  std::string header;
  for (const auto& [key, values] : axes) header += key + ",";
  header += "status,time,corrections";
  answer.text = header;
  for (std::int64_t i = 0; i < count; ++i) {
    if (rows[i].is_null()) continue;  // interrupted before it
    answer.text += "\n" + lines[i];
    list.push_back(std::move(rows[i]));
  }
  answer.json["rows"] = std::move(list);
  answer.json["status"] = interrupted ? "interrupted" : "completed";
  if (interrupted) answer.json["reason"] = interruption;
  answer.exit_code = interrupted ? 1 : 0;
  write_text(arguments.folder() / "sweep.csv", answer.text + "\n");
  answer.json["file"] = (arguments.folder() / "sweep.csv").string();
  answer.text += fmt::format("\n  table     {}", (arguments.folder() / "sweep.csv").string());
  return answer;
}

}  // namespace

Command add_sweep(CLI::App& parent) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* app = parent.add_subcommand("sweep", "one run for every combination of values");
  arguments->add_to(*app);
  app->add_option("--over", arguments->over, "key and values; repeat for more keys")
      ->required()
      ->type_name("KEY=V1,V2,...")
      ->allow_extra_args(false);
  app->add_option("--threads", arguments->threads, "threads to use (default: all)");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
