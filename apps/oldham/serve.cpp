// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cstdio>

#include "command.hpp"
#include "live_server.hpp"
#include "oldham/core/error.hpp"

namespace oldham::app {
namespace {

struct ServeArguments {
  std::string folder = ".", host = "127.0.0.1";
  int port = 0;
  bool json = false;
};

/// 128 random bits.
std::string make_token() {
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Error(ErrorKind::failure, "the system gives no random numbers; without them the page has no safe address");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

Answer work(const ServeArguments& arguments) {
  if (arguments.port < 0 || arguments.port > 65535)
    throw_wrong_input("--port", fmt::format("{} is no port", arguments.port),
                      "give 1 to 65535, or 0 for any that is free");
  if (arguments.host == "0.0.0.0" || arguments.host == "::" || arguments.host.empty())
    throw_wrong_input("--host", fmt::format("'{}' stands for every address of this machine", arguments.host),
                      "name the one that the page is to be reached by, such as 127.0.0.1");
  LiveServer server(
      {.folder = arguments.folder, .host = arguments.host, .port = arguments.port, .token = make_token()});
  const bool is_local = arguments.host == "127.0.0.1" || arguments.host == "::1" || arguments.host == "localhost";
  if (!is_local)
    fmt::print(stderr,
               "oldham: whoever knows the address can run and change files in '{}', and it travels in the clear\n",
               arguments.folder);
  fmt::print("{}\n", server.address());
  fmt::print(stderr, "open this address in a browser; Ctrl-C ends\n");
  std::fflush(stdout);
  server.serve(interrupted);
  Answer answer;
  answer.json["status"] = "ended";
  answer.text = "ended";
  return answer;
}

}  // namespace

Command add_serve(CLI::App& parent) {
  auto arguments = std::make_shared<ServeArguments>();
  CLI::App* app =
      parent.add_subcommand("serve", "a page to edit and run the systems of a folder, and to explore schemes");
  app->add_option("folder", arguments->folder,
                  "nothing outside this folder is read or written (default: where you are)");
  app->add_option("--port", arguments->port, "port to listen at (default: any that is free)")->type_name("N");
  app->add_option("--host", arguments->host,
                  "address to listen at (default: 127.0.0.1, reached from this machine only)");
  return {app, &arguments->json, [arguments] { return work(*arguments); }};
}

}  // namespace oldham::app
