// SPDX-License-Identifier: MIT
#include "oldham/model/rod/cable.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <span>

#include "oldham/model/multibody/element_reader.hpp"

namespace oldham::cable {
namespace {

using Vector = Eigen::Vector3d;

void read_positive(Reader& p, const char* key, Numbers3& numbers, const char* unit) {
  p.read_numbers(key, numbers, unit);
  for (const double number : numbers)
    if (!(number > 0)) p.fail(key, fmt::format("expected positive numbers, found {}", number), "give three of them");
}

Value list(std::span<const double> numbers) {
  Value::Array array;
  for (const double number : numbers) array.emplace_back(number + 0.0);  // no −0
  return Value(std::move(array));
}
Value list(const Vector& vector) { return list(std::span<const double>(vector.data(), 3)); }
Value rows(const std::vector<Vector>& vectors) {
  Value::Array array;
  for (const Vector& vector : vectors) array.push_back(list(vector));
  return Value(std::move(array));
}

Value make_body(const char* name, double mass, const Numbers3& inertia, const Vector& position,
                const Eigen::Quaterniond& turned) {
  Value::Table body;
  body["name"] = name;
  body["mass"] = mass;
  body["inertia"] = list(inertia);
  body["position"] = list(position);
  body["orientation"] = list(std::array{turned.w(), turned.x(), turned.y(), turned.z()});
  return Value(std::move(body));
}

/// Two bodies with what is the same for a joint there and for the spring along its coordinate.
struct Place {
  const char *name, *type;
  const char *first, *second;
  Vector on_first, on_second, axis;
};

Value::Table make_element(const Place& place) {
  Value::Table element;
  element["between"] = Value(Value::Array{Value(place.first), Value(place.second)});
  return element;
}

Value make_joint(const Place& place, double start) {
  Value::Table joint = make_element(place);
  joint["name"] = place.name;
  joint["type"] = place.type;
  joint["points"] = rows({place.on_first, place.on_second});
  joint["axes"] = rows({place.axis, place.axis});
  joint["coordinate"] = true;
  joint["start"] = start;
  return Value(std::move(joint));
}

/// Against a turn about the axis, counted from how the bodies stand.
Value make_torsion_spring(const Place& place, double stiffness, double damping, double start) {
  Value::Table force = make_element(place);
  force["type"] = "torsion-spring";
  force["axes"] = rows({place.axis, place.axis});
  force["stiffness"] = stiffness;
  force["damping"] = damping;
  force["length"] = 0.0 - start;
  return Value(std::move(force));
}

/// Along x only: a spring that pushes as well as it pulls.
Value make_rail_spring(const Place& place, double stiffness, double damping) {
  Value::Table force = make_element(place);
  force["type"] = "bushing";
  force["points"] = rows({place.on_first, place.on_second});
  force["stiffness"] = list(std::array<double, 6>{stiffness});
  force["damping"] = list(std::array<double, 6>{damping});
  return Value(std::move(force));
}

}  // namespace

Parameters read_parameters(Reader& p) {
  Parameters c;
  c.N = p.integer("N", c.N, {2, 100000});
  c.L = p.number("L", c.L, "m", Limits::positive());
  c.r = p.number("r", c.r, "m", Limits::positive());
  c.rho = p.number("rho", c.rho, "kg/m^3", Limits::positive());
  c.E = p.number("E", c.E, "Pa", Limits::positive());
  c.nu = p.number("nu", c.nu, "", {.low = -1, .high = 0.5, .low_excluded = true});
  c.kappa = p.optional_number("kappa", "", Limits::positive());
  c.tauG = p.number("tauG", c.tauG, "s", Limits::non_negative());
  c.tauK = p.number("tauK", c.tauK, "s", Limits::non_negative());
  c.inertia_scale = p.number("inertia_scale", c.inertia_scale, "", Limits::positive());
  read_positive(p, "m", c.m, "kg");
  c.l2 = p.number("l2", c.l2, "m", Limits::positive());
  c.s3 = p.number("s3", c.s3, "m");
  p.read_numbers("rc", c.rc, "m");
  // a thin rod, and a cube of 0.1 m
  const double rod = c.m[1] * c.l2 * c.l2 / 12;
  c.I2 = {rod, rod, 1e-5};
  c.I3.fill(c.m[2] * 0.1 * 0.1 / 6);
  read_positive(p, "I2", c.I2, "kg.m^2");
  read_positive(p, "I3", c.I3, "kg.m^2");
  p.read_numbers("c", c.c);
  p.read_numbers("d", c.d);
  p.read_numbers("eta0", c.eta0);
  p.read_numbers("wall_x", c.wall_x, "m");
  if (p.has("wall_R")) {
    const Eigen::Matrix3d R = multibody::read_rotation_matrix(p, "wall_R");
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) c.wall_R[i][k] = R(i, k);
  }
  return c;
}

std::vector<ParameterHelp> help() {
  return {{"N", "", "20", "edges of the cable"},
          {"L", "m", "1", "its length"},
          {"r", "m", "0.005", "its radius"},
          {"rho", "kg/m^3", "1100", "its density"},
          {"E", "Pa", "5e6", "Young's modulus"},
          {"nu", "", "0.5", "Poisson's ratio"},
          {"kappa", "", "6 (1 + nu)/(7 + 6 nu)", "shear correction"},
          {"tauG", "s", "0.001", "retardation of extension and shear"},
          {"tauK", "s", "0.01", "retardation of bending and torsion"},
          {"inertia_scale", "", "1", "of masses and moments of inertia of the cable; its weight stays"},
          {"m", "kg", "[0.1, 0.1, 0.4]", "cart, link, body"},
          {"l2", "m", "0.25", "length of the link"},
          {"s3", "m", "0.05", "from the hinge of the body down to its centre"},
          {"rc", "m", "[0, 0, -0.12]", "from the hinge of the body to the clamp, axes of the body"},
          {"I2", "kg.m^2", "[m2 l2^2/12, same, 1e-5]", "of the link about its centre"},
          {"I3", "kg.m^2", "m3 0.1^2/6, thrice", "of the body about its centre"},
          {"c", "", "[20, 0.5, 0.5]", "springs of the joints, N/m and N m/rad; free of force at 0"},
          {"d", "", "[1, 0.02, 0.02]", "dampers of the joints, N s/m and N m s/rad"},
          {"eta0", "", "[0.05, 0.3, 0.4]", "coordinates of the joints at the start, m and rad"},
          {"wall_x", "m", "[0.6, 0.1, -0.2]", "where the wall holds the end of the cable"},
          {"wall_R", "", "R_y(pi/6)", "frame of the wall there, as rows; the third column is the tangent"}};
}

Value make_mechanism(const Parameters& p, double micro_step) {
  const Vector down = -Vector::UnitZ(), origin = Vector::Zero();
  const Eigen::Quaterniond R2(Eigen::AngleAxisd(p.eta0[1], Vector::UnitY())),
      R3 = R2 * Eigen::Quaterniond(Eigen::AngleAxisd(p.eta0[2], Vector::UnitX()));
  const Vector x1(p.eta0[0], 0, 0), hinge = x1 + R2 * Vector(p.l2 * down);
  const Place rail{"rail", "prismatic", "ground", "cart", origin, origin, Vector::UnitX()};
  const Place hip{"hip", "revolute", "cart", "link", origin, -p.l2 / 2 * down, Vector::UnitY()};
  const Place knee{"knee", "revolute", "link", "body", p.l2 / 2 * down, -p.s3 * down, Vector::UnitX()};

  Value::Table entry, clamp;
  entry["name"] = "mechanism";
  entry["model"] = "mechanism";
  entry["space"] = "space";
  entry["gravity"] = list(Vector(p.g * down));
  entry["formulation"] = "kkt";
  entry["micro_step"] = micro_step;
  Numbers3 any;  // the cart does not turn
  any.fill(p.m[0] * 0.1 * 0.1 / 6);
  entry["body"] = Value(Value::Array{make_body("cart", p.m[0], any, x1, Eigen::Quaterniond::Identity()),
                                     make_body("link", p.m[1], p.I2, x1 + R2 * Vector(p.l2 / 2 * down), R2),
                                     make_body("body", p.m[2], p.I3, hinge + R3 * Vector(p.s3 * down), R3)});
  entry["joint"] =
      Value(Value::Array{make_joint(rail, p.eta0[0]), make_joint(hip, p.eta0[1]), make_joint(knee, p.eta0[2])});
  Value::Array forces;
  const auto acts = [&](int i) { return p.c[i] != 0 || p.d[i] != 0; };
  if (acts(0)) forces.push_back(make_rail_spring(rail, p.c[0], p.d[0]));
  if (acts(1)) forces.push_back(make_torsion_spring(hip, p.c[1], p.d[1], p.eta0[1]));
  if (acts(2)) forces.push_back(make_torsion_spring(knee, p.c[2], p.d[2], p.eta0[2]));
  if (!forces.empty()) entry["force"] = Value(std::move(forces));
  clamp["name"] = "clamp";
  clamp["body"] = "body";
  clamp["point"] = list(Vector(Vector(p.rc[0], p.rc[1], p.rc[2]) - p.s3 * down));
  clamp["R"] = rows({-Vector::UnitX(), Vector::UnitY(), -Vector::UnitZ()});  // R_y(π)
  entry["frame"] = Value(Value::Array{Value(std::move(clamp))});
  return Value(std::move(entry));
}

void publish_coordinates(Value::Table& publish) {
  const char* joints[] = {"rail", "hip", "knee"};
  for (int i = 0; i < 3; ++i) publish[fmt::format("eta{}", i + 1)] = fmt::format("mechanism.{}.position", joints[i]);
  for (int i = 0; i < 3; ++i) publish[fmt::format("etadot{}", i + 1)] = fmt::format("mechanism.{}.velocity", joints[i]);
}

}  // namespace oldham::cable
