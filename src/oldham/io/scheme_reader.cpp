// SPDX-License-Identifier: MIT
#include "oldham/io/scheme_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

Schedule read_schedule(Reader& reader) {
  Schedule schedule;
  const Value* value = reader.value("schedule");
  if (value == nullptr) return schedule;
  schedule.where = value->origin().text();
  if (const std::string* word = value->get<std::string>()) {
    std::vector<std::string> names;
    for (const NamedSchedule& row : schedule_catalogue()) {
      if (*word == row.name) {
        schedule.kind = row.kind;
        return schedule;
      }
      names.emplace_back(row.name);
    }
    reader.fail("schedule", fmt::format("there is no schedule '{}'", *word),
                suggest(*word, names) + ", or a list of groups");
  }
  const auto wrong = [&]() {
    reader.fail("schedule", fmt::format("expected a word or a list of groups of names, found {}", describe(*value)),
                "write for example schedule = \"jacobi\" or schedule = [[\"a\", \"b\"], [\"c\"]]");
  };
  schedule.kind = Schedule::Kind::groups;
  const Value::Array* groups = value->get<Value::Array>();
  if (groups == nullptr) wrong();
  for (const Value& group : *groups) {
    const Value::Array* members = group.get<Value::Array>();
    if (members == nullptr || members->empty()) wrong();
    schedule.groups.emplace_back();
    for (const Value& member : *members) {
      const std::string* name = member.get<std::string>();
      if (name == nullptr) wrong();
      schedule.groups.back().push_back(*name);
    }
  }
  return schedule;
}

/// Only corrected schemes hold constraints.
const Correction& default_correction(bool has_constraints) {
  const std::string_view name = has_constraints ? "semi-implicit" : "explicit";
  for (const NamedCorrection& row : correction_catalogue())
    if (name == row.name) return row.correction;
  return correction_catalogue().front().correction;
}

Stabilisation read_stabilisation(Reader& reader) {
  using Kind = Stabilisation::Kind;
  Stabilisation s;
  std::vector<Choice<Kind>> kinds;
  for (const NamedStabilisation& row : stabilisation_catalogue()) kinds.push_back({row.name, row.kind});
  s.kind = reader.choice<Kind>("stabilisation", std::span<const Choice<Kind>>(kinds), s.kind);
  const auto belongs_to = [&](const char* key, Kind kind, const char* name) {
    if (s.kind != kind && reader.has(key))
      reader.fail(key, fmt::format("belongs to stabilisation = \"{}\"", name), "leave it out");
    return s.kind == kind;
  };
  if (belongs_to("alpha", Kind::baumgarte, "baumgarte"))
    s.alpha = reader.number("alpha", s.alpha, "1/H", Limits::non_negative());
  if (belongs_to("beta", Kind::baumgarte, "baumgarte"))
    s.beta = reader.number("beta", s.beta, "1/H", Limits::non_negative());
  if (belongs_to("level", Kind::projection, "projection"))
    s.level = reader.choice("level", {{"position", 0}, {"velocity", 1}, {"acceleration", 2}}, s.level);
  if (belongs_to("weights", Kind::weighted, "weighted") && reader.read_numbers("weights", s.weights)) {
    const double sum = s.weights[0] + s.weights[1] + s.weights[2];
    if (!(std::abs(sum - 1) <= 1e-6))
      reader.fail("weights", fmt::format("the weights of position, velocity and acceleration sum to {}, not to 1", sum),
                  "write for example weights = [0.2, 0.4, 0.4]");
  }
  return s;
}

/// Orders of forces and of motions, each `order` unless given. An end of a rod that is held still over a step and then
/// compared with where its frame has gone is pulled back like by a damper: motions of frames are linear unless asked
/// otherwise, and held ones are seen as they were held.
void read_motion_coupling(Reader& reader, bool of_frames, Scheme& scheme) {
  using Coupling = MotionCoupling;
  Coupling& m = scheme.motion;
  if (reader.has("order") && reader.has("state_order") && reader.has("force_order"))
    reader.fail("order", "it is the default of force_order and state_order, which are both given",
                "leave it out, or set those");
  const int fallback = of_frames && !reader.has("order") ? 1 : scheme.order;
  m.order = reader.integer("state_order", fallback, {0, highest_order});
  if (of_frames && m.order == 0) m.outputs = Coupling::Outputs::extrapolated;
  scheme.order = reader.integer("force_order", scheme.order, {0, highest_order});
  m.velocity = reader.choice("velocity",
                             {{"auto", Coupling::Velocity::automatic},
                              {"derivative", Coupling::Velocity::derivative},
                              {"sampled", Coupling::Velocity::sampled}},
                             m.velocity);
  m.outputs = reader.choice("outputs",
                            {{"auto", Coupling::Outputs::automatic},
                             {"actual", Coupling::Outputs::actual},
                             {"extrapolated", Coupling::Outputs::extrapolated}},
                            m.outputs);
  m.loop = reader.choice("loop",
                         {{"jacobi", Coupling::Loop::jacobi},
                          {"updated-acceleration", Coupling::Loop::updated_acceleration},
                          {"updated-force", Coupling::Loop::updated_force}},
                         m.loop);
}

}  // namespace

Scheme read_scheme(Reader& reader, SchemeSubjects subjects) {
  Scheme scheme;
  scheme.schedule = read_schedule(reader);
  std::vector<Choice<const Correction*>> corrections;
  for (const NamedCorrection& row : correction_catalogue()) corrections.push_back({row.name, &row.correction});
  scheme.correction = *reader.choice<const Correction*>(
      "correction", std::span<const Choice<const Correction*>>(corrections), &default_correction(subjects.constraints));
  Correction& c = scheme.correction;
  c.tolerance = reader.number("tolerance", c.tolerance, "", Limits::positive());
  if (const auto most = reader.optional_integer("max_corrections", {1, 100000}); most && c.to_tolerance) c.most = *most;
  c.relaxation = reader.number("relaxation", c.relaxation, "", Limits::positive());
  c.jacobian = reader.choice("jacobian",
                             {{"every-step", Correction::Jacobian::every_step}, {"reuse", Correction::Jacobian::reuse}},
                             c.jacobian);
  scheme.order = reader.integer("order", 0, {0, highest_order});
  if (subjects.motions) read_motion_coupling(reader, subjects.frames, scheme);
  scheme.extension = reader.choice(
      "extension",
      {{"none", Extension::none}, {"derivative", Extension::derivative}, {"integral", Extension::integral}},
      scheme.extension);
  if (!subjects.constraints && reader.has("stabilisation"))
    reader.fail("stabilisation", "there is no constraint to stabilise", "leave it out");
  if (subjects.constraints) scheme.stabilisation = read_stabilisation(reader);
  scheme.input_correction.share = reader.number("input_correction", 0.0, "", Limits::between(0, 1));
  scheme.input_correction.where = reader.origin("input_correction").text();
  scheme.startup = reader.choice(
      "startup", {{"ramp", Startup::ramp}, {"constant", Startup::constant}, {"exact", Startup::exact}}, scheme.startup);
  scheme.solves_algebraic_loops =
      reader.choice("algebraic_loops", {{"solve", true}, {"delay", false}}, scheme.solves_algebraic_loops);
  scheme.divergence_limit = reader.number("divergence_limit", scheme.divergence_limit, "", Limits::positive());
  scheme.threads = reader.integer("threads", 0, {0, 1024});
  return scheme;
}

IntegratorSettings read_integrator(Reader& reader, IntegratorKind fallback) {
  IntegratorSettings settings;
  settings.kind = fallback;
  if (const auto name = reader.optional_text("integrator")) {
    try {
      settings.kind = integrator_kind(*name);
    } catch (const Error& error) {
      reader.fail("integrator", error.what(), "");
    }
  }
  settings.micro_step = reader.number("micro_step", 0.0, "s", Limits::non_negative());
  settings.relative_tolerance =
      reader.number("relative_tolerance", settings.relative_tolerance, "", Limits::positive());
  settings.absolute_tolerance =
      reader.number("absolute_tolerance", settings.absolute_tolerance, "", Limits::positive());
  settings.adams = reader.choice("method", {{"bdf", false}, {"adams", true}}, false);
  settings.order = reader.integer("integrator_order", 0, {0, 12});
  settings.frozen_forces = reader.boolean("frozen_forces", false);
  return settings;
}

}  // namespace oldham
