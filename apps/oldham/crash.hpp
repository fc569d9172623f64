// SPDX-License-Identifier: MIT
#pragma once

namespace oldham::app {

/// From here on a crash, as foreign code may bring it about, ends the program with a message and with exit code 1; with
/// an answer in JSON, too, where that was asked for. Processes for guests go back to dying by the signal.
void tell_of_crashes(bool json);

}  // namespace oldham::app
