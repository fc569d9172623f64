// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "oldham/model/multibody/description.hpp"

namespace oldham::multibody {

/// Coordinates that bodies have and rows that joints take away. In the plane a body has 3 coordinates, a point mass 2;
/// in space 6 and 3; one that is driven has none of its own.
int coordinate_count(const MechanismDescription& mechanism);
int joint_rows(const JointDescription& joint, bool planar);

/// Coordinates less rows: how many ways there are to move, where no joint repeats what others say.
int degrees_of_freedom(const MechanismDescription& mechanism);

/// The word of the file for a joint.
std::string_view joint_word(JointKind kind, bool planar);

/// One line of the tree of bodies: a body hung from its parent by a joint, or a joint that closes a loop.
struct Branch {
  int depth = 0;             // 1: hangs from the ground, or from nothing
  int joint = -1;            // −1: hangs from nothing
  int body = ground;         // at a loop: the one that is there already
  int parent = ground;       // the other body of the joint
  bool closes_loop = false;  // the body has its place elsewhere in the tree
};

/// The bodies as a tree from the ground, each as near to it as can be, then those that hang from nothing.
std::vector<Branch> make_tree(const MechanismDescription& mechanism);

}  // namespace oldham::multibody
