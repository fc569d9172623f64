// SPDX-License-Identifier: MIT
#include "oldham/io/clamp_preparation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/interface/rotation_coordinates.hpp"
#include "oldham/io/interface_reader.hpp"
#include "oldham/io/tree.hpp"
#include "oldham/model/mechanical/kinematic_pair.hpp"
#include "oldham/model/multibody/mechanism_model.hpp"
#include "oldham/model/multibody/mechanism_reader.hpp"

namespace oldham {

ClampEntry read_clamp(Reader& reader) {
  const std::vector<std::string> sides = reader.texts("between");
  ClampEntry entry;
  const auto split = [&](const std::string& side, std::string& owner, std::string& part) {
    const std::size_t dot = side.find('.');
    owner = side.substr(0, dot);
    part = dot == std::string::npos ? "" : side.substr(dot + 1);
  };
  if (sides.size() == 2) {
    split(sides[0], entry.mechanism, entry.frame);
    split(sides[1], entry.rod, entry.end);
  }
  if (entry.frame.empty() || (entry.end != "start" && entry.end != "end"))
    reader.fail("between", "expected a frame of a mechanism and the end of a rod that it holds",
                "write for example between = [\"machine.clamp\", \"cable.start\"]");
  entry.name = reader.text("name", fmt::format("{}-{}", sides[0], sides[1]));
  return entry;
}

namespace {

constexpr const char* frame_axes[] = {"x", "y", "z"};

Value& find_subsystem(Value& root, const Reader& reader, const std::string& name, const char* model) {
  Value* found = find_named(root, "subsystem", name);
  if (found == nullptr || text_of(*found, "model") != model)
    reader.fail("between", fmt::format("there is no {} '{}'", model, name),
                fmt::format("name a [[subsystem]] with model = \"{}\"", model));
  return *found;
}

/// Where a frame is at the start.
struct Pose {
  std::array<double, 3> x;
  RotationMatrix<double> R;
};

Value& find_frame(Value& mechanism, const Reader& reader, const ClampEntry& entry) {
  Value* frame = find_named(mechanism, "frame", entry.frame);
  if (frame == nullptr)
    reader.fail("between", fmt::format("mechanism '{}' has no frame '{}'", entry.mechanism, entry.frame),
                "add a [[subsystem.frame]] of this name");
  return *frame;
}

Pose find_pose(const Value& mechanism, const ClampEntry& entry) {
  Reader reader(mechanism, fmt::format("subsystem '{}'", entry.mechanism));
  const multibody::MechanismDescription description = multibody::read_mechanism(reader, entry.mechanism);
  std::vector<std::string> notes;
  const auto subsystem = multibody::make_mechanism<double>(entry.mechanism, description, {}, {}, notes);
  subsystem->initialize(0.0);
  std::vector<double> y(subsystem->description().output_count());
  subsystem->read_outputs(y);
  const auto value = [&](const std::string& port) {
    const auto& outputs = subsystem->description().boundary->outputs;
    return y[std::ranges::find(outputs, port, &Port::name) - outputs.begin()];
  };
  Pose pose;
  std::array<double, 4> q;
  for (int i = 0; i < 3; ++i) pose.x[i] = value(fmt::format("{}.{}.position", entry.frame, frame_axes[i]));
  for (int i = 0; i < 4; ++i) q[i] = value(fmt::format("{}.q{}", entry.frame, i));
  pose.R = quaternion_rotation(q.data());
  return pose;
}

/// The end of the rod as a table, which it may not be yet.
Value::Table& end_table(Value& rod, const ClampEntry& entry, const Origin& origin) {
  Value& value = (*rod.get<Value::Table>())[entry.end];
  if (value == Value("free") || text_of(value, "kind") == "free")
    throw_wrong_input(value.origin().text(),
                      fmt::format("'{}' is free, but the frame '{}' holds it", entry.held(), entry.holder()),
                      "leave this out, or write kind = \"clamped\" or kind = \"hinged\"");
  if (!value.is<Value::Table>()) value = Value(Value::Table{}, origin);
  return *value.get<Value::Table>();
}

/// Lets the end begin at the frame.
void place_end(Value::Table& end, const Pose& pose, const Origin& origin, const ClampEntry& entry) {
  for (const char* key : {"x", "R"})
    if (const Value* given = end.find(key))
      throw_wrong_input(given->origin().text(),
                        fmt::format("'{}' begins where the frame '{}' holds it", entry.held(), entry.holder()),
                        fmt::format("leave {}.{} out", entry.end, key));
  Value::Array x, rows;
  for (int i = 0; i < 3; ++i) {
    x.emplace_back(pose.x[i], origin);
    Value::Array row;
    for (int k = 0; k < 3; ++k) row.emplace_back(pose.R[i][k], origin);
    rows.emplace_back(std::move(row), origin);
  }
  end["x"] = Value(std::move(x), origin);
  end["R"] = Value(std::move(rows), origin);
  end["driven"] = Value(true, origin);
}

/// A frame holds one end, and one frame holds an end.
void require_new(const Reader& reader, const ClampEntry& entry, const std::vector<ClampEntry>& earlier) {
  for (const ClampEntry& other : earlier) {
    if (other.held() == entry.held())
      reader.fail("between", fmt::format("'{}' is held by '{}' already", entry.held(), other.holder()),
                  "name each end once");
    if (other.holder() == entry.holder())
      reader.fail("between", fmt::format("the frame '{}' holds '{}' already", entry.holder(), other.held()),
                  "add a [[subsystem.frame]] for each end; frames may be at the same place");
  }
}

/// Mobilities are told of all frames that publish them together: one that holds nothing would be taken for one that
/// does.
void require_held(const Value& mechanism, const std::string& name, const std::vector<ClampEntry>& entries) {
  for (const Value& frame : *mechanism.find("frame")->get<Value::Array>()) {
    const Value* mobility = frame.find("mobility");
    const std::string holder = name + "." + text_of(frame, "name");
    if (mobility != nullptr && *mobility == Value(true) &&
        std::ranges::none_of(entries, [&](const ClampEntry& entry) { return entry.holder() == holder; }))
      throw_wrong_input(
          mobility->origin().text(),
          fmt::format("the frame '{}' publishes its mobility, but holds no rod as others of '{}' do", holder, name),
          "leave mobility out: frames that hold rods publish it by themselves");
  }
}

}  // namespace

bool has_clamps(const Value& root) {
  const Value* list = root.find("interface");
  if (list == nullptr || !list->is<Value::Array>()) return false;
  return std::ranges::any_of(*list->get<Value::Array>(),
                             [](const Value& interface) { return text_of(interface, "law") == "clamp"; });
}

void distribute_clamps(Value& root) {
  const Value given = root;
  Reader file(given, "");
  Reader scheme = file.table("scheme");
  const bool is_approximate = read_forces(scheme) == ForceKind::approximate;
  std::vector<ClampEntry> entries;
  for (Reader& reader : file.tables("interface")) {
    if (!is_clamp(reader)) continue;
    const ClampEntry entry = read_clamp(reader);
    require_new(reader, entry, entries);
    Value& mechanism = find_subsystem(root, reader, entry.mechanism, "mechanism");
    Value& frame = find_frame(mechanism, reader, entry);
    const Pose pose = find_pose(mechanism, entry);
    if (!is_approximate) (*frame.get<Value::Table>())["mobility"] = Value(true, reader.origin());
    Value& rod = find_subsystem(root, reader, entry.rod, "rod");
    place_end(end_table(rod, entry, reader.origin()), pose, reader.origin(), entry);
    entries.push_back(entry);
  }
  for (const ClampEntry& entry : entries)
    if (!is_approximate) require_held(*find_named(root, "subsystem", entry.mechanism), entry.mechanism, entries);
}

}  // namespace oldham
