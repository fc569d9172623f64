// SPDX-License-Identifier: MIT
#include "oldham/isolation/guest_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

namespace oldham {
namespace {

void watch(int life_line) {
  std::thread([life_line] {
    // a signal is for the guest
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    pollfd line = {life_line, 0, 0};
    while (poll(&line, 1, -1) < 0 && errno == EINTR) {
    }
    if (getpgrp() == getpid()) kill(0, SIGKILL);
    _exit(0);
  }).detach();
}

}  // namespace

void live_as_guest(int life_line) {
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // whoever waits for it asks by which signal it died
  for (const int signal : crash_signals) std::signal(signal, SIG_DFL);
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  watch(life_line);
}

std::string ending_of(int status) {
  if (WIFEXITED(status)) return fmt::format("ended itself with exit code {}", WEXITSTATUS(status));
  const char* name = sigdescr_np(WTERMSIG(status));
  return fmt::format("was ended by signal {} ({})", WTERMSIG(status), name ? name : "unknown");
}

}  // namespace oldham
