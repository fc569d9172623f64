// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "contract/bodies.hpp"
#include "contract/scheme_contract.hpp"

namespace oldham {
namespace {

/// Only the carrier of a spring lacks a force from an interface; it is held at zero.
constexpr const char* no_force = "inputs = {force = 0.0}";

std::string joint(const char* a, const char* b, const char* decomposition) {
  return fmt::format(
      "[[interface]]\nlaw = \"spring-damper\"\nbetween = [\"{}\", \"{}\"]\nstiffness = 60.0\ndamping = 2.0\n"
      "decomposition = \"{}\"\n",
      a, b, decomposition);
}

/// Two bodies of about 1.5 Hz; `forces` of them are driven by the force of the coupling.
std::string pair(const char* decomposition, int forces) {
  return oscillator({"a", 1.0, 100, 1, 1.0, 0, forces > 0 ? "" : no_force}) +
         oscillator({"b", 2.0, 150, 2, -0.5, 3, forces > 1 ? "" : no_force}) + joint("a", "b", decomposition);
}

std::string chain(const char* decomposition, const char* last) {
  return oscillator({"a", 1.0, 100, 1, 1.0, 0}) + oscillator({"b", 2.0, 150, 2, -0.5, 3}) +
         oscillator({"c", 1.5, 80, 1, 0.2, -2, last}) + joint("a", "b", decomposition) + joint("b", "c", decomposition);
}

/// A light body on a spring of 100 Hz, critically damped: its time constant of 1.6 ms is a fifth of the step.
const std::string stiff = oscillator({"a", 1.0, 100, 1, 1.0, 0}) + oscillator({"b", 0.01, 4e3, 12.6, 0, 0, no_force}) +
                          joint("a", "b", "force-displacement");

/// Both sides answer to the force of the other at once. The loop gain 0.05² is small enough that extrapolation, which
/// amplifies by up to 2^(k+1) − 1 = 15, does not blow it up: 0.05 · 15 < 1.
const std::string feedthrough = [] {
  std::string text;
  for (const char* name : {"a", "b"})
    text += fmt::format(
        "[[subsystem]]\nname = \"{}\"\nmodel = \"linear\"\n[subsystem.parameters]\nA = [[0.0, 1.0], [{}, -1.0]]\n"
        "B = [[0.0], [1.0]]\nC = [[1.0, 0.0], [0.0, 1.0], [20.0, 1.0]]\nD = [[0.0], [0.0], [0.05]]\nx0 = [{}, 1.0]\n"
        "inputs = [\"force [N]\"]\noutputs = [\"position [m]\", \"velocity [m/s]\", \"reaction [N]\"]\n",
        name, *name == 'a' ? -100.0 : -70.0, *name == 'a' ? 1.0 : -0.5);
  return text +
         "[[connect]]\nfrom = \"a.reaction\"\nto = \"b.force\"\n"
         "[[connect]]\nfrom = \"b.reaction\"\nto = \"a.force\"\n";
}();

}  // namespace

const std::vector<SystemCase>& system_table() {
  static const char* two = "[[\"b\"], [\"a\"]]";
  static const char* three = "[[\"a\", \"b\"], [\"c\"]]";
  static const std::vector<SystemCase> table = {
      {"force_force", pair("force-force", 2), two},
      {"force_displacement", pair("force-displacement", 1), two},
      {"displacement_displacement", pair("displacement-displacement", 0), two},
      {.name = "stiff", .text = stiff, .groups = two, .step = 0.008, .starts_late = true},
      {"feedthrough", feedthrough, two},
      {"chain", chain("force-force", ""), three},
      {"chain_force_displacement", chain("force-displacement", no_force), three},
      {.name = "nested",
       .text = chain("force-force", "") +
               "[[group]]\nname = \"ab\"\nmembers = [\"a\", \"b\"]\nscheme = {correction = \"implicit\", order = 3}\n",
       .groups = "[[\"c\"], [\"ab\"]]",
       .starts_from_one_sample = true},
      {.name = "duffing",
       .text =
           duffing({"a", 1.5, 100, 1, 1, 0}) + duffing({"b", 1.5, 100, 1, -0.5, 3}) + joint("a", "b", "force-force"),
       .groups = two,
       .step = 0.008,
       .is_linear = false,
       .starts_late = true},
  };
  return table;
}

}  // namespace oldham
