// SPDX-License-Identifier: MIT
#include "live_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include "oldham/core/error.hpp"

namespace oldham::app {
namespace {

constexpr int intervals = 500;
constexpr int early_steps = 1000;  // in an interval of a run that is so long that the first of its 500 would take long
constexpr int early_intervals = 50;  // that what has come is divided into by then
constexpr std::size_t most_columns = 40;
constexpr std::chrono::milliseconds pause{50};  // between lines

/// Those with names that a file or a ready-made system chooses come before ports, whose names have dots. What is
/// published comes under that name alone.
std::vector<std::size_t> choose_columns(const Published& published) {
  std::vector<std::size_t> order = published.named_once();
  std::ranges::stable_partition(
      order, [&](std::size_t i) { return published.columns()[i].name.find('.') == std::string::npos; });
  order.resize(std::min(order.size(), most_columns));
  return order;
}

void append_number(std::string& text, double value) {
  if (std::isfinite(value))
    fmt::format_to(std::back_inserter(text), "{:.7g}", value);
  else
    text += "null";
}

}  // namespace

LiveStream::LiveStream(const std::string& file, const System<double>& system, const Published& published)
    : name_(file),
      file_(std::fopen(file.c_str(), "w")),
      start_(system.start),
      end_(system.end),
      interval_(std::max((system.end - system.start) / intervals, std::numeric_limits<double>::min())),
      early_interval_(early_steps * system.step),
      shown_(choose_columns(published)),
      extremes_(shown_.size()),
      begin_(Clock::now()),
      sent_(begin_) {
  if (!file_)
    throw_wrong_input("--stream", fmt::format("'{}' cannot be written ({})", file, std::strerror(errno)),
                      "name a file or pipe that can");
  Json head = Json::object();
  head["start"] = system.start;
  head["end"] = system.end;
  head["step"] = system.step;
  Json columns = Json::array();
  for (const std::size_t i : shown_) {
    Json column = Json::object();
    column["name"] = published.columns()[i].name;
    column["unit"] = published.columns()[i].unit;
    columns.push_back(std::move(column));
  }
  head["columns"] = std::move(columns);
  fmt::print(file_.get(), "{}\n", head.dump());
  std::fflush(file_.get());
}

void LiveStream::observe(double time, const std::vector<double>& values) {
  if (points_ > 0 && time >= interval_end_) close_interval();
  if (points_ == 0) {
    first_time_ = time;
    interval_end_ = end_of_interval(time);
  }
  last_time_ = time;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const double value = values[shown_[i]];
    Extremes& e = extremes_[i];
    if (points_ == 0) e = {value, value, true};
    if (value < e.low) {
      e.low = value;
      e.low_first = false;
    }
    if (value > e.high) {
      e.high = value;
      e.low_first = true;
    }
  }
  ++points_;
  if (Clock::now() - sent_ >= pause) send();
}

double LiveStream::end_of_interval(double time) const {
  const double passed = time - start_;
  if (const double early = std::max(early_interval_, passed / early_intervals); early < interval_) return time + early;
  // a point that rounding puts just before its interval does not make one of its own
  return start_ + (std::floor(passed / interval_ + 1e-9) + 1) * interval_;
}

void LiveStream::close_interval() {
  add_row(first_time_, false);
  if (points_ > 1) add_row(last_time_, true);
  points_ = 0;
}

void LiveStream::add_row(double time, bool second) {
  rows_ += rows_.empty() ? "[" : ",[";
  append_number(rows_, time);
  for (const Extremes& e : extremes_) {
    rows_ += ',';
    append_number(rows_, e.low_first != second ? e.low : e.high);
  }
  rows_ += ']';
}

void LiveStream::send() {
  sent_ = Clock::now();
  const double wall = std::chrono::duration<double>(sent_ - begin_).count();
  time_left_.add(wall, (last_time_ - start_) / (end_ - start_));
  const std::optional<double> left = time_left_.at(wall);
  fmt::print(file_.get(), "{{\"time\":{:.9g},\"wall_s\":{:.3f},\"left_s\":{},\"rows\":[{}]}}\n", last_time_, wall,
             left ? fmt::format("{:.3f}", *left) : "null", rows_);
  std::fflush(file_.get());
  rows_.clear();
}

void LiveStream::finish() {
  if (points_ > 0) close_interval();
  send();
  if (std::ferror(file_.get()))
    throw Error(ErrorKind::failure, fmt::format("--stream: '{}' could not be written to its end", name_));
}

}  // namespace oldham::app
