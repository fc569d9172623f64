// SPDX-License-Identifier: MIT
#include "references.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <optional>

#include "arrays.hpp"
#include "convert.hpp"
#include "interruption.hpp"
#include "oldham/io/equilibrium_answer.hpp"
#include "oldham/io/folder_claim.hpp"
#include "oldham/io/monolithic_run.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/vibration_answer.hpp"

namespace oldham::python {

namespace py = pybind11;
using namespace py::literals;

namespace {

// trees come as copies: the interpreter may change its own while the work goes on

py::tuple monolithic(Value tree, std::vector<double> samples, const std::string& out) {
  Table table;
  std::optional<Json> told;
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) {
    System<double> system = build_system<double>(tree);
    MonolithicSettings settings;
    settings.samples = samples;
    settings.table = &table;
    settings.interrupted = interrupted;
    if (!out.empty()) settings.out = out;
    std::optional<FolderClaim> claim;
    if (!out.empty()) claim.emplace(out);
    told = to_json(solve_as_one(system, settings));
  });
  return py::make_tuple(is_cut, told ? to_python(*told) : py::none(), moved_table(std::move(table)));
}

py::tuple find_static(Value tree) {
  std::optional<Json> told;
  const bool is_cut = carry_out([&](const std::atomic<bool>*) { told = to_json(find_rest(tree)); });
  return py::make_tuple(is_cut, told ? to_python(*told) : py::none());
}

py::tuple modal(Value tree, std::optional<double> at, int count) {
  std::optional<VibrationAnswer> answer;
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) {
    answer = find_vibrations(tree, {at, count, interrupted});
  });
  if (!answer) return py::make_tuple(is_cut, py::none());
  std::vector<double> frequencies, damping;
  for (const Vibration& vibration : answer->vibrations) {
    frequencies.push_back(vibration.frequency);
    damping.push_back(vibration.damping);
  }
  const auto size = static_cast<py::ssize_t>(frequencies.size());
  return py::make_tuple(is_cut,
                        py::dict("time"_a = answer->time, "left_out"_a = answer->left_out, "growth"_a = answer->growth,
                                 "frequencies"_a = moved_array(std::move(frequencies), {size}),
                                 "damping"_a = moved_array(std::move(damping), {size})));
}

}  // namespace

void add_references(py::module_& module) {
  module.def("monolithic", monolithic, "tree"_a, "samples"_a, "out"_a);
  module.def("static", find_static, "tree"_a);
  module.def("modal", modal, "tree"_a, "at"_a, "count"_a);
}

}  // namespace oldham::python
