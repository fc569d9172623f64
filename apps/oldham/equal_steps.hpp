// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

namespace oldham::app {

/// Says, where a file has adaptive steps, that the answer is about equal ones.
inline void note_equal_steps(const Value& root, Answer& answer) {
  const Value* scheme = root.find("scheme");
  if (scheme == nullptr || scheme->find("adaptive") == nullptr) return;
  const std::string note = "this is about equal steps, as scheme.step says; [scheme.adaptive] is for runs";
  answer.json["notes"] = std::vector<std::string>{note};
  answer.text += "\n  note      " + note;
}

}  // namespace oldham::app
