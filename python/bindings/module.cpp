// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "convert.hpp"
#include "error_names.hpp"
#include "oldham/fmi/import/call_watch.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/read_system.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/isolation/worker.hpp"
#include "oldham/model/own_parts.hpp"
#include "oldham/model/ready_made.hpp"
#include "own_equations.hpp"
#include "own_law.hpp"
#include "own_subsystem.hpp"
#include "pages.hpp"
#include "references.hpp"
#include "studies.hpp"
#include "words.hpp"

namespace oldham::python {

using namespace py::literals;

namespace {

void set_exception(const Error& error) {
  const py::module_ errors = py::module_::import("oldham.errors");
  for (const auto& [kind, name] : error_names)
    if (kind == error.kind()) PyErr_SetString(errors.attr(name).ptr(), in_words_of_python(error.what()).c_str());
}

void append(Value& tree, const std::string& list, const py::object& entry) {
  Value& place = make_place(tree, list, tree.origin());
  if (!place.is<Value::Array>()) place = Value(Value::Array{}, tree.origin());
  place.get<Value::Array>()->push_back(to_value(entry, tree.origin()));
}

void add_trees(py::module_& module) {
  py::class_<Value>(module, "Tree")
      .def_static("read", read_system, "file"_a)
      .def_static("parse", parse_toml, "text"_a, "name"_a)
      .def_static(
          "make",
          [](const py::object& mapping, const std::string& name) { return to_value(mapping, Origin::named(name)); },
          "mapping"_a, "name"_a)
      .def(
          "set",
          [](Value& tree, const std::string& path, const py::object& value, const std::string& origin) {
            set_value(tree, path, to_value(value, Origin::named(origin)));
          },
          "path"_a, "value"_a, "origin"_a)
      .def("append", append, "list"_a, "entry"_a)
      .def(
          "get",
          [](const Value& tree, const std::string& path) {
            const Value* place = find_place(tree, path);
            return place ? to_python(*place) : py::object(py::none());
          },
          "path"_a)
      .def("copy", [](const Value& tree) { return Value(tree); })
      .def_property_readonly("name", [](const Value& tree) { return tree.origin().whole().text(); })
      .def("with_whole_paths", with_whole_paths)
      .def("to_toml", [](const Value& tree) { return to_toml(tree); })
      .def("to_dict", [](const Value& tree) { return to_python(tree); })
      .def(
          "check",
          [](Value tree) {
            const py::gil_scoped_release unlocked;
            build_system<double>(tree);
          },
          "Builds the system and lets go of it.");
}

void add_own_parts(py::module_& module) {
  py::class_<StepInputs>(module, "StepInputs", "The inputs of a step: u(t) for times of the step.")
      .def("__call__", &StepInputs::at, "time"_a, "The inputs at a time of the step, in the order of the ports.");
  module.def(
      "add_model",
      [](const std::string& name, const py::object& made_by, bool has_equations) {
        const PythonObject maker(made_by);
        OwnModel model;
        if (has_equations) model.integrator = IntegratorKind::rk4;
        model.make = [=](const std::string& subsystem, Reader& parameters,
                         const IntegratorSettings& integrator) -> std::unique_ptr<Subsystem<double>> {
          const py::gil_scoped_acquire lock;
          OwnInstance instance = make_instance(subsystem, name, maker.get(), parameters);
          if (has_equations) return make_own_equations(std::move(instance), integrator);
          return std::make_unique<OwnSubsystem>(std::move(instance));
        };
        add_own_model(name, std::move(model));
      },
      "name"_a, "made_by"_a, "has_equations"_a);
  module.def(
      "add_law",
      [](const std::string& name, const py::object& made_by) {
        const PythonObject maker(made_by);
        add_own_law(name, {[=](int arguments, int variables, Reader& parameters) {
                      const py::gil_scoped_acquire lock;
                      return make_own_law(name, maker.get(), arguments, variables, parameters);
                    }});
      },
      "name"_a, "made_by"_a);
}

/// An FMU that calls exit() would end the interpreter with the FMU's exit code and without a word.
void guard_exit() {
  static const pid_t interpreter = getpid();  // its child processes have the same handler
  fmi::CallMark::set_exit_hook([] {
    const auto call = fmi::CallMark::call_of_this_thread();
    if (getpid() != interpreter || !call) return;
    const std::string text = fmt::format(
        "oldham: FMU '{}' called exit() in {}, which ends the interpreter; with isolation = \"process\" in its "
        "subsystem "
        "only its own process ends\n",
        *call->subsystem, fmi::place_of(call->function, call->time));
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(1);
    _exit(1);
  });
}

}  // namespace

PYBIND11_MODULE(_oldham, module) {
  module.doc() = "The native part of the package; use `oldham` instead.";
  module.attr("version") = OLDHAM_VERSION;
  guard_exit();
  py::register_exception_translator([](std::exception_ptr problem) {
    try {
      if (problem) std::rethrow_exception(problem);
    } catch (const Error& error) {
      set_exception(error);
    }
  });
  add_trees(module);
  add_own_parts(module);
  add_studies(module);
  add_references(module);
  add_pages(module);
  module.def("words", &in_words_of_python, "message"_a);
  module.def("models", [] {
    py::dict all;
    for (const ModelHelp& help : model_help()) all[py::str(help.name)] = help.summary;
    return all;
  });
  module.def("systems", [] {
    py::dict all;
    for (const SystemHelp& help : system_help()) all[py::str(help.name)] = help.summary;
    return all;
  });
  module.def("suggest", &suggest, "word"_a, "candidates"_a);
  module.def("set_worker_program", &set_worker_program, "path"_a);
}

}  // namespace oldham::python
