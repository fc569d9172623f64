// SPDX-License-Identifier: MIT
#include "oldham/io/kinematic_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
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
    const int coordinate = static_cast<int>(number) - 1;
    const bool is_one = number == coordinate + 1 && coordinate >= 0 && coordinate < static_cast<int>(n);
    if (!is_one || std::find(coupled.begin(), coupled.end(), coordinate) != coupled.end())
      parameters.fail("coupled", fmt::format("{} is no coordinate, or named twice", number),
                      fmt::format("name coordinates by numbers from 1 to {}", n));
    coupled.push_back(coordinate);
  }
  if (coupled.empty()) parameters.fail("coupled", "no coordinate is coupled", "write for example coupled = [1]");
  return coupled;
}

}  // namespace

template <class T>
void MechanicalParts<T>::add(Reader& reader) {
  KinematicSide<T> side;
  side.name = reader.text("name");
  side.where = reader.origin().text();
  side.integrator = read_integrator(reader, IntegratorKind::exact);
  Reader parameters = reader.table("parameters");
  auto mechanics = std::make_shared<LinearMechanics<T>>();
  const Eigen::MatrixXd M = parameters.matrix("M", "kg");
  const auto n = static_cast<std::size_t>(M.rows());
  mechanics->M = read_square<T>(parameters, "M", n, "kg");
  if (!M.isApprox(M.transpose(), 1e-12) || M.llt().info() != Eigen::Success)
    parameters.fail("M", "a mass matrix is symmetric and positive definite", "check its entries");
  mechanics->D = read_square<T>(parameters, "D", n, "N.s/m");
  mechanics->K = read_square<T>(parameters, "K", n, "N/m");
  mechanics->q0 = read_start<T>(parameters, "q0", n, "m");
  mechanics->v0 = read_start<T>(parameters, "v0", n, "m/s");
  side.coupled = read_coupled(parameters, n);
  parameters.finish();
  side.mechanics = std::move(mechanics);
  parts_.push_back({std::move(side)});
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
void MechanicalParts<T>::join(Reader& reader, Reader& scheme, Assembly<T>& assembly) {
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
  if (mover->side.coupled.size() != moved->side.coupled.size())
    reader.fail("between",
                fmt::format("'{}' couples {} coordinates, '{}' {}", names[0], mover->side.coupled.size(), names[1],
                            moved->side.coupled.size()),
                "couple as many on both sides");
  for (std::size_t i = 0; i < mover->side.coupled.size(); ++i) {
    const int a = mover->side.coupled[i], b = moved->side.coupled[i];
    const Mechanics<T>&first = *mover->side.mechanics, &second = *moved->side.mechanics;
    if (first.initial_positions()[a] != second.initial_positions()[b] ||
        first.initial_velocities()[a] != second.initial_velocities()[b])
      reader.fail("between", fmt::format("coupled coordinate {} starts differently on both sides", i + 1),
                  "give it equal entries of q0 and v0");
  }
  // who moves whom: the heavier side should, or the loop between force and acceleration runs away
  const std::string chosen = reader.text("mover", names[0]);
  if (chosen != "auto" && chosen != names[0] && chosen != names[1])
    reader.fail("mover", fmt::format("'{}' is not one of the two", chosen),
                fmt::format("write \"auto\", \"{}\" or \"{}\"", names[0], names[1]));
  const double forth = loop_gain(mover->side, moved->side), back = loop_gain(moved->side, mover->side);
  if (chosen == "auto" ? back < forth : chosen == names[1]) std::swap(mover, moved);
  if (chosen == "auto")
    assembly.notes.push_back(fmt::format(
        "'{}' moves '{}': that way round masses and accelerations form a loop of gain {:.4g}, the other way "
        "round of {:.4g}; uncorrected with approximate forces it must stay below 1, 0.154 or 0.0316 for polynomials of "
        "degree 0, 1 or 2",
        mover->side.name, moved->side.name, std::min(forth, back), std::max(forth, back)));
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
