// SPDX-License-Identifier: MIT
#include "simbody_chain.hpp"

#include <Simbody.h>

#include <cmath>
#include <vector>

namespace oldham::bench {

using namespace SimTK;

double PendulumChain::angle(int bar) const { return -Pi / 2 + 0.2 * std::cos(1.0 + bar); }
double PendulumChain::tilt(int bar) const { return is_spatial ? 0.2 * std::sin(2.0 + bar) : 0; }

struct SimbodyChain::System {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<MobilizedBody> bars;
  State state;
  Vector y, k1, k2, k3, k4;

  const Vector& derivative(const Vector& at) {
    state.updY() = at;
    system.realize(state, Stage::Acceleration);
    return state.getYDot();
  }
};

SimbodyChain::SimbodyChain(const PendulumChain& chain) : system_(std::make_unique<System>()) {
  System& s = *system_;
  Force::Gravity(s.forces, s.matter, Vec3(0, -chain.gravity, 0));
  const Vec3 half(chain.length / 2, 0, 0);
  const double J = chain.inertia;
  const Body::Rigid bar(MassProperties(chain.mass, Vec3(0), Inertia(chain.is_spatial ? chain.axial_inertia : 0, J, J)));
  Rotation last_turn;
  Vec3 end(0);
  s.bars.reserve(chain.bars);
  for (int i = 0; i < chain.bars; ++i) {
    const Rotation turn = Rotation(chain.tilt(i), XAxis) * Rotation(chain.angle(i), ZAxis);
    // frames that coincide at the start: all coordinates are zero there
    const Transform on_last(~last_turn * turn, end), on_bar(-half);
    MobilizedBody& last = i == 0 ? s.matter.Ground() : s.bars.back();
    s.bars.push_back(chain.is_spatial ? MobilizedBody(MobilizedBody::Ball(last, on_last, bar, on_bar))
                                      : MobilizedBody(MobilizedBody::Pin(last, on_last, bar, on_bar)));
    last_turn = turn;
    end = half;
  }
  s.state = s.system.realizeTopology();
  s.system.realizeModel(s.state);
  s.system.realize(s.state, Stage::Acceleration);
}

SimbodyChain::~SimbodyChain() = default;

void SimbodyChain::evaluate() {
  system_->state.updY();  // makes stale what was computed from it
  system_->system.realize(system_->state, Stage::Acceleration);
}

void SimbodyChain::step(double h) {
  System& s = *system_;
  s.y = s.state.getY();
  s.k1 = s.derivative(s.y);
  s.k2 = s.derivative(s.y + h / 2 * s.k1);
  s.k3 = s.derivative(s.y + h / 2 * s.k2);
  s.k4 = s.derivative(s.y + h * s.k3);
  s.state.updY() = s.y + h / 6 * (s.k1 + 2 * s.k2 + 2 * s.k3 + s.k4);
  s.matter.normalizeQuaternions(s.state);
  s.state.updTime() += h;
}

std::array<double, 3> SimbodyChain::position(int bar) const {
  system_->system.realize(system_->state, Stage::Position);
  const Vec3 p = system_->bars[bar].getBodyOriginLocation(system_->state);
  return {p[0], p[1], p[2]};
}

}  // namespace oldham::bench
