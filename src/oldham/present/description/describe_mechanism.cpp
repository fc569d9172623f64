// SPDX-License-Identifier: MIT
#include "oldham/present/description/describe_mechanism.hpp"

#include <fmt/format.h>

namespace oldham {

void describe_mechanism(const multibody::MechanismDescription& mechanism, Json& entry, std::string& text) {
  const auto name_of = [&](int body) {
    return body == multibody::ground ? std::string("ground") : mechanism.bodies[body].name;
  };
  const int freedom = degrees_of_freedom(mechanism);
  entry["degrees_of_freedom"] = freedom;
  entry["space"] = mechanism.planar ? "plane" : "space";
  Json bodies = Json::array(), joints = Json::array(), tree = Json::array();
  for (const multibody::BodyDescription& body : mechanism.bodies) {
    Json one = Json::object();
    one["name"] = body.name;
    one["kind"] = body.is_carried() ? "carried" : body.is_driven() ? "driven" : body.turns ? "rigid" : "point";
    if (!body.is_driven()) one["mass"] = body.mass;
    bodies.push_back(std::move(one));
  }
  int rows = 0;
  for (const multibody::JointDescription& joint : mechanism.joints) {
    Json one = Json::object();
    one["name"] = joint.name;
    one["type"] = multibody::joint_word(joint.kind, mechanism.planar);
    one["between"] = std::vector<std::string>{name_of(joint.first.body), name_of(joint.second.body)};
    one["rows"] = joint_rows(joint, mechanism.planar);
    if (joint.motion) one["driven"] = true;
    joints.push_back(std::move(one));
    rows += joint_rows(joint, mechanism.planar);
  }
  text += fmt::format("    {} degree{} of freedom: {} coordinates, {} held by joints\n", freedom,
                      freedom == 1 ? "" : "s", coordinate_count(mechanism), rows);
  text += "    ground\n";
  for (const multibody::Branch& branch : make_tree(mechanism)) {
    Json one = Json::object();
    one["depth"] = branch.depth;
    one["body"] = name_of(branch.body);
    const std::string indent(4 + 2 * branch.depth, ' ');
    if (branch.joint < 0) {
      const bool is_driven = mechanism.bodies[branch.body].is_driven();
      text += fmt::format("{}{} ({})\n", indent, name_of(branch.body), is_driven ? "driven" : "free");
      tree.push_back(std::move(one));
      continue;
    }
    const multibody::JointDescription& joint = mechanism.joints[branch.joint];
    const std::string by = fmt::format("{} '{}'{}", multibody::joint_word(joint.kind, mechanism.planar), joint.name,
                                       joint.motion ? ", driven" : "");
    one["joint"] = joint.name;
    one["parent"] = name_of(branch.parent);
    one["closes_loop"] = branch.closes_loop;
    if (branch.closes_loop)
      text += fmt::format("{}{} closes the loop with {}\n", indent, by, name_of(branch.body));
    else
      text += fmt::format("{}{} ({})\n", indent, name_of(branch.body), by);
    tree.push_back(std::move(one));
  }
  entry["bodies"] = std::move(bodies);
  entry["joints"] = std::move(joints);
  entry["tree"] = std::move(tree);
}

}  // namespace oldham
