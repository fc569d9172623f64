// SPDX-License-Identifier: MIT
#include "pages.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "arrays.hpp"
#include "convert.hpp"
#include "interruption.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/import/variable_setting.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/present/description/describe.hpp"
#include "oldham/present/examples.hpp"
#include "oldham/present/fmu/fmu_check_answer.hpp"
#include "oldham/present/fmu/fmu_info.hpp"
#include "oldham/present/json/record_json.hpp"
#include "oldham/present/record_of_run.hpp"
#include "oldham/report/results_animation.hpp"
#include "oldham/report/results_page.hpp"

namespace oldham::python {

namespace py = pybind11;
using namespace py::literals;

namespace {

namespace fs = std::filesystem;

/// Whether it was interrupted, its object and its text; both None where there is no answer.
py::tuple answered(FunctionRef<Reply(const std::atomic<bool>*)> work) {
  std::optional<Reply> answer;
  const bool is_cut = carry_out([&](const std::atomic<bool>* interrupted) { answer = work(interrupted); });
  if (!answer) return py::make_tuple(is_cut, py::none(), py::none());
  return py::make_tuple(is_cut, to_python(answer->json), to_python(Json(answer->text)));
}

py::tuple load(const fs::path& folder, bool monolithic) {
  Table table;
  Json told = Json::object();
  const bool is_cut = carry_out([&](const std::atomic<bool>*) {
    require_finished(folder);
    require_results(folder);
    const char* const name = monolithic ? "monolithic" : results_name(folder);
    if (!has_results(folder, name))
      throw_wrong_input(folder.string(), "the folder has no monolithic solution",
                        "run with compare=True, or call monolithic with the folder as out");
    table = read_results(folder, name);
    const bool is_run = name != std::string_view("monolithic");
    if (is_run && fs::exists(folder / record_name)) told = to_json(read_run_record(folder / record_name));
  });
  return py::make_tuple(is_cut, to_python(told), moved_table(std::move(table)));
}

py::tuple report(const fs::path& folder, const std::vector<fs::path>& others, const fs::path& page) {
  return answered(
      [&](const std::atomic<bool>* interrupted) { return report_results(folder, others, page, interrupted); });
}

py::tuple animate(const fs::path& folder, const fs::path& page, std::optional<std::int64_t> frames) {
  return answered([&](const std::atomic<bool>*) {
    return animate_folder(folder, page, frames.value_or(static_cast<std::int64_t>(AnimationOptions{}.max_frames)));
  });
}

/// Keys to change, by their paths.
std::vector<std::pair<std::string, Value>> read_changes(const py::dict& given) {
  std::vector<std::pair<std::string, Value>> changes;
  for (const auto& [key, value] : given) {
    const std::string path = key.cast<std::string>(), words = py::repr(value).cast<std::string>();
    changes.emplace_back(path, to_value(value, Origin::named(fmt::format("set {} = {}", path, words))));
  }
  return changes;
}

py::tuple describe_name(const std::string& what, const py::dict& given, bool expands) {
  const auto changes = read_changes(given);
  const auto change = [&](Value& root) {
    for (const auto& [path, value] : changes) set_value(root, path, value);
  };
  return answered([&](const std::atomic<bool>*) {
    return describe_by_name(what, changes.empty() ? FunctionRef<void(Value&)>() : FunctionRef<void(Value&)>(change),
                            expands);
  });
}

py::tuple describe_system_tree(Value tree, bool expands) {
  return answered([&](const std::atomic<bool>*) { return describe_tree(tree, expands); });
}

py::tuple fmu_info(const fs::path& file) {
  return answered([&](const std::atomic<bool>*) { return fmi::describe_fmu_file(file); });
}

py::tuple fmu_check(const fs::path& file, const py::dict& given, int steps, double time_limit,
                    const std::optional<std::string>& interface) {
  const auto values = read_changes(given);
  fmi::CheckSettings settings;
  settings.steps = steps;
  settings.time_limit = time_limit;
  if (interface)
    settings.interface =
        *interface == "model-exchange" ? fmi::InterfaceKind::model_exchange : fmi::InterfaceKind::co_simulation;
  return answered([&](const std::atomic<bool>* interrupted) {
    settings.interrupted = interrupted;
    if (!values.empty()) {
      const fmi::ModelDescription description = fmi::read_description(fmi::Archive(file));
      for (const auto& [name, value] : values) settings.values.push_back(fmi::make_setting(description, name, value));
    }
    const std::vector<fmi::CheckRow> rows = fmi::check_fmu(file, settings);
    return fmi::answer_of(rows, *interrupted);
  });
}

}  // namespace

void add_pages(py::module_& module) {
  module.def("load", load, "folder"_a, "monolithic"_a);
  module.def("report", report, "folder"_a, "others"_a, "page"_a);
  module.def("animate", animate, "folder"_a, "page"_a, "frames"_a);
  module.def("describe_name", describe_name, "what"_a, "set"_a, "expand"_a);
  module.def("describe_tree", describe_system_tree, "tree"_a, "expand"_a);
  module.def("examples", [] { return answered([](const std::atomic<bool>*) { return list_examples(); }); });
  module.def(
      "copy_example",
      [](const std::string& name, const std::string& to) {
        return answered([&](const std::atomic<bool>*) { return copy_example(name, to); });
      },
      "name"_a, "to"_a);
  module.def("fmu_info", fmu_info, "file"_a);
  module.def("fmu_check", fmu_check, "file"_a, "set"_a, "steps"_a, "time_limit"_a, "interface"_a);
}

}  // namespace oldham::python
