// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/sample_mechanism.hpp"

namespace oldham::multibody {

template <class T>
std::unique_ptr<Subsystem<T>> make_sample_mechanism(const std::string& name, Reader&,
                                                    const IntegratorSettings& integrator) {
  MechanismDescription pendulum;
  pendulum.name = name;
  BodyDescription bar;
  bar.name = "bar";
  bar.mass = 1;
  bar.turns = true;
  bar.inertia[2][2] = 1.0 / 12;
  bar.position = {0.5, 0, 0};
  pendulum.bodies.push_back(bar);
  JointDescription pivot;
  pivot.name = "pivot";
  pivot.second = {0, {-0.5, 0, 0}};
  pendulum.joints.push_back(pivot);
  pendulum.ports.push_back({"tip", "", {0, {0.5, 0, 0}}});
  std::vector<std::string> notes;
  return make_mechanism<T>(name, pendulum, {}, integrator, notes);
}

template std::unique_ptr<Subsystem<double>> make_sample_mechanism(const std::string&, Reader&,
                                                                  const IntegratorSettings&);
template std::unique_ptr<Subsystem<Multiprecision>> make_sample_mechanism(const std::string&, Reader&,
                                                                          const IntegratorSettings&);

}  // namespace oldham::multibody
