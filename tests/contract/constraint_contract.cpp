// SPDX-License-Identifier: MIT
#include "contract/constraint_contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "contract/bodies.hpp"
#include "oldham/coupling/exchange.hpp"

namespace oldham {
namespace {

using Row = ConstrainedSystem::Row;

std::string joined(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    std::string names, factors;
    for (const auto& [body, factor] : row.terms) {
      names += fmt::format("\"{}\", ", body);
      factors += fmt::format("{:.17f}, ", factor);
    }
    text += fmt::format("[[interface]]\nlaw = \"constraint\"\nbetween = [{}]\nfactors = [{}]\noffset = {}\n", names,
                        factors, row.offset);
  }
  return text;
}

std::string spring(const char* a, const char* b) {
  return fmt::format(
      "[[interface]]\nlaw = \"spring-damper\"\nbetween = [\"{}\", \"{}\"]\nstiffness = 60.0\ndamping = 2.0\n", a, b);
}

ConstrainedSystem make(const char* name, const std::string& bodies, const char* groups, std::vector<Row> rows) {
  ConstrainedSystem made;
  made.system = {.name = name, .text = bodies + joined(rows), .groups = groups};
  made.rows = std::move(rows);
  return made;
}

/// A bar on a pin, and a mass on the rail beside it; forces, so that nothing is symmetric. rk4 errs by (ω h)^4 = 1e-12.
std::string pendulums() {
  std::string text;
  const auto add = [&](const char* name, const char* bodies) {
    text += fmt::format(
        "[[subsystem]]\nname = \"{}\"\nmodel = \"mechanism\"\nspace = \"plane\"\ngravity = [0.0, -9.81]\n"
        "micro_step = 2e-4\n{}[[subsystem.port]]\nname = \"tip\"\nbody = \"bar\"\npoint = [0.4, 0.1]\n"
        "acceleration = true\n[subsystem.inputs]\n\"tip.y.force\" = 0.0\n\"tip.phi.force\" = 0.0\n",
        name, bodies);
  };
  add("a",
      "[[subsystem.body]]\nname = \"bar\"\nmass = 1.0\ninertia = 0.1\nposition = [0.5, 0.0]\ndrag = 0.4\n"
      "[[subsystem.joint]]\nname = \"pin\"\ntype = \"revolute\"\nbetween = [\"ground\", \"bar\"]\n"
      "points = [[0.0, 0.0], [-0.5, 0.0]]\n");
  add("b",
      "[[subsystem.body]]\nname = \"bar\"\nmass = 2.0\ninertia = 0.2\nposition = [0.5, 0.3]\ndrag = 0.3\n"
      "[[subsystem.joint]]\nname = \"rail\"\ntype = \"prismatic\"\nbetween = [\"ground\", \"bar\"]\n"
      "at = [0.5, 0.3]\naxis = [1.0, 0.0]\n");
  return text;
}

const std::string three_bodies = oscillator({"a", 1.0, 100, 1, 1.0, 0.5}) + oscillator({"b", 2.0, 40, 5, 1.0, 0.5}) +
                                 oscillator({"c", 1.5, 80, 1, -0.5, 2});

std::vector<ConstrainedSystem> make_systems() {
  static const char* two = "[[\"b\"], [\"a\"]]";
  static const char* three = "[[\"a\", \"b\"], [\"c\"]]";
  const Row equal = {{{"a", 1}, {"b", -1}}, 0};
  std::vector<ConstrainedSystem> all;
  all.push_back(
      make("pair", oscillator({"a", 1.0, 100, 1, 1.0, 0.5}) + oscillator({"b", 2.0, 40, 5, 1.0, 0.5}), two, {equal}));

  all.push_back(
      make("duffing", duffing({"a", 1.5, 100, 1, 1.0, 0.5}) + oscillator({"b", 2.0, 40, 5, 1.0, 0.5}), two, {equal}));
  all.back().system.is_linear = false;
  all.back().system.starts_late = true;

  // joints tie the states of both
  all.push_back(make("pendulums", pendulums(), two, {{{{"a.tip.x", 1}, {"b.tip.x", -1}}, 0}}));
  all.back().system.is_linear = false;
  all.back().system.starts_late = true;

  all.push_back(make("lever",
                     oscillator({"a", 1.0, 100, 1, 1.0, 0.5}) + oscillator({"b", 2.0, 40, 5, 0.25, 1}) +
                         oscillator({"c", 1.5, 80, 1, -0.2, 1.5}),
                     three, {{{{"a", 1}, {"b", -2}, {"c", 1}}, 0.3}}));

  all.push_back(make("chain",
                     oscillator({"a", 1.0, 100, 1, 1.0, 0.5}) + oscillator({"b", 2.0, 40, 5, 1.0, 0.5}) +
                         oscillator({"c", 1.5, 80, 1, 0.5, 0.25}) + oscillator({"d", 0.5, 20, 3, -0.2, -0.25}),
                     "[[\"a\", \"c\"], [\"b\", \"d\"]]",
                     {equal, {{{"b", 1}, {"c", -2}}, 0}, {{{"c", 1}, {"d", 1}}, 0.3}}));

  all.push_back(make("with_spring", three_bodies + spring("b", "c"), three, {equal}));

  // the group's own scheme is written by whoever chooses the stabilisation
  all.push_back(make("inside_group",
                     three_bodies + spring("b", "c") + "[[group]]\nname = \"ab\"\nmembers = [\"a\", \"b\"]\n",
                     "[[\"c\"], [\"ab\"]]", {equal}));
  all.back().has_group_inside = true;
  all.back().system.starts_from_one_sample = true;

  all.push_back(make("across_group",
                     three_bodies + spring("b", "c") + "[[group]]\nname = \"bc\"\nmembers = [\"b\", \"c\"]\n",
                     "[[\"a\"], [\"bc\"]]", {equal}));
  all.back().has_group_inside = true;
  all.back().constrains_group = true;
  all.back().system.starts_from_one_sample = true;
  return all;
}

/// An output of the whole, wherever it stands.
double output_of(const Cosimulation<double>& system, const MacroState<double>& state, const std::string& name) {
  for (int s = 0, y = 0; s < static_cast<int>(system.assembly().subsystems.size()); ++s)
    for (int port = 0; port < system.assembly().subsystems[s]->description().output_count(); ++port, ++y)
      if (system.assembly().output_name({s, port}) == name) return state.outputs[y];
  throw std::out_of_range(name);
}

/// Accelerations by the subsystems' own equations, under the coupling variables of that instant; none for groups. Of a
/// mechanism it is what its port says, "acceleration", wherever that stands among its outputs.
std::vector<double> accelerations(Cosimulation<double>& system, const MacroState<double>& state) {
  const Plan<double>& plan = system.plan();
  std::vector<double> u(plan.inputs()), found;
  gather_inputs<double>(plan, state.history.row(0), nullptr, u.data());
  for (std::size_t s = 0; s < system.assembly().subsystems.size(); ++s) {
    Subsystem<double>& subsystem = *system.assembly().subsystems[s];
    subsystem.restore(state.snapshots[s]);
    std::vector<double> x(subsystem.equations()->equation_size()), dx(x.size());
    subsystem.read_state(x);
    const std::span<const double> inputs(u.data() + plan.input_offset[s], u.data() + plan.input_offset[s + 1]);
    const std::vector<Port>& ports = subsystem.description().boundary->outputs;
    const auto published = std::ranges::find(ports, "tip.x.acceleration", &Port::name);
    if (published != ports.end()) {
      std::vector<double> y(ports.size());
      subsystem.equations()->output(state.time, x, inputs, y);
      found.push_back(y[published - ports.begin()]);
      continue;
    }
    subsystem.equations()->derivative(state.time, x, inputs, dx);
    found.push_back(dx.at(1));
  }
  return found;
}

}  // namespace

const std::vector<StabilisationCase>& stabilisation_table() {
  static const std::vector<StabilisationCase> table = {
      {"index-2", {0, 1, 2}, {true, true, false}},        {"index-1", {0, 1, 2, 3}, {true, true, true}},
      {"baumgarte", {0, 1, 2, 3}, {false, false, false}}, {"weighted", {0, 1, 2, 3}, {false, false, false}},
      {"projection", {0, 1, 2, 3}, {true, true, false}},  {"index-3", {0, 1}, {true, false, false}},
  };
  return table;
}

const std::vector<ConstrainedSystem>& constrained_systems() {
  static const std::vector<ConstrainedSystem> systems = make_systems();
  return systems;
}

const ConstrainedSystem& constrained_system(const std::string& name) {
  for (const ConstrainedSystem& row : constrained_systems())
    if (row.system.name == name) return row;
  throw std::out_of_range(name);
}

std::vector<ConstraintCase> constraint_cases() {
  std::vector<ConstraintCase> all;
  for (const ConstrainedSystem& constrained : constrained_systems())
    for (const StabilisationCase& stabilisation : stabilisation_table())
      if (!constrained.constrains_group || stabilisation.name != "projection")
        all.push_back({constrained, stabilisation});
  return all;
}

std::ostream& operator<<(std::ostream& out, const ConstraintCase& row) {
  std::string name = row.constrained.system.name + "_" + row.stabilisation.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return out << name;
}

SchemeCase stabilised(const std::string& stabilisation, int order, const std::string& correction,
                      const std::string& schedule, const std::string& more) {
  return {schedule, correction, order, fmt::format("stabilisation = \"{}\"\n{}", stabilisation, more)};
}

SystemCase with_stabilisation(const ConstrainedSystem& constrained, const SchemeCase& scheme) {
  SystemCase system = constrained.system;
  if (constrained.has_group_inside)
    system.text += fmt::format("[group.scheme]\ncorrection = \"{}\"\norder = {}\nstep = {}\n{}", scheme.correction,
                               scheme.order, system.step / 2, scheme.more);
  return system;
}

std::vector<ConstraintLevels> levels_at(const ConstrainedSystem& constrained, Cosimulation<double>& system,
                                        const MacroState<double>& state) {
  std::vector<ConstraintLevels> all;
  const bool flat = !constrained.has_group_inside;
  const std::vector<double> a = flat ? accelerations(system, state) : std::vector<double>();
  for (const Row& row : constrained.rows) {
    ConstraintLevels levels;
    levels.value[0] = -row.offset;
    const auto add = [&](int level, double value) {
      levels.value[level] += value;
      levels.size[level] = std::max(levels.size[level], std::abs(value));
    };
    for (const auto& [body, factor] : row.terms) {
      add(0, factor * output_of(system, state, fmt::format("{}.position", body)));
      add(1, factor * output_of(system, state, fmt::format("{}.velocity", body)));
      if (flat)
        add(2, factor * a[system.assembly().find(std::string(body).substr(0, std::string(body).find('.')), "")]);
    }
    all.push_back(levels);
  }
  return all;
}

}  // namespace oldham
