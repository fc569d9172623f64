// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/model/multibody/element_reader.hpp"

namespace oldham::multibody {
namespace {

/// One number for each direction, or rows; in the plane directions are x, y and the angle.
void read_bushing_matrix(Reader& reader, const char* key, bool planar, std::array<std::array<double, 6>, 6>& matrix) {
  const Value* given = reader.value(key);
  if (given == nullptr) return;
  const int n = planar ? 3 : 6;
  const auto index = [&](int i) { return planar && i == 2 ? 5 : i; };
  const Value::Array* array = given->get<Value::Array>();
  const bool has_rows = array != nullptr && !array->empty() && array->front().is<Value::Array>();
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(n, n);
  if (has_rows)
    rows = reader.matrix(key);
  else if (array != nullptr && static_cast<int>(array->size()) == n)
    rows.diagonal() = Eigen::Map<const Eigen::VectorXd>(reader.numbers(key).data(), n);
  if (array == nullptr || (!has_rows && static_cast<int>(array->size()) != n) || rows.rows() != n || rows.cols() != n)
    reader.fail(key,
                fmt::format("expected {0} numbers or {0} rows of {0}, for {1}, found {2}", n,
                            planar ? "x, y and the angle" : "x, y, z and three rotations",
                            has_rows ? fmt::format("{} rows of {}", rows.rows(), rows.cols()) : describe(*given)),
                planar ? fmt::format("write for example {} = [1e3, 1e3, 1e2]", key)
                       : fmt::format("write for example {} = [1e3, 1e3, 1e3, 1e2, 1e2, 1e2]", key));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) matrix[index(i)][index(j)] = rows(i, j);
}

/// A force that depends on the place only has an energy if its matrix is symmetric.
void check_symmetric(Reader& reader, const char* key, bool planar, const std::array<std::array<double, 6>, 6>& matrix) {
  double largest = 0;
  for (const auto& row : matrix)
    for (const double entry : row) largest = std::max(largest, std::abs(entry));
  const auto number = [&](int i) { return planar && i == 5 ? 3 : i + 1; };
  for (int i = 0; i < 6; ++i)
    for (int j = i + 1; j < 6; ++j)
      if (std::abs(matrix[i][j] - matrix[j][i]) > 1e-12 * largest)
        reader.fail(
            key,
            fmt::format("a matrix of stiffness is symmetric, but row {0} has {2} in column {1}, and row {1} has "
                        "{3} in column {0}",
                        number(i), number(j), matrix[i][j], matrix[j][i]),
            "give the same number on both sides of the diagonal");
}

bool is_zero(const std::array<std::array<double, 6>, 6>& matrix) {
  return std::ranges::all_of(matrix, [](const auto& row) { return std::ranges::count(row, 0.0) == 6; });
}

[[noreturn]] void refuse_idle(Reader& reader, std::string_view kind, std::string_view example) {
  reader.fail(reader.has("stiffness") ? "stiffness"
              : reader.has("damping") ? "damping"
                                      : "type",
              fmt::format("a {} without stiffness and damping does nothing", kind),
              fmt::format("write for example stiffness = {}, or leave the force out", example));
}

bool acts_on_rotation(const std::array<std::array<double, 6>, 6>& matrix) {
  for (int i = 0; i < 6; ++i)
    for (int j = 3; j < 6; ++j)
      if (matrix[i][j] != 0 || matrix[j][i] != 0) return true;
  return false;
}

void check_turning(Reader& reader, const MechanismDescription& mechanism, const ForceDescription& force,
                   std::string_view remedy) {
  for (const Side* side : {&force.first, &force.second})
    if (!does_turn(mechanism, side->body))
      reader.fail("between", fmt::format("'{}' is a point mass and does not turn", body_name(mechanism, side->body)),
                  remedy);
}

PlaceRules rules_of(ForceKind kind, bool planar) {
  using Axis = PlaceRules::Axis;
  using Points = PlaceRules::Points;
  if (kind == ForceKind::torsion_spring) return {Points::none, planar ? Axis::none : Axis::common};
  return {kind == ForceKind::bushing ? Points::one_or_two : Points::two_places, Axis::none};
}

}  // namespace

ForceDescription read_force(Reader& reader, const MechanismDescription& mechanism) {
  ForceDescription force;
  force.where = reader.origin().text();
  force.kind = reader.choice<ForceKind>("type", {{"spring", ForceKind::spring},
                                                 {"torsion-spring", ForceKind::torsion_spring},
                                                 {"bushing", ForceKind::bushing},
                                                 {"actuator", ForceKind::actuator},
                                                 {"cylinder", ForceKind::cylinder}});
  read_between(reader, mechanism, force.first, force.second);
  if (has_ports(force.kind) || reader.has("name"))
    force.name = read_element_name(reader);
  else
    force.name = fmt::format("{}-{}", body_name(mechanism, force.first.body), body_name(mechanism, force.second.body));
  read_places(reader, mechanism, rules_of(force.kind, mechanism.planar), force.first, force.second);
  switch (force.kind) {
    case ForceKind::spring:
      force.stiffness = reader.number("stiffness", 0.0, "N/m");
      force.damping = reader.number("damping", 0.0, "N.s/m");
      force.length = reader.optional_number("length", "m", Limits::non_negative());
      if (force.stiffness == 0 && force.damping == 0) refuse_idle(reader, "spring", "100.0");
      break;
    case ForceKind::torsion_spring:
      force.stiffness = reader.number("stiffness", 0.0, "N.m/rad");
      force.damping = reader.number("damping", 0.0, "N.m.s/rad");
      force.length = reader.optional_number("length", "rad");
      if (force.stiffness == 0 && force.damping == 0) refuse_idle(reader, "torsion-spring", "10.0");
      check_turning(reader, mechanism, force, "give it an inertia, or use a spring");
      break;
    case ForceKind::bushing:
      read_bushing_matrix(reader, "stiffness", mechanism.planar, force.stiffnesses);
      read_bushing_matrix(reader, "damping", mechanism.planar, force.dampings);
      check_symmetric(reader, "stiffness", mechanism.planar, force.stiffnesses);
      if (is_zero(force.stiffnesses) && is_zero(force.dampings))
        refuse_idle(reader, "bushing", mechanism.planar ? "[1e3, 1e3, 1e2]" : "[1e3, 1e3, 1e3, 1e2, 1e2, 1e2]");
      force.axes_of_first = reader.choice("axes", {{"ground", false}, {"first", true}}, false);
      if (acts_on_rotation(force.stiffnesses) || acts_on_rotation(force.dampings))
        check_turning(reader, mechanism, force, "set what acts on rotations to zero, or give it an inertia");
      break;
    case ForceKind::actuator:
      break;
    case ForceKind::cylinder:
      hydraulics::read_cylinder_shape(reader, force.cylinder);
      break;
  }
  return force;
}

}  // namespace oldham::multibody
