// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/mechanism_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/model/multibody/element_reader.hpp"

namespace oldham::multibody {
namespace {

/// Names that ports are made of must differ from each other.
class PortNames {
 public:
  void add(const Reader& reader, const std::string& name, const char* kind) {
    for (const auto& [other, what] : taken_)
      if (other == name)
        reader.fail("name", fmt::format("there is a {} '{}' already, and ports are named after both", what, name),
                    "rename one of them");
    taken_.emplace_back(name, kind);
  }

 private:
  std::vector<std::pair<std::string, const char*>> taken_;
};

template <class Element>
void check_new(const Reader& reader, const std::vector<Element>& others, const std::string& name, const char* kind) {
  for (const Element& other : others)
    if (other.name == name)
      reader.fail("name", fmt::format("two {} are named '{}'; the first stands at {}", kind, name, other.where),
                  "rename one of them");
}

/// Elements without a name are called after what they join; the second of them gets a number.
template <class Element>
void make_unique(const std::vector<Element>& others, std::string& name) {
  const std::string stem = name;
  const auto is_taken = [&] { return std::ranges::any_of(others, [&](const Element& e) { return e.name == name; }); };
  for (int number = 2; is_taken(); ++number) name = fmt::format("{}-{}", stem, number);
}

}  // namespace

MechanismDescription read_mechanism(Reader& entry, const std::string& name) {
  MechanismDescription mechanism;
  mechanism.name = name;
  mechanism.planar = entry.choice("space", {{"plane", true}, {"space", false}}, true);
  mechanism.gravity = read_vector(entry, "gravity", mechanism.planar, "m/s^2");
  mechanism.publish_bodies = entry.boolean("publish_bodies", true);
  mechanism.interface = entry.texts("interface");
  mechanism.interface_where = entry.origin("interface").text();
  PortNames names;
  for (Reader& reader : entry.tables("body")) {
    BodyDescription body = read_body(reader, mechanism);
    check_new(reader, mechanism.bodies, body.name, "bodies");
    names.add(reader, body.name, "body");
    mechanism.bodies.push_back(std::move(body));
    reader.finish();
  }
  if (std::ranges::all_of(mechanism.bodies, [](const BodyDescription& b) { return b.is_driven() || b.is_carried(); }))
    entry.fail("body", fmt::format("the mechanism '{}' has no body that can move", name),
               "add a [[subsystem.body]] with name, mass and position");
  for (Reader& reader : entry.tables("joint")) {
    JointDescription joint = read_joint(reader, mechanism);
    if (!reader.has("name")) make_unique(mechanism.joints, joint.name);
    check_new(reader, mechanism.joints, joint.name, "joints");
    if (joint.motion && joint.motion->from_port) names.add(reader, joint.name, "driven joint");
    if (joint.coordinate) names.add(reader, joint.name, "joint that tells its coordinate");
    mechanism.joints.push_back(std::move(joint));
    reader.finish();
  }
  for (Reader& reader : entry.tables("force")) {
    ForceDescription force = read_force(reader, mechanism);
    if (!reader.has("name")) make_unique(mechanism.forces, force.name);
    check_new(reader, mechanism.forces, force.name, "forces");
    if (has_ports(force.kind)) names.add(reader, force.name, "actuator");
    mechanism.forces.push_back(std::move(force));
    reader.finish();
  }
  for (Reader& reader : entry.tables("port")) {
    PortDescription port = read_port(reader, mechanism);
    check_new(reader, mechanism.ports, port.name, "ports");
    names.add(reader, port.name, "port");
    mechanism.ports.push_back(std::move(port));
    reader.finish();
  }
  if (mechanism.planar && entry.has("frame"))
    entry.fail("frame", "a mechanism in the plane holds no frames",
               "use a [[subsystem.port]], or set space = \"space\" in the subsystem");
  for (Reader& reader : entry.tables("frame")) {
    FrameDescription frame = read_frame(reader, mechanism);
    check_new(reader, mechanism.frames, frame.name, "frames");
    names.add(reader, frame.name, "frame");
    mechanism.frames.push_back(std::move(frame));
    reader.finish();
  }
  return mechanism;
}

FormulationSettings read_formulation(Reader& entry) {
  FormulationSettings settings;
  settings.kind = entry.choice("formulation",
                               {{"kkt", Formulation::kkt},
                                {"ali1", Formulation::ali1},
                                {"ali3p", Formulation::ali3p},
                                {"ggl", Formulation::ggl}},
                               settings.kind);
  settings.penalty = entry.number("penalty", settings.penalty, "", Limits::positive());
  settings.omega = entry.number("omega", settings.omega, "1/s", Limits::non_negative());
  settings.xi = entry.number("xi", settings.xi, "", Limits::non_negative());
  settings.tolerance = entry.number("tolerance", settings.tolerance, "", Limits::positive());
  settings.max_iterations = entry.integer("max_iterations", settings.max_iterations, {1, 100000});
  settings.projection = entry.optional_boolean("projection");
  return settings;
}

IntegratorKind default_integrator(Formulation formulation) {
  switch (formulation) {
    case Formulation::kkt:
      return IntegratorKind::rk4;
    case Formulation::ali1:
      return IntegratorKind::semi_implicit_euler;
    case Formulation::ali3p:
      return IntegratorKind::trapezoidal;
    case Formulation::ggl:
      return IntegratorKind::ida;
  }
  return IntegratorKind::rk4;
}

void check_integrator(Reader& entry, Formulation formulation, IntegratorKind integrator) {
  const bool is_bound = formulation == Formulation::ali3p || formulation == Formulation::ggl;
  const IntegratorKind own = default_integrator(formulation);
  if (is_bound && integrator != own)
    entry.fail("integrator",
               fmt::format("formulation = \"{}\" is integrated by {} only",
                           formulation == Formulation::ali3p ? "ali3p" : "ggl", integrator_name(own)),
               "leave the integrator out, or use formulation = \"kkt\"");
  if (!is_bound && (integrator == IntegratorKind::exact || integrator == IntegratorKind::ida))
    entry.fail(
        "integrator", fmt::format("{} cannot integrate this formulation", integrator_name(integrator)),
        integrator == IntegratorKind::ida ? "use formulation = \"ggl\", or rk4" : "a mechanism is not linear: use rk4");
}

}  // namespace oldham::multibody
