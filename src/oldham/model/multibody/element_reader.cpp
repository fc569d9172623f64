// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/element_reader.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "oldham/core/error.hpp"

namespace oldham::multibody {
namespace {

Eigen::Vector3d vector_of(const Numbers3& numbers) { return {numbers[0], numbers[1], numbers[2]}; }
Numbers3 numbers_of(const Eigen::Vector3d& vector) { return {vector[0], vector[1], vector[2]}; }

/// Rows of two or three numbers.
std::vector<Eigen::Vector3d> read_rows(Reader& reader, std::string_view key, int rows, bool planar,
                                       std::string_view unit) {
  const Eigen::MatrixXd matrix = reader.matrix(key, unit);
  const int size = planar ? 2 : 3;
  if (matrix.rows() != rows || matrix.cols() != size)
    reader.fail(key,
                fmt::format("expected {} of {} numbers, one for each body, found {} of {}", rows, size, matrix.rows(),
                            matrix.cols()),
                planar ? fmt::format("write for example {} = [[0.0, 0.0], [-0.5, 0.0]]", key)
                       : fmt::format("write for example {} = [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]", key));
  std::vector<Eigen::Vector3d> result(rows, Eigen::Vector3d::Zero());
  for (int i = 0; i < rows; ++i) result[i].head(size) = matrix.row(i).transpose();
  return result;
}

Eigen::Vector3d position_of(const MechanismDescription& mechanism, int body) {
  return body == ground ? Eigen::Vector3d(0, 0, 0) : vector_of(mechanism.bodies[body].position);
}

void refuse_both(Reader& reader, const char* own, const char* common) {
  if (reader.has(own) && reader.has(common))
    reader.fail(common, fmt::format("'{}' and '{}' say the same thing twice", common, own),
                fmt::format("keep '{}' (ground axes, bodies as they stand) or '{}' (axes of each body)", common, own));
}

void read_points(Reader& reader, const MechanismDescription& mechanism, PlaceRules::Points rule, Side& first,
                 Side& second) {
  using Points = PlaceRules::Points;
  if (rule == Points::none) return;
  refuse_both(reader, "points", "at");
  if (reader.has("at") && rule == Points::two_places)
    reader.fail("at", "its two points must lie apart", "write points = [..] with one point for each body");
  if (reader.has("points")) {
    const auto points = read_rows(reader, "points", 2, mechanism.planar, "m");
    first.point = numbers_of(points[0]);
    second.point = numbers_of(points[1]);
  } else if (reader.has("at") || rule == Points::optional) {
    const Eigen::Vector3d at = reader.has("at") ? vector_of(read_vector(reader, "at", mechanism.planar, "m"))
                                                : position_of(mechanism, second.body);
    for (Side* side : {&first, &second})
      side->point = numbers_of(axes_of(mechanism, side->body).transpose() * (at - position_of(mechanism, side->body)));
  } else {
    reader.fail_missing("points", "a point in each body, from its centre (in m)",
                        mechanism.planar ? "[[0.0, 0.0], [-0.5, 0.0]]" : "[[0.0, 0.0, 0.0], [-0.5, 0.0, 0.0]]");
  }
  // a point mass is one point
  for (const Side* side : {&first, &second}) {
    if (does_turn(mechanism, side->body)) continue;
    if (vector_of(side->point).norm() > 1e-9)
      reader.fail(
          reader.has("at") ? "at" : "points",
          fmt::format("the point mass '{}' has no other point than its centre", body_name(mechanism, side->body)),
          "give it an inertia, or put the point into its centre");
  }
}

void read_axes(Reader& reader, const MechanismDescription& mechanism, PlaceRules::Axis rule, Side& first,
               Side& second) {
  using Axis = PlaceRules::Axis;
  if (rule == Axis::none) return;
  refuse_both(reader, "axes", "axis");
  const bool planar = mechanism.planar;
  const char* key = reader.has("axes") ? "axes" : "axis";
  if (reader.has("axes")) {
    const auto axes = read_rows(reader, "axes", 2, planar, "");
    first.axis = numbers_of(axes[0]);
    second.axis = numbers_of(axes[1]);
  } else if (reader.has("axis")) {
    std::vector<Eigen::Vector3d> axes;
    if (rule == Axis::one_each)
      axes = read_rows(reader, "axis", 2, planar, "");
    else
      axes.assign(2, vector_of(read_vector(reader, "axis", planar, "")));
    first.axis = numbers_of(axes_of(mechanism, first.body).transpose() * axes[0]);
    second.axis = numbers_of(axes_of(mechanism, second.body).transpose() * axes[1]);
  } else {
    const char* example = planar                   ? "[1.0, 0.0]"
                          : rule == Axis::one_each ? "[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]"
                                                   : "[0.0, 0.0, 1.0]";
    reader.fail_missing("axis", planar ? "the sliding direction (ground axes)" : "its axis (ground axes)", example);
  }
  for (const Side* side : {&first, &second})
    if (!(vector_of(side->axis).norm() > 0))
      reader.fail(key, "an axis of length zero has no direction", "write for example axis = [0.0, 0.0, 1.0]");
}

}  // namespace

std::string read_element_name(Reader& reader) {
  const std::string name = reader.text("name");
  if (!is_name(name))
    reader.fail("name", fmt::format("{} is no name", quoted_name(name)), "use a word without dots and line breaks");
  // every mechanism has outputs that begin with these
  for (const char* taken : {"energy", "constraint", "interface", "frames"})
    if (name == taken)
      reader.fail("name", fmt::format("'{}' is taken: outputs are named so", taken), "choose another name");
  return name;
}

Numbers3 read_vector(Reader& reader, std::string_view key, bool planar, std::string_view unit) {
  Numbers3 vector{};
  const std::size_t size = planar ? 2 : 3;
  const Value* given = reader.value(key);
  const Value::Array* array = given == nullptr ? nullptr : given->get<Value::Array>();
  if (array != nullptr && array->size() != size)
    reader.fail(
        key, fmt::format("expected {} numbers {}, found {}", size, planar ? "in the plane" : "in space", array->size()),
        planar ? "give x and y; for three directions set space = \"space\" in the subsystem"
               : "give x, y and z; for two directions set space = \"plane\" in the subsystem");
  reader.read_numbers(key, std::span<double>(vector.data(), size), unit);
  return vector;
}

MotionLaw read_motion(Reader& reader, std::string_view key, std::string_view unit, double standing) {
  MotionLaw law;
  const Value* given = reader.value(key);
  if (const std::string* word = given == nullptr ? nullptr : given->get<std::string>()) {
    if (*word != "port")
      reader.fail(key, fmt::format("unknown value \"{}\"", *word),
                  fmt::format("write {0} = \"port\", or for example {0} = {{rate = 1.0}}", key));
    law.from_port = true;
    return law;
  }
  Reader table = reader.table(key);
  law.offset = table.number("offset", standing, unit);
  law.rate = table.number("rate", 0.0, fmt::format("{}/s", unit));
  law.acceleration = table.number("acceleration", 0.0, fmt::format("{}/s^2", unit));
  law.amplitude = table.number("amplitude", 0.0, unit);
  law.frequency = table.number("frequency", 0.0, "Hz");
  law.phase = table.number("phase", 0.0, "rad");
  table.finish();
  return law;
}

double start_of(const MotionLaw& law) { return law.offset + law.amplitude * std::sin(law.phase); }
double start_rate_of(const MotionLaw& law) {
  return law.rate + law.amplitude * 2 * std::numbers::pi * law.frequency * std::cos(law.phase);
}

int find_body(const Reader& reader, std::string_view key, const std::string& name,
              const MechanismDescription& mechanism) {
  if (name == "ground") return ground;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    if (mechanism.bodies[i].name == name) return static_cast<int>(i);
    names.push_back(mechanism.bodies[i].name);
  }
  names.emplace_back("ground");
  reader.fail(key, fmt::format("there is no body '{}'", name), suggest(name, names));
}

int read_pushed_body(Reader& reader, const MechanismDescription& mechanism, std::string_view what) {
  const std::string name = reader.text("body");
  const int body = find_body(reader, "body", name, mechanism);
  if (body == ground || mechanism.bodies[body].is_driven())
    reader.fail("body", fmt::format("no force moves '{}'", name),
                fmt::format("put the {} on a body that has a mass", what));
  return body;
}

bool does_turn(const MechanismDescription& mechanism, int body) {
  return body == ground || mechanism.bodies[body].turns;
}

Eigen::Matrix3d axes_of(const MechanismDescription& mechanism, int body) {
  if (body == ground) return Eigen::Matrix3d::Identity();
  const BodyDescription& b = mechanism.bodies[body];
  if (mechanism.planar) return Eigen::AngleAxisd(b.angle, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  const auto& q = b.orientation;
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
}

Eigen::Vector3d point_in_ground(const MechanismDescription& mechanism, const Side& side) {
  return position_of(mechanism, side.body) + axes_of(mechanism, side.body) * vector_of(side.point);
}

void read_between(Reader& reader, const MechanismDescription& mechanism, Side& first, Side& second) {
  const std::vector<std::string> names = reader.texts("between");
  if (names.size() != 2)
    reader.fail("between", fmt::format("expected the names of two bodies, found {}", names.size()),
                "write for example between = [\"ground\", \"bar1\"]");
  first.body = find_body(reader, "between", names[0], mechanism);
  second.body = find_body(reader, "between", names[1], mechanism);
  if (first.body == second.body)
    reader.fail("between",
                first.body == ground ? std::string("joins the ground to the ground")
                                     : fmt::format("joins '{}' to itself", names[0]),
                "name two bodies");
  const auto is_given = [&](int body) { return body == ground || mechanism.bodies[body].is_driven(); };
  if (is_given(first.body) && is_given(second.body))
    reader.fail("between", fmt::format("neither '{}' nor '{}' is free to move", names[0], names[1]),
                "join a driven body or the ground to a body that has a mass");
}

void read_places(Reader& reader, const MechanismDescription& mechanism, const PlaceRules& rules, Side& first,
                 Side& second) {
  read_points(reader, mechanism, rules.points, first, second);
  read_axes(reader, mechanism, rules.axis, first, second);
}

PortDescription read_port(Reader& reader, const MechanismDescription& mechanism) {
  PortDescription port;
  port.name = read_element_name(reader);
  port.where = reader.origin().text();
  port.at.body = read_pushed_body(reader, mechanism, "port");
  port.at.point = read_vector(reader, "point", mechanism.planar, "m");
  if (!does_turn(mechanism, port.at.body) && vector_of(port.at.point).norm() > 0)
    reader.fail(
        "point",
        fmt::format("the point mass '{}' has no other point than its centre", body_name(mechanism, port.at.body)),
        "leave it out, or give the body an inertia");
  port.acceleration = reader.boolean("acceleration", false);
  return port;
}

}  // namespace oldham::multibody
