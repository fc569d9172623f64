// SPDX-License-Identifier: MIT
#include "oldham/interface/kinematic_joint.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

template <class T>
std::string listed(std::span<const T> values) {
  std::string text = "(";
  for (const T& value : values) text += fmt::format("{}{:.6g}", text.size() > 1 ? ", " : "", to_double(value));
  return text + ")";
}

}  // namespace

void check_shape(const JointShape& shape) {
  if (shape.name.empty()) throw_wrong_input("kinematic joint", "it has no name", "give it one for its messages");
  if (shape.mover < 0 || shape.moved < 1)
    throw_wrong_input(fmt::format("joint '{}'", shape.name),
                      fmt::format("it takes {} coordinates of the mover and moves {}", shape.mover, shape.moved),
                      "let it move at least one coordinate");
}

template <class T>
std::string joint_failure(const JointShape& shape, const T& t, std::span<const T> q_R, std::span<const T> q_F,
                          std::string_view reason) {
  return fmt::format("joint '{}' at t = {:.6g}, q_R = {}, q_F = {}: {}", shape.name, to_double(t), listed(q_R),
                     listed(q_F), reason);
}

template std::string joint_failure(const JointShape&, const double&, std::span<const double>, std::span<const double>,
                                   std::string_view);
template std::string joint_failure(const JointShape&, const Multiprecision&, std::span<const Multiprecision>,
                                   std::span<const Multiprecision>, std::string_view);

}  // namespace oldham
