// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "command_line.hpp"

namespace oldham::app {
namespace {

struct Example {
  std::string_view command;    // which command it is an example of: "fmu check"
  std::string_view arguments;  // what is written after that
  std::string_view does;
};

constexpr Example examples[] = {
    {"", "new first", "start a system file"},
    {"", "run first.toml --compare monolithic", "simulate it and print the errors"},
    {"", "stability first.toml --largest-step 1e-4:1:100", "how long its steps may be"},
    {"run", "first.toml", "results (CSV, HDF5), summary, plot"},
    {"run", "first.toml --set scheme.step=0.005 --set scheme.order=2", "with other keys"},
    {"run", "first.toml --compare monolithic --report", "errors, and a page to look at"},
    {"run", "first.toml --sample 0.5,1.0 --json", "values at two times, for a script"},
    {"run", "first.toml --realtime --report", "no faster than the clock, and how late steps are"},
    {"run", "first.toml --realtime 0.5", "half as fast as the clock"},
    {"monolithic", "first.toml", "the reference for a coupled run"},
    {"monolithic", "first.toml --sample 0.5,1.0", "values at exactly these times"},
    {"static", "first.toml", "where it rests"},
    {"static", "first.toml --set subsystem.cart.parameters.stiffness=50.0", "where it would rest"},
    {"modal", "first.toml", "vibrations about its start"},
    {"modal", "first.toml --at 0.5 --count 6", "six of them, about where it is at 0.5 s"},
    {"stability", "first.toml", "is this step stable?"},
    {"stability", "first.toml --largest-step 1e-4:1:100", "up to which step is it?"},
    {"stability", "first.toml --at 0.5", "linearised where a run is at 0.5 s"},
    {"stability", "first.toml --digits 60", "a close verdict in 60 digits"},
    {"map", "first.toml --x scheme.step=1e-3:0.2:100 --y subsystem.load.parameters.mass=0.05:1:100",
     "stable where, over two keys"},
    {"map",
     "first.toml --x scheme.step=1e-3:1:90 --y interface.spring.stiffness=10:1e4:60 --log-x --log-y -o chart.png",
     "with logarithmic axes, into a file"},
    {"converge", "first.toml --steps 0.02,0.01,0.005,0.0025", "errors and orders"},
    {"converge", "first.toml --steps 0.02,0.01 --local --norm max", "also of single steps"},
    {"sweep", "first.toml --over scheme.order=0,1,2", "three runs"},
    {"sweep", "first.toml --over scheme.order=0,1 --over scheme.step=0.01,0.005 --json", "four, for a script"},
    {"advise", "first.toml", "which scheme and step to use, and why"},
    {"advise", "first.toml --accuracy 1e-3 --write better.toml", "as precise as that; into a copy of the file"},
    {"advise", "first.toml --budget 60 --all", "with more time, and everything it looked at"},
    {"animate", "results/four-bar", "a page that plays the run"},
    {"report", "results/first", "a page about a run"},
    {"report", "results/first results/second -o both.html", "two runs beside each other"},
    {"check", "first.toml", "can it be put together?"},
    {"serve", ".", "edit, run and watch the systems of this folder in a browser"},
    {"models", "", "ready-made systems, and models of subsystems"},
    {"describe", "oscillator", "parameters and ports of a model"},
    {"describe", "first.toml", "subsystems, ports and coupling variables of a file"},
    {"describe", "four-bar --expand", "the file behind a ready-made system"},
    {"keys", "", "every key of a system file"},
    {"keys", "scheme", "those of [scheme]"},
    {"new", "first", "first.toml: two masses and a spring, with comments"},
    {"new", "rig --from pump.fmu --from tank.fmu", "two FMUs, with their inputs and outputs"},
    {"new", "arm --from mechanism", "a mechanism"},
    {"examples", "", "what there is"},
    {"examples", "four-bar", "copies its files into the folder four-bar"},
    {"help", "", "all commands by groups"},
    {"help", "fmu check", "one of them, with its options and examples"},
    {"completion", "bash > ~/.local/share/bash-completion/completions/oldham", "for bash, from the next shell on"},
    {"completion", "zsh > ~/.zfunc/_oldham", "for zsh, with ~/.zfunc in fpath"},
    {"completion", "fish > ~/.config/fish/completions/oldham.fish", "for fish"},
    {"completion", "man > oldham.1", "for man -l oldham.1"},
    {"fmu", "info pump.fmu", "what it declares"},
    {"fmu", "run pump.fmu --set speed=50.0", "alone"},
    {"fmu info", "pump.fmu", "version, capabilities, variables, broken rules"},
    {"fmu check", "pump.fmu", "does it keep what it declares?"},
    {"fmu check", "pump.fmu --steps 200 --time-limit 10", "longer, but no check for more than 10 s"},
    {"fmu run", "pump.fmu", "over its default experiment"},
    {"fmu run", "pump.fmu --end 10 --step 0.01 --set speed=50.0", "as told"},
    {"fmu export", "oscillator -o oscillator.fmu", "an FMU of a model"},
    {"fmu export", "crane --fmi 3 -o crane.fmu", "of a whole system"},
    {"fmu cache", "", "where FMUs are unpacked, and how much that is"},
    {"fmu cache", "--clear --unused 30", "removes those that were not used for 30 days"},
    {"ssp", "info rig.ssp", "what it holds"},
    {"ssp info", "rig.ssp", "the system as a system file"},
    {"ssp export", "rig.toml -o rig.ssp", "a system file and its FMUs in one archive"},
};

std::string text_for(std::string_view command) {
  std::vector<std::pair<std::string, std::string_view>> lines;
  std::size_t width = 0;
  for (const Example& example : examples) {
    if (example.command != command) continue;
    std::string line = "oldham";
    for (const std::string_view part : {example.command, example.arguments})
      if (!part.empty()) line.append(" ").append(part);
    // a line too long to have something beside it does not push the others away
    if (line.size() <= 60) width = std::max(width, line.size());
    lines.emplace_back(std::move(line), example.does);
  }
  if (lines.empty()) return {};
  std::string text = "Examples:";
  for (const auto& [line, does] : lines)
    text += line.size() <= width ? fmt::format("\n  {:<{}}  {}", line, width, does)
                                 : fmt::format("\n  {}\n  {:<{}}  {}", line, "", width, does);
  return text;
}

}  // namespace

void add_examples_to_help(CLI::App& program) {
  const auto add = [](auto&& self, CLI::App& app, const std::string& path) -> void {
    app.footer(text_for(path));
    for (CLI::App* inner : app.get_subcommands([](CLI::App*) { return true; }))
      self(self, *inner, path.empty() ? inner->get_name() : path + ' ' + inner->get_name());
  };
  add(add, program, "");
}

}  // namespace oldham::app
