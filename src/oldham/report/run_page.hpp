// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace oldham {

/// What a page about one run shows. Texts are plain; the page escapes them.
struct RunPage {
  struct Fact {
    std::string value, meaning;
  };
  std::string title, verdict;
  std::vector<std::string> alarms;
  std::vector<Fact> facts;
  std::string animation;  // a fragment of a page; empty: none
  std::string plot;       // an SVG document; empty: none
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;  // of a table of values
};

/// One file that needs no other.
std::string to_html(const RunPage& page);

}  // namespace oldham
