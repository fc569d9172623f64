// SPDX-License-Identifier: MIT
#include "oldham/model/hydraulics/cylinder_shape.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham::hydraulics {

void read_cylinder_shape(Reader& reader, CylinderShape& into) {
  into.has_diameters = reader.is_first_of("diameters", "areas", "diameters of piston and rod (in m)", "[0.08, 0.035]");
  const char* sizes = into.has_diameters ? "diameters" : "areas";
  reader.read_numbers(sizes, into.sizes, into.has_diameters ? "m" : "m^2");
  if (into.has_diameters && !(into.sizes[1] >= 0 && into.sizes[1] < into.sizes[0]))
    reader.fail(sizes, fmt::format("a rod of {} m in a piston of {} m", into.sizes[1], into.sizes[0]),
                "give the piston first; the rod is thinner, and not negative");
  if (!into.has_diameters && !(into.sizes[0] > 0 && into.sizes[1] >= 0))
    reader.fail(sizes, "the piston must have an area above 0, the ring around the rod one of 0 or more",
                "write for example areas = [5.0e-3, 4.1e-3]");

  if (!reader.read_numbers("lengths", into.lengths, "m"))
    reader.fail_missing("lengths", "lengths of both chambers at 'start' (in m)", "[0.05, 0.25]");
  for (int side = 0; side < 2; ++side)
    if (!(into.lengths[side] >= 0))
      reader.fail("lengths",
                  fmt::format("the chamber on the {} side begins with {} m", side == 0 ? "piston's" : "rod's",
                              into.lengths[side]),
                  "a chamber cannot be shorter than nothing: check the lengths at 'start'");
  into.start = reader.number("start", "m");
  into.friction = reader.number("friction", 0.0, "N.s/m", Limits::non_negative());
  if (reader.has("damper")) {
    Reader damper = reader.table("damper");
    into.damper_length = damper.number("length", "m", Limits::positive());
    into.damper_stiffness = damper.number("stiffness", 0.0, "N/m", Limits::non_negative());
    into.damper_friction = damper.number("friction", 0.0, "N.s/m", Limits::non_negative());
    damper.finish();
    if (!into.has_dampers())
      reader.fail("damper", "it has neither stiffness nor friction", "give it one, or leave it out");
    if (2 * into.damper_length >= into.lengths[0] + into.lengths[1])
      reader.fail("damper",
                  fmt::format("dampers of {} m at both ends meet: the chambers have {} m together", into.damper_length,
                              into.lengths[0] + into.lengths[1]),
                  "make their length less than half of that");
  }
}

template <class T>
Cylinder<T> make_cylinder(const CylinderShape& d) {
  Cylinder<T> c;
  const T first = from_decimal<T>(d.sizes[0]), second = from_decimal<T>(d.sizes[1]);
  c.area1 = d.has_diameters ? T(pi<T>() / 4 * first * first) : first;
  c.area2 = d.has_diameters ? T(pi<T>() / 4 * (first * first - second * second)) : second;
  c.start = from_decimal<T>(d.start);
  c.start1 = from_decimal<T>(d.lengths[0]);
  c.start2 = from_decimal<T>(d.lengths[1]);
  c.friction = from_decimal<T>(d.friction);
  c.damper_length = from_decimal<T>(d.damper_length);
  c.damper_stiffness = from_decimal<T>(d.damper_stiffness);
  c.damper_friction = from_decimal<T>(d.damper_friction);
  if (!d.has_dampers()) c.damper_length = -std::numeric_limits<T>::infinity();  // no chamber is ever that short
  return c;
}

template Cylinder<double> make_cylinder(const CylinderShape&);
template Cylinder<Multiprecision> make_cylinder(const CylinderShape&);

}  // namespace oldham::hydraulics
