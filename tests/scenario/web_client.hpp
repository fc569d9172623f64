// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace oldham::test {

/// What a server said to one request.
struct Reply {
  int status = 0;
  std::string head;  // in lower case
  std::string body;

  nlohmann::json json() const { return nlohmann::json::parse(body); }
};

/// Sends these bytes to a port of this machine, as they are, and reads until the server closes the connection.
Reply send_request(int port, const std::string& request);

}  // namespace oldham::test
