// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "command.hpp"
#include "fmu_template.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/embedded_files.hpp"

namespace oldham::app {
namespace {

constexpr const char* usual_template = "two-mass";

struct NewArguments {
  std::string name;
  std::vector<std::string> from;
  bool json = false;
};

std::string name_of(const EmbeddedFile& file) { return std::filesystem::path(file.path).stem().string(); }

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : template_files()) names.push_back(name_of(file));
  return names;
}

FmuTemplate text_from(const std::vector<std::string>& sources, const std::filesystem::path& folder) {
  const auto is_fmu = [](const std::string& source) { return std::filesystem::path(source).extension() == ".fmu"; };
  if (std::ranges::all_of(sources, is_fmu)) return make_fmu_template(sources, folder);
  if (sources.size() > 1)
    throw_wrong_input("--from", "a file starts from one template, or from FMUs", "name one of them");
  for (const EmbeddedFile& file : template_files())
    if (name_of(file) == sources.front()) return {std::string(file.text), {}};
  throw_wrong_input("--from", fmt::format("there is no template '{}'", sources.front()),
                    suggest(sources.front(), template_names()) + "; or name an FMU (FILE.fmu)");
}

Answer work(const NewArguments& arguments) {
  std::filesystem::path file = arguments.name;
  if (file.extension() != ".toml") file += ".toml";
  const FmuTemplate made =
      text_from(arguments.from.empty() ? std::vector<std::string>{usual_template} : arguments.from, file.parent_path());
  if (std::filesystem::exists(file))
    throw_wrong_input(file.string(), "there is such a file already", "choose another name, or remove it");
  make_folder(file.parent_path());
  write_text(file, made.text, "");
  Answer answer;
  answer.json["file"] = file.string();
  answer.text = fmt::format(
      "  written   {0}\n'oldham run {0}' runs it, 'oldham describe {0}' shows its parts, 'oldham keys' what else may "
      "be "
      "written",
      file.string());
  const auto list = [&](const char* key, const char* heading, const std::vector<std::string>& names) {
    if (names.empty()) return;
    answer.json[key] = names;
    answer.text += fmt::format("\n  note      {}: {}", heading, fmt::join(names, ", "));
  };
  list("unjoined", "nothing joins these FMUs", made.wiring.alone);
  list("open_inputs", "inputs without a source", made.wiring.open);
  if (!made.wiring.candidates.empty())
    answer.text += fmt::format("\n  note      candidates are in {} as comments", file.string());
  return answer;
}

}  // namespace

Command add_new(CLI::App& parent) {
  auto arguments = std::make_shared<NewArguments>();
  CLI::App* app = parent.add_subcommand("new", "starts a system file, with comments");
  app->add_option("name", arguments->name, "file to write; .toml is added where it is missing")->required();
  // FMUs are files: no check here; the words are for shells
  app->add_option("--from", arguments->from, "what it starts from: a template, or an FMU; repeat for several FMUs")
      ->type_name(fmt::format("{{{},FILE.fmu}}", fmt::join(template_names(), ",")))
      ->allow_extra_args(false);
  app->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
