// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "oldham/io/table.hpp"

namespace oldham {

class CsvFile;
class Hdf5File;

struct ResultOptions {
  std::string name = "results";
  bool csv = true;              // NAME.csv
  bool hdf5 = true;             // NAME.h5
  std::size_t block_rows = 0;   // rows per block; 0: as many as make about half a megabyte
  std::size_t blocks = 4;       // blocks in the ring, at least 2; a full ring makes append() wait
  double write_interval = 1.0;  // s of wall time after which rows are on disk even if their block is not full
};

/// Writes rows of results to a folder while a simulation goes on.
///
/// One thread appends, a background thread writes. A row costs its copy: the blocks of the ring are allocated
/// beforehand and recycled, and the threads meet once per block.
class ResultWriter {
 public:
  /// Makes the folder if there is none. Earlier results in it are replaced once everything is open, and those in
  /// a format that is not written now are removed, so that the folder tells of one run only.
  /// A folder that cannot be made or written is a wrong_input error.
  ResultWriter(std::filesystem::path folder, std::vector<Column> columns, ResultOptions options = {});
  ~ResultWriter();  // finishes; a write error is dropped
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;

  /// Adds one row, always from the same thread. Does not allocate. At the end of a block it waits if the disk is
  /// behind, and throws if writing has failed.
  void append(double time, std::span<const double> values) {
    if (values.size() != width_ || finished_) refuse_row(values.size());
    const std::size_t row = open_rows_.load(std::memory_order_relaxed);
    times_[row] = time;
    std::copy(values.begin(), values.end(), values_ + row * width_);
    // publish the row: the background thread may write it before the block is full
    open_rows_.store(row + 1, std::memory_order_release);
    if (row + 1 == block_rows_) hand_over();
  }

  /// Writes what is left and closes the files. Throws an Error of kind failure if anything could not be written.
  void finish();

  const std::filesystem::path& folder() const { return folder_; }

 private:
  struct Block {
    std::vector<double> times;
    std::vector<double> values;  // row by row
  };

  void open_files();
  [[noreturn]] void refuse_row(std::size_t size) const;
  void hand_over();
  void open_block();
  void write_in_background();
  void write_rows(const Block& block, std::size_t begin, std::size_t end);
  template <class Action>
  void guard(Action action);
  void join();
  void rethrow() const;

  const std::filesystem::path folder_;
  const std::vector<Column> columns_;
  const ResultOptions options_;
  const std::size_t width_;
  const std::size_t block_rows_;

  // appending thread
  double* times_ = nullptr;   // of the open block
  double* values_ = nullptr;  // of the open block
  bool finished_ = false;
  std::atomic<std::size_t> open_rows_{0};

  // background thread
  std::unique_ptr<CsvFile> csv_;
  std::unique_ptr<Hdf5File> hdf5_;

  // shared; the open block is number `filled_` of the ring, the next one to be written number `drained_`
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable space_;
  std::vector<Block> ring_;
  std::uint64_t filled_ = 0;
  std::uint64_t drained_ = 0;
  bool closing_ = false;
  std::atomic<bool> failed_{false};
  std::string failure_;  // written once, before failed_

  std::thread thread_;
};

}  // namespace oldham
