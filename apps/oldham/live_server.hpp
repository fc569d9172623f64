// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

namespace oldham::app {

struct ServerSettings {
  std::filesystem::path folder;    // nothing outside it is read or written
  std::string host = "127.0.0.1";  // the address to listen at, and the only name to be called by
  int port = 0;                    // 0: any that is free
  std::string token;               // the first part of every path; who does not know it is refused
};

/// The live page and what it asks for, over HTTP.
class LiveServer {
 public:
  /// A port that is taken is an error.
  explicit LiveServer(ServerSettings settings);
  ~LiveServer();

  /// What to open in a browser.
  std::string address() const;
  /// Answers until `ended`, then ends the run under way too.
  void serve(const std::atomic<bool>& ended);

 private:
  class Content;
  std::unique_ptr<Content> content_;
};

}  // namespace oldham::app
