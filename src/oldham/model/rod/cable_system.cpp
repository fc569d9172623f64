// SPDX-License-Identifier: MIT
#include "oldham/model/rod/cable_system.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/model/rod/cable.hpp"

namespace oldham::cable {
namespace {

Value numbers(const Numbers3& list) {
  Value::Array array;
  for (const double number : list) array.emplace_back(number);
  return Value(std::move(array));
}

Value make_rod(const Parameters& p) {
  Value::Table rod, end;
  rod["name"] = "cable";
  rod["model"] = "rod";
  rod["N"] = p.N;
  for (const auto& [key, value] :
       {std::pair("L", p.L), std::pair("r", p.r), std::pair("rho", p.rho), std::pair("E", p.E), std::pair("nu", p.nu),
        std::pair("tauG", p.tauG), std::pair("tauK", p.tauK), std::pair("inertia_scale", p.inertia_scale)})
    rod[key] = value;
  if (p.kappa) rod["kappa"] = *p.kappa;
  rod["gravity"] = Parameters::g;
  Value::Array rows;
  for (const Numbers3& row : p.wall_R) rows.push_back(numbers(row));
  end["x"] = numbers(p.wall_x);
  end["R"] = Value(std::move(rows));
  rod["end"] = Value(std::move(end));
  return Value(std::move(rod));
}

}  // namespace

Value write_cable(const FileInput& input) {
  const Parameters p = read_parameters(input.parameters);
  Value::Table root, simulation, scheme, interface, publish;
  root["title"] = "A cable between a wall and a mechanism that swings";
  simulation["end"] = 1.0;
  const double step = input.scheme.number("step", 1e-3, "s", Limits::positive());
  scheme["step"] = step;
  const std::string forces = input.scheme.text("forces", "approximate");
  scheme["forces"] = forces;
  if (!input.scheme.has("order") && !input.scheme.has("force_order") && !input.scheme.has("state_order")) {
    scheme["force_order"] = 0;
    scheme["state_order"] = 1;
  }
  // what is seen by approximate forces is extrapolated throughout; exact ones are made of the states as they became
  if (forces == "approximate" && !input.scheme.has("correction")) scheme["outputs"] = "extrapolated";
  interface["name"] = "clamp";
  interface["law"] = "clamp";
  interface["between"] = Value(Value::Array{Value("mechanism.clamp"), Value("cable.start")});
  publish_coordinates(publish);
  const bool is_exact = forces != "approximate";
  for (int i = 0; i < 3; ++i)
    publish[fmt::format("F_on_body.{}", "xyz"[i])] =
        is_exact ? fmt::format("clamp.{}", "xyz"[i]) : fmt::format("cable.start.{}.force", "xyz"[i]);
  for (int i = 0; i < 3; ++i)
    publish[fmt::format("m_on_body_director.{}", "xyz"[i])] = fmt::format("cable.start.moment{}", i + 1);
  for (int i = 0; i < 3; ++i) publish[fmt::format("x_mid.{}", "xyz"[i])] = fmt::format("cable.shape.mid.{}", "xyz"[i]);
  root["simulation"] = Value(std::move(simulation));
  root["scheme"] = Value(std::move(scheme));
  // the mechanism swings within a tenth of a second: steps of a millisecond are exact beside the coupling
  root["subsystem"] = Value(Value::Array{make_mechanism(p, std::min(step, 1e-3)), make_rod(p)});
  root["interface"] = Value(Value::Array{Value(std::move(interface))});
  root["publish"] = Value(std::move(publish));
  return Value(std::move(root));
}

const SystemHelp& cable_help() {
  static const SystemHelp list = {
      "cable",
      "a rubber cable, a geometrically exact rod, between a wall and a mechanism of three joints that moves its end",
      help(),
      {}};
  return list;
}

}  // namespace oldham::cable
