// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/planar_body.hpp"

#include "oldham/core/scalar.hpp"

namespace oldham {

std::shared_ptr<const Boundary> planar_body_boundary() {
  static const std::shared_ptr<const Boundary> boundary = [] {
    auto made = std::make_shared<Boundary>();
    made->model = "planar-body";
    made->inputs = {{"x.force", parse_unit("N"), "force at the point along x"},
                    {"y.force", parse_unit("N"), "force at the point along y"},
                    {"phi.force", parse_unit("N.m"), "torque on the body"}};
    made->outputs = {{"x.position", parse_unit("m"), "position of the point along x"},
                     {"x.velocity", parse_unit("m/s"), "velocity of the point along x"},
                     {"y.position", parse_unit("m"), "position of the point along y"},
                     {"y.velocity", parse_unit("m/s"), "velocity of the point along y"},
                     {"phi.position", parse_unit("rad"), "angle of the body, counterclockwise"},
                     {"phi.velocity", parse_unit("rad/s"), "angular velocity of the body"}};
    return made;
  }();
  return boundary;
}

template <class T>
std::vector<ParameterValue> PlanarBody<T>::parameters() const {
  std::vector<ParameterValue> list = {{"mass", to_double(mass), "kg"},
                                      {"inertia", to_double(inertia), "kg.m^2"},
                                      {"point.x", to_double(point[0]), "m"},
                                      {"point.y", to_double(point[1]), "m"}};
  struct Triple {
    const char* name;
    const std::array<T, 3>& values;
    const char *unit, *angular_unit;
  };
  for (const Triple& triple :
       {Triple{"stiffness", stiffness, "N/m", "N.m/rad"}, Triple{"damping", damping, "N.s/m", "N.m.s/rad"},
        Triple{"rest", rest, "m", "rad"}, Triple{"position", position, "m", "rad"},
        Triple{"velocity", velocity, "m/s", "rad/s"}}) {
    const std::string name = triple.name;
    list.push_back({name + ".x", to_double(triple.values[0]), triple.unit});
    list.push_back({name + ".y", to_double(triple.values[1]), triple.unit});
    list.push_back({name + ".phi", to_double(triple.values[2]), triple.angular_unit});
  }
  list.push_back({"gravity", to_double(gravity), "m/s^2"});
  return list;
}

template struct PlanarBody<double>;
template struct PlanarBody<Multiprecision>;

}  // namespace oldham
