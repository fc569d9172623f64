// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/alternation_watch.hpp"
#include "oldham/analysis/energy_ledger.hpp"
#include "oldham/analysis/growth_watch.hpp"
#include "oldham/analysis/monolithic.hpp"
#include "oldham/analysis/watched_samples.hpp"
#include "oldham/coupling/published_forces.hpp"
#include "oldham/io/json.hpp"
#include "oldham/io/mechanism_watch.hpp"
#include "oldham/io/results.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/study/energy_balance.hpp"

namespace oldham {

/// Names of all outputs, ports first, then the ready-made names, then those of forces, with their values.
class Published {
 public:
  explicit Published(const Cosimulation<double>& system);

  const std::vector<Column>& columns() const { return columns_; }
  /// One value for each column, from the outputs y and the coupling variables w.
  void read(const std::vector<double>& y, const double* w, std::vector<double>& values) const;

  /// All columns but ports that are published under another name, which is another column.
  std::vector<std::size_t> named_once() const;
  /// The columns that fit into an answer for people: names of one's own and ready-made ones first, then other names
  /// of forces, then ports.
  std::vector<std::size_t> shown() const;
  /// A line that says how many columns are not among them, and where these are; empty when all are.
  std::string not_shown(std::string_view where) const;
  /// One line for each column shown, and that one.
  std::string text(const std::vector<double>& values, std::string_view where) const;

 private:
  PublishedForces<double> forces_;
  std::vector<Column> columns_;
  std::vector<int> source_;  // in the outputs; of every column but those of forces, which come last
  std::size_t ports_ = 0;    // columns that are ports; they come first
};

/// Which communication points are written: all, or the first after each output interval.
class OutputTimes {
 public:
  explicit OutputTimes(const System<double>& system)
      : start_(system.start), interval_(system.output_interval), step_(system.step) {}
  bool is_due(double time);
  /// s; what is before this is not due. By multiplication, so that rounding does not pile up.
  double next() const { return start_ + static_cast<double>(row_) * interval_ - same_point * step_; }

 private:
  static constexpr double same_point = 1e-9;  // of a step
  double start_, interval_, step_;
  long long row_ = 0;  // of the next one to write
};

/// Watches the communication points of a run: writes results, keeps the values asked for, compares.
class Recorder {
 public:
  struct Settings {
    std::vector<double> samples;               // s
    bool compare = false;                      // with the monolithic solution
    std::optional<std::filesystem::path> out;  // folder for results; absent: nothing is written
    Table* table = nullptr;                    // what would be written there, kept in memory
    std::function<void()> opened{};            // called when the folder is there, before the first step
    /// Called before the first step with what lasts until after the last, then with null.
    std::function<void(Recorder*, const MacroState<double>*)> under_way{};
    bool every_point = false;  // last() is asked for at every communication point
    bool every_step = false;   // the other observer sees every step
  };
  Recorder(System<double>& system, const Settings& settings);

  /// s; all outputs are recorded at the communication points from this time on. Before it only bonds and joints are
  /// watched.
  const double& records_from() const { return records_from_; }
  /// Whether there are points at which not all are.
  bool may_skip_points() const;
  /// Whether watch_samples() may stand for observe() at those.
  bool may_only_watch() const { return may_skip_points() && !watches_ && !settings_.every_step; }
  void watch_samples(const MacroState<double>& state) {
    const double* const samples = watched_.read(state);
    if (state.steps % 2 == 0 || watches_every_point()) growth_.observe(state.time, samples);
    alternation_.observe(state.time, samples);
  }
  void observe(const MacroState<double>& state);
  /// Every step that was made, before its end is observed.
  void note_step(double length, const StepReport& report);
  void finish(const MacroState<double>& last);

  /// Outputs at the last point, {name: value}; ready-made names beside the port names.
  Json last_outputs() const { return named(last_); }
  Json samples() const;
  std::string samples_text() const;
  Json errors() const;
  double largest_error(std::size_t column) const { return largest_[column]; }
  double rms_error(std::size_t column) const;
  /// The largest error of a column, as a share of the largest magnitude it has in the other solution; with the column.
  std::pair<std::size_t, double> worst_share() const;
  /// Wall time spent in here, s.
  double own_time() const { return own_time_; }
  const Published& published() const { return published_; }
  const std::vector<Column>& columns() const { return published_.columns(); }
  const std::vector<double>& last() const { return last_; }  // as of the last point that was recorded
  bool has_samples() const { return !settings_.samples.empty(); }
  bool compares() const { return monolithic_.has_value(); }
  const EnergyLedger& ledger() const { return ledger_; }
  /// Null unless the system keeps it.
  const EnergyBalance* energy_balance() const { return books_ ? &books_->balance() : nullptr; }
  const GrowthWatch& growth() const { return growth_; }
  /// Names of what it watches.
  const std::vector<std::string>& watched_names() const { return watched_.names(); }
  /// s: of the points that it sees; 0: of steps of any length.
  double watched_spacing() const { return system_.adaptive ? 0 : system_.step * (watches_every_point() ? 1 : 2); }
  const AlternationWatch& alternation() const { return alternation_; }
  /// Largest so far over all constraints, joints of mechanisms among them; absent without any.
  const std::optional<ConstraintViolation>& violation() const { return violation_; }
  const MechanismWatch& mechanisms() const { return mechanisms_; }

 private:
  static constexpr int long_window = 16;  // steps: what the growth watch takes for the shortest window of a long run
  /// Of a long run every second point shows growth as well.
  bool watches_every_point() const { return growth_.window() < long_window; }

  Json named(const std::vector<double>& values) const;
  void watch(const MacroState<double>& state);
  double find_next_record() const;
  void record(const MacroState<double>& state);
  void keep_row(double time);
  void take_samples(double time);
  void compare(double time);

  System<double>& system_;
  Settings settings_;
  Published published_;
  std::optional<ResultWriter> writer_, reference_writer_, step_writer_;
  std::array<double, 3> steps_{};  // since the last row: length of the last one, s; corrections; largest residual
  std::optional<Monolithic<double>> monolithic_;
  std::vector<double> exact_, reference_, variables_, reference_values_;
  std::vector<double> largest_, squares_, magnitude_;
  double own_time_ = 0;
  std::vector<double> last_, previous_;
  OutputTimes output_times_;
  double last_time_ = 0;
  bool watches_ = false;     // something at every communication point
  double records_from_ = 0;  // s
  std::int64_t points_ = 0;
  struct Sample {
    double time;
    bool interpolated;
    std::vector<double> values;
  };
  std::vector<Sample> taken_;
  std::size_t next_sample_ = 0;
  std::optional<ConstraintViolation> violation_;
  EnergyLedger ledger_;
  WatchedSamples watched_;
  AlternationWatch alternation_;
  GrowthWatch growth_;       // of every coupling variable, at every communication point
  std::vector<double> row_;  // of the results: the columns, the energy residual of each bond, the energy balance
  MechanismWatch mechanisms_;
  std::optional<EnergyBooks> books_;
};

}  // namespace oldham
