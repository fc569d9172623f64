// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <Eigen/Dense>

#include "oldham/model/multibody/element_reader.hpp"

namespace oldham::multibody {

Eigen::Matrix3d read_rotation_matrix(Reader& reader, std::string_view key, std::string_view meaning) {
  const std::string also = meaning.empty() ? "" : fmt::format("; {}", meaning);
  const Eigen::MatrixXd rows = reader.matrix(key);
  if (rows.rows() != 3 || rows.cols() != 3)
    reader.fail(
        key, fmt::format("expected 3 rows of 3 numbers, found {} of {}", rows.rows(), rows.cols()),
        fmt::format("write for example {} = [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]{}", key, also));
  const Eigen::Matrix3d R = rows;
  const double defect = (R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  // what is written with seven digits is off by less
  if (constexpr double written = 1e-6; !(defect < written))
    reader.fail(
        key, fmt::format("is no rotation: RᵀR differs from the identity by {:.3g}", defect),
        fmt::format("its columns must have length 1 and be perpendicular to each other, to {:g}{}", written, also));
  if (R.determinant() < 0)
    reader.fail(key, "is no rotation but a reflection: its determinant is -1",
                fmt::format("turn one of its columns round{}", also));
  return R;
}

FrameDescription read_frame(Reader& reader, const MechanismDescription& mechanism) {
  FrameDescription frame;
  frame.name = read_element_name(reader);
  frame.where = reader.origin().text();
  frame.at.body = read_pushed_body(reader, mechanism, "frame");
  if (!does_turn(mechanism, frame.at.body))
    reader.fail("body",
                fmt::format("'{}' is a {} and does not turn: it holds no frame", body_name(mechanism, frame.at.body),
                            mechanism.bodies[frame.at.body].is_carried() ? "carried point" : "point mass"),
                "put the frame on a body with an inertia, or use a port");
  frame.at.point = read_vector(reader, "point", false, "m");
  if (reader.has("R")) {
    for (const char* other : {"rotation", "orientation"})
      if (reader.has(other))
        reader.fail("R", fmt::format("'{}' and 'R' say the same thing twice", other), "keep one of them");
    const Eigen::Quaterniond p = Eigen::Quaterniond(read_rotation_matrix(reader, "R")).normalized();
    frame.orientation = {p.w(), p.x(), p.y(), p.z()};
  } else {
    read_orientation(reader, frame.orientation);
  }
  frame.acceleration = reader.boolean("acceleration", true);
  frame.mobility = reader.boolean("mobility", false);
  return frame;
}

}  // namespace oldham::multibody
