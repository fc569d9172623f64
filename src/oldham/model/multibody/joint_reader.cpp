// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/model/multibody/element_reader.hpp"

namespace oldham::multibody {
namespace {

using Axis = PlaceRules::Axis;
using Points = PlaceRules::Points;

struct JointWord {
  std::string_view word;
  JointKind kind;
  PlaceRules places;
  bool holds_rotation;
  const char* driven;  // unit of what a driver prescribes; null: takes none
};

constexpr JointWord plane_joints[] = {
    {"revolute", JointKind::coincident, {}, false, "rad"},
    {"pin", JointKind::coincident, {}, false, "rad"},
    {"prismatic", JointKind::prismatic, {Points::one_or_two, Axis::common}, true, "m"},
    {"fixed", JointKind::fixed, {Points::optional, Axis::none}, true, nullptr},
    {"distance", JointKind::distance, {Points::two_places, Axis::none}, false, "m"},
};
constexpr JointWord space_joints[] = {
    {"spherical", JointKind::coincident, {}, false, nullptr},
    {"pin", JointKind::coincident, {}, false, nullptr},
    {"revolute", JointKind::revolute, {Points::one_or_two, Axis::common}, true, "rad"},
    {"universal", JointKind::universal, {Points::one_or_two, Axis::one_each}, true, nullptr},
    {"cylindrical", JointKind::cylindrical, {Points::one_or_two, Axis::common}, true, nullptr},
    {"prismatic", JointKind::prismatic, {Points::one_or_two, Axis::common}, true, "m"},
    {"fixed", JointKind::fixed, {Points::optional, Axis::none}, true, nullptr},
    {"distance", JointKind::distance, {Points::two_places, Axis::none}, false, "m"},
};

const JointWord* find_word(std::span<const JointWord> words, const std::string& word) {
  for (const JointWord& row : words)
    if (row.word == word) return &row;
  return nullptr;
}

const JointWord& read_type(Reader& reader, bool planar) {
  const std::string word = reader.text("type");
  const std::span<const JointWord> here = planar ? std::span<const JointWord>(plane_joints) : space_joints;
  if (const JointWord* row = find_word(here, word)) return *row;
  // all kinds of the plane exist in space
  if (planar && find_word(space_joints, word) != nullptr)
    reader.fail("type", fmt::format("there is no {} joint in the plane", word),
                word == "cylindrical" ? "use \"prismatic\" or \"revolute\", or set space = \"space\" in the subsystem"
                                      : "use \"revolute\", or set space = \"space\" in the subsystem");
  std::vector<std::string> words;
  for (const JointWord& row : here) words.emplace_back(row.word);
  reader.fail("type", fmt::format("there is no joint '{}'", word), suggest(word, words));
}

/// What a driver counts from: angles and travels are counted from how the bodies stand, a length is a length.
double standing(const MechanismDescription& mechanism, const JointDescription& joint) {
  if (joint.kind != JointKind::distance) return 0;
  return (point_in_ground(mechanism, joint.second) - point_in_ground(mechanism, joint.first)).norm();
}

void check_turning(Reader& reader, const MechanismDescription& mechanism, const JointDescription& joint,
                   std::string_view what) {
  for (const Side* side : {&joint.first, &joint.second})
    if (!does_turn(mechanism, side->body))
      reader.fail(
          "between", fmt::format("'{}' is a point mass and does not turn: {}", body_name(mechanism, side->body), what),
          fmt::format("give it an inertia, or use {}", mechanism.planar ? "a revolute or distance joint without motion"
                                                                        : "a spherical or distance joint"));
}

/// `coordinate` publishes how far the joint has gone, `start` says what that is as the bodies stand.
void read_coordinate(Reader& reader, const MechanismDescription& mechanism, JointDescription& joint) {
  const bool is_told = reader.boolean("coordinate", false);
  const auto start = reader.optional_number("start", joint.kind == JointKind::prismatic ? "m" : "rad");
  if (start && !is_told)
    reader.fail("start", "says what the coordinate of the joint begins with, but that is not published",
                "add coordinate = true, or leave it out");
  if (!is_told) return;
  if (mechanism.planar || (joint.kind != JointKind::revolute && joint.kind != JointKind::prismatic))
    reader.fail("coordinate", "only revolute and prismatic joints in space tell their coordinate",
                mechanism.planar ? "leave it out: bodies in the plane publish their angles" : "leave it out");
  if (!reader.has("name"))
    reader.fail_missing("name", "a text: outputs are named after a joint that tells its coordinate", "\"hinge\"");
  if (const Value* motion = reader.value("motion"); motion != nullptr && motion->is<std::string>())
    reader.fail("coordinate", "the port says already where the joint is", "leave it out");
  joint.coordinate = start.value_or(0);
}

}  // namespace

JointDescription read_joint(Reader& reader, const MechanismDescription& mechanism) {
  JointDescription joint;
  joint.where = reader.origin().text();
  const JointWord& word = read_type(reader, mechanism.planar);
  joint.kind = word.kind;
  read_between(reader, mechanism, joint.first, joint.second);
  joint.name = reader.has("name") ? read_element_name(reader)
                                  : fmt::format("{}-{}", body_name(mechanism, joint.first.body),
                                                body_name(mechanism, joint.second.body));
  if (mechanism.planar && word.kind == JointKind::coincident)
    for (const char* key : {"axis", "axes"})
      if (reader.has(key)) reader.fail(key, "in the plane it turns about the normal of the plane", "leave it out");
  read_places(reader, mechanism, word.places, joint.first, joint.second);
  if (word.holds_rotation) check_turning(reader, mechanism, joint, fmt::format("a {} joint holds nothing", word.word));

  const auto moved_by = [&](int body, int mover) {
    if (body == ground || mover == ground) return false;
    const auto& carriers = mechanism.bodies[body].carriers;
    return body == mover ||
           std::any_of(carriers.begin(), carriers.end(), [&](const Carrier& c) { return c.body == mover; });
  };
  for (int mover = 0; mover < static_cast<int>(mechanism.bodies.size()); ++mover)
    if (!mechanism.bodies[mover].is_carried() && moved_by(joint.first.body, mover) &&
        moved_by(joint.second.body, mover))
      reader.fail("between", fmt::format("both sides go with '{}'", mechanism.bodies[mover].name),
                  "join bodies that move without each other");

  const double stands = standing(mechanism, joint);
  if (reader.has("angle") && (joint.kind != JointKind::distance || !mechanism.planar))
    reader.fail("angle", "only a distance joint in the plane tells the angle of its line", "leave it out");
  joint.angle = reader.optional_number("angle", "rad");
  if (joint.kind == JointKind::distance) {
    joint.length = reader.optional_number("length", "m", Limits::positive());
    if (joint.length && reader.has("motion"))
      reader.fail("length", "the motion says how long it is", "leave out 'length' or 'motion'");
    if (!(stands > 0))
      reader.fail("points", "the two points stand on each other, so that the distance has no direction",
                  "move one of them, or use a pin");
  }
  read_coordinate(reader, mechanism, joint);
  if (!reader.has("motion")) return joint;
  if (word.driven == nullptr)
    reader.fail("motion", fmt::format("a {} joint cannot be driven", word.word),
                mechanism.planar ? "drive a revolute, prismatic or distance joint"
                                 : "drive a revolute, prismatic or distance joint instead");
  if (!reader.has("name")) reader.fail_missing("name", "a text: ports are named after a driven joint", "\"motor\"");
  joint.motion = read_motion(reader, "motion", word.driven, stands);
  if (joint.motion->from_port) joint.reaction = reader.boolean("reaction", false);
  if (word.driven == std::string_view("rad")) check_turning(reader, mechanism, joint, "there is no angle to drive");
  if (joint.kind == JointKind::distance && !joint.motion->from_port && !(start_of(*joint.motion) > 0))
    reader.fail("motion", fmt::format("begins with a length of {} m", start_of(*joint.motion)),
                "give an offset that keeps the length positive");
  return joint;
}

}  // namespace oldham::multibody
