// SPDX-License-Identifier: MIT
#include "oldham/io/results.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

#include "oldham/core/error.hpp"
#include "oldham/io/csv_file.hpp"
#include "oldham/io/folder_claim.hpp"
#include "oldham/io/hdf5_file.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::size_t choose_block_rows(std::size_t wanted, std::size_t width) {
  constexpr std::size_t numbers = 65536;  // half a megabyte
  return wanted > 0 ? wanted : std::clamp<std::size_t>(numbers / (width + 1), 16, 8192);
}

/// A file written under a provisional name until it takes the place of its predecessor.
class Provisional {
 public:
  explicit Provisional(fs::path final_name) : final_name_(std::move(final_name)), name_(final_name_) {
    name_ += ".new";
  }
  Provisional(const Provisional&) = delete;
  Provisional& operator=(const Provisional&) = delete;
  ~Provisional() {
    std::error_code ignored;
    if (!kept_) fs::remove(name_, ignored);
  }

  const fs::path& name() const { return name_; }
  void require_replaceable() const {
    if (fs::is_directory(final_name_)) throw std::runtime_error(fmt::format("'{}' is a folder", final_name_.string()));
  }
  void keep(bool written) {
    if (written)
      fs::rename(name_, final_name_);
    else
      fs::remove(final_name_);
    kept_ = true;
  }

 private:
  fs::path final_name_;
  fs::path name_;
  bool kept_ = false;
};

}  // namespace

ResultWriter::ResultWriter(fs::path folder, std::vector<Column> columns, ResultOptions options)
    : folder_(folder.empty() ? fs::path(".") : std::move(folder)),
      columns_(std::move(columns)),
      options_(std::move(options)),
      width_(columns_.size()),
      block_rows_(choose_block_rows(options_.block_rows, width_)),
      ring_(std::max<std::size_t>(2, options_.blocks)) {
  for (Block& block : ring_) {
    block.times.resize(block_rows_);
    block.values.resize(block_rows_ * width_);
  }
  open_block();
  make_folder(folder_);
  try {
    open_files();
  } catch (const std::exception& error) {
    throw_wrong_input(folder_.string(), fmt::format("results cannot be written into this folder: {}", error.what()),
                      "make it writable, or choose another one");
  }
  thread_ = std::thread([this] { write_in_background(); });
}

ResultWriter::~ResultWriter() { join(); }

void ResultWriter::open_files() {
  Provisional csv(folder_ / (options_.name + ".csv"));
  Provisional hdf5(folder_ / (options_.name + ".h5"));
  csv.require_replaceable();
  hdf5.require_replaceable();
  if (options_.csv) csv_ = std::make_unique<CsvFile>(csv.name(), columns_);
  if (options_.hdf5) hdf5_ = std::make_unique<Hdf5File>(hdf5.name(), columns_);
  // everything is open: only now touch what an earlier run left
  csv.keep(options_.csv);
  hdf5.keep(options_.hdf5);
}

void ResultWriter::refuse_row(std::size_t size) const {
  if (finished_)
    throw_wrong_input(folder_.string(), "a row comes after the results were finished", "append before finish()");
  throw_wrong_input(folder_.string(), fmt::format("a row of {} values for {} columns", size, width_),
                    "give one value per column, without the time");
}

void ResultWriter::open_block() {
  Block& block = ring_[filled_ % ring_.size()];
  times_ = block.times.data();
  values_ = block.values.data();
  open_rows_.store(0, std::memory_order_relaxed);
}

void ResultWriter::hand_over() {
  {
    std::unique_lock lock(mutex_);
    ++filled_;
    open_rows_.store(0, std::memory_order_relaxed);
    wake_.notify_one();
    // the disk sets the pace when all blocks are full
    space_.wait(lock, [&] { return filled_ - drained_ < ring_.size(); });
    open_block();
  }
  if (failed_.load(std::memory_order_acquire)) rethrow();
}

void ResultWriter::finish() {
  join();
  rethrow();
}

void ResultWriter::join() {
  finished_ = true;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void ResultWriter::rethrow() const {
  if (failed_.load(std::memory_order_acquire)) throw Error(ErrorKind::failure, failure_);
}

/// Does something with the files. After a failure nothing is written any more, but blocks are still emptied, so
/// that the simulation does not wait for ever.
template <class Action>
void ResultWriter::guard(Action action) {
  if (failed_.load(std::memory_order_relaxed)) return;
  try {
    action();
  } catch (const std::exception& error) {
    failure_ = fmt::format(
        "{}: results could not be written: {}; free some space or choose another folder, then run again "
        "(the rows written so far are kept)",
        folder_.string(), error.what());
    failed_.store(true, std::memory_order_release);
  }
}

void ResultWriter::write_rows(const Block& block, std::size_t begin, std::size_t end) {
  const auto times = std::span(block.times).subspan(begin, end - begin);
  const auto values = std::span(block.values).subspan(begin * width_, (end - begin) * width_);
  guard([&] {
    if (csv_) csv_->append(times, values);
    if (hdf5_) hdf5_->append(times, values);
  });
}

void ResultWriter::write_in_background() {
  using std::chrono::duration, std::chrono::duration_cast;
  const auto interval =
      duration_cast<Clock::duration>(duration<double>(std::clamp(options_.write_interval, 1e-3, 3600.0)));
  auto due = Clock::now() + interval;
  std::size_t written = 0;  // rows of the oldest block
  bool flushed = true;
  std::unique_lock lock(mutex_);
  for (bool last = false; !last;) {
    // wait for a full block; when it is time, or at the end, take what the open one has
    wake_.wait_until(lock, due, [&] { return drained_ < filled_ || closing_; });
    const bool full = drained_ < filled_;
    last = closing_ && !full;
    const Block& block = ring_[drained_ % ring_.size()];
    const std::size_t rows = full ? block_rows_ : open_rows_.load(std::memory_order_acquire);

    // write without holding up the simulation
    lock.unlock();
    if (written < rows) {
      write_rows(block, written, rows);
      flushed = false;
    }
    written = full ? 0 : rows;
    lock.lock();
    if (full) {
      ++drained_;
      space_.notify_one();
    }

    // now and then make the file whole
    if (Clock::now() >= due && !last) {
      lock.unlock();
      guard([&] {
        if (hdf5_ && !flushed) hdf5_->flush();
      });
      flushed = true;
      due = Clock::now() + interval;
      lock.lock();
    }
  }
  guard([&] {
    if (csv_) csv_->close();
    if (hdf5_) hdf5_->close();
  });
  csv_.reset();
  hdf5_.reset();
}

}  // namespace oldham
