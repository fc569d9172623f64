// SPDX-License-Identifier: MIT
#include "oldham/model/reduced/interface_model.hpp"

#include <fmt/format.h>

namespace oldham {
namespace {

/// What the fast mass sees of the slow one inside a step.
enum class Variant {
  model,       // its mass and force at the interface; the slow one then gets the mean force
  consistent,  // itself, with forces frozen: its position is the one that the fast mass saw
  hold,        // its velocity, held
};

struct Demonstrator {
  double ms = 1, ks = 100, cs = 0.5;  // kg, N/m, N s/m
  double mf = 1, kf = 1e4, cf = 2;
  double k = 1e6, b = 50;
  double hf = 1e-4;  // s
  int N = 10;
  double xs = 0.01, vs = 0, xf = 0.01, vf = 0;  // at the start, m, m/s
  Variant variant = Variant::model;
};

Demonstrator read(Reader& p) {
  Demonstrator d;
  d.ms = p.number("ms", d.ms, "kg", Limits::positive());
  d.ks = p.number("ks", d.ks, "N/m");
  d.cs = p.number("cs", d.cs, "N.s/m");
  d.mf = p.number("mf", d.mf, "kg", Limits::positive());
  d.kf = p.number("kf", d.kf, "N/m");
  d.cf = p.number("cf", d.cf, "N.s/m");
  d.k = p.number("k", d.k, "N/m");
  d.b = p.number("b", d.b, "N.s/m");
  d.hf = p.number("hf", d.hf, "s", Limits::positive());
  d.N = p.integer("N", d.N, {1, 1000000});
  d.xs = p.number("xs", d.xs, "m");
  d.vs = p.number("vs", d.vs, "m/s");
  d.xf = p.number("xf", d.xf, "m");
  d.vf = p.number("vf", d.vf, "m/s");
  d.variant = p.choice("variant", {{"rim", Variant::model}, {"rim-plus", Variant::consistent}, {"zoh", Variant::hold}},
                       d.variant);
  return d;
}

Value words(std::initializer_list<const char*> texts) {
  Value::Array array;
  for (const char* text : texts) array.emplace_back(text);
  return Value(std::move(array));
}

Value make_mass(const char* name, double mass, double stiffness, double damping, double position, double velocity) {
  Value::Table entry, parameters;
  parameters["mass"] = mass;
  parameters["stiffness"] = stiffness;
  parameters["damping"] = damping;
  parameters["position"] = position;
  parameters["velocity"] = velocity;
  entry["name"] = name;
  entry["model"] = "oscillator";
  entry["integrator"] = "semi-implicit-euler";
  entry["parameters"] = Value(std::move(parameters));
  return Value(std::move(entry));
}

Value make_connection(const char* from, const char* to) {
  Value::Table entry;
  entry["from"] = from;
  entry["to"] = to;
  entry["order"] = 0;
  return Value(std::move(entry));
}

Value make_group(std::initializer_list<const char*> members, double step) {
  Value::Table group, scheme;
  scheme["correction"] = "semi-implicit";
  scheme["order"] = 0;
  scheme["step"] = step;
  group["name"] = "stiff_side";
  group["members"] = words(members);
  group["scheme"] = Value(std::move(scheme));
  return Value(std::move(group));
}

}  // namespace

Value write_interface_model(const FileInput& input) {
  const Demonstrator d = read(input.parameters);
  Value::Table root, simulation, scheme, interface, publish;
  root["title"] = "A slow and a fast mass with a stiff spring between them";
  simulation["end"] = 2.0;
  scheme["step"] = d.N * d.hf;
  Value slow = make_mass("slow", d.ms, d.ks, d.cs, d.xs, d.vs);
  Value::Array subsystems;
  interface["name"] = "spring";
  interface["law"] = "spring-damper";
  interface["stiffness"] = d.k;
  interface["damping"] = d.b;
  if (d.variant == Variant::consistent) {
    (*slow.get<Value::Table>())["frozen_forces"] = true;
    subsystems = {std::move(slow), make_mass("fast", d.mf, d.kf, d.cf, d.xf, d.vf)};
    interface["between"] = words({"slow", "fast"});
    root["group"] = Value(Value::Array{make_group({"slow", "fast"}, d.hf)});
  } else {
    (*(*slow.get<Value::Table>())["parameters"].get<Value::Table>())["interface"] = true;
    Value::Table model, parameters;
    if (d.variant == Variant::hold)
      parameters["hold"] = true;
    else
      parameters["mass"] = Value(Value::Array{Value(Value::Array{Value(d.ms)})});
    model["name"] = "interface_model";
    model["model"] = "reduced-interface";
    model["parameters"] = Value(std::move(parameters));
    subsystems = {Value(std::move(model)), make_mass("fast", d.mf, d.kf, d.cf, d.xf, d.vf), std::move(slow)};
    interface["between"] = words({"interface_model.1", "fast"});
    scheme["schedule"] = Value(Value::Array{words({"stiff_side"}), words({"slow"})});
    Value::Array connections = {make_connection("slow.position", "interface_model.position.1"),
                                make_connection("slow.velocity", "interface_model.velocity.1"),
                                make_connection("interface_model.1.mean_force", "slow.force")};
    if (d.variant == Variant::model)
      connections.push_back(make_connection("slow.interface.force", "interface_model.force.1"));
    root["connect"] = Value(std::move(connections));
    root["group"] = Value(Value::Array{make_group({"interface_model", "fast"}, d.hf)});
  }
  publish["q_s"] = "slow.position";
  publish["v_s"] = "slow.velocity";
  publish["q_f"] = "fast.position";
  publish["v_f"] = "fast.velocity";
  root["simulation"] = Value(std::move(simulation));
  root["scheme"] = Value(std::move(scheme));
  root["subsystem"] = Value(std::move(subsystems));
  root["interface"] = Value(Value::Array{Value(std::move(interface))});
  root["publish"] = Value(std::move(publish));
  return Value(std::move(root));
}

const SystemHelp& interface_model_help() {
  static const SystemHelp help = {
      "interface-model",
      "a slow mass and a fast one with a stiff spring between them, coupled through a reduced interface model",
      {{"ms", "kg", "1", "slow mass"},
       {"ks", "N/m", "100", "its spring to ground"},
       {"cs", "N.s/m", "0.5", "its damper to ground"},
       {"mf", "kg", "1", "fast mass"},
       {"kf", "N/m", "10000", "its spring to ground"},
       {"cf", "N.s/m", "2", "its damper to ground"},
       {"k", "N/m", "1e6", "spring between them"},
       {"b", "N.s/m", "50", "damper between them"},
       {"hf", "s", "1e-4", "step of the fast mass"},
       {"N", "", "10", "fast steps in a slow one"},
       {"variant", "", "rim", "rim: interface model; rim-plus: position-consistent; zoh: velocity held"},
       {"xs", "m", "0.01", "initial position of the slow mass"},
       {"vs", "m/s", "0", "its initial velocity"},
       {"xf", "m", "0.01", "initial position of the fast mass"},
       {"vf", "m/s", "0", "its initial velocity"}},
      {}};
  return help;
}

}  // namespace oldham
