// SPDX-License-Identifier: MIT
#include "mechanisms.hpp"

#include <Simbody.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>

namespace oldham::simbody {
namespace {

using namespace SimTK;

Transform at(double x, double y, double z = 0) { return Transform(Vec3(x, y, z)); }
Transform turned(double angle, const Vec3& axis, const Vec3& place) {
  return Transform(Rotation(angle, UnitVec3(axis)), place);
}
Transform in_plane(double angle, double x, double y) { return turned(angle, Vec3(0, 0, 1), Vec3(x, y, 0)); }

/// A joint frame whose x, y or z axis has this direction.
Transform along(const CoordinateAxis& axis, const Vec3& direction, const Vec3& place) {
  return Transform(Rotation(UnitVec3(direction), axis), place);
}

/// A system under construction. Bodies stand as given, joints are where they are at that time: coordinates start at 0.
class Model {
 public:
  explicit Model(const Vec3& gravity) : gravity_(forces, matter, gravity) {}

  struct Placed {
    MobilizedBody body;
    Transform pose;
  };
  Placed ground() { return {matter.Ground(), Transform()}; }

  template <class Mobilizer>
  Placed add(const std::string& name, double mass, const Vec3& inertia, const Transform& pose, Placed parent,
             const Transform& joint) {
    const Body::Rigid body(MassProperties(mass, Vec3(0), Inertia(inertia)));
    const Mobilizer added(parent.body, ~parent.pose * joint, body, ~pose * joint);
    bodies.push_back({name, added, false});
    return {added, pose};
  }

  /// A point mass on a massless link of a fixed length from a joint.
  template <class Mobilizer>
  Placed add_point(const std::string& name, double mass, const Vec3& place, Placed parent, const Transform& joint) {
    const Placed placed = add<Mobilizer>(name, mass, Vec3(0), Transform(place), parent, joint);
    bodies.back().is_point = true;
    return placed;
  }

  void add_spring(const Placed& a, const Vec3& on_a, const Placed& b, const Vec3& on_b, double stiffness,
                  double free_length, double damping = 0) {
    Force::TwoPointLinearSpring(forces, a.body, on_a, b.body, on_b, stiffness, free_length);
    if (damping != 0) Force::TwoPointLinearDamper(forces, a.body, on_a, b.body, on_b, damping);
  }

  struct Named {
    std::string name;
    MobilizedBody body;
    bool is_point;
  };
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<Named> bodies;
  MobilizedBody nudged;
  int nudged_coordinate = 0;                   // of that body
  std::function<void(State&)> set_velocities;  // empty: starts from rest

 private:
  Force::Gravity gravity_;
};

/// f = −d v at the centre, τ = −d_φ ω.
class Drag final : public Force::Custom::Implementation {
 public:
  Drag(const MobilizedBody& body, double linear, double angular) : body_(body), linear_(linear), angular_(angular) {}
  void calcForce(const State& state, Vector_<SpatialVec>& on_bodies, Vector_<Vec3>&, Vector&) const final {
    body_.applyBodyForce(
        state,
        SpatialVec(-angular_ * body_.getBodyAngularVelocity(state), -linear_ * body_.getBodyOriginVelocity(state)),
        on_bodies);
  }
  Real calcPotentialEnergy(const State&) const final { return 0; }

 private:
  MobilizedBody body_;
  double linear_, angular_;
};

/// Bushing in the plane, axes of the ground: λ = c (E_a − E_b) + d (E_a − E_b)' in x, y and angle; −λ acts on a at E_a,
/// λ on b at E_b.
class PlanarBushing final : public Force::Custom::Implementation {
 public:
  struct End {
    MobilizedBody body;
    Vec3 point;  // body axes
  };
  PlanarBushing(const End& a, const End& b, double stiffness, double damping)
      : a_(a), b_(b), stiffness_(stiffness), damping_(damping) {}

  void calcForce(const State& state, Vector_<SpatialVec>& on_bodies, Vector_<Vec3>&, Vector&) const final {
    const Vec3 rate =
        a_.body.findStationVelocityInGround(state, a_.point) - b_.body.findStationVelocityInGround(state, b_.point);
    const Vec3 turn_rate = a_.body.getBodyAngularVelocity(state) - b_.body.getBodyAngularVelocity(state);
    const Vec3 force = stiffness_ * gap(state) + damping_ * rate;
    const Vec3 torque = stiffness_ * Vec3(0, 0, twist(state)) + damping_ * turn_rate;
    a_.body.applyForceToBodyPoint(state, a_.point, -force, on_bodies);
    b_.body.applyForceToBodyPoint(state, b_.point, force, on_bodies);
    a_.body.applyBodyTorque(state, -torque, on_bodies);
    b_.body.applyBodyTorque(state, torque, on_bodies);
  }
  Real calcPotentialEnergy(const State& state) const final {
    return stiffness_ / 2 * (gap(state).normSqr() + square(twist(state)));
  }

 private:
  Vec3 gap(const State& state) const {
    return a_.body.findStationLocationInGround(state, a_.point) - b_.body.findStationLocationInGround(state, b_.point);
  }
  double twist(const State& state) const {
    const Rotation between = ~b_.body.getBodyRotation(state) * a_.body.getBodyRotation(state);
    return std::atan2(between[1][0], between[0][0]);
  }
  End a_, b_;
  double stiffness_, damping_;
};

/// Bushing in space between the ground at the origin and a point of a body, axes of the ground, with the same stiffness
/// against turning about every axis: the torque is along the axis about which the body is turned.
class Mount final : public Force::Custom::Implementation {
 public:
  Mount(const MobilizedBody& body, const Vec3& point, const Vec3& stiffness, double turning_stiffness)
      : body_(body), point_(point), stiffness_(stiffness), turning_stiffness_(turning_stiffness) {}
  void calcForce(const State& state, Vector_<SpatialVec>& on_bodies, Vector_<Vec3>&, Vector&) const final {
    const Vec3 place = body_.findStationLocationInGround(state, point_);
    body_.applyForceToBodyPoint(state, point_, -stiffness_.elementwiseMultiply(place), on_bodies);
    body_.applyBodyTorque(state, -turning_stiffness_ * turn(state), on_bodies);
  }
  Real calcPotentialEnergy(const State& state) const final {
    const Vec3 place = body_.findStationLocationInGround(state, point_);
    return dot(place, stiffness_.elementwiseMultiply(place)) / 2 + turning_stiffness_ / 2 * turn(state).normSqr();
  }

 private:
  Vec3 turn(const State& state) const {
    const Vec4 angle_axis = body_.getBodyRotation(state).convertRotationToAngleAxis();
    return angle_axis[0] * angle_axis.getSubVec<3>(1);
  }
  MobilizedBody body_;
  Vec3 point_, stiffness_;
  double turning_stiffness_;
};

/// Two double pendulums whose tips a bushing joins; y points down.
std::unique_ptr<Model> make_bushing_four_bar(double stiffness, double damping, double drag) {
  auto model = std::make_unique<Model>(Vec3(0, 9.81, 0));
  const double span = 2 + std::sqrt(3.0), slope = 5 * Pi / 6;
  const double J = 1.0 / 12, J4 = 2.0 / 3;
  const Transform C = at(span + 2 * std::cos(slope), 2 * std::sin(slope));
  const auto bar1 =
      model->add<MobilizedBody::Pin>("bar1", 1, Vec3(0, J, J), in_plane(Pi / 2, 0, 0.5), model->ground(), at(0, 0));
  const auto bar2 = model->add<MobilizedBody::Pin>("bar2", 1, Vec3(0, J, J), in_plane(0, 0.5, 1), bar1, at(0, 1));
  const auto bar4 = model->add<MobilizedBody::Pin>("bar4", 2, Vec3(0, J4, J4),
                                                   in_plane(slope, span + std::cos(slope), std::sin(slope)),
                                                   model->ground(), at(span, 0));
  const auto bar3 =
      model->add<MobilizedBody::Pin>("bar3", 1, Vec3(0, J, J), in_plane(0, C.p()[0] - 0.5, C.p()[1]), bar4, C);
  Force::Custom(model->forces,
                new PlanarBushing({bar2.body, Vec3(0.5, 0, 0)}, {bar3.body, Vec3(-0.5, 0, 0)}, stiffness, damping));
  if (drag != 0)
    for (const Model::Placed& bar : {bar1, bar2, bar3, bar4}) Force::Custom(model->forces, new Drag(bar.body, drag, 0));
  model->nudged = bar1.body;
  return model;
}

/// f(t) = 0.15 t² + 0.4 (cos πt − 1), in rad: begins at rest.
class CrankMotion final : public Function {
 public:
  Real calcValue(const Vector& t) const final { return 0.15 * t[0] * t[0] + 0.4 * (std::cos(Pi * t[0]) - 1); }
  Real calcDerivative(const Array_<int>& components, const Vector& t) const final {
    return components.size() == 1 ? 0.3 * t[0] - 0.4 * Pi * std::sin(Pi * t[0])
                                  : 0.3 - 0.4 * Pi * Pi * std::cos(Pi * t[0]);
  }
  int getArgumentSize() const final { return 1; }
  int getMaxDerivativeOrder() const final { return 2; }
};

/// Crank, coupler and rocker on revolute joints, released at rest, or driven; the loop is closed in the plane.
std::unique_ptr<Model> make_four_bar(bool is_driven) {
  auto model = std::make_unique<Model>(Vec3(0, -9.81, 0));
  const auto bar = [](double mass, double length) { return mass * length * length / 12 * Vec3(0, 1, 1); };
  const auto crank = model->add<MobilizedBody::Pin>("crank", 1, bar(1, 1), in_plane(std::atan2(0.8, 0.6), 0.3, 0.4),
                                                    model->ground(), at(0, 0));
  auto coupler = model->add<MobilizedBody::Pin>("coupler", 2.6, bar(2.6, 2.6), in_plane(std::atan2(1.0, 2.4), 1.8, 1.3),
                                                crank, at(0.6, 0.8));
  auto rocker = model->add<MobilizedBody::Pin>(
      "rocker", 1.95, bar(1.95, 1.95), in_plane(std::atan2(1.8, 0.75), 2.625, 0.9), model->ground(), at(2.25, 0));
  // a line normal to the plane: two equations, where a ball would have a third
  Constraint::PointOnLine(coupler.body, UnitVec3(0, 0, 1), Vec3(1.3, 0, 0), rocker.body, Vec3(0.975, 0, 0));
  if (is_driven)
    Constraint::PrescribedMotion(model->matter, new CrankMotion, crank.body.getMobilizedBodyIndex(),
                                 MobilizerQIndex(0));
  model->nudged = crank.body;
  return model;
}

/// A trolley on an inclined rail with a spring, a bar hanging from it with a torsion spring, a load on a rope.
std::unique_ptr<Model> make_trolley() {
  auto model = std::make_unique<Model>(Vec3(0, -9.81, 0));
  const auto trolley = model->add<MobilizedBody::Slider>("trolley", 2, Vec3(0.05), Transform(), model->ground(),
                                                         along(XAxis, Vec3(0.8, 0.6, 0), Vec3(0)));
  const auto bar = model->add<MobilizedBody::Pin>(
      "bar", 1, Vec3(0.06), in_plane(std::atan2(-0.96, 0.28), 0.212, -0.484), trolley, at(0.1, -0.1));
  model->add_point<MobilizedBody::Pin>("load", 0.5, Vec3(0.024, -1.268, 0), bar, at(0.324, -0.868));
  model->add_spring(model->ground(), Vec3(-0.4, 0.6, 0), trolley, Vec3(0.1, 0, 0), 80, 0.5);
  Force::MobilityLinearSpring(model->forces, bar.body, MobilizerQIndex(0), 2, 0);
  model->nudged = bar.body;
  return model;
}

/// An arm about the origin, and a load held at its end by a bushing that turns with the arm.
std::unique_ptr<Model> make_turning_bushing() {
  auto model = std::make_unique<Model>(Vec3(0, -9.81, 0));
  const auto arm = model->add<MobilizedBody::Pin>("arm", 2, Vec3(0.3), at(0.25, 0), model->ground(), at(0, 0));
  const auto load = model->add<MobilizedBody::Planar>("load", 1, Vec3(0.1), at(0.5, 0), model->ground(), at(0.5, 0));
  // turns, then displacements along the axes of the arm
  Force::LinearBushing(model->forces, arm.body, at(0.25, 0), load.body, Transform(), Vec6(0, 0, 5, 100, 400, 0),
                       Vec6(0));
  model->nudged = arm.body;
  model->set_velocities = [=](State& state) {
    arm.body.setOneU(state, 0, 1);
    load.body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(0.3, 0.5, 0)));
  };
  return model;
}

/// A crank about x, a rod on a ball at the crank pin and a universal joint at the slider, whose rail is skew to the
/// plane of the crank.
std::unique_ptr<Model> make_slider_crank() {
  auto model = std::make_unique<Model>(Vec3(0, 0, -9.81));
  const Vec3 P(0, 0.06, 0.08), S(0.24, -0.02, 0.02);  // crank pin, slider end of the rod
  const Vec3 rail = Vec3(12, 3, 4) / 13;
  const Vec3 e = (P - S) / 0.26, a1 = Vec3(0, 3, -4) / 5, a2 = cross(e, a1);
  const Transform rod_pose(Rotation(UnitVec3(e), XAxis, a1, YAxis), S + 0.12 * e);

  auto crank = model->add<MobilizedBody::Pin>("crank", 1.5, Vec3(2e-3, 1e-3, 2.5e-3),
                                              turned(std::atan2(0.8, 0.6), Vec3(1, 0, 0), Vec3(0, 0.018, 0.024)),
                                              model->ground(), along(ZAxis, Vec3(1, 0, 0), Vec3(0)));
  const auto slider =
      model->add<MobilizedBody::Slider>("slider", 0.8, Vec3(4e-4, 5e-4, 6e-4), Transform(S - Vec3(0.02, 0.01, -0.03)),
                                        model->ground(), along(XAxis, rail, S));
  // turns about x fixed in the slider, then about y fixed in the rod
  auto rod = model->add<MobilizedBody::Universal>("rod", 0.5, Vec3(1e-4, 2.8e-3, 2.9e-3), rod_pose, slider,
                                                  Transform(Rotation(UnitVec3(a1), XAxis, a2, YAxis), S));
  Constraint::Ball(crank.body, Vec3(0, 0.07, 0), rod.body, Vec3(0.14, 0, 0));
  model->nudged = crank.body;
  model->set_velocities = [=](State& state) {
    const double crank_rate = 6;  // rad/s
    const Vec3 vP = cross(Vec3(crank_rate, 0, 0), P);
    // the rod keeps its length: (vP − s' rail)·e = 0
    const double travel_rate = dot(vP, e) / dot(rail, e);
    const Vec3 w = cross(e, vP - travel_rate * rail) / 0.26;
    crank.body.setOneU(state, 0, crank_rate);
    slider.body.setOneU(state, 0, travel_rate);
    rod.body.setOneU(state, 0, dot(w, a1));
    rod.body.setOneU(state, 1, dot(w, a2));
  };
  return model;
}

/// A shaft about the vertical, two arms of different mass hinged to it, a collar hung on the arms by links, and a
/// spring between shaft and collar.
std::unique_ptr<Model> make_governor() {
  auto model = std::make_unique<Model>(Vec3(0, 0, -9.81));
  const auto shaft =
      model->add<MobilizedBody::Pin>("shaft", 2, Vec3(0.05, 0.05, 0.004), at(0, 0, 0.25), model->ground(), at(0, 0, 0));
  auto collar = model->add<MobilizedBody::Slider>("collar", 0.4, Vec3(5e-4, 5e-4, 8e-4), at(0, 0, 0.26), shaft,
                                                  along(XAxis, Vec3(0, 0, 1), Vec3(0, 0, 0.26)));
  const Rotation half_turn(Pi, ZAxis), down(std::atan2(0.8, 0.6), YAxis);
  const Vec3 hinge(0.04, 0, 0.5), centre = hinge + 0.27 * Vec3(0.6, 0, -0.8), link_end(0.04, 0, 0);
  auto arm1 = model->add<MobilizedBody::Pin>("arm1", 0.6, Vec3(1e-4, 2e-3, 2e-3), Transform(down, centre), shaft,
                                             along(ZAxis, Vec3(0, 1, 0), hinge));
  auto arm2 = model->add<MobilizedBody::Pin>("arm2", 0.5, Vec3(1e-4, 1.8e-3, 1.8e-3),
                                             Transform(half_turn * down, half_turn * centre), shaft,
                                             along(ZAxis, Vec3(0, 1, 0), half_turn * hinge));
  Constraint::Rod(arm1.body, Vec3(-0.12, 0, 0), collar.body, link_end, 0.15);
  Constraint::Rod(arm2.body, Vec3(-0.12, 0, 0), collar.body, half_turn * link_end, 0.15);
  model->add_spring(shaft, Vec3(0, 0, 0.25), collar, Vec3(0), 300, 0.24);
  model->nudged = shaft.body;
  model->set_velocities = [=](State& state) { shaft.body.setOneU(state, 0, 10); };
  return model;
}

/// A hanging arm with every joint of space in turn: revolute, universal, cylindrical, fixed, spherical, prismatic, and
/// a point mass on a link.
std::unique_ptr<Model> make_every_joint() {
  auto model = std::make_unique<Model>(Vec3(0, 0, -9.81));
  const Vec3 axis(0.6, 0, 0.8), U(0.4, 0, -0.3), e(0.28, 0, -0.96);
  const Rotation hanging(std::atan2(0.96, 0.28), YAxis);
  const auto column = model->add<MobilizedBody::Pin>("column", 3, Vec3(0.05, 0.06, 0.04), at(0.24, 0.05, -0.18),
                                                     model->ground(), along(ZAxis, axis, Vec3(0)));
  const auto boom = model->add<MobilizedBody::Universal>(
      "boom", 1, Vec3(0.002, 0.03, 0.031), Transform(hanging, U + 0.3 * e), column,
      Transform(Rotation(UnitVec3(0, 1, 0), XAxis, hanging * Vec3(0, 0, 1), YAxis), U));
  const Vec3 ring = U + 0.5 * e;  // where the sleeve sits on the boom
  const Vec3 sleeve_centre = ring - hanging * Vec3(0, 0.05, 0.02);
  const auto sleeve = model->add<MobilizedBody::Cylinder>(
      "sleeve", 0.5, Vec3(4e-3, 5e-3, 6e-3), Transform(hanging, sleeve_centre), boom, along(ZAxis, e, ring));
  const Vec3 plate_centre(0.55, -0.05, -0.85);
  const auto plate = model->add<MobilizedBody::Weld>("plate", 0.4, Vec3(3e-3, 2e-3, 4e-3), Transform(plate_centre),
                                                     sleeve, Transform(plate_centre));
  const Vec3 hook(0.6, -0.05, -0.9), turn(0.2, -0.1, 0.4);
  const Rotation bob_turn(turn.norm(), UnitVec3(turn));
  const Vec3 bob_centre = hook - bob_turn * Vec3(0, 0, 0.2);
  const auto bob = model->add<MobilizedBody::Ball>("bob", 0.4, Vec3(6e-3, 5e-3, 2e-3), Transform(bob_turn, bob_centre),
                                                   plate, Transform(bob_turn, hook));
  const auto carriage =
      model->add<MobilizedBody::Slider>("carriage", 0.3, Vec3(1e-3, 2e-3, 1.5e-3), at(0.5, -0.1, -0.8), plate,
                                        along(XAxis, Vec3(0.6, 0.8, 0), Vec3(0.5, -0.1, -0.8)));
  const Vec3 tip = bob_centre - bob_turn * Vec3(0, 0, 0.1);
  const auto load =
      model->add_point<MobilizedBody::Universal>("load", 0.2, tip + Vec3(0.07, 0, -0.24), bob, Transform(tip));
  model->add_spring(boom, Vec3(-0.3, 0, 0), sleeve, Vec3(0, 0.05, 0.02), 300, 0.45, 0.5);
  model->add_spring(plate, Vec3(0.1, 0, 0.05), carriage, Vec3(0), 40, 0.15, 0.2);
  Force::Custom(model->forces, new Drag(column.body, 0.3, 0.2));
  Force::Custom(model->forces, new Drag(boom.body, 0.2, 0.05));
  Force::Custom(model->forces, new Drag(sleeve.body, 0.1, 0.01));
  Force::Custom(model->forces, new Drag(bob.body, 0, 0.01));
  Force::Custom(model->forces, new Drag(load.body, 0.05, 0));
  model->nudged = column.body;
  model->set_velocities = [=](State& state) { column.body.setOneU(state, 0, 0.5); };
  return model;
}

/// A block on a mount away from its centre, thrown and turning.
std::unique_ptr<Model> make_mount() {
  auto model = std::make_unique<Model>(Vec3(0, 0, -9.81));
  const Vec3 point(0.1, 0, 0.05);
  const Transform pose(-point);
  const auto block = model->add<MobilizedBody::Free>("block", 2, Vec3(0.02, 0.03, 0.045), pose, model->ground(), pose);
  Force::Custom(model->forces, new Mount(block.body, point, Vec3(800, 500, 1200), 6));
  model->nudged = block.body;
  model->nudged_coordinate = 4;
  model->set_velocities = [=](State& state) {
    block.body.setUToFitVelocity(state, SpatialVec(Vec3(1, -0.5, 2), Vec3(0.3, -0.2, 0.1)));
  };
  return model;
}

struct Row {
  Mechanism mechanism;
  std::unique_ptr<Model> (*make)();
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {{"four-bar", true, true}, [] { return make_four_bar(false); }},
      {{"driven-four-bar", true, false}, [] { return make_four_bar(true); }},
      {{"bushing-four-bar", true, false}, [] { return make_bushing_four_bar(1e3, 10, 0.1); }},
      {{"stiff-four-bar", true, false}, [] { return make_bushing_four_bar(1e5, 10, 0.1); }},
      {{"undamped-four-bar", true, true}, [] { return make_bushing_four_bar(1e3, 0, 0); }},
      {{"trolley", true, true}, make_trolley},
      {{"turning-bushing", true, true}, make_turning_bushing},
      {{"slider-crank", false, true}, make_slider_crank},
      {{"governor", false, true}, make_governor},
      {{"every-joint", false, false}, make_every_joint},
      {{"mount", false, true}, make_mount},
  };
  return all;
}

std::array<double, 3> numbers(const Vec3& v) { return {v[0], v[1], v[2]}; }

Instant read_instant(const Model& model, const State& state) {
  Instant now;
  model.system.realize(state, Stage::Acceleration);
  now.time = state.getTime();
  now.energy = model.system.calcEnergy(state);
  if (state.getNQErr() > 0) now.violation = std::max(state.getQErr().normInf(), state.getUErr().normInf());
  for (const Model::Named& named : model.bodies) {
    const MobilizedBody& body = named.body;
    BodyMotion motion{named.name,
                      numbers(body.getBodyOriginLocation(state)),
                      numbers(body.getBodyOriginVelocity(state)),
                      numbers(body.getBodyAngularVelocity(state)),
                      {},
                      named.is_point};
    const Rotation& R = body.getBodyRotation(state);
    for (int i = 0; i < 9; ++i) motion.rotation[i] = R[i / 3][i % 3];
    now.bodies.push_back(std::move(motion));
  }
  return now;
}

}  // namespace

const std::vector<Mechanism>& mechanism_catalogue() {
  static const std::vector<Mechanism> all = [] {
    std::vector<Mechanism> list;
    for (const Row& row : rows()) list.push_back(row.mechanism);
    return list;
  }();
  return all;
}

std::vector<Instant> simulate(const std::string& mechanism, const std::vector<double>& times,
                              const Accuracy& accuracy) {
  const auto row = std::find_if(rows().begin(), rows().end(),
                                [&](const Row& candidate) { return candidate.mechanism.name == mechanism; });
  if (row == rows().end()) throw std::invalid_argument("no mechanism is called " + mechanism);
  const std::unique_ptr<Model> model = row->make();
  State state = model->system.realizeTopology();
  const int i = model->nudged_coordinate;
  model->nudged.setOneQ(state, i, model->nudged.getOneQ(state, i) + accuracy.nudge);
  if (model->set_velocities) model->set_velocities(state);

  RungeKuttaMersonIntegrator integrator(model->system);
  integrator.setAccuracy(accuracy.integration);
  integrator.setConstraintTolerance(accuracy.constraints);
  TimeStepper stepper(model->system, integrator);
  stepper.initialize(state);
  std::vector<Instant> motion;
  for (double time : times) {
    stepper.stepTo(time);
    motion.push_back(read_instant(*model, stepper.getState()));
  }
  return motion;
}

}  // namespace oldham::simbody
