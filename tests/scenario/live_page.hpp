// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

#include "program.hpp"
#include "web_client.hpp"

namespace oldham::test {

/// The server of the live page, with one system file in its folder and a secret beside that.
class LivePage : public Scenario {
 protected:
  LivePage() {
    std::filesystem::create_directories(mine());
    write_file(folder() / "secret.toml", "secret");
    write_file(mine() / "two.toml", read_file(two_mass_file()));
    program_.emplace(Arguments{"serve", "mine"}, folder());
    std::string address;
    for (int i = 0; i < 1000 && address.find('\n') == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      address = program_->said();
    }
    // http://127.0.0.1:PORT/TOKEN/
    const std::size_t colon = address.rfind(':'), slash = address.find('/', colon);
    port_ = std::stoi(address.substr(colon + 1, slash - colon - 1));
    token_ = address.substr(slash, address.rfind('/') - slash);
  }

  std::filesystem::path mine() const { return folder() / "mine"; }
  std::string host() const { return fmt::format("127.0.0.1:{}", port_); }

  Reply ask(const std::string& method, const std::string& target, const std::string& more = {},
            const std::string& body = {}) const {
    const bool has_body = method == "PUT" || method == "POST";
    return send_request(port_, fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n{}{}\r\n{}", method, target, host(), more,
                                           has_body ? fmt::format("Content-Length: {}\r\n", body.size()) : "", body));
  }
  Reply get(const std::string& what) const { return ask("GET", token_ + what); }
  Reply put(const std::string& what, const std::string& body) const { return ask("PUT", token_ + what, {}, body); }
  Reply post(const std::string& what, const std::string& body = {}) const {
    return ask("POST", token_ + what, {}, body);
  }

  /// Starts a run that would take days, and waits until it has begun.
  void start_endless_run() const {
    write_file(mine() / "one.toml", R"(
[simulation]
end = 1e7
output_interval = 1.0
[scheme]
step = 1e-3
[[subsystem]]
name = "pendulum"
model = "oscillator"
[subsystem.inputs]
force = 0.0
)");
    ASSERT_EQ(post("/api/run?path=one.toml").status, 200);
    for (int i = 0; i < 1000 && !std::filesystem::exists(mine() / "results" / "one" / "results.csv"); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_TRUE(std::filesystem::exists(mine() / "results" / "one" / "results.csv"));
  }

  std::optional<Program> program_;
  int port_ = 0;
  std::string token_;  // with the slash before it
};

}  // namespace oldham::test
