// SPDX-License-Identifier: MIT
#include "oldham/io/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

#include "oldham/core/error.hpp"
#include "oldham/core/unit_text.hpp"
#include "oldham/coupling/run.hpp"

namespace oldham {
namespace {

constexpr double same_point = 1e-9;  // of a step
constexpr std::size_t most_shown = 12;

RunSettings settings_of(const System<double>& system) {
  RunSettings settings{system.start, system.end, system.step};
  settings.adaptive = system.adaptive;
  return settings;
}

}  // namespace

Published::Published(const Cosimulation<double>& system) : forces_(system.assembly(), system.plan()) {
  const Assembly<double>& assembly = system.assembly();
  const auto add = [&](std::string name, const PortRef& port) {
    columns_.push_back({std::move(name), declared_unit(assembly.output_port(port))});
    source_.push_back(system.plan().output_offset[port.subsystem] + port.port);
  };
  for (int s = 0; s < static_cast<int>(assembly.subsystems.size()); ++s)
    for (int port = 0; port < assembly.subsystems[s]->description().output_count(); ++port)
      add(assembly.output_name({s, port}), {s, port});
  ports_ = columns_.size();
  for (const Alias& alias : assembly.aliases) add(alias.name, alias.output);
  for (const auto& [name, unit] : forces_.entries()) columns_.push_back({name, unit});
}

void Published::read(const std::vector<double>& y, const double* w, std::vector<double>& values) const {
  values.resize(columns_.size());
  for (std::size_t i = 0; i < source_.size(); ++i) values[i] = y[source_[i]];
  forces_.read(y.data(), w, values.data() + source_.size());
}

std::vector<std::size_t> Published::shown() const {
  // names that the engine makes have dots; those that a file or a ready-made system chooses rarely do
  const auto rank = [&](std::size_t i) {
    return i < ports_ ? 2 : columns_[i].name.find('.') != std::string::npos ? 1 : 0;
  };
  std::vector<std::size_t> order = named_once();
  std::ranges::stable_sort(order, {}, rank);
  order.resize(std::min(order.size(), most_shown));
  return order;
}

std::vector<std::size_t> Published::named_once() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (i >= ports_ ||
        std::find(source_.begin() + static_cast<std::ptrdiff_t>(ports_), source_.end(), source_[i]) == source_.end())
      order.push_back(i);
  return order;
}

std::string Published::not_shown(std::string_view where) const {
  const std::size_t all = named_once().size();
  return all > most_shown ? fmt::format("  and {} more {}\n", all - most_shown, where) : "";
}

std::string Published::text(const std::vector<double>& values, std::string_view where) const {
  std::string lines;
  for (const std::size_t i : shown()) {
    const std::string unit = shown_unit(columns_[i].unit);
    lines += fmt::format("  {:<24} {: .9g}{}{}\n", columns_[i].name, values[i], unit.empty() ? "" : " ", unit);
  }
  return lines + not_shown(where);
}

bool OutputTimes::is_due(double time) {
  if (time < next()) return false;
  if (interval_ > 0) row_ = std::max(row_ + 1, std::llround(std::floor((time - start_) / interval_ + same_point)) + 1);
  return true;
}

Recorder::Recorder(System<double>& system, const Settings& settings)
    : system_(system),
      settings_(settings),
      published_(*system.cosimulation),
      output_times_(system),
      ledger_(*system.cosimulation, (system.start + system.end) / 2),
      watched_(*system.cosimulation),
      alternation_({watched_.count(), system.adaptive ? 0 : step_count({system.start, system.end, system.step})}),
      growth_(growth_settings(settings_of(system), watched_.count())),
      mechanisms_(*system.cosimulation) {
  std::sort(settings_.samples.begin(), settings_.samples.end());
  for (double t : settings_.samples)
    if (t < system.start - same_point * system.step || t > system.end + same_point * system.step)
      throw_wrong_input("--sample",
                        fmt::format("{} s lies outside the simulation, {} s to {} s", t, system.start, system.end),
                        "raise simulation.end, or leave it out");
  if (settings_.compare) {
    monolithic_.emplace(*system.cosimulation);
    reference_.resize(system.cosimulation->plan().outputs());
    variables_.resize(system.cosimulation->plan().variables);
    largest_.assign(columns().size(), 0);
    squares_.assign(columns().size(), 0);
    magnitude_.assign(columns().size(), 0);
  }
  records_from_ = -std::numeric_limits<double>::infinity();
  watches_ = !system.cosimulation->plan().multipliers.empty() || !ledger_.accounts().empty() || !mechanisms_.empty();
  last_.resize(columns().size());
  previous_.resize(columns().size());
  std::vector<Column> written = columns();
  for (const EnergyLedger::Account& account : ledger_.accounts())
    written.push_back({"energy_residual." + account.name, "J"});
  if (system.keeps_energy) {
    books_.emplace(*system.cosimulation, mechanisms_.energy_accounts());
    for (const std::string& name : books_->column_names()) written.push_back({name, "J"});
  }
  if (settings_.table) *settings_.table = {written, {}, std::vector<std::vector<double>>(written.size())};
  if (!settings_.out) return;
  writer_.emplace(*settings_.out, written);
  if (settings_.opened) settings_.opened();
  if (settings_.compare) reference_writer_.emplace(*settings_.out, columns(), ResultOptions{.name = "monolithic"});
  const std::vector<Column> steps = {{"step", "s"}, {"corrections", ""}, {"residual", ""}};
  step_writer_.emplace(*settings_.out, steps, ResultOptions{.name = "steps", .csv = false});
}

double Recorder::find_next_record() const {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (settings_.every_point || monolithic_ || next_sample_ < settings_.samples.size()) return -never;
  return writer_ || settings_.table ? output_times_.next() : never;
}

bool Recorder::may_skip_points() const {
  return !settings_.every_point && !monolithic_ &&
         !((writer_ || settings_.table) && !(system_.output_interval > system_.step));
}

void Recorder::observe(const MacroState<double>& state) {
  watch_samples(state);
  const bool is_recorded = state.time >= records_from_;
  if (!watches_ && !is_recorded) return;
  const auto begin = std::chrono::steady_clock::now();
  if (watches_) watch(state);
  if (is_recorded) record(state);
  own_time_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void Recorder::watch(const MacroState<double>& state) {
  if (const Plan<double>& plan = system_.cosimulation->plan(); !plan.multipliers.empty()) {
    const ConstraintViolation now = measure_violation<double>(plan, state.outputs);
    const ConstraintViolation before = violation_.value_or(ConstraintViolation{});
    violation_ = {std::max(now.position, before.position), std::max(now.velocity, before.velocity)};
  }
  ledger_.observe(state);
  mechanisms_.observe(state);
  if (mechanisms_.empty()) return;
  const ConstraintViolation before = violation_.value_or(ConstraintViolation{});
  violation_ = {std::max(mechanisms_.position_violation(), before.position),
                std::max(mechanisms_.velocity_violation(), before.velocity)};
}

void Recorder::record(const MacroState<double>& state) {
  std::swap(last_, previous_);
  published_.read(state.outputs, state.history.row(0), last_);
  if (books_) books_->read(state, mechanisms_.energy_accounts());
  take_samples(state.time);
  if (monolithic_) {
    if (points_ == 0) exact_ = monolithic_->read_states(state);
    compare(state.time);
  }
  if (output_times_.is_due(state.time) && (writer_ || settings_.table)) {
    row_ = last_;
    for (const EnergyLedger::Account& account : ledger_.accounts()) row_.push_back(account.residual);
    if (books_) books_->append_to(row_);
    if (settings_.table) keep_row(state.time);
    if (writer_) {
      writer_->append(state.time, row_);
      if (reference_writer_) reference_writer_->append(state.time, reference_values_);
      step_writer_->append(state.time, steps_);
    }
    steps_ = {steps_[0], 0, 0};
  }
  last_time_ = state.time;
  ++points_;
  records_from_ = find_next_record();
}

void Recorder::keep_row(double time) {
  settings_.table->time.push_back(time);
  for (std::size_t i = 0; i < row_.size(); ++i) settings_.table->columns[i].push_back(row_[i]);
}

void Recorder::take_samples(double time) {
  const double close = same_point * system_.step;
  for (; next_sample_ < settings_.samples.size() && settings_.samples[next_sample_] <= time + close; ++next_sample_) {
    const double t = settings_.samples[next_sample_];
    Sample sample{t, std::abs(t - time) > close, last_};
    if (sample.interpolated) {
      const double share = (t - last_time_) / (time - last_time_);
      for (std::size_t i = 0; i < last_.size(); ++i)
        sample.values[i] = previous_[i] + share * (last_[i] - previous_[i]);
    }
    taken_.push_back(std::move(sample));
  }
}

void Recorder::compare(double time) {
  if (points_ > 0) {
    const double length = time - last_time_;
    const bool full = std::abs(length - system_.step) < same_point * system_.step;
    monolithic_->advance({last_time_, full ? system_.step : length}, exact_);
  }
  monolithic_->outputs(time, exact_, reference_, variables_);
  published_.read(reference_, variables_.data(), reference_values_);
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const double error = std::abs(last_[i] - reference_values_[i]);
    largest_[i] = std::max(largest_[i], error);
    squares_[i] += error * error;
    magnitude_[i] = std::max(magnitude_[i], std::abs(reference_values_[i]));
  }
}

void Recorder::note_step(double length, const StepReport& report) {
  steps_ = {length, steps_[1] + report.corrections, std::max(steps_[2], report.residual)};
}

void Recorder::finish(const MacroState<double>& last) {
  if (last.time != last_time_) published_.read(last.outputs, last.history.row(0), last_);
  if (books_) books_->read(last, mechanisms_.energy_accounts());
  for (std::optional<ResultWriter>* writer : {&writer_, &reference_writer_, &step_writer_})
    if (*writer) (*writer)->finish();
}

Json Recorder::named(const std::vector<double>& values) const {
  Json object = Json::object();
  for (std::size_t i = 0; i < columns().size(); ++i) object.add(columns()[i].name, values[i]);
  return object;
}

Json Recorder::samples() const {
  Json list = Json::array();
  for (const Sample& sample : taken_) {
    Json entry = Json::object();
    entry["time"] = sample.time;
    if (sample.interpolated) entry["interpolated"] = true;
    entry["outputs"] = named(sample.values);
    list.push_back(std::move(entry));
  }
  return list;
}

std::string Recorder::samples_text() const {
  std::string lines;
  for (const Sample& sample : taken_)
    lines += fmt::format("  at t = {:g} s{}\n{}", sample.time, sample.interpolated ? " (interpolated)" : "",
                         published_.text(sample.values, "with --json"));
  return lines;
}

double Recorder::rms_error(std::size_t column) const {
  return std::sqrt(squares_[column] / static_cast<double>(std::max<std::int64_t>(1, points_)));
}

std::pair<std::size_t, double> Recorder::worst_share() const {
  // a signal that stays near zero beside others of its unit is rounding
  constexpr double alive = 1e-6;
  std::map<std::string, double> largest_of;
  for (std::size_t i = 0; i < columns().size(); ++i)
    largest_of[columns()[i].unit] = std::max(largest_of[columns()[i].unit], magnitude_[i]);
  std::pair<std::size_t, double> worst{0, 0};
  for (const std::size_t i : published_.shown()) {
    if (!(magnitude_[i] > alive * largest_of[columns()[i].unit])) continue;
    if (const double share = largest_[i] / magnitude_[i]; share > worst.second) worst = {i, share};
  }
  return worst;
}

Json Recorder::errors() const {
  Json object = Json::object();
  for (std::size_t i = 0; i < columns().size(); ++i) {
    Json entry = Json::object();
    entry["max"] = largest_[i];
    entry["rms"] = rms_error(i);
    object.add(columns()[i].name, std::move(entry));
  }
  return object;
}

}  // namespace oldham
