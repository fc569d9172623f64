// SPDX-License-Identifier: MIT
#include "studies.hpp"

#include <pybind11/complex.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <complex>

#include "arrays.hpp"
#include "convert.hpp"
#include "interruption.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/advice/advice.hpp"
#include "oldham/io/recorded_run.hpp"
#include "oldham/io/stability_answer.hpp"
#include "oldham/io/system_chart.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/system_study.hpp"
#include "oldham/present/json/stability_json.hpp"
#include "oldham/present/record_of_run.hpp"
#include "oldham/present/run_account.hpp"
#include "oldham/present/run_folder.hpp"

namespace oldham::python {

namespace py = pybind11;
using namespace py::literals;

namespace {

// trees come as copies: the interpreter may change its own while the work goes on

py::tuple run(Value tree, std::vector<double> samples, bool compare, const std::string& out, bool check) {
  Table table;
  std::optional<Json> told;
  Recorder::Settings recording{std::move(samples), compare, {}, &table};
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) {
    auto [system, verdict, warning] = build_checked(tree, check, interrupted);
    std::optional<RunFolder> folder;
    if (!out.empty()) folder.emplace(out, tree, system).record_into(recording);
    const RecordedRun done = record_run(system, recording, interrupted);
    const double stepping = done.wall - done.recorder->own_time();
    told = to_json(done, system, stepping);
    RunRecord record = record_of(done, system, stepping, OLDHAM_VERSION);
    add_findings(examine_run(check ? &tree : nullptr, std::move(verdict), system, done, interrupted), *told, record);
    add_warning(warning, *told, record);
    if (!folder) return;
    for (const std::string& note : folder->notes()) add_note(note, *told, record);
    (*told)["results"] = out;
    folder->write(tree.origin().whole().text(), std::move(record));
  });
  return py::make_tuple(is_cut, told ? to_python(*told) : py::none(), moved_table(std::move(table)));
}

py::tuple stability(Value tree, std::optional<double> at, double margin, int digits,
                    std::optional<std::tuple<double, double, int>> scan, std::optional<double> budget, bool published) {
  StabilityQuestion question{digits, margin, at, {}, published};
  if (scan) question.largest_step = StepScan{std::get<0>(*scan), std::get<1>(*scan), std::get<2>(*scan)};
  question.set_budget(budget);
  std::optional<StabilityAnswer> answer;
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) {
    question.interrupted = interrupted;
    answer = judge(tree, question);
  });
  if (!answer) return py::make_tuple(is_cut, py::none());
  py::dict told = to_python(to_json(*answer));
  py::array_t<std::complex<double>> eigenvalues(static_cast<py::ssize_t>(answer->eigenvalues.size()));
  for (std::size_t i = 0; i < answer->eigenvalues.size(); ++i)
    eigenvalues.mutable_at(i) = {answer->eigenvalues[i].real, answer->eigenvalues[i].imaginary};
  told["eigenvalues"] = eigenvalues;
  return py::make_tuple(is_cut, told);
}

struct AxisArguments {
  std::string key;
  MapAxis axis;
};

AxisArguments read_axis(const py::tuple& given) {
  return {given[0].cast<std::string>(),
          {given[1].cast<double>(), given[2].cast<double>(), given[3].cast<int>(), given[4].cast<bool>()}};
}

py::array_t<double> centres(const MapAxis& axis) {
  std::vector<double> points(static_cast<std::size_t>(axis.count));
  for (int i = 0; i < axis.count; ++i) points[i] = axis.centre(i);
  return moved_array(std::move(points), {axis.count});
}

py::tuple map(Value tree, const py::tuple& x_axis, const py::tuple& y_axis, double margin, int digits, bool adaptive,
              int threads) {
  const AxisArguments x = read_axis(x_axis), y = read_axis(y_axis);
  check_margin(margin);
  check_digits(digits);
  StabilityMap chart;
  std::int64_t settled = 0, changed = 0;
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) {
    SystemChart radii(std::move(tree), x.key, y.key, Origin::named("x"), Origin::named("y"));
    if (digits > 0) radii.settle(margin, settled_band);
    radii.check(x.axis.centre(0), y.axis.centre(0));  // a wrong key or missing capability shows here, once
    chart = (adaptive ? chart_stability_adaptively : chart_stability)(
        x.axis, y.axis, [&] { return radii.make_radius(); },
        {.margin = margin, .threads = threads, .interrupted = interrupted});
    settled = radii.settled();
    changed = radii.changed();
  });
  const auto edges = boundary_edges(chart);
  py::array_t<double> boundary({static_cast<py::ssize_t>(edges.size()), py::ssize_t{4}});
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double numbers[] = {edges[i].x0, edges[i].y0, edges[i].x1, edges[i].y1};
    std::copy_n(numbers, 4, boundary.mutable_data(static_cast<py::ssize_t>(i), 0));
  }
  const std::vector<py::ssize_t> shape = {chart.y.count, chart.x.count};
  py::array_t<bool> judged(shape);
  for (std::size_t i = 0; i < chart.origin.size(); ++i)
    judged.mutable_data()[i] = chart.origin[i] == CellOrigin::judged;
  py::dict told("x"_a = centres(x.axis), "y"_a = centres(y.axis), "judged"_a = judged, "boundary"_a = boundary,
                "evaluated"_a = chart.evaluated, "settled"_a = settled, "changed"_a = changed);
  told["spectral_radius"] = moved_array(std::move(chart.spectral_radius), shape);
  return py::make_tuple(is_cut, told);
}

py::tuple converge(Value tree, const std::vector<double>& steps, bool local, bool largest) {
  std::optional<ConvergenceStudy> study;
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) {
    study = study_convergence(tree, steps, largest ? ErrorNorm::max : ErrorNorm::nrmse, local,
                              {.interrupted = interrupted});
  });
  if (!study) return py::make_tuple(is_cut, py::none());
  if (!is_cut && !study->failure.empty()) throw Error(ErrorKind::failure, study->failure);
  const auto column = [](const std::vector<ConvergenceErrors>& rows, double ConvergenceErrors::*member) {
    std::vector<double> numbers;
    for (const ConvergenceErrors& row : rows) numbers.push_back(row.*member);
    return moved_array(std::move(numbers), {static_cast<py::ssize_t>(rows.size())});
  };
  py::dict errors, orders;
  for (const ErrorColumn& kind : error_columns) {
    if (kind.is_local && !local) continue;
    errors[kind.name] = column(study->errors, kind.member);
    orders[kind.name] = column(study->orders, kind.member);
  }
  return py::make_tuple(is_cut, py::dict("errors"_a = errors, "orders"_a = orders));
}

py::tuple sweep(Value tree, const py::dict& over, int threads) {
  std::vector<SweepAxis> axes;
  for (const auto& [key, values] : over) {
    SweepAxis axis{key.cast<std::string>(), {}};
    for (const py::handle value : values) {
      const std::string text = py::str(value);
      axis.values.push_back(to_value(value, Origin::named("over " + axis.key + " = " + text)));
    }
    axes.push_back(std::move(axis));
  }
  std::vector<Json> rows;
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) {
    rows = sweep_runs(tree, axes, {.threads = threads, .interrupted = interrupted});
  });
  py::list told;
  for (const Json& row : rows)
    if (!row.is_null()) told.append(to_python(row));
  return py::make_tuple(is_cut, told);
}

py::tuple advise(Value tree, std::optional<double> accuracy, double budget, std::vector<double> at) {
  advice::Question question{.budget = budget, .accuracy = accuracy, .at = std::move(at)};
  std::optional<Json> told;
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) {
    question.interrupted = interrupted;
    told = to_json(advice::advise(tree, question), tree, true);
  });
  return py::make_tuple(is_cut, told ? to_python(*told) : py::none());
}

}  // namespace

void add_studies(py::module_& module) {
  module.def("run", run, "tree"_a, "samples"_a, "compare"_a, "out"_a, "check"_a);
  module.def("stability", stability, "tree"_a, "at"_a, "margin"_a, "digits"_a, "scan"_a, "budget"_a, "published"_a);
  module.def("map", map, "tree"_a, "x"_a, "y"_a, "margin"_a, "digits"_a, "adaptive"_a, "threads"_a);
  module.def("converge", converge, "tree"_a, "steps"_a, "local"_a, "largest"_a);
  module.def("sweep", sweep, "tree"_a, "over"_a, "threads"_a);
  module.def("advise", advise, "tree"_a, "accuracy"_a, "budget"_a, "at"_a);
}

}  // namespace oldham::python
