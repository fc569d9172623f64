// SPDX-License-Identifier: MIT
#include "oldham/model/rod/rod_reader.hpp"

#include <fmt/format.h>

#include <numbers>

#include "oldham/model/multibody/element_reader.hpp"

namespace oldham::rod {
namespace {

constexpr Rows3 along_x = {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};
constexpr const char* rotation_meaning =
    "columns are the directors, the third along the rod: R = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]] lays it along x";

/// One positive number for all directions, or one for each.
template <std::size_t size>
std::array<double, size> read_directions(Reader& reader, const char* key, const char* unit) {
  std::array<double, size> numbers{};
  const Value* value = reader.value(key);
  if (value == nullptr || !value->is<Value::Array>()) {
    numbers.fill(reader.number(key, unit, Limits::positive()));
    return numbers;
  }
  reader.read_numbers(key, numbers, unit);
  for (const double number : numbers)
    if (!(number > 0)) reader.fail(key, fmt::format("expected positive numbers, found {}", number), "correct it");
  return numbers;
}

CircularSection read_circular(Reader& entry) {
  CircularSection section;
  section.radius = entry.number("r", 0.005, "m", Limits::positive());
  section.density = entry.number("rho", 1100, "kg/m^3", Limits::positive());
  section.young = entry.number("E", 5e6, "Pa", Limits::positive());
  section.poisson = entry.number("nu", 0.5, "", {.low = -1, .high = 0.5, .low_excluded = true});
  section.shear_correction = entry.optional_number("kappa", "", Limits::positive());
  return section;
}

GeneralSection read_general(Reader& entry) {
  for (const char* key : {"E", "nu", "kappa"})
    if (entry.has(key))
      entry.fail(key, "stiffnesses are given already, by EI, GJ, GA and EA", "keep either the material or these");
  GeneralSection section;
  const auto EI = read_directions<2>(entry, "EI", "N.m^2"), GA = read_directions<2>(entry, "GA", "N");
  section.curvature_stiffness = {EI[0], EI[1], entry.number("GJ", "N.m^2", Limits::positive())};
  section.strain_stiffness = {GA[0], GA[1], entry.number("EA", "N", Limits::positive())};
  // mass and rotary inertia of a full circle, unless they are given
  const double r = entry.number("r", 0.005, "m", Limits::positive());
  const double rho = entry.number("rho", 1100, "kg/m^3", Limits::positive()), A = std::numbers::pi * r * r;
  section.mass = entry.number("rhoA", rho * A, "kg/m", Limits::positive());
  const double I = rho * A * r * r / 4;
  const Value* given = entry.value("rhoI");
  if (given == nullptr)
    section.inertia = {I, I, 2 * I};
  else if (given->is<Value::Array>())
    section.inertia = read_directions<3>(entry, "rhoI", "kg.m");
  else
    for (int i = 0; i < 3; ++i) section.inertia[i] = (i < 2 ? 1 : 2) * entry.number("rhoI", "kg.m", Limits::positive());
  return section;
}

Rows3 read_rotation(Reader& reader) {
  if (!reader.has("R")) return along_x;
  const Eigen::Matrix3d R = multibody::read_rotation_matrix(reader, "R", rotation_meaning);
  Rows3 rows;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) rows[i][k] = R(i, k);
  return rows;
}

EndDescription read_end(Reader& entry, const char* key, EndKind fallback) {
  EndDescription end;
  end.kind = fallback;
  end.rotation = along_x;
  const Value* value = entry.value(key);
  if (value == nullptr) return end;
  if (value->is<std::string>()) {
    end.kind = entry.choice<EndKind>(key, {{"free", EndKind::free}});
    return end;
  }
  Reader reader = entry.table(key);
  end.kind = reader.choice("kind",
                           {{"clamped", EndKind::clamped},
                            {"hinged", EndKind::hinged},
                            {"revolute", EndKind::revolute},
                            {"free", EndKind::free}},
                           EndKind::clamped);
  if (end.kind == EndKind::revolute) {
    if (!reader.read_numbers("axis", end.axis))
      reader.fail_missing("axis", "what the hinge turns about, in its frame", "[0.0, 1.0, 0.0]");
    if (end.axis == Numbers3{})
      reader.fail("axis", "expected a direction, found zeros", "write for example axis = [0, 1, 0]");
  }
  reader.read_numbers("x", end.position, "m");
  end.rotation = read_rotation(reader);
  end.driven = reader.boolean("driven", false);
  reader.finish();
  return end;
}

Numbers3 read_gravity(Reader& entry) {
  Numbers3 gravity{};
  const Value* value = entry.value("gravity");
  if (value != nullptr && value->is<Value::Array>())
    entry.read_numbers("gravity", gravity, "m/s^2");
  else
    gravity[2] = 0.0 - entry.number("gravity", 0.0, "m/s^2");
  return gravity;
}

std::vector<Numbers3> read_rows(Reader& entry, const char* key, const char* unit, int count) {
  std::vector<Numbers3> rows;
  const auto matrix = entry.optional_matrix(key, unit);
  if (!matrix) return rows;
  if (matrix->rows() != count || matrix->cols() != 3)
    entry.fail(key, fmt::format("expected {} rows of 3 numbers, found {} of {}", count, matrix->rows(), matrix->cols()),
               "give one row for each, from the start to the end");
  for (int i = 0; i < count; ++i) rows.push_back({(*matrix)(i, 0), (*matrix)(i, 1), (*matrix)(i, 2)});
  return rows;
}

/// Where the ends are on the way; what an entry leaves out is where it will be.
std::vector<PathPoint> read_path(Reader& entry, const RodDescription& rod) {
  std::vector<PathPoint> path;
  const auto read_point = [](Reader& reader, const char* key, const EndDescription& described) {
    EndDescription end = described;
    Reader point = reader.table(key);
    point.read_numbers("x", end.position, "m");
    if (point.has("R")) end.rotation = read_rotation(point);
    point.finish();
    return end;
  };
  for (Reader& reader : entry.tables("path")) {
    path.push_back({read_point(reader, "start", rod.start), read_point(reader, "end", rod.end)});
    reader.finish();
  }
  return path;
}

}  // namespace

RodDescription read_rod(Reader& entry, const std::string& name) {
  RodDescription rod;
  rod.name = name;
  rod.where = entry.origin().text();
  rod.edges = entry.integer("N", 20, {2, 100000});
  rod.length = entry.number("L", 1.0, "m", Limits::positive());
  const bool general = entry.has("EI") || entry.has("GJ") || entry.has("GA") || entry.has("EA");
  if (general)
    rod.section = read_general(entry);
  else
    rod.section = read_circular(entry);
  rod.strain_retardation = entry.number("tauG", 0.0, "s", Limits::non_negative());
  rod.curvature_retardation = entry.number("tauK", 0.0, "s", Limits::non_negative());
  rod.inertia_scale = entry.number("inertia_scale", 1.0, "", Limits::positive());
  rod.gravity = read_gravity(entry);
  entry.read_numbers("natural_curvature", rod.natural_curvature, "1/m");
  rod.start = read_end(entry, "start", EndKind::clamped);
  rod.end = read_end(entry, "end", EndKind::free);
  entry.read_numbers("tip_force", rod.loads.end_force, "N");
  entry.read_numbers("tip_moment", rod.loads.end_moment, "N.m");
  entry.read_numbers("start_force", rod.loads.start_force, "N");
  entry.read_numbers("start_moment", rod.loads.start_moment, "N.m");
  entry.read_numbers("force_per_length", rod.loads.force_per_length, "N/m");
  entry.read_numbers("moment_per_length", rod.loads.moment_per_length, "N");
  rod.initial =
      entry.choice("initial", {{"equilibrium", InitialShape::equilibrium}, {"natural", InitialShape::natural}},
                   rod.is_loose() ? InitialShape::natural : InitialShape::equilibrium);
  if (rod.is_loose() && rod.initial == InitialShape::equilibrium)
    entry.fail("initial", "a rod that nothing holds has no equilibrium of its own", "use initial = \"natural\"");
  rod.path = read_path(entry, rod);
  rod.velocities = read_rows(entry, "velocities", "m/s", rod.edges + 1);
  rod.spins = read_rows(entry, "spins", "rad/s", rod.edges);
  rod.publish_nodes = entry.boolean("publish_nodes", true);
  return rod;
}

}  // namespace oldham::rod
