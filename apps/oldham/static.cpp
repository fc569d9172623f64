// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command.hpp"
#include "oldham/core/counted.hpp"
#include "oldham/io/equilibrium_answer.hpp"
#include "oldham/io/progress.hpp"

namespace oldham::app {
namespace {

Answer work(const SystemArguments& arguments) {
  Progress progress("static", 0);  // how many corrections it takes is known at the end
  const EquilibriumAnswer rest = find_rest(arguments.load());
  progress.finish();
  Answer answer;
  answer.json = to_json(rest);
  answer.text =
      fmt::format("equilibrium, {}\n{}",
                  rest.is_followed ? "followed from the natural shape"
                                   : fmt::format("by {} of Newton's method", counted(rest.iterations, "correction")),
                  rest.outputs_text);
  while (!answer.text.empty() && answer.text.back() == '\n') answer.text.pop_back();
  return answer;
}

}  // namespace

Command add_static(CLI::App& parent) {
  auto arguments = std::make_shared<SystemArguments>();
  CLI::App* app = parent.add_subcommand("static", "the equilibrium of the system");
  arguments->add_to(*app);
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
