// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/topology.hpp"

#include <functional>
#include <queue>

namespace oldham::multibody {

int coordinate_count(const MechanismDescription& mechanism) {
  int count = 0;
  for (const BodyDescription& body : mechanism.bodies)
    if (!body.is_driven() && !body.is_carried())
      count += (mechanism.planar ? 2 : 3) + (body.turns ? (mechanism.planar ? 1 : 3) : 0);
  return count;
}

int joint_rows(const JointDescription& joint, bool planar) {
  const int driven = joint.motion ? 1 : 0;
  switch (joint.kind) {
    case JointKind::coincident:
      return (planar ? 2 : 3) + driven;
    case JointKind::revolute:
      return 5 + driven;
    case JointKind::prismatic:
      return (planar ? 2 : 5) + driven;
    case JointKind::universal:
    case JointKind::cylindrical:
      return 4;
    case JointKind::fixed:
      return planar ? 3 : 6;
    case JointKind::distance:
      return 1;  // driven or not: a length is prescribed
  }
  return 0;
}

int degrees_of_freedom(const MechanismDescription& mechanism) {
  int count = coordinate_count(mechanism);
  for (const JointDescription& joint : mechanism.joints) count -= joint_rows(joint, mechanism.planar);
  return count;
}

std::string_view joint_word(JointKind kind, bool planar) {
  switch (kind) {
    case JointKind::coincident:
      return planar ? "revolute" : "spherical";
    case JointKind::revolute:
      return "revolute";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::universal:
      return "universal";
    case JointKind::cylindrical:
      return "cylindrical";
    case JointKind::fixed:
      return "fixed";
    case JointKind::distance:
      return "distance";
  }
  return "";
}

std::vector<Branch> make_tree(const MechanismDescription& mechanism) {
  const int bodies = static_cast<int>(mechanism.bodies.size()), joints = static_cast<int>(mechanism.joints.size());
  // breadth first, so that a loop is closed in its middle; the ground stands behind the bodies
  const auto index = [&](int body) { return body == ground ? bodies : body; };
  // a carried point goes where the first of its bodies goes
  const auto base = [&](int body) {
    return body != ground && mechanism.bodies[body].is_carried() ? mechanism.bodies[body].carriers.front().body : body;
  };
  std::vector<std::vector<Branch>> below(bodies + 1);
  std::vector<bool> has_place(bodies + 1, false), is_used(joints, false);
  const auto grow = [&](int root) {
    std::queue<int> open;
    open.push(root);
    has_place[index(root)] = true;
    while (!open.empty()) {
      const int parent = open.front();
      open.pop();
      for (int j = 0; j < joints; ++j) {
        const int a = base(mechanism.joints[j].first.body), b = base(mechanism.joints[j].second.body);
        if (is_used[j] || (a != parent && b != parent)) continue;
        is_used[j] = true;
        const int body = a == parent ? b : a;
        const bool closes_loop = has_place[index(body)];
        below[index(parent)].push_back({0, j, body, parent, closes_loop});
        if (closes_loop) continue;
        has_place[index(body)] = true;
        open.push(body);
      }
    }
  };
  std::vector<Branch> tree;
  const std::function<void(int, int)> write = [&](int parent, int depth) {
    for (Branch branch : below[index(parent)]) {
      branch.depth = depth;
      tree.push_back(branch);
      if (!branch.closes_loop) write(branch.body, depth + 1);
    }
  };
  grow(ground);
  write(ground, 1);
  for (int body = 0; body < bodies; ++body) {
    if (has_place[body] || mechanism.bodies[body].is_carried()) continue;
    grow(body);
    tree.push_back({1, -1, body, ground, false});
    write(body, 2);
  }
  return tree;
}

}  // namespace oldham::multibody
