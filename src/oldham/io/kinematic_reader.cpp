// SPDX-License-Identifier: MIT
#include "oldham/io/kinematic_reader.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/io/joint_reader.hpp"
#include "oldham/io/scheme_reader.hpp"

namespace oldham {
namespace {

/// A square matrix of the size that the masses have; zero when absent.
template <class T>
std::vector<T> read_square(Reader& parameters, const char* key, std::size_t n, const char* unit) {
  std::vector<T> rows(n * n, T(0));
  const auto matrix = parameters.optional_matrix(key, unit);
  if (!matrix) return rows;
  if (matrix->rows() != static_cast<Eigen::Index>(n) || matrix->cols() != static_cast<Eigen::Index>(n))
    parameters.fail(key, fmt::format("expected {} rows of {} numbers, as M has", n, n), "give one row per coordinate");
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) rows[i * n + j] = from_decimal<T>((*matrix)(i, j));
  return rows;
}

template <class T>
std::vector<T> read_start(Reader& parameters, const char* key, std::size_t n, const char* unit) {
  std::vector<T> values(n, T(0));
  if (const auto given = parameters.optional_numbers(key, unit, n))
    for (std::size_t i = 0; i < n; ++i) values[i] = from_decimal<T>((*given)[i]);
  return values;
}

std::vector<int> read_coupled(Reader& parameters, std::size_t n) {
  std::vector<int> coupled;
  for (double number : parameters.numbers("coupled")) {
    const bool is_one = number >= 1 && number <= static_cast<double>(n) && number == std::floor(number);
    const int coordinate = is_one ? static_cast<int>(number) - 1 : -1;
    if (!is_one || std::find(coupled.begin(), coupled.end(), coordinate) != coupled.end())
      parameters.fail("coupled", fmt::format("{} is no coordinate, or named twice", number),
                      fmt::format("name coordinates by numbers from 1 to {}", n));
    coupled.push_back(coordinate);
  }
  if (coupled.empty()) parameters.fail("coupled", "no coordinate is coupled", "write for example coupled = [1]");
  return coupled;
}

template <class T>
void check_equal_start(Reader& interface, const KinematicSide<T>& mover, const KinematicSide<T>& moved) {
  if (mover.coupled.size() != moved.coupled.size())
    interface.fail("between",
                   fmt::format("'{}' couples {} coordinates, '{}' {}", mover.name, mover.coupled.size(), moved.name,
                               moved.coupled.size()),
                   "couple as many on both sides");
  for (std::size_t i = 0; i < mover.coupled.size(); ++i) {
    const int a = mover.coupled[i], b = moved.coupled[i];
    const Mechanics<T>&first = *mover.mechanics, &second = *moved.mechanics;
    if (first.initial_positions()[a] != second.initial_positions()[b] ||
        first.initial_velocities()[a] != second.initial_velocities()[b])
      interface.fail("between", fmt::format("coupled coordinate {} starts differently on both sides", i + 1),
                     "give it equal entries of q0 and v0");
  }
}

/// Refuses a joint that does not fit both sides, or that their start does not fulfil.
template <class T>
void check_joint_start(Reader& interface, const T& start, const KinematicSide<T>& mover,
                       const KinematicSide<T>& moved) {
  const KinematicJoint<T>& joint = *mover.joint;
  const auto fits = [&](const KinematicSide<T>& side, int needed, const char* does) {
    if (needed != static_cast<int>(side.coupled.size()))
      interface.fail("joint",
                     fmt::format("joint '{}' {} {} coordinates of '{}', which couples {}", joint.name(), does, needed,
                                 side.name, side.coupled.size()),
                     fmt::format("name {} of them in coupled, in the order of the joint", needed));
  };
  fits(mover, joint.mover_coordinates(), "reads");
  fits(moved, joint.moved_coordinates(), "moves");
  const auto coupled_of = [](const KinematicSide<T>& side, const std::vector<T>& all) {
    std::vector<T> values;
    for (int i : side.coupled) values.push_back(all[i]);
    return values;
  };
  const std::vector<T> q = coupled_of(moved, moved.mechanics->initial_positions()),
                       v = coupled_of(moved, moved.mechanics->initial_velocities());
  DependentMotion<T> motion;
  motion.position = q;
  const std::string problem = joint.solve(start, coupled_of(mover, mover.mechanics->initial_positions()),
                                          coupled_of(mover, mover.mechanics->initial_velocities()), motion);
  if (!problem.empty()) interface.fail("joint", problem, "choose another start");
  for (std::size_t i = 0; i < q.size(); ++i) {
    const auto agrees = [&](const char* what, const T& given, const T& needed) {
      using std::abs;
      // people write some digits of a root or a sine; the joint itself supplies the rest
      if (to_double(abs(T(given - needed))) <= 1e-5 * (1 + std::abs(to_double(needed)))) return;
      interface.fail("joint",
                     fmt::format("{} {} of '{}' starts with {:.9g}, but joint '{}' puts it at {:.9g}", what,
                                 moved.coupled[i] + 1, moved.name, to_double(given), joint.name(), to_double(needed)),
                     "give q0 and v0 that fulfil the joint");
    };
    agrees("coordinate", q[i], motion.position[i]);
    agrees("the velocity of coordinate", v[i], motion.velocity[i]);
  }
}

/// The number of coordinates, of a mass matrix that accelerations can be computed with.
std::size_t check_mass(Reader& parameters) {
  const Eigen::MatrixXd M = parameters.matrix("M", "kg");
  const Eigen::Index n = M.rows();
  const auto refuse = [&](const std::string& what, const char* remedy) { parameters.fail("M", what, remedy); };
  if (n == 0) refuse("there is no row in it", "write for example M = [[1.0]]");
  if (M.cols() != n)
    refuse(fmt::format("it has {} rows of {} numbers where it should have {} rows of {} numbers", n, M.cols(), n, n),
           "give as many rows as columns, one per coordinate");
  if (!M.isApprox(M.transpose(), 1e-12))
    refuse("a mass matrix is symmetric and positive definite, but this one differs from its transpose",
           "give the same number on both sides of the diagonal");
  for (Eigen::Index i = 0; i < n; ++i)
    if (!(M(i, i) > 0))
      refuse(fmt::format("a mass matrix is symmetric and positive definite, but the mass of coordinate {} is {:.6g} kg",
                         i + 1, M(i, i)),
             "give one above zero");
  for (Eigen::Index i = 0; i < n; ++i)
    // products of masses and of their inverses must not leave the range of numbers
    if (M(i, i) < 1e-100 || M(i, i) > 1e100)
      refuse(fmt::format("the mass of coordinate {} is {:.6g} kg, which is too far from 1 to compute with", i + 1,
                         M(i, i)),
             "choose other units, or a mass that counts");
  const Eigen::VectorXd scale = M.diagonal().cwiseSqrt().cwiseInverse();
  const double smallest =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scale.asDiagonal() * M * scale.asDiagonal()).eigenvalues()(0);
  if (!(smallest > 1e-13))  // rounding of a few hundred entries of size 1
    refuse(fmt::format("a mass matrix is symmetric and positive definite, but with its diagonal scaled to 1 the "
                       "smallest eigenvalue of this one is {:.3g}",
                       smallest),
           "give every motion some mass");
  return static_cast<std::size_t>(n);
}

}  // namespace

template <class T>
void MechanicalParts<T>::add(Reader& reader) {
  KinematicSide<T> side;
  side.name = reader.text("name");
  if (!is_name(side.name))
    reader.fail("name", fmt::format("{} is no name for a subsystem", quoted_name(side.name)),
                "use a word without dots and line breaks");
  side.where = reader.origin().text();
  const bool has_integrator = reader.has("integrator");
  side.integrator = read_integrator(reader, IntegratorKind::exact);
  Reader parameters = reader.table("parameters");
  auto mechanics = std::make_shared<LinearMechanics<T>>();
  const std::size_t n = check_mass(parameters);
  mechanics->M = read_square<T>(parameters, "M", n, "kg");
  mechanics->D = read_square<T>(parameters, "D", n, "N.s/m");
  mechanics->K = read_square<T>(parameters, "K", n, "N/m");
  mechanics->q0 = read_start<T>(parameters, "q0", n, "m");
  mechanics->v0 = read_start<T>(parameters, "v0", n, "m/s");
  side.coupled = read_coupled(parameters, n);
  parameters.finish();
  side.mechanics = std::move(mechanics);
  parts_.push_back({std::move(side), has_integrator});
}

template <class T>
typename MechanicalParts<T>::Part& MechanicalParts<T>::find(Reader& interface, const std::string& name) {
  std::vector<std::string> names;
  for (Part& part : parts_) {
    if (part.side.name == name) return part;
    names.push_back(part.side.name);
  }
  interface.fail("between", fmt::format("there is no mechanical subsystem '{}'", name),
                 names.empty() ? "add a [[subsystem]] with model = \"mechanical\"" : suggest(name, names));
}

template <class T>
void MechanicalParts<T>::join(Reader& reader, Reader& scheme, const T& start, Assembly<T>& assembly) {
  const std::vector<std::string> names = reader.texts("between");
  if (names.size() != 2 || names[0] == names[1])
    reader.fail("between", "expected the names of two mechanical subsystems", "write between = [\"mover\", \"moved\"]");
  Part *mover = &find(reader, names[0]), *moved = &find(reader, names[1]);
  for (Part* part : {mover, moved}) {
    if (part->is_joined)
      reader.fail("between", fmt::format("'{}' is joined twice", part->side.name),
                  "a mechanical subsystem has one partner");
    part->is_joined = true;
  }
  mover->side.joint = read_joint<T>(reader, static_cast<int>(mover->side.coupled.size()));
  if (mover->side.joint)
    check_joint_start(reader, start, mover->side, moved->side);
  else
    check_equal_start(reader, mover->side, moved->side);
  // linear only where coordinates are equal
  if (mover->side.joint && !mover->has_integrator) mover->side.integrator.kind = IntegratorKind::rk4;
  // who moves whom: the heavier side should, or the loop between force and acceleration runs away
  const std::string chosen = reader.text("mover", names[0]);
  if (chosen != "auto" && chosen != names[0] && chosen != names[1])
    reader.fail("mover", fmt::format("'{}' is not one of the two", chosen),
                fmt::format("write \"auto\", \"{}\" or \"{}\"", names[0], names[1]));
  if (mover->side.joint && chosen != names[0])
    reader.fail("mover", fmt::format("a joint leads from '{}' to '{}', not back", names[0], names[1]),
                "leave it out, or exchange the names in between and give the joint seen from the other side");
  if (chosen == "auto") {
    const double forth = loop_gain(mover->side, moved->side), back = loop_gain(moved->side, mover->side);
    if (back < forth) std::swap(mover, moved);
    assembly.notes.push_back(fmt::format(
        "'{}' moves '{}': that way round masses and accelerations form a loop of gain {:.4g}, the other way "
        "round of {:.4g}; uncorrected with approximate forces it must stay below 1, 0.154 or 0.0316 for polynomials of "
        "degree 0, 1 or 2",
        mover->side.name, moved->side.name, std::min(forth, back), std::max(forth, back)));
  } else if (chosen == names[1]) {
    std::swap(mover, moved);
  }
  const bool seen_by_moved = scheme.text("outputs", "auto") == "extrapolated";
  const ForceKind forces = read_forces(scheme);
  add_kinematic_pair(mover->side, moved->side, forces, seen_by_moved, assembly);
  if (forces == ForceKind::approximate) return;  // then it is an output of the moved side
  for (std::size_t i = 0; i < moved->side.coupled.size(); ++i)
    assembly.variable_aliases.push_back({fmt::format("{}-{}.force{}", mover->side.name, moved->side.name, i + 1), "N",
                                         static_cast<int>(assembly.laws.size()) - 1, static_cast<int>(i)});
}

template <class T>
void MechanicalParts<T>::finish() const {
  for (const Part& part : parts_)
    if (!part.is_joined)
      throw_wrong_input(part.side.where, fmt::format("the mechanical subsystem '{}' is not joined", part.side.name),
                        "add an [[interface]] with law = \"kinematic\"");
}

template class MechanicalParts<double>;
template class MechanicalParts<Multiprecision>;

}  // namespace oldham
