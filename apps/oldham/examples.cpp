// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command.hpp"
#include "oldham/present/examples.hpp"

namespace oldham::app {
namespace {

struct ExamplesArguments {
  std::string name, to;
  bool json = false;
};

}  // namespace

Command add_examples(CLI::App& parent) {
  auto arguments = std::make_shared<ExamplesArguments>();
  CLI::App* app = parent.add_subcommand("examples", "lists the examples, or copies one of them");
  // a wrong name is told what is near it, hence no check here; the words are for shells
  app->add_option("name", arguments->name, "which one to copy")
      ->type_name(fmt::format("{{{}}}", fmt::join(example_names(), ",")));
  app->add_option("--to", arguments->to, "folder to copy it into (default: NAME)")->type_name("DIR");
  app->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  return {app, &arguments->json, [arguments] {
            return arguments->name.empty() ? list_examples() : copy_example(arguments->name, arguments->to);
          }};
}

}  // namespace oldham::app
