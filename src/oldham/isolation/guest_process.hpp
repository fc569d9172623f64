// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <csignal>
#include <string>

// What the processes have in common that run somebody else's code.

namespace oldham {

/// What a fault of a program ends it by.
inline constexpr std::array crash_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// To be called in such a process, before that code is: a crash leaves no file, what was written before it is not lost,
/// and the process ends, with those that it has started itself, as soon as the other end of `life_line` is closed, as
/// it is when the program that started it is no more. It should lead a group of its own.
void live_as_guest(int life_line);

/// How a process ended, by what waitpid() told: "was ended by signal 11 (Segmentation fault)", "ended itself with exit
/// code 3".
std::string ending_of(int status);

}  // namespace oldham
