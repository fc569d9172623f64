// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/model/multibody/element_reader.hpp"

namespace oldham::multibody {
namespace {

/// Refuses a key that means nothing here, and says what to do instead.
void refuse_key(Reader& reader, const char* key, std::string_view what, std::string_view remedy) {
  if (reader.has(key)) reader.fail(key, what, remedy);
}

void read_place(Reader& reader, bool planar, BodyDescription& body) {
  body.position = read_vector(reader, "position", planar, "m");
  if (planar) {
    for (const char* key : {"rotation", "orientation"})
      refuse_key(reader, key, "belongs to mechanisms in space",
                 "write angle = 0.5, or set space = \"space\" in the subsystem");
    body.angle = reader.number("angle", 0.0, "rad");
  } else {
    refuse_key(reader, "angle", "belongs to mechanisms in the plane", "write rotation = [0.0, 0.0, 0.5]");
    read_orientation(reader, body.orientation);
  }
}

void read_inertia(Reader& reader, bool planar, BodyDescription& body) {
  const Value* given = reader.value("inertia");
  if (given == nullptr) return;
  body.turns = true;
  constexpr const char* leave_out = "; a point mass has none: leave it out";
  const Value::Array* array = given->get<Value::Array>();
  if (planar) {
    if (array != nullptr)
      reader.fail("inertia", "in the plane the inertia about the centre is one number", "write inertia = 0.1");
    const double J = reader.number("inertia", "kg.m^2");
    if (!(J > 0))
      reader.fail("inertia", fmt::format("expected a positive inertia, found {} kg m^2", J),
                  fmt::format("write for example inertia = 0.1{}", leave_out));
    body.inertia[2][2] = J;
    return;
  }
  Eigen::Matrix3d J = Eigen::Matrix3d::Zero();
  if (array != nullptr && !array->empty() && array->front().is<Value::Array>()) {
    const Eigen::MatrixXd rows = reader.matrix("inertia", "kg.m^2");
    if (rows.rows() != 3 || rows.cols() != 3)
      reader.fail("inertia", fmt::format("expected 3 rows of 3 numbers, found {} of {}", rows.rows(), rows.cols()),
                  "give the matrix in axes of the body, or [Jx, Jy, Jz]");
    J = rows;
  } else {
    const std::vector<double> diagonal = reader.numbers("inertia", "kg.m^2", 3);
    for (int i = 0; i < 3; ++i) J(i, i) = diagonal[i];
  }
  if (!J.isApprox(J.transpose(), 1e-12))
    reader.fail("inertia", "a matrix of inertia is symmetric", "check its entries");
  const Eigen::Vector3d values = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(J).eigenvalues();
  if (!(values[0] > 0))
    reader.fail("inertia",
                fmt::format("the inertia is not positive definite: principal values {:.4g}, {:.4g}, {:.4g} kg m^2",
                            values[0], values[1], values[2]),
                fmt::format("each must be positive{}", leave_out));
  // no distribution of mass has more; that of a thin disc, written with three digits, is off by up to so much
  if (constexpr double written = 5e-3; values[0] + values[1] < (1 - written) * values[2])
    reader.fail(
        "inertia",
        fmt::format("no body has principal values {:.4g}, {:.4g}, {:.4g} kg m^2: the largest is at most the sum "
                    "of the other two",
                    values[0], values[1], values[2]),
        "check its entries; a thin rod along x has [0, J, J], a thin disc about z [J, J, 2 J]");
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) body.inertia[i][j] = J(i, j);
}

void read_free(Reader& reader, bool planar, BodyDescription& body) {
  const auto mass = reader.optional_number("mass", "kg");
  if (!mass || *mass == 0)
    reader.fail("mass", fmt::format("'{}' is a massless free body: it has neither a mass nor a motion", body.name),
                "give it a mass, or motion = \"port\" if others move it");
  if (*mass < 0)
    reader.fail("mass", fmt::format("expected a positive mass, found {} kg", *mass), "write for example mass = 1.0");
  body.mass = *mass;
  read_inertia(reader, planar, body);
  if (!body.turns)
    for (const char* key : {"angle", "rotation", "orientation", "angular_velocity", "angular_drag"})
      refuse_key(reader, key, fmt::format("'{}' is a point mass and does not turn", body.name),
                 "leave it out, or give the body an inertia");
  read_place(reader, planar, body);
  body.velocity = read_vector(reader, "velocity", planar, "m/s");
  if (planar)
    body.angular_velocity[2] = reader.number("angular_velocity", 0.0, "rad/s");
  else
    body.angular_velocity = read_vector(reader, "angular_velocity", false, "rad/s");
  body.drag = reader.number("drag", 0.0, "N.s/m", Limits::non_negative());
  body.angular_drag = reader.number("angular_drag", 0.0, "N.m.s/rad", Limits::non_negative());
}

/// In space a driven body turns about z only, and not at all when it is moved from a port.
double read_turn(Reader& reader, bool from_port, const BodyDescription& body) {
  const auto& q = body.orientation;
  const char* key = reader.has("rotation") ? "rotation" : "orientation";
  if (q[1] != 0 || q[2] != 0 || (from_port && q[3] != 0))
    reader.fail(key,
                from_port ? "a body that is moved from a port keeps the axes of the ground"
                          : "a driven body turns about z only",
                from_port ? "leave it out" : "write rotation = [0.0, 0.0, 0.5], or leave it out");
  return 2 * std::atan2(q[3], q[0]);
}

/// Each coordinate has a law of its own; one that is not named rests.
void read_driven(Reader& reader, bool planar, BodyDescription& body) {
  for (const char* key : {"mass", "inertia", "velocity", "angular_velocity", "drag", "angular_drag"})
    refuse_key(reader, key, fmt::format("'{}' moves as its motion says, whatever its {}", body.name, key),
               "leave it out, or leave out the motion");
  read_place(reader, planar, body);
  body.turns = true;
  body.motion.emplace();
  auto& laws = *body.motion;
  const bool from_port = reader.value("motion")->is<std::string>();
  if (!planar) body.angle = read_turn(reader, from_port, body);
  if (from_port) {
    laws.fill(read_motion(reader, "motion", "m", 0));
    body.reaction = reader.boolean("reaction", false);
    return;
  }
  struct Component {
    const char* key;
    const char* unit;
    int index;
    double* coordinate;
  };
  const Component components[] = {{"x", "m", 0, &body.position[0]},
                                  {"y", "m", 1, &body.position[1]},
                                  {"z", "m", 2, &body.position[2]},
                                  {"angle", "rad", 5, &body.angle}};
  Reader motion = reader.table("motion");
  for (const Component& c : components) {
    if (planar && c.index == 2) continue;
    MotionLaw& law = laws[c.index];
    law = read_motion(motion, c.key, c.unit, *c.coordinate);
    if (law.from_port)
      motion.fail(c.key, "one coordinate alone cannot come from a port",
                  "write motion = \"port\" for all of them, or a law for each");
    *c.coordinate = start_of(law);
    (c.index < 3 ? body.velocity[c.index] : body.angular_velocity[2]) = start_rate_of(law);
  }
  motion.finish();
  if (!planar) body.orientation = {std::cos(body.angle / 2), 0, 0, std::sin(body.angle / 2)};
}

}  // namespace

void read_orientation(Reader& reader, std::array<double, 4>& orientation) {
  if (reader.has("rotation") && reader.has("orientation"))
    reader.fail("orientation", "'rotation' and 'orientation' say the same thing twice", "keep one of them");
  Numbers3 turn{};
  if (reader.read_numbers("rotation", turn, "rad")) {
    const Eigen::Vector3d axis(turn[0], turn[1], turn[2]);
    const double angle = axis.norm();
    const Eigen::Vector3d part = angle > 0 ? Eigen::Vector3d(axis * (std::sin(angle / 2) / angle)) : axis;
    orientation = {std::cos(angle / 2), part[0], part[1], part[2]};
  }
  if (!reader.read_numbers("orientation", orientation)) return;
  double size = 0;
  for (const double q : orientation) size += q * q;
  size = std::sqrt(size);
  if (!(std::abs(size - 1) < 0.01))
    reader.fail("orientation", fmt::format("a unit quaternion has length 1, this one {:.6g}", size),
                "write [w, x, y, z] = [cos(angle/2), axis sin(angle/2)], or use rotation = [x, y, z] in rad");
  for (double& q : orientation) q /= size;
}

std::optional<double> number_of(const Value& value) {
  if (const double* number = value.get<double>()) return *number;
  if (const std::int64_t* number = value.get<std::int64_t>()) return static_cast<double>(*number);
  return {};
}

/// carried_by = [["boom", 2.0], ["load", 0.5]]
void read_carried(Reader& reader, const MechanismDescription& mechanism, BodyDescription& body) {
  for (const char* key : {"inertia", "position", "angle", "rotation", "orientation", "velocity", "angular_velocity",
                          "drag", "angular_drag", "motion"})
    refuse_key(reader, key, fmt::format("'{}' goes where the bodies that carry it go", body.name), "leave it out");
  const char* example = "write for example carried_by = [[\"boom\", 2.0]]";
  const Value::Array* pairs = reader.value("carried_by")->get<Value::Array>();
  if (pairs == nullptr || pairs->empty())
    reader.fail("carried_by",
                fmt::format("expected pairs of body and weight, found {}", describe(*reader.value("carried_by"))),
                example);
  std::vector<std::string> names;
  for (const BodyDescription& other : mechanism.bodies) names.push_back(other.name);
  for (const Value& entry : *pairs) {
    const Value::Array* pair = entry.get<Value::Array>();
    const std::string* name = pair && pair->size() == 2 ? pair->front().get<std::string>() : nullptr;
    const std::optional<double> weight = name ? number_of(pair->back()) : std::nullopt;
    if (!weight)
      reader.fail("carried_by", fmt::format("expected a body and a weight, found {}", describe(entry)), example);
    const auto found = std::find(names.begin(), names.end(), *name);
    if (found == names.end())
      reader.fail("carried_by", fmt::format("there is no body '{}' before this one", *name), suggest(*name, names));
    const int carrier = static_cast<int>(found - names.begin());
    const BodyDescription& other = mechanism.bodies[carrier];
    if (other.is_driven() || other.is_carried())
      reader.fail("carried_by", fmt::format("'{}' does not move freely itself", *name), "name bodies with a mass");
    body.carriers.push_back({carrier, *weight});
    for (int k = 0; k < 3; ++k) {
      body.position[k] += *weight * other.position[k];
      body.velocity[k] += *weight * other.velocity[k];
    }
  }
  body.mass = reader.number("mass", 0.0, "kg", Limits::non_negative());
  if (body.mass > 0 && body.carriers.size() > 1)
    reader.fail("mass", "a point with a mass can be carried by one body only", "leave the mass out, or make it a body");
}

BodyDescription read_body(Reader& reader, const MechanismDescription& mechanism) {
  const bool planar = mechanism.planar;
  BodyDescription body;
  body.name = read_element_name(reader);
  body.where = reader.origin().text();
  if (body.name == "ground")
    reader.fail("name", "'ground' is taken: the ground is always there", "choose another name");
  if (reader.has("carried_by"))
    read_carried(reader, mechanism, body);
  else if (reader.has("motion"))
    read_driven(reader, planar, body);
  else
    read_free(reader, planar, body);
  return body;
}

}  // namespace oldham::multibody
