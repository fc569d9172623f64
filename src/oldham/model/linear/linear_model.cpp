// SPDX-License-Identifier: MIT
#include "oldham/model/linear/linear_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// "name [unit]"; without brackets dimensionless.
Port read_port(Reader& reader, const char* key, const std::string& text) {
  const std::size_t open = text.find('[');
  if (open == std::string::npos) return {text, Unit{}, ""};
  const std::size_t close = text.find(']', open);
  if (close == std::string::npos)
    reader.fail(key, fmt::format("'{}' lacks a closing bracket", text), "write name [unit]");
  const std::size_t end = text.find_last_not_of(' ', open - (open > 0 ? 1 : 0));
  try {
    return {text.substr(0, end + 1), parse_unit(text.substr(open + 1, close - open - 1)), ""};
  } catch (const Error& error) {
    reader.fail(key, error.what(), "");
  }
}

template <class T>
std::vector<T> read_matrix(Reader& reader, const char* key, int rows, int columns, bool required) {
  std::vector<T> M(static_cast<std::size_t>(rows) * columns, T(0));
  const auto given = required ? std::optional<Eigen::MatrixXd>(reader.matrix(key)) : reader.optional_matrix(key);
  if (!given) return M;
  if (given->rows() != rows || given->cols() != columns)
    reader.fail(key,
                fmt::format("expected {} x {} numbers, found {} x {}", rows, columns, given->rows(), given->cols()),
                "the number of states follows from A, inputs and outputs from the lists of their names");
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) M[static_cast<std::size_t>(i) * columns + j] = from_decimal<T>((*given)(i, j));
  return M;
}

}  // namespace

template <class T>
LinearModel<T> read_linear_model(Reader& reader) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "linear";
  for (const std::string& text : reader.texts("inputs")) boundary->inputs.push_back(read_port(reader, "inputs", text));
  for (const std::string& text : reader.texts("outputs"))
    boundary->outputs.push_back(read_port(reader, "outputs", text));
  if (boundary->outputs.empty())
    reader.fail("outputs", "a linear subsystem needs at least one output",
                "write for example outputs = [\"position [m]\"]");
  const int m = static_cast<int>(boundary->inputs.size()), p = static_cast<int>(boundary->outputs.size());
  const auto given = reader.optional_matrix("A");
  const int n = given ? static_cast<int>(given->rows()) : 0;

  LinearModel<T> model;
  model.e.A = read_matrix<T>(reader, "A", n, n, n > 0);
  model.e.B = read_matrix<T>(reader, "B", n, m, n > 0 && m > 0);
  model.e.C = read_matrix<T>(reader, "C", p, n, n > 0);
  model.e.D = read_matrix<T>(reader, "D", p, m, false);
  model.e.initial_state.assign(n, T(0));
  if (const auto x0 = reader.optional_numbers("x0", "", n))
    for (int i = 0; i < n; ++i) model.e.initial_state[i] = from_decimal<T>((*x0)[i]);
  boundary->feedthrough = std::any_of(model.e.D.begin(), model.e.D.end(), [](const T& d) { return d != T(0); });
  model.boundary = std::move(boundary);
  return model;
}

template LinearModel<double> read_linear_model(Reader&);
template LinearModel<Multiprecision> read_linear_model(Reader&);

}  // namespace oldham
