// SPDX-License-Identifier: MIT
#include "oldham/io/joint_reader.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/interface/joint_library.hpp"

namespace oldham {
namespace {

template <class T>
std::vector<T> in_scalar(const std::vector<double>& numbers) {
  std::vector<T> result;
  for (double number : numbers) result.push_back(from_decimal<T>(number));
  return result;
}

template <class T, std::size_t size>
std::array<T, size> read_vector(Reader& reader, const char* key, const char* unit) {
  const std::vector<double> numbers = reader.numbers(key, unit, size);
  std::array<T, size> result;
  for (std::size_t i = 0; i < size; ++i) result[i] = from_decimal<T>(numbers[i]);
  return result;
}

RotationKind read_rotation(Reader& reader) {
  return reader.choice<RotationKind>("rotation", {{"cardan-angles", RotationKind::cardan_angles},
                                                  {"euler-parameters", RotationKind::euler_parameters}});
}

/// c_i(t) = offset + amplitude · sin(frequency · t + phase)
template <class T>
struct SwingingOffset {
  std::vector<T> offset, amplitude, frequency, phase;

  template <class S>
  void operator()(const S& t, S* into) const {
    using std::sin;
    for (std::size_t i = 0; i < offset.size(); ++i)
      into[i] = S(offset[i]) + S(amplitude[i]) * sin(S(frequency[i]) * t + S(phase[i]));
  }
};

template <class T>
Joint<T> read_offset(Reader& reader, int coordinates) {
  const auto n = static_cast<std::size_t>(coordinates);
  const auto numbers = [&](const char* key, const char* unit) {
    return in_scalar<T>(reader.optional_numbers(key, unit, n).value_or(std::vector<double>(n, 0.0)));
  };
  if (!reader.has("offset") && !reader.has("amplitude"))
    reader.fail_missing("offset", "one number per coupled coordinate", "[0.1]");
  if (reader.has("amplitude") && !reader.has("frequency"))
    reader.fail_missing("frequency", "one number per coupled coordinate, in rad/s", "[6.28]");
  return make_offset_joint<T>(coordinates, SwingingOffset<T>{numbers("offset", "m"), numbers("amplitude", "m"),
                                                             numbers("frequency", "rad/s"), numbers("phase", "rad")});
}

template <class T>
Joint<T> read_distance(Reader& reader) {
  return make_distance_joint<T>({in_scalar<T>(reader.numbers("base", "m")), in_scalar<T>(reader.numbers("direction"))},
                                from_decimal<T>(reader.number("length", "m")));
}

template <class T>
Joint<T> read_clamped(Reader& reader) {
  const RotationKind rotation = read_rotation(reader);
  const auto point = read_vector<T, 3>(reader, "point", "m");
  if (reader.has("quaternion")) {
    if (rotation != RotationKind::euler_parameters || reader.has("directors"))
      reader.fail("quaternion", "it turns a frame whose mover has a quaternion too, and stands instead of directors",
                  "write rotation = \"euler-parameters\", or give directors");
    return make_clamped_quaternion_joint<T>(point, read_vector<T, 4>(reader, "quaternion", ""));
  }
  const Eigen::MatrixXd rows = reader.matrix("directors");
  if (rows.cols() != 3)
    reader.fail("directors", fmt::format("a director has 3 numbers, these have {}", rows.cols()),
                "write for example directors = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]");
  std::vector<std::array<T, 3>> directors;
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    directors.push_back({from_decimal<T>(rows(i, 0)), from_decimal<T>(rows(i, 1)), from_decimal<T>(rows(i, 2))});
  return make_clamped_joint<T>(rotation, point, directors);
}

template <class T>
using Maker = Joint<T> (*)(Reader& reader, int coordinates);

/// The joints of files, by name.
template <class T>
std::vector<Choice<Maker<T>>> joint_table() {
  return {
      {"coincident", nullptr},
      {"offset", read_offset<T>},
      {"distance", [](Reader& r, int) { return read_distance<T>(r); }},
      {"spherical",
       [](Reader& r, int) { return make_spherical_joint<T>(read_rotation(r), read_vector<T, 3>(r, "point", "m")); }},
      {"revolute",
       [](Reader& r, int) {
         const RotationKind rotation = read_rotation(r);
         const auto point = read_vector<T, 3>(r, "point", "m");
         return make_revolute_joint<T>(rotation, point, read_vector<T, 3>(r, "axis", ""));
       }},
      {"planar-revolute",
       [](Reader& r, int) { return make_planar_revolute_joint<T>(read_vector<T, 2>(r, "point", "m")); }},
      {"planar-prismatic",
       [](Reader& r, int) {
         const auto point = read_vector<T, 2>(r, "point", "m"), direction = read_vector<T, 2>(r, "direction", "");
         return make_planar_prismatic_joint<T>(point, direction, from_decimal<T>(r.number("turn", 0.0, "rad")));
       }},
      {"clamped", [](Reader& r, int) { return read_clamped<T>(r); }},
  };
}

}  // namespace

template <class T>
std::shared_ptr<const KinematicJoint<T>> read_joint(Reader& interface, int coordinates) {
  const std::vector<Choice<Maker<T>>> table = joint_table<T>();
  const Maker<T> make =
      interface.choice<Maker<T>>("joint", std::span<const Choice<Maker<T>>>(table), Maker<T>(nullptr));
  if (make == nullptr) return nullptr;
  try {
    return make(interface, coordinates);
  } catch (const Error& error) {
    // what the library refuses knows its joint, but not its place
    const std::string place = interface.origin("joint").text(), message = error.what();
    if (place.empty() || message.find(*interface.origin("joint").source) != std::string::npos) throw;
    throw Error(error.kind(), fmt::format("{}: {}", place, message));
  }
}

template std::shared_ptr<const KinematicJoint<double>> read_joint(Reader&, int);
template std::shared_ptr<const KinematicJoint<Multiprecision>> read_joint(Reader&, int);

}  // namespace oldham
