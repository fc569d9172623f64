// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "oldham/io/table.hpp"

namespace oldham {

/// A table growing on disk in HDF5: /time [rows] and /values [rows x columns], chunked and compressed, with the
/// attributes names and units. Errors are std::runtime_error; after one the file takes no more.
///
/// Between two flushes nothing moves that the file on disk refers to, so that it can be read after a kill. For that
/// a chunk is written either once, when it is full, and then compressed; or, if a flush comes before it is full,
/// uncompressed and from then on in place.
class Hdf5File {
 public:
  Hdf5File(const std::filesystem::path& file, std::span<const Column> columns);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  void append(std::span<const double> times, std::span<const double> values);
  /// Brings all rows to the disk.
  void flush();
  void close();

 private:
  enum class Packing { compressed, in_place };
  struct Handles;

  template <class Action>
  void attempt(Action action);
  void write_chunk(Packing packing);

  std::unique_ptr<Handles> handles_;
  std::size_t width_;
  std::size_t chunk_rows_;

  // the chunk being filled
  std::vector<double> times_;
  std::vector<double> values_;
  std::size_t begin_ = 0;  // its first row
  std::size_t rows_ = 0;   // how many it has
  Packing packing_ = Packing::compressed;
};

}  // namespace oldham
