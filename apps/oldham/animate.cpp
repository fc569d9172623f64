// SPDX-License-Identifier: MIT
#include "command.hpp"
#include "oldham/report/results_animation.hpp"

namespace oldham::app {
namespace {

struct AnimateArguments {
  std::string folder;
  std::string page;
  // signed, so that a negative number is seen as one
  std::int64_t max_frames = static_cast<std::int64_t>(AnimationOptions{}.max_frames);
  bool json = false;
};

}  // namespace

Command add_animate(CLI::App& parent) {
  auto arguments = std::make_shared<AnimateArguments>();
  CLI::App* app = parent.add_subcommand("animate", "a page that plays the mechanisms and rods of a run");
  app->add_option("folder", arguments->folder, "folder with the results of a run")->required();
  app->add_option("-o,--out", arguments->page, "the page (default: animation.html in the folder)")->type_name("FILE");
  app->add_option("--frames", arguments->max_frames, "at most so many frames, 2 or more")->capture_default_str();
  app->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  return {app, &arguments->json,
          [arguments] { return animate_folder(arguments->folder, arguments->page, arguments->max_frames); }};
}

}  // namespace oldham::app
