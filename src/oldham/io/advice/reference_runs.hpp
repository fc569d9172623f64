// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/io/advice/candidate.hpp"
#include "oldham/io/advice/reference.hpp"

namespace oldham::advice {

/// A scheme whose runs may serve as references.
struct ReferenceScheme {
  std::string label;
  std::vector<Setting> settings;
  Family family = Family::jacobi;
};

/// The scheme of the file, and others that err for other reasons.
std::vector<ReferenceScheme> reference_schemes(const Value& root, const std::vector<Choice>& choices);

/// Runs of several schemes with ever shorter steps, where there is no monolithic solution: some of every scheme, then
/// the cheapest next one, so that no scheme takes the time of the others.
class ReferenceRuns {
 public:
  struct Setup {
    const Value& root;
    double start = 0, end = 0;   // s
    double step = 0;             // s; of the file
    std::optional<double> grid;  // s; inner steps of FMUs
    const Budget& budget;
  };
  ReferenceRuns(const Setup& setup, std::vector<ReferenceScheme> schemes);

  /// Makes the next run if it is expected to take less than these seconds; false where none is left that does.
  bool refine(double seconds);
  const ReferenceQuality& quality() const { return quality_; }
  /// Whether two families have runs with a step of at most this, s.
  bool has_two_families(double step) const;
  int made() const { return made_; }
  /// Why there is no reference.
  std::string why_none() const;

  /// From the best run, with its uncertainty; absent where no scheme ran.
  std::optional<Reference> reference() const;

 private:
  struct Ladder {
    double next = 0;                         // s; the step to try
    double coarsest = 0;                     // s; of those tried
    double seconds = 0, seconds_before = 0;  // of wall time, of the last two runs; 0: not known
    std::size_t made = 0;
    int failures = 0;  // in a row
    bool is_done = false;
    bool goes_up = false;  // to longer steps: shorter ones make no difference
    std::string trouble;   // why it did not run
  };
  std::optional<std::size_t> next_scheme(double seconds) const;
  double seconds_of(std::size_t scheme) const;
  std::optional<Trajectory> run_with(std::size_t scheme, double step, double seconds);
  void choose_next(std::size_t scheme, bool has_run);
  std::string remarks() const;
  std::string name_of(std::size_t run) const;

  Setup setup_;
  std::vector<ReferenceScheme> schemes_;
  std::vector<Ladder> ladders_;
  std::vector<ReferenceRun> runs_;
  ReferenceQuality quality_;
  int made_ = 0;
};

}  // namespace oldham::advice
