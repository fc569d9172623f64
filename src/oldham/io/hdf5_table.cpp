// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "oldham/core/error.hpp"
#include "oldham/io/hdf5_handle.hpp"
#include "oldham/io/table.hpp"

namespace oldham {
namespace {

using hdf5::check;
using hdf5::Handle;

std::vector<std::string> read_attribute(hid_t object, const char* name) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  const Handle type = hdf5::make_text_type();
  std::vector<char*> texts(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  if (texts.empty()) return {};
  check(H5Aread(attribute, type, texts.data()));
  std::vector<std::string> strings(texts.begin(), texts.end());
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts.data());
  return strings;
}

std::array<hsize_t, 2> read_extent(hid_t dataset, int rank) {
  std::array<hsize_t, 2> extent{0, 1};
  const Handle space(H5Dget_space(dataset), H5Sclose);
  if (H5Sget_simple_extent_ndims(space) != rank) throw std::runtime_error("/time or /values has the wrong rank");
  check(H5Sget_simple_extent_dims(space, extent.data(), nullptr));
  return extent;
}

std::vector<double> read_numbers(hid_t dataset, const std::array<hsize_t, 2>& extent) {
  std::vector<double> numbers(extent[0] * extent[1]);
  if (!numbers.empty()) check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
  return numbers;
}

Table read_table(const std::filesystem::path& file) {
  const Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const Handle time(H5Dopen2(opened, "time", H5P_DEFAULT), H5Dclose);
  const Handle values(H5Dopen2(opened, "values", H5P_DEFAULT), H5Dclose);
  const std::vector<std::string> names = read_attribute(values, "names");
  const std::vector<std::string> units = read_attribute(values, "units");
  const auto extent = read_extent(values, 2);
  if (extent[1] != names.size() || extent[1] != units.size())
    throw std::runtime_error("/values, its names and its units do not fit together");

  // a run killed in the middle of a flush leaves rows without a time, or one table longer than the other
  Table table;
  table.time = read_numbers(time, read_extent(time, 1));
  table.time.resize(std::min<std::size_t>(table.time.size(), extent[0]));
  while (!table.time.empty() && std::isnan(table.time.back())) table.time.pop_back();

  const std::vector<double> all = read_numbers(values, extent);
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.header.push_back({names[i], units[i]});
    table.columns.emplace_back(table.time.size());
  }
  // rows by the block, so that they come from memory once and not once for every column
  constexpr std::size_t block = 512;
  for (std::size_t begin = 0; begin < table.time.size(); begin += block) {
    const std::size_t end = std::min(begin + block, table.time.size());
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t row = begin; row < end; ++row) table.columns[i][row] = all[row * names.size() + i];
  }
  return table;
}

}  // namespace

Table read_hdf5(const std::filesystem::path& file) {
  const hdf5::Exclusive exclusive;
  try {
    return read_table(file);
  } catch (const std::runtime_error& error) {
    throw_wrong_input(file.string(), fmt::format("this table cannot be read: {}", error.what()),
                      "check that the file exists and was written by a run");
  }
}

bool has_results(const std::filesystem::path& folder, const std::string& name) {
  std::error_code absent;
  return std::filesystem::exists(folder / (name + ".h5"), absent) ||
         std::filesystem::exists(folder / (name + ".csv"), absent);
}

Table read_results(const std::filesystem::path& folder, const std::string& name) {
  // numbers as they are in memory are read many times faster than text
  const std::filesystem::path file = folder / (name + ".h5");
  return std::filesystem::exists(file) ? read_hdf5(file) : read_csv(folder / (name + ".csv"));
}

}  // namespace oldham
