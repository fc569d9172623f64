// SPDX-License-Identifier: MIT
#include "convert.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "oldham/core/error.hpp"

namespace oldham::python {

namespace py = pybind11;

namespace {

Value to_table(py::handle mapping, const Origin& origin) {
  Value::Table table;
  for (const py::handle item : mapping.attr("items")()) {
    const auto [key, value] = item.cast<std::pair<py::object, py::object>>();
    if (!py::isinstance<py::str>(key))
      throw_wrong_input(origin.text(), fmt::format("{} is no key", py::repr(key).cast<std::string>()),
                        "keys are texts");
    if (!value.is_none()) table[key.cast<std::string>()] = to_value(value, origin);
  }
  return Value(std::move(table), origin);
}

/// Text of a file from elsewhere may hold bytes that are not UTF-8: they become U+FFFD, as in written JSON.
py::str readable(const std::string& text) {
  PyObject* const made = PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "replace");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

}  // namespace

Value to_value(py::handle object, const Origin& origin) {
  if (py::isinstance<py::bool_>(object)) return Value(object.cast<bool>(), origin);
  if (py::isinstance<py::str>(object)) return Value(object.cast<std::string>(), origin);
  if (py::isinstance<py::float_>(object)) return Value(object.cast<double>(), origin);
  if (py::isinstance<py::int_>(object)) {
    const long long number = PyLong_AsLongLong(object.ptr());
    if (number != -1 || PyErr_Occurred() == nullptr) return Value(static_cast<std::int64_t>(number), origin);
    PyErr_Clear();
    throw_wrong_input(origin.text(), fmt::format("{} is too large", py::str(object).cast<std::string>()),
                      "write it as a float");
  }
  // arrays and numbers of NumPy know themselves as Python objects
  if (py::hasattr(object, "tolist")) return to_value(object.attr("tolist")(), origin);
  if (py::hasattr(object, "items")) return to_table(object, origin);
  if (py::hasattr(object, "__fspath__")) return to_value(object.attr("__fspath__")(), origin);
  if (py::isinstance<py::sequence>(object)) {
    Value::Array array;
    for (const py::handle element : object) array.push_back(to_value(element, origin));
    return Value(std::move(array), origin);
  }
  throw_wrong_input(origin.text(), fmt::format("{} means nothing here", py::repr(object).cast<std::string>()),
                    "use numbers, texts, lists and dictionaries");
}

py::object to_python(const Value& value) {
  if (const auto* table = value.get<Value::Table>()) {
    py::dict result;
    for (const Value::Entry& entry : *table) result[py::str(entry.key)] = to_python(entry.value);
    return result;
  }
  if (const auto* array = value.get<Value::Array>()) {
    py::list result;
    for (const Value& element : *array) result.append(to_python(element));
    return result;
  }
  if (const auto* text = value.get<std::string>()) return py::str(*text);
  if (const auto* number = value.get<double>()) return py::float_(*number);
  if (const auto* integer = value.get<std::int64_t>()) return py::int_(*integer);
  return py::bool_(*value.get<bool>());
}

py::object to_python(const Json& json) {
  return json.visit([](const auto& value) -> py::object {
    using Kind = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Kind, std::nullptr_t>) {
      return py::none();
    } else if constexpr (std::is_same_v<Kind, bool>) {
      return py::bool_(value);
    } else if constexpr (std::is_integral_v<Kind>) {
      return py::int_(value);
    } else if constexpr (std::is_same_v<Kind, double>) {
      return py::float_(value);
    } else if constexpr (std::is_same_v<Kind, std::string>) {
      return readable(value);
    } else if constexpr (requires { value.front().second; }) {
      py::dict members;
      for (const auto& [name, member] : value) members[readable(name)] = to_python(member);
      return members;
    } else {
      py::list elements;
      for (const Json& element : value) elements.append(to_python(element));
      return elements;
    }
  });
}

}  // namespace oldham::python
