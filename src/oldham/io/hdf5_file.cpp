// SPDX-License-Identifier: MIT
#include "oldham/io/hdf5_file.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "oldham/io/hdf5_handle.hpp"

namespace oldham {
namespace {

using hdf5::check;
using hdf5::Exclusive;
using hdf5::Handle;
using Extent = std::array<hsize_t, 2>;  // rows and columns; of /time only the first counts

constexpr unsigned no_filters = 0x3;  // skip both, shuffle and deflate

std::size_t choose_chunk_rows(std::size_t width) {
  constexpr std::size_t numbers = 8192;  // 64 kB
  return std::clamp<std::size_t>(numbers / std::max<std::size_t>(1, width), 1, 4096);
}

void write_attribute(hid_t object, const char* name, const std::vector<const char*>& texts) {
  const Handle type = hdf5::make_text_type();
  const hsize_t size = texts.size();
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (size > 0) check(H5Awrite(attribute, type, texts.data()));
}

Handle create_file(const std::filesystem::path& file) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // the 1.8 format allows attributes beyond 64 kB (thousands of names), and unlike the newest one it has no
  // "still open" mark that would keep readers out after a kill
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  return {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

/// An empty table of doubles that can grow row by row.
Handle create_dataset(hid_t file, const char* name, int rank, std::size_t width, std::size_t chunk_rows) {
  const Extent size{0, width};
  const Extent limit{H5S_UNLIMITED, std::max<std::size_t>(1, width)};  // a chunk cannot be empty, even if its table is
  const Extent chunk{chunk_rows, limit[1]};
  const Handle space(H5Screate_simple(rank, size.data(), limit.data()), H5Sclose);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_chunk(creation, rank, chunk.data()));
  check(H5Pset_shuffle(creation));
  if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) check(H5Pset_deflate(creation, 1));
  // rows that never arrived, after a kill in the middle of a flush, must not look like numbers
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  check(H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &missing));
  // no cache: a chunk that finds the disk full must fail before a flush makes the file refer to it
  const Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  check(H5Pset_chunk_cache(access, 1, 0, H5D_CHUNK_CACHE_W0_DEFAULT));
  return {H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, access), H5Dclose};
}

void write_compressed(hid_t dataset, int rank, const Extent& begin, const Extent& count, const double* data) {
  const Handle space(H5Dget_space(dataset), H5Sclose);
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, count.data(), nullptr));
  const Handle memory(H5Screate_simple(rank, count.data(), nullptr), H5Sclose);
  check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, data));
}

void write_in_place(hid_t dataset, const Extent& begin, const std::vector<double>& data) {
  check(H5Dwrite_chunk(dataset, H5P_DEFAULT, no_filters, begin.data(), data.size() * sizeof(double), data.data()));
}

}  // namespace

struct Hdf5File::Handles {
  Handle file;
  Handle time;
  Handle values;
};

Hdf5File::Hdf5File(const std::filesystem::path& file, std::span<const Column> columns)
    : width_(columns.size()),
      chunk_rows_(choose_chunk_rows(width_)),
      times_(chunk_rows_),
      values_(chunk_rows_ * width_) {
  const Exclusive exclusive;
  Handle opened = create_file(file);
  Handle time = create_dataset(opened, "time", 1, 1, chunk_rows_);
  Handle values = create_dataset(opened, "values", 2, width_, chunk_rows_);
  handles_ = std::make_unique<Handles>(Handles{std::move(opened), std::move(time), std::move(values)});

  std::vector<const char*> names;
  std::vector<const char*> units;
  for (const Column& column : columns) {
    names.push_back(column.name.c_str());
    units.push_back(column.unit.c_str());
  }
  attempt([&] {
    write_attribute(handles_->time, "units", {"s"});
    write_attribute(handles_->values, "names", names);
    write_attribute(handles_->values, "units", units);
  });
  flush();
}

Hdf5File::~Hdf5File() = default;

template <class Action>
void Hdf5File::attempt(Action action) {
  const Exclusive exclusive;
  try {
    action();
  } catch (...) {
    // the library does not survive closing what it could not write; the file stays as the last flush left it
    handles_->time.abandon();
    handles_->values.abandon();
    handles_->file.abandon();
    throw;
  }
}

void Hdf5File::write_chunk(Packing packing) {
  packing_ = packing;
  const Extent begin{begin_, 0};
  const Extent count{rows_, width_};
  const Extent size{begin_ + rows_, width_};
  check(H5Dset_extent(handles_->time, size.data()));
  check(H5Dset_extent(handles_->values, size.data()));
  if (packing == Packing::compressed) {
    write_compressed(handles_->time, 1, begin, count, times_.data());
    if (width_ > 0) write_compressed(handles_->values, 2, begin, count, values_.data());
  } else {
    write_in_place(handles_->time, begin, times_);
    if (width_ > 0) write_in_place(handles_->values, begin, values_);
  }
}

void Hdf5File::append(std::span<const double> times, std::span<const double> values) {
  attempt([&] {
    while (!times.empty()) {
      const std::size_t count = std::min(times.size(), chunk_rows_ - rows_);
      std::copy_n(times.begin(), count, times_.data() + rows_);
      std::copy_n(values.begin(), count * width_, values_.data() + rows_ * width_);
      times = times.subspan(count);
      values = values.subspan(count * width_);
      rows_ += count;
      if (rows_ < chunk_rows_) continue;
      write_chunk(packing_);
      begin_ += chunk_rows_;
      rows_ = 0;
      packing_ = Packing::compressed;
    }
  });
}

void Hdf5File::flush() {
  attempt([&] {
    if (rows_ > 0) write_chunk(Packing::in_place);
    check(H5Fflush(handles_->file, H5F_SCOPE_LOCAL));
  });
}

void Hdf5File::close() {
  attempt([&] {
    if (rows_ > 0) write_chunk(packing_);
    check(H5Fflush(handles_->file, H5F_SCOPE_LOCAL));
    handles_->time.close();
    handles_->values.close();
    handles_->file.close();
  });
}

}  // namespace oldham
