// SPDX-License-Identifier: MIT
#include "live_server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <chrono>
#include <functional>
#include <map>
#include <thread>

#include "explorer.hpp"
#include "live_desk.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/value.hpp"
#include "oldham/report/web_files.hpp"
#include "refusal_page.hpp"

namespace oldham::app {
namespace {

using httplib::Request, httplib::Response;

constexpr std::size_t largest_body = 1 << 20;  // bytes
constexpr std::size_t threads = 256;           // each connection takes one, as long as somebody follows a run by it
constexpr time_t request_patience = 2;         // s, for a request that does not come to its end

/// What the page may load: what this server gives, and nothing written into the page itself.
constexpr const char* page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A report has everything in it. It is nobody: not even from here may it ask for anything.
constexpr const char* result_policy =
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

void answer_json(Response& response, const Json& json) {
  response.set_content(json.dump(), "application/json; charset=utf-8");
}

void refuse(Response& response, int status, const std::string& message) {
  Json json = Json::object();
  json["error"] = message;
  response.status = status;
  answer_json(response, json);
}

/// Takes the same time for every wrong guess of the right length.
bool is_same(std::string_view guess, std::string_view secret) {
  if (guess.size() != secret.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < guess.size(); ++i) difference |= static_cast<unsigned char>(guess[i] ^ secret[i]);
  return difference == 0;
}

Explorer::Settings settings_of(const Request& request) {
  Explorer::Settings settings;
  for (auto [at, end] = request.params.equal_range("set"); at != end; ++at) settings.push_back(at->second);
  return settings;
}

}  // namespace

class LiveServer::Content {
 public:
  explicit Content(ServerSettings settings) : settings_(std::move(settings)), desk_(settings_.folder) {
    set_up();
    bind();
  }

  std::string name() const { return fmt::format("{}:{}", in_brackets(settings_.host), settings_.port); }
  std::string address() const { return fmt::format("http://{}/{}/", name(), settings_.token); }

  void serve(const std::atomic<bool>& ended) {
    std::thread listener([this] { server_.listen_after_bind(); });
    while (!ended) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    is_ending_ = true;
    server_.stop();
    listener.join();
    if (desk_.is_running())
      std::fputs("the run under way ends and keeps its results; Ctrl-C once more does not wait for it\n", stderr);
  }

 private:
  using Handler = std::function<void(const Request&, Response&)>;
  struct Route {
    std::string method;
    Handler handler;
  };

  static std::string in_brackets(const std::string& host) {
    return host.find(':') == std::string::npos ? host : fmt::format("[{}]", host);
  }

  void set_up() {
    // a connection for each request: what is left of a body that was refused cannot become the next request
    server_.set_keep_alive_max_count(1);
    server_.set_payload_max_length(largest_body);
    server_.set_read_timeout(request_patience);
    server_.new_task_queue = [] { return new httplib::ThreadPool(threads); };
    // without SO_REUSEPORT, which would let another program share the port
    server_.set_socket_options([](auto socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_pre_routing_handler([this](const Request& request, Response& response) {
      return is_refused(request, response) ? httplib::Server::HandlerResponse::Handled
                                           : httplib::Server::HandlerResponse::Unhandled;
    });
    server_.set_post_routing_handler([](const Request&, Response& response) { add_headers(response); });
    server_.set_error_handler([](const Request&, Response& response) {
      if (response.body.empty())
        refuse(response, response.status,
               response.status == 413 ? fmt::format("more than {} bytes are not taken", largest_body)
                                      : "the request was not understood");
    });
    server_.Get(".*", [this](const Request& request, Response& response) { dispatch(request, response); });
    // read here, as it is: the library would take bodies that call themselves forms apart, and refuse long ones
    const auto with_body = [this](const Request& request, Response& response, const httplib::ContentReader& read) {
      Request whole = request;
      const auto take = [&](const char* bytes, std::size_t count) {
        whole.body.append(bytes, count);
        return true;
      };
      if (read(take)) dispatch(whole, response);  // else the response says already what was wrong
    };
    server_.Put(".*", with_body);
    server_.Post(".*", with_body);
    add_routes();
  }

  void bind() {
    const int bound = settings_.port == 0                                    ? server_.bind_to_any_port(settings_.host)
                      : server_.bind_to_port(settings_.host, settings_.port) ? settings_.port
                                                                             : -1;
    // where not even a free port can be had, it is the address
    if (bound < 0 && (settings_.port == 0 || httplib::Server().bind_to_any_port(settings_.host) < 0))
      throw_wrong_input("--host", fmt::format("{} is no address of this machine", quoted_name(settings_.host)),
                        "name one that it has, such as 127.0.0.1, or leave out --host");
    if (bound < 0)
      throw_wrong_input("--port", fmt::format("cannot listen at {}; the port may be taken", name()),
                        "choose another, or leave out --port for any that is free");
    settings_.port = bound;
  }

  static void add_headers(Response& response) {
    const auto add = [&](const char* key, const char* value) {
      if (!response.has_header(key)) response.set_header(key, value);
    };
    add("Content-Security-Policy", page_policy);
    add("X-Content-Type-Options", "nosniff");
    add("X-Frame-Options", "DENY");
    add("Referrer-Policy", "no-referrer");  // addresses hold the token
    add("Cross-Origin-Opener-Policy", "same-origin");
    add("Cross-Origin-Resource-Policy", "same-origin");
    add("Cache-Control", "no-store");
  }

  /// What no request may be, whatever it asks for. Nothing of its body has been read yet.
  bool is_refused(const Request& request, Response& response) const {
    const auto is_refused_with = [&](int status, const char* message) {
      refuse(response, status, message);
      // a person who opened the address reads a page
      if (request.method == "GET" && request.get_header_value("Accept").find("text/html") != std::string::npos) {
        response.set_content(make_refusal_page(status, message), "text/html; charset=utf-8");
        response.set_header("Content-Security-Policy", refusal_page_policy);
      }
      return true;
    };
    const std::string host = request.get_header_value("Host");
    const bool is_local = settings_.host == "127.0.0.1" || settings_.host == "::1";
    if (request.get_header_value_count("Host") != 1 ||
        (host != name() && !(is_local && host == fmt::format("localhost:{}", settings_.port))))
      return is_refused_with(403, "this server does not go by that name");
    if (request.has_header("Origin") && request.get_header_value("Origin") != "http://" + host)
      return is_refused_with(403, "pages from elsewhere may not ask here");
    const std::string_view path = request.path;
    const std::size_t end = std::min(path.find('/', 1), path.size());
    if (path.empty() || !is_same(path.substr(1, end - 1), settings_.token))
      return is_refused_with(403, "open the address that 'oldham serve' printed, to its last character");
    if (request.method == "PUT" || request.method == "POST") {
      // only a length that is known beforehand can be held to the limit
      const std::string length = request.get_header_value("Content-Length");
      if (request.get_header_value_count("Content-Length") != 1 || request.has_header("Transfer-Encoding") ||
          length.empty() || length.find_first_not_of("0123456789") != std::string::npos)
        return is_refused_with(411, "say the length of the body, once and as a number");
      if (request.has_header("Content-Encoding") || request.is_multipart_form_data())
        return is_refused_with(415, "send plain text");
    } else if (request.method != "GET") {
      response.set_header("Allow", "GET, PUT, POST");
      return is_refused_with(405, "only GET, PUT and POST are answered");
    }
    return false;
  }

  void dispatch(const Request& request, Response& response) {
    const std::string path = request.path.substr(std::min(settings_.token.size() + 1, request.path.size()));
    try {
      if (constexpr std::string_view results = "/results/"; path.starts_with(results)) {
        if (request.method != "GET") throw Refusal{405, "results can only be read"};
        LiveDesk::Result result = desk_.read_result(path.substr(results.size()));
        response.set_header("Content-Security-Policy", result_policy);
        response.set_content(std::move(result.text), result.type);
        return;
      }
      if (path.empty()) return response.set_redirect(fmt::format("/{}/", settings_.token));  // for relative addresses
      const auto route = routes_.find(path);
      if (route == routes_.end()) throw Refusal{404, "there is nothing at this address"};
      if (route->second.method != request.method) {
        response.set_header("Allow", route->second.method);
        throw Refusal{405, fmt::format("only {} is answered here", route->second.method)};
      }
      route->second.handler(request, response);
    } catch (const Refusal& refusal) {
      refuse(response, refusal.status, refusal.message);
    } catch (const Error& error) {
      refuse(response, error.kind() == ErrorKind::failure ? 500 : 400, error.what());
    } catch (const std::exception& error) {
      refuse(response, 500, fmt::format("unexpected: {}", error.what()));
    }
  }

  void add_routes() {
    const auto add_text = [this](const char* path, std::string_view text, const char* type) {
      routes_[path] = {"GET", [=](const Request&, Response& response) {
                         response.set_content(text.data(), text.size(), fmt::format("{}; charset=utf-8", type));
                       }};
    };
    add_text("/", live_page, "text/html");
    add_text("/live.js", live_script, "text/javascript");
    add_text("/live.css", live_style, "text/css");

    using MakeAnswer = std::function<Json(const Request&)>;
    const auto add = [this](const char* method, const char* path, MakeAnswer answer) {
      routes_[path] = {method, [answer = std::move(answer)](const Request& request, Response& response) {
                         answer_json(response, answer(request));
                       }};
    };
    const auto path_of = [](const Request& r) { return r.get_param_value("path"); };
    add("GET", "/api/files", [this](const Request&) { return desk_.list(); });
    add("GET", "/api/file", [=, this](const Request& r) { return desk_.read(path_of(r)); });
    add("GET", "/api/templates", [](const Request&) { return LiveDesk::list_templates(); });
    add("GET", "/api/example", [=](const Request& r) { return LiveDesk::read_example(path_of(r)); });
    add("PUT", "/api/save",
        [=, this](const Request& r) { return desk_.save(path_of(r), r.body, r.get_param_value("stamp")); });
    add("POST", "/api/check", [=, this](const Request& r) { return desk_.check(path_of(r), r.body); });
    add("POST", "/api/run", [=, this](const Request& r) { return desk_.run(path_of(r)); });
    add("GET", "/api/status", [this](const Request&) { return desk_.status(); });
    add("POST", "/api/stop", [this](const Request&) {
      desk_.stop();
      return desk_.status();
    });
    add("GET", "/api/point", [](const Request& r) {
      return Explorer::run_point(settings_of(r), std::atoi(r.get_param_value("steps").c_str()));
    });
    routes_["/api/chart"] = {"GET", [this](const Request& r, Response& response) { chart(r, response); }};
    routes_["/api/events"] = {"GET", [this](const Request& r, Response& response) { follow_run(r, response); }};
  }

  /// Little-endian floats, row by row.
  void chart(const Request& request, Response& response) {
    const std::vector<float> radii =
        explorer_.chart(settings_of(request), request.get_param_value("x"), request.get_param_value("y"));
    if (radii.empty()) throw Refusal{409, "another chart was asked for meanwhile"};
    response.set_content(reinterpret_cast<const char*>(radii.data()), radii.size() * sizeof(float),
                         "application/octet-stream");
  }

  void follow_run(const Request& request, Response& response) {
    const auto run = desk_.find_run(request.get_param_value("run"));
    response.set_chunked_content_provider(
        "text/event-stream", [this, run, seen = std::size_t{0}](std::size_t, httplib::DataSink& sink) mutable {
          std::string text;
          const bool is_last = run->read_events(seen, text);
          if (text.empty()) text = ":\n\n";  // finds out whether anybody still listens
          if (is_ending_ || !sink.write(text.data(), text.size())) return false;
          if (is_last) sink.done();
          return true;
        });
  }

  ServerSettings settings_;
  LiveDesk desk_;
  Explorer explorer_;
  httplib::Server server_;
  std::map<std::string, Route, std::less<>> routes_;
  std::atomic<bool> is_ending_{false};
};

LiveServer::LiveServer(ServerSettings settings) : content_(std::make_unique<Content>(std::move(settings))) {}
LiveServer::~LiveServer() = default;
std::string LiveServer::address() const { return content_->address(); }
void LiveServer::serve(const std::atomic<bool>& ended) { content_->serve(ended); }

}  // namespace oldham::app
