// SPDX-License-Identifier: MIT
#include "oldham/model/rod/rod_system.hpp"

#include <fmt/format.h>

#include "oldham/core/scalar.hpp"
#include "oldham/model/rod/rod_model.hpp"
#include "oldham/model/rod/rod_reader.hpp"

namespace oldham::rod {
namespace {

const std::vector<ParameterHelp>& keys() {
  static const std::vector<ParameterHelp> list = {
      {"N", "", "20", "edges"},
      {"L", "m", "1", "length"},
      {"r", "m", "0.005", "radius"},
      {"rho", "kg/m^3", "1100", "density"},
      {"E", "Pa", "5e6", "Young's modulus"},
      {"nu", "", "0.5", "Poisson's ratio"},
      {"kappa", "", "6 (1 + nu)/(7 + 6 nu)", "shear correction"},
      {"EI", "N.m^2", "by E and r", "bending stiffness, or two: with GJ, GA and EA instead of E, nu and kappa"},
      {"GJ", "N.m^2", "by E and r", "torsional stiffness"},
      {"GA", "N", "by E and r", "shear stiffness, corrected, or two"},
      {"EA", "N", "by E and r", "axial stiffness"},
      {"rhoA", "kg/m", "by rho and r", "mass per length, beside EI"},
      {"rhoI", "kg.m", "by rho and r", "rotary inertia per length of bending, torsion has twice that; or three"},
      {"tauG", "s", "0", "retardation of extension and shear"},
      {"tauK", "s", "0", "retardation of bending and torsion"},
      {"inertia_scale", "", "1", "of masses and moments of inertia; the weight stays"},
      {"gravity", "m/s^2", "0", "a vector, or a number g for [0, 0, -g]"},
      {"natural_curvature", "1/m", "[0, 0, 0]", "about both directors and twist, without load"},
      {"start", "", "clamped",
       "\"free\", or {x, R, kind = \"clamped\", \"hinged\" or \"revolute\", axis, driven}: at the origin along x"},
      {"end", "", "free", "likewise"},
      {"tip_force", "N", "[0, 0, 0]", "on the end, ground axes"},
      {"tip_moment", "N.m", "[0, 0, 0]", "on the last edge, ground axes"},
      {"start_force", "N", "[0, 0, 0]", "on the start"},
      {"start_moment", "N.m", "[0, 0, 0]", "on the first edge"},
      {"force_per_length", "N/m", "[0, 0, 0]", "all along"},
      {"moment_per_length", "N", "[0, 0, 0]", "all along"},
      {"initial", "", "equilibrium",
       "equilibrium or natural: the shape it begins with; natural where nothing holds it"},
      {"path", "", "none", "[{start = {x, R}, end = {x, R}}, ..]: where the ends pass on the way to the equilibrium"},
      {"velocities", "m/s", "at rest", "of all nodes at the start, as rows"},
      {"spins", "rad/s", "at rest", "of all edges at the start, along their directors, as rows"},
      {"publish_nodes", "", "true", "whether places of nodes and frames of edges are outputs"}};
  return list;
}

}  // namespace

Value write_rod(const FileInput& input) {
  const RodDescription rod = read_rod(input.parameters, "rod");
  input.parameters.finish();
  Value::Table root, simulation, scheme, subsystem, publish;
  root["title"] = "A geometrically exact rod";
  simulation["end"] = 1.0;
  scheme["step"] = 1e-3;
  subsystem["name"] = "rod";
  subsystem["model"] = "rod";
  for (const auto& [key, value] : input.parameters.entries()) subsystem[key] = value;
  for (const char* place : {"tip", "mid"})
    for (const char* axis : {"x", "y", "z"})
      publish[fmt::format("{}.{}", place, axis)] = fmt::format("rod.shape.{}.{}", place, axis);
  for (const auto& [name, of] : {std::pair("dv", "dv"), std::pair("dh", "dh"), std::pair("twist_last_edge", "twist"),
                                 std::pair("angle_last_edge", "angle"), std::pair("zmin_node", "zmin")})
    publish[name] = fmt::format("rod.shape.{}", of);
  for (const auto& [letter, name, end] : {std::tuple('A', "start", &rod.start), std::tuple('B', "end", &rod.end)})
    for (int i = 0; i < 3; ++i) {
      if (end->kind != EndKind::free)
        publish[fmt::format("F_on_clamp{}.{}", letter, "xyz"[i])] = fmt::format("rod.{}.{}.force", name, "xyz"[i]);
      if (holds_frame(end->kind))
        publish[fmt::format("M_on_clamp{}.{}", letter, "xyz"[i])] = fmt::format("rod.{}.moment{}", name, i + 1);
    }
  root["simulation"] = Value(std::move(simulation));
  root["scheme"] = Value(std::move(scheme));
  root["subsystem"] = Value(Value::Array{Value(std::move(subsystem))});
  root["publish"] = Value(std::move(publish));
  return Value(std::move(root));
}

const SystemHelp& rod_system_help() {
  static const SystemHelp help = {
      "rod", "one geometrically exact viscoelastic rod: statics, vibrations, dynamics", keys(), {}};
  return help;
}

const ModelHelp& rod_help() {
  static const ModelHelp help = {"rod", "a geometrically exact viscoelastic rod: docs/guide/rods.md", "linear-implicit",
                                 keys()};
  return help;
}

template <class T>
std::unique_ptr<Subsystem<T>> make_sample_rod(const std::string& name, Reader& parameters,
                                              const IntegratorSettings& integrator) {
  return make_rod<T>(name, read_rod(parameters, name), integrator);
}

template std::unique_ptr<Subsystem<double>> make_sample_rod(const std::string&, Reader&, const IntegratorSettings&);
template std::unique_ptr<Subsystem<Multiprecision>> make_sample_rod(const std::string&, Reader&,
                                                                    const IntegratorSettings&);

}  // namespace oldham::rod
