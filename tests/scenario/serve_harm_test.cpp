// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "live_page.hpp"

// The live page's server, as those who mean harm see it.

namespace oldham::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

TEST_F(LivePage, RefusesAnotherHostName) {
  for (const std::string& name : {fmt::format("evil.example:{}", port_), std::string("127.0.0.1"),
                                  fmt::format("127.0.0.1.evil.example:{}", port_), std::string()})
    EXPECT_EQ(send_request(port_, fmt::format("GET {}/api/files HTTP/1.1\r\nHost: {}\r\n\r\n", token_, name)).status,
              403)
        << name;
  EXPECT_EQ(send_request(port_, fmt::format("GET {}/api/files HTTP/1.1\r\n\r\n", token_)).status, 403);
  EXPECT_EQ(
      send_request(port_, fmt::format("GET {}/api/files HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", token_, port_)).status,
      200);
}

TEST_F(LivePage, RefusesRequestsWithoutToken) {
  std::string wrong = token_;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& path : {std::string("/"), std::string("/api/files"), wrong + "/api/files", wrong + "/",
                                  token_ + "0/", token_.substr(0, token_.size() - 1) + "/"}) {
    const Reply reply = ask("GET", path);
    EXPECT_EQ(reply.status, 403) << path;
    EXPECT_EQ(reply.body.find("two.toml"), std::string::npos);
  }
  EXPECT_EQ(ask("PUT", "/api/save?path=new.toml", {}, "x").status, 403);
  EXPECT_FALSE(fs::exists(mine() / "new.toml"));
}

TEST_F(LivePage, RefusesPathsThatLeadOut) {
  for (const char* path : {"../secret.toml", "%2e%2e/secret.toml", "two.toml/../../secret.toml", "..%2Fsecret.toml"}) {
    const Reply reply = get(fmt::format("/api/file?path={}", path));
    EXPECT_EQ(reply.status, 400) << path;
    EXPECT_EQ(reply.body.find("secret\""), std::string::npos);
    EXPECT_EQ(get(fmt::format("/results/{}", path)).status, 400) << path;
  }
  EXPECT_EQ(get("/api/file?path=" + (folder() / "secret.toml").string()).status, 400);
  EXPECT_EQ(put("/api/save?path=../new.toml", "x").status, 400);
  EXPECT_FALSE(fs::exists(folder() / "new.toml"));
  EXPECT_EQ(post("/api/run?path=../secret.toml").status, 400);
  EXPECT_EQ(post("/api/check?path=../secret.toml", "x").status, 400);
  fs::create_symlink(folder() / "secret.toml", mine() / "link.toml");
  EXPECT_EQ(get("/api/file?path=link.toml").status, 400);
  EXPECT_EQ(get("/api/files").json().at("files"), json({"two.toml"}));
}

TEST_F(LivePage, RefusesBodiesOverOneMegabyte) {
  const std::string largest(1 << 20, '#');
  EXPECT_EQ(put("/api/save?path=large.toml", largest).status, 200);
  EXPECT_EQ(put("/api/save?path=larger.toml", largest + '#').status, 413);
  EXPECT_FALSE(fs::exists(mine() / "larger.toml"));
  // nor is there a way round by not saying how long it is
  const std::string head = fmt::format("PUT {}/api/save?path=larger.toml HTTP/1.1\r\nHost: {}\r\n", token_, host());
  EXPECT_EQ(send_request(port_, head + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n").status, 411);
  EXPECT_EQ(send_request(port_, head + "\r\n").status, 411);
  EXPECT_EQ(send_request(port_, head + "Content-Length: many\r\n\r\nx").status, 411);
  EXPECT_EQ(send_request(port_, head + "Content-Length: 1\r\nContent-Length: 9\r\n\r\nx").status, 411);
  EXPECT_EQ(send_request(port_, head + "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx").status, 415);
  EXPECT_FALSE(fs::exists(mine() / "larger.toml"));
}

TEST_F(LivePage, RefusesPagesFromElsewhereAndOtherMethods) {
  EXPECT_EQ(ask("POST", token_ + "/api/stop", "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(ask("POST", token_ + "/api/stop", "Origin: null\r\n").status, 403);
  EXPECT_EQ(ask("POST", token_ + "/api/stop", fmt::format("Origin: http://{}\r\n", host())).status, 200);
  EXPECT_EQ(ask("DELETE", token_ + "/api/files").status, 405);
  EXPECT_EQ(post("/api/files").status, 405);
  EXPECT_EQ(get("/api/run?path=two.toml").status, 405);
  EXPECT_EQ(get("/api/nothing").status, 404);
}

TEST_F(LivePage, TakesABodyAsItIsWhateverItCallsItself) {
  // a form would be taken apart, and its fields could pass for those of the address
  const std::string text = "system = \"two-mass\"\n#&path=other.toml&" + std::string(100'000, '#');
  for (const char* type : {"application/x-www-form-urlencoded", "application/json", "text/plain"}) {
    const std::string name = fmt::format("{}.toml", type[0] == 't' ? "text" : type + 12);
    const std::string more = fmt::format("Content-Type: {}\r\n", type);
    EXPECT_EQ(ask("PUT", token_ + "/api/save?path=" + name, more, text).status, 200) << type;
    EXPECT_EQ(read_file(mine() / name), text) << type;
    EXPECT_EQ(ask("POST", token_ + "/api/check?path=new.toml", more, text).json().at("valid"), true) << type;
    EXPECT_EQ(ask("PUT", token_ + "/api/save?path=large.toml", more, std::string((1 << 20) + 1, '#')).status, 413);
  }
  EXPECT_FALSE(fs::exists(mine() / "other.toml"));
  EXPECT_FALSE(fs::exists(mine() / "large.toml"));
}

TEST_F(LivePage, OpensNoFilesOutsideTheFolder) {
  const std::string fmu = "simulation.end = 1.0\nscheme.step = 0.1\n[[subsystem]]\nname = \"a\"\nfmu = ";
  const std::string table =
      "simulation.end = 1.0\nscheme.step = 0.1\n[[subsystem]]\nname = \"a\"\nmodel = "
      "\"oscillator\"\n[subsystem.inputs]\nforce = ";
  fs::create_symlink(fmu_path("Oscillator-2"), mine() / "link.fmu");
  fs::copy_file(fmu_path("Oscillator-2"), mine() / "own.fmu");
  const std::string passwd = R"("/etc/passwd")";
  for (const auto& [text, line] :
       std::initializer_list<std::pair<std::string, int>>{{fmu + passwd, 5},
                                                          {fmu + fmt::format("\"{}\"", fmu_path("Oscillator-2")), 5},
                                                          {fmu + R"("../secret.toml")", 5},
                                                          {fmu + R"("link.fmu")", 5},
                                                          {table + fmt::format("{{csv = {}}}", passwd), 7}}) {
    const json check = post("/api/check?path=new.toml", text).json();
    EXPECT_EQ(check.at("valid"), false) << text;
    EXPECT_EQ(check.at("line"), line) << check;
    EXPECT_NE(check.at("message").get<std::string>().find("outside the folder"), std::string::npos) << check;
    write_file(mine() / "new.toml", text);
    const int run = post("/api/run?path=new.toml").json().at("run");
    const Reply events = get(fmt::format("/api/events?run={}", run));
    EXPECT_NE(events.body.find("outside the folder"), std::string::npos) << events.body;
    EXPECT_FALSE(fs::exists(mine() / "results"));
  }
  fs::create_directory(mine() / "deep");
  const json own = post("/api/check?path=deep/new.toml", fmu + R"("../own.fmu")").json();
  EXPECT_EQ(own.at("valid"), true) << own;
}

TEST_F(LivePage, HasItsPortForItself) {
  const Ended ended = run({"serve", "--port", std::to_string(port_)});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("--port: cannot listen at " + host()), std::string::npos) << ended.err;
}

using LivePageOptions = Scenario;
TEST_F(LivePageOptions, RefuseFoldersThatAreNotThere) { EXPECT_EQ(run({"serve", "no-such-folder"}).exit_code, 2); }

TEST_F(LivePageOptions, RefuseAddressesThatTheMachineDoesNotHave) {
  const auto refusal = [&](const Arguments& arguments) {
    const Ended ended = run(Arguments{"serve", "--host"} + arguments);
    EXPECT_EQ(ended.exit_code, 2);
    return ended.err;
  };
  EXPECT_NE(refusal({"0.0.0.0"}).find("every address"), std::string::npos);
  for (const Arguments& arguments : {Arguments{"evil.invalid"}, Arguments{"192.0.2.1", "--port", "8080"}})
    EXPECT_NE(refusal(arguments).find(fmt::format("'{}' is no address of this machine", arguments[0])),
              std::string::npos);
}

}  // namespace
}  // namespace oldham::test
