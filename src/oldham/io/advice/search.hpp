// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <map>
#include <set>

#include "oldham/io/advice/advice.hpp"
#include "oldham/io/advice/budget.hpp"
#include "oldham/io/advice/limit_search.hpp"
#include "oldham/io/advice/trial.hpp"

namespace oldham::advice {

/// Candidates in the order of what they may cost at best: at their largest stable step. The cheapest is tried by
/// running it; what misses the accuracy goes back into the line with the step that should reach it, so that the first
/// one that has reached it when its turn comes is the cheapest of all in the line. Its neighbours then join.
class Search {
 public:
  struct Setup {
    const Value& root;
    const std::vector<Choice>& choices;
    const Reference* reference = nullptr;  // null: nothing to compare with
    double start = 0, window = 0;          // s; runs go that far
    double own_step = 0, longest = 0;      // s
    double growth = 0;                     // 1/s; of the system itself, about the start
    double tolerated = 0;                  // 1/s; as much more as does not show in a run
    double accuracy = 0;
    std::vector<double> at;  // s; where nonlinear systems are judged again
    BoxJudge* boxes = nullptr;
    double least_step = 0;                         // s; that of the reference: no shorter step is compared with it
    std::map<Candidate, Limit>* limits = nullptr;  // known from an earlier search; and those that are found
    const Budget& budget;
  };
  explicit Search(const Setup& setup) : setup_(setup) {}

  /// Puts a candidate into the line, once.
  void consider(const Candidate& candidate);
  /// As many of these as half of the time that is left allows.
  void consider(const std::vector<Candidate>& candidates);
  /// The file as it is has been run already.
  void add_own(const Candidate& own, const Trial& trial, const Limit& limit);
  /// Until the cheapest is known with its neighbours, and a few more for the table, or the budget is spent.
  void work();

  std::vector<Entry> entries() const;
  int runs() const { return runs_; }
  /// A step shorter than that of the reference would have been tried.
  bool wants_finer_reference() const { return wants_finer_reference_; }

 private:
  struct Item {
    Entry entry;
    Value tree;
    double step = 0;   // s; to be tried next, or recommended
    double bound = 0;  // s of wall time for a simulated second: what it costs at best, or does
    double order = 1;  // expected of its error
    std::vector<Measured> measured;
    std::vector<double> outputs;  // after a few steps: twins have the same
    int tries = 0;
    std::optional<double> ran;                                // s; the longest step that came through
    double failed = std::numeric_limits<double>::infinity();  // s; the shortest one that did not
    bool is_done = false, is_out = false, is_expanded = false, is_judged_again = false;
  };

  Item* cheapest(bool undone_only);
  void estimate(Item& item);
  void drop_twin(Item& item);
  void attempt(Item& item);
  void shorten(Item& item, double step, const char* because);
  Limit limit_of(const Item& item);
  bool can_compare() const { return setup_.reference != nullptr && setup_.reference->is_known; }
  void judge_again(Item& item);
  bool is_proven(Item& item);
  CouplingVerdict verdict_of(const Item& item);
  static void forget_error(Item& item);
  void drop(Item& item, Standing standing, std::string reason);
  double best_cost() const;
  double worth_of(const Item& item) const;

  Setup setup_;
  std::set<Candidate> seen_;
  std::vector<Item> items_;
  int runs_ = 0;
  bool wants_finer_reference_ = false;
};

}  // namespace oldham::advice
