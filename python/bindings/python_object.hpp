// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <span>
#include <string>

namespace oldham::python {

namespace py = pybind11;

/// An object that native code holds: shared and given back from any thread, with or without the interpreter's lock.
class PythonObject {
 public:
  explicit PythonObject(py::object object)
      : object_(new py::object(std::move(object)), [](py::object* held) {
          const py::gil_scoped_acquire lock;
          delete held;
        }) {}
  const py::object& get() const { return *object_; }  // with the lock held
  py::object attr(const char* name) const { return object_->attr(name); }

 private:
  std::shared_ptr<py::object> object_;
};

/// An array with a copy of the numbers: what a model keeps of it stays as it is.
inline py::array_t<double> make_array(std::span<const double> values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// The numbers that a function returned: a sequence, an array, or a single one. Another count is an error that names
/// the function, for instance "'pendulum'.output".
void read_numbers(const py::object& returned, std::span<double> into, const std::string& function);

/// Throws an Error where the exception is one of oldham's own.
void rethrow_own(py::error_already_set& raised);

/// Calls into Python. One of oldham's own exceptions is an Error of its kind; anything else passes as it is.
template <class Call>
auto guarded(Call&& call) {
  try {
    return call();
  } catch (py::error_already_set& raised) {
    rethrow_own(raised);
    throw;
  }
}

}  // namespace oldham::python
