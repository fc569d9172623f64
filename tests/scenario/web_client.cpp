// SPDX-License-Identifier: MIT
#include "web_client.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <string_view>

#include "oldham/isolation/descriptor.hpp"

namespace oldham::test {
namespace {

/// A body sent in pieces, each behind its length.
std::string join_chunks(std::string_view body) {
  std::string whole;
  while (!body.empty()) {
    const std::size_t length = std::stoul(std::string(body.substr(0, body.find("\r\n"))), nullptr, 16);
    body.remove_prefix(body.find("\r\n") + 2);
    if (length == 0) break;
    whole += body.substr(0, length);
    body.remove_prefix(std::min(length + 2, body.size()));
  }
  return whole;
}

}  // namespace

Reply send_request(int port, const std::string& request) {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval limit{20, 0};
  setsockopt(socket.number(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  if (connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("nobody answers at the port");
  for (std::string_view rest = request; !rest.empty();) {
    // a server that refuses early need not take everything
    const ssize_t count = send(socket.number(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count <= 0) break;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  std::string text;
  std::array<char, 65536> bytes;
  for (ssize_t count; (count = recv(socket.number(), bytes.data(), bytes.size(), 0)) > 0;)
    text.append(bytes.data(), static_cast<std::size_t>(count));

  const std::size_t end = text.find("\r\n\r\n");
  if (!text.starts_with("HTTP/1.1 ") || end == std::string::npos) throw std::runtime_error("no answer: " + text);
  Reply reply{std::stoi(text.substr(9, 3)), text.substr(0, end), text.substr(end + 4)};
  std::ranges::transform(reply.head, reply.head.begin(), [](unsigned char c) { return std::tolower(c); });
  if (reply.head.find("transfer-encoding: chunked") != std::string::npos) reply.body = join_chunks(reply.body);
  return reply;
}

}  // namespace oldham::test
