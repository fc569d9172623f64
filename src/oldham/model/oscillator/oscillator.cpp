// SPDX-License-Identifier: MIT
#include "oldham/model/oscillator/oscillator.hpp"

#include <fmt/format.h>

#include <array>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

std::shared_ptr<const Boundary> make_boundary(std::string model, int bases, bool reports_acceleration = false,
                                              bool reports_interface = false) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = std::move(model);
  boundary->inputs.push_back({"force", parse_unit("N"), "force on the mass"});
  for (int i = 1; i <= bases; ++i) {
    boundary->inputs.push_back(
        {fmt::format("base{}.position", i), parse_unit("m"), "position of the far end of a spring"});
    boundary->inputs.push_back(
        {fmt::format("base{}.velocity", i), parse_unit("m/s"), "velocity of the far end of a spring"});
  }
  boundary->outputs.push_back({"position", parse_unit("m"), "position of the mass"});
  boundary->outputs.push_back({"velocity", parse_unit("m/s"), "velocity of the mass"});
  if (reports_acceleration) {
    boundary->outputs.push_back({"acceleration", parse_unit("m/s^2"), "acceleration of the mass"});
    boundary->feedthrough = true;
  }
  if (reports_interface) {
    boundary->outputs.push_back({"interface.force", parse_unit("N"), "all but the force on the mass"});
    boundary->feedthrough = boundary->feedthrough || bases > 0;
  }
  return boundary;
}

}  // namespace

std::shared_ptr<const Boundary> oscillator_boundary(int bases, bool reports_acceleration, bool reports_interface) {
  if (reports_interface) return make_boundary("oscillator", bases, reports_acceleration, true);
  static const std::array<std::shared_ptr<const Boundary>, 6> common = {
      make_boundary("oscillator", 0),       make_boundary("oscillator", 1),       make_boundary("oscillator", 2),
      make_boundary("oscillator", 0, true), make_boundary("oscillator", 1, true), make_boundary("oscillator", 2, true)};
  return bases < 3 ? common[bases + (reports_acceleration ? 3 : 0)]
                   : make_boundary("oscillator", bases, reports_acceleration);
}

std::shared_ptr<const Boundary> driven_oscillator_boundary() {
  static const std::shared_ptr<const Boundary> boundary = [] {
    auto made = std::make_shared<Boundary>();
    made->model = "driven-oscillator";
    made->inputs = {{"position", parse_unit("m"), "where the mass is moved to"},
                    {"velocity", parse_unit("m/s"), "velocity it is moved with"},
                    {"acceleration", parse_unit("m/s^2"), "acceleration it is moved with"}};
    made->outputs = {{"force", parse_unit("N"), "force on whoever moves it"},
                     {"position", parse_unit("m"), "position of the mass"},
                     {"velocity", parse_unit("m/s"), "velocity of the mass"}};
    made->feedthrough = true;
    return made;
  }();
  return boundary;
}

std::shared_ptr<const Boundary> duffing_boundary() {
  static const std::shared_ptr<const Boundary> boundary = make_boundary("duffing", 0);
  return boundary;
}

template <class T>
std::vector<ParameterValue> Oscillator<T>::parameters() const {
  std::vector<ParameterValue> list = {{"mass", to_double(mass), "kg"},
                                      {"stiffness", to_double(stiffness), "N/m"},
                                      {"damping", to_double(damping), "N.s/m"},
                                      {"position", to_double(position), "m"},
                                      {"velocity", to_double(velocity), "m/s"}};
  for (std::size_t i = 0; i < bases.size(); ++i) {
    list.push_back({fmt::format("base{}.stiffness", i + 1), to_double(bases[i].stiffness), "N/m"});
    list.push_back({fmt::format("base{}.damping", i + 1), to_double(bases[i].damping), "N.s/m"});
  }
  return list;
}

template <class T>
std::vector<ParameterValue> Duffing<T>::parameters() const {
  return {{"mass", to_double(mass), "kg"},          {"stiffness", to_double(stiffness), "N/m"},
          {"damping", to_double(damping), "N.s/m"}, {"cubic_stiffness", to_double(cubic_stiffness), "N/m^3"},
          {"position", to_double(position), "m"},   {"velocity", to_double(velocity), "m/s"}};
}

template <class T>
LinearEquations<T> Oscillator<T>::linear_equations() const {
  const int inputs = 1 + 2 * static_cast<int>(bases.size());
  LinearEquations<T> e;
  e.A.resize(4);
  jacobian(T(0), nullptr, nullptr, e.A.data());
  e.B.assign(2 * inputs, T(0));
  e.B[inputs] = T(1) / mass;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    e.B[inputs + 1 + 2 * i] = bases[i].stiffness / mass;
    e.B[inputs + 2 + 2 * i] = bases[i].damping / mass;
  }
  e.C = {T(1), T(0), T(0), T(1)};
  e.D.assign(2 * inputs, T(0));
  if (reports_acceleration) {
    e.C.insert(e.C.end(), e.A.begin() + 2, e.A.end());
    e.D.insert(e.D.end(), e.B.begin() + inputs, e.B.end());
  }
  if (reports_interface) {
    for (int i = 0; i < 2; ++i) e.C.push_back(mass * e.A[2 + i]);
    e.D.push_back(T(0));
    for (int i = 1; i < inputs; ++i) e.D.push_back(mass * e.B[inputs + i]);
  }
  e.initial_state = initial_state();
  return e;
}

template <class T>
std::vector<ParameterValue> DrivenOscillator<T>::parameters() const {
  return {{"mass", to_double(mass), "kg"},
          {"stiffness", to_double(stiffness), "N/m"},
          {"damping", to_double(damping), "N.s/m"}};
}

template <class T>
LinearEquations<T> DrivenOscillator<T>::linear_equations() const {
  LinearEquations<T> e;
  e.D = {T(-stiffness), T(-damping), T(-mass), T(1), T(0), T(0), T(0), T(1), T(0)};
  return e;
}

template struct DrivenOscillator<double>;
template struct DrivenOscillator<Multiprecision>;
template struct Oscillator<double>;
template struct Oscillator<Multiprecision>;
template struct Duffing<double>;
template struct Duffing<Multiprecision>;

}  // namespace oldham
