// SPDX-License-Identifier: MIT
#include "oldham/io/clamp_preparation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/interface/rotation_coordinates.hpp"
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

constexpr const char* axes[] = {"x", "y", "z"};

std::string word(const Value& table, std::string_view key) {
  const Value* found = table.find(key);
  const std::string* text = found == nullptr ? nullptr : found->get<std::string>();
  return text == nullptr ? std::string() : *text;
}

/// An element of a list that goes by its name; null when there is none.
Value* find_named(Value& table, std::string_view key, std::string_view name) {
  Value* list = table.find(key);
  if (list == nullptr || !list->is<Value::Array>()) return nullptr;
  for (Value& element : *list->get<Value::Array>())
    if (word(element, "name") == name) return &element;
  return nullptr;
}

Value& find_subsystem(Value& root, const Reader& reader, const std::string& name, const char* model) {
  Value* found = find_named(root, "subsystem", name);
  if (found == nullptr || word(*found, "model") != model)
    reader.fail("between", fmt::format("there is no {} '{}'", model, name),
                fmt::format("name a [[subsystem]] with model = \"{}\"", model));
  return *found;
}

/// Where a frame is at the start.
struct Pose {
  std::array<double, 3> x;
  RotationMatrix<double> R;
};

Pose find_pose(const Value& mechanism, const Reader& interface, const ClampEntry& entry) {
  Reader reader(mechanism, fmt::format("subsystem '{}'", entry.mechanism));
  const multibody::MechanismDescription description = multibody::read_mechanism(reader, entry.mechanism);
  std::vector<std::string> notes;
  const auto subsystem = multibody::make_mechanism<double>(entry.mechanism, description, {}, {}, notes);
  subsystem->initialize(0.0);
  std::vector<double> y(subsystem->description().output_count());
  subsystem->read_outputs(y);
  const auto value = [&](const std::string& port) {
    const auto& outputs = subsystem->description().boundary->outputs;
    const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const Port& p) { return p.name == port; });
    if (found == outputs.end())
      interface.fail("between", fmt::format("mechanism '{}' has no frame '{}'", entry.mechanism, entry.frame),
                     "add a [[subsystem.frame]] of this name");
    return y[found - outputs.begin()];
  };
  Pose pose;
  std::array<double, 4> q;
  for (int i = 0; i < 3; ++i) pose.x[i] = value(fmt::format("{}.{}.position", entry.frame, axes[i]));
  for (int i = 0; i < 4; ++i) q[i] = value(fmt::format("{}.q{}", entry.frame, i));
  pose.R = quaternion_rotation(q.data());
  return pose;
}

/// The end of the rod as a table, which it may not be yet.
Value::Table& end_table(Value& rod, const std::string& end, const Origin& origin) {
  Value& value = (*rod.get<Value::Table>())[end];
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

}  // namespace

bool has_clamps(const Value& root) {
  const Value* list = root.find("interface");
  if (list == nullptr || !list->is<Value::Array>()) return false;
  return std::ranges::any_of(*list->get<Value::Array>(),
                             [](const Value& interface) { return word(interface, "law") == "clamp"; });
}

void distribute_clamps(Value& root) {
  const Value::Array interfaces = *root.find("interface")->get<Value::Array>();
  const Value* scheme = root.find("scheme");
  const bool is_approximate = scheme != nullptr && word(*scheme, "forces") == "approximate";
  for (const Value& interface : interfaces) {
    if (word(interface, "law") != "clamp") continue;
    Reader reader(interface, fmt::format("interface '{}'", word(interface, "name")));
    const ClampEntry entry = read_clamp(reader);
    Value& mechanism = find_subsystem(root, reader, entry.mechanism, "mechanism");
    const Pose pose = find_pose(mechanism, reader, entry);
    Value* frame = find_named(mechanism, "frame", entry.frame);
    if (frame != nullptr && !is_approximate) (*frame->get<Value::Table>())["mobility"] = Value(true, reader.origin());
    Value::Table& end = end_table(find_subsystem(root, reader, entry.rod, "rod"), entry.end, reader.origin());
    place_end(end, pose, reader.origin(), entry);
  }
}

}  // namespace oldham
