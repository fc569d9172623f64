// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/subsystem/subsystem.hpp"
#include "python_object.hpp"

namespace oldham::python {

/// A Python object that is a subsystem, and what it says of itself.
struct OwnInstance {
  std::string name;
  PythonObject object;
  std::shared_ptr<const Boundary> boundary;
  std::vector<ParameterValue> parameters;
  bool is_linear = false;

  /// "'pendulum'.output", for messages.
  std::string function(const char* method) const { return "'" + name + "'." + method; }
  bool has(const char* method) const { return py::hasattr(object.get(), method); }
  int inputs() const { return static_cast<int>(boundary->inputs.size()); }
  int outputs() const { return static_cast<int>(boundary->outputs.size()); }
};

/// Makes an object of a class with the parameters of a file and asks it for its ports. With the lock held.
OwnInstance make_instance(const std::string& name, const std::string& model, const py::object& made_by,
                          Reader& parameters);

}  // namespace oldham::python
