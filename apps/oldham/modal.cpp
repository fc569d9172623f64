// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/io/progress.hpp"
#include "oldham/io/vibration_answer.hpp"

namespace oldham::app {
namespace {

struct ModalArguments : SystemArguments {
  VibrationQuestion question;
};

Answer work(const ModalArguments& arguments) {
  Progress progress("modal", 0);
  const VibrationAnswer found = find_vibrations(arguments.load(), arguments.question);
  progress.finish();
  Answer answer;
  answer.json = to_json(found);
  answer.text = fmt::format("vibrations about t = {:g} s\n    rad/s         Hz            damping ratio", found.time);
  for (const Vibration& v : found.vibrations)
    answer.text +=
        fmt::format("\n    {:<12.8g}  {:<12.8g}  {:.4g}", v.frequency, v.frequency / (2 * pi<double>()), v.damping);
  if (found.left_out > 0)
    answer.text += fmt::format("\n  and {} that neither {} nor {}", found.left_out,
                               found.left_out == 1 ? "swings" : "swing", found.left_out == 1 ? "decays" : "decay");
  if (found.growth > 0) answer.text += fmt::format("\n  unstable there: a motion grows as exp({:.3g} t)", found.growth);
  return answer;
}

}  // namespace

Command add_modal(CLI::App& parent) {
  auto arguments = std::make_shared<ModalArguments>();
  arguments->question.interrupted = &interrupted;
  CLI::App* app = parent.add_subcommand("modal", "frequencies and damping of small vibrations");
  arguments->add_to(*app);
  app->add_option("--at", arguments->question.at, "about the state at this time of a run; else about the start")
      ->type_name("T");
  app->add_option("--count", arguments->question.count, "how many, slowest first")->type_name("M");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
