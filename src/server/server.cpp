// SPDX-License-Identifier: Apache-2.0
#include "server/server.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <ctime>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <sys/resource.h>
#include <utility>
#include <vector>

#include "server/answer.hpp"
#include "server/connection.hpp"
#include "server/kernel.hpp"
#include "server/log.hpp"
#include "server/names.hpp"
#include "server/reach.hpp"
#include "server/socket.hpp"

namespace lifetable::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr milliseconds kLookEach(200);  // at what somebody who is to leave has taken

using RequestParser = http::request_parser<http::empty_body>;
using Response = http::response<http::span_body<const char>>;

/// The status for a request that could not be read; 0 if nobody is there any more to be told.
int status_for(error_code problem) {
  if (problem == http::error::header_limit || problem == http::error::buffer_overflow) return 431;
  if (problem == http::error::end_of_stream || problem == http::error::partial_message) return 0;
  return problem.category() == make_error_code(http::error::bad_method).category() ? 400 : 0;
}

/// Whether nobody can tell where the body of a request ends: what follows could be another one, or not.
bool ends_nowhere(const RequestParser& parser) {
  return parser.get().count(http::field::transfer_encoding) > 0 && !parser.chunked();
}

/// A header that came several times counts as one list.
std::string joined(const http::fields& headers, auto name) {
  std::string list;
  const auto [begin, end] = headers.equal_range(name);
  for (auto header = begin; header != end; ++header) {
    if (!list.empty()) list += ", ";
    list.append(header->value().data(), header->value().size());
  }
  return list;
}

/// A request that was read, answered.
Answer answer_to_read(const RequestParser& parser, const Site& site) {
  const auto& request = parser.get();
  const Answer answer = answer_to({.method = request.method_string(),
                                   .target = request.target(),
                                   .accept_encoding = joined(request, http::field::accept_encoding),
                                   .if_none_match = joined(request, http::field::if_none_match)},
                                  site);
  // Reading has nothing to send; what else it may be, nobody here knows.
  return parser.is_done() || answer.status == 405 ? answer : apology(400);
}

/// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 40> text;
  return {text.data(),
          std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts))};
}

Response as_response(const Answer& answer, unsigned version, bool stay) {
  Response response{http::int_to_status(static_cast<unsigned>(answer.status)), version};
  const auto set = [&](auto name, std::string_view value) {
    if (!value.empty()) response.set(name, value);
  };
  set(http::field::date, date_now());
  set(http::field::content_type, answer.type);
  set(http::field::content_encoding, answer.encoding);
  set(http::field::cache_control, answer.caching);
  set(http::field::etag, answer.tag);
  set(http::field::vary, answer.varies ? "Accept-Encoding" : "");
  set(http::field::allow, answer.allow);
  for (const auto& [name, value] : kAlways) set(name, value);
  if (answer.status != 304) response.content_length(answer.body.size());
  response.keep_alive(stay);
  if (!answer.only_headers) response.body() = {answer.body.data(), answer.body.size()};
  return response;
}

/// Whether a request asks how the server is.
bool is_about_health(const RequestParser& parser) {
  const auto path = path_of(std::string_view(parser.get().target().data(), parser.get().target().size()));
  return path && (*path == "/healthz" || *path == "/readyz" || *path == "/metrics");
}

/// As many connections as fit into the files that we may open. Some are none: the store's, above all.
std::size_t connections_that_fit(const Limits& limits) {
  constexpr std::size_t kOtherFiles = 64;
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return limits.connections;
  const std::size_t reserved = kOtherFiles + 2 * limits.spare, all = files.rlim_cur;
  return std::min(limits.connections, all > reserved ? all - reserved : 1);
}

}  // namespace

struct Server::Inside {
  Inside(Site page, Limits most, std::vector<std::string> names)
      : site(std::move(page)), limits(most), given(std::move(names)) {}

  const Site site;
  const Limits limits;
  const std::vector<std::string> given;  ///< names beside those that every server has
  const std::string machine = machine_name();
  const Names names{machine, given};
  std::set<std::shared_ptr<Connection>> open;
  std::map<std::string, std::size_t> open_from;  ///< by network
  Places places{connections_that_fit(limits)};
  Places spare{limits.spare}, spare_here{limits.spare};  ///< to ask how we are, if there is no other place
  Door arrivals{limits.arrivals}, door{limits.requests};
  std::uint64_t turned_away = 0, sent_away = 0;
  bool leaving = false;
  const std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  asio::io_context io{1};
  std::unique_ptr<store::Store> store;
  std::optional<Hall> hall;
  tcp::acceptor acceptor{io};
  tcp::endpoint place;  ///< with the port that was taken
  asio::signal_set signals{io};
  asio::steady_timer farewell{io};

  /// All requests of one connection.
  asio::awaitable<void> serve(std::shared_ptr<Connection> connection) {
    beast::flat_buffer buffer(2 * limits.header_bytes);  // there may be the next request already
    milliseconds taking{};  // time for the client to take what the system still has of the last answer
    for (bool stay = true; stay && !leaving;) {
      RequestParser parser;
      parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
      parser.body_limit(boost::none);  // bodies are mostly not read, whatever their length
      const bool is_spare = connection->place != &places;
      connection->stream.expires_after((is_spare ? limits.spare_request : limits.request) + taking);
      connection->wait();
      const auto [unreadable, read] =
          co_await http::async_read_header(connection->stream, buffer, parser, with_code);
      connection->wait_no_longer();
      int status = unreadable ? status_for(unreadable) : ends_nowhere(parser) ? 400 : 200;
      if (status == 0) co_return co_await deliver(connection, taking);

      const std::string address = status == 200 ? address_of(*connection, parser.get()) : "";
      if (status == 200 && !door.lets_in(address, now())) status = 429;
      if (status == 200) status = status_for_host(parser.get());
      const bool has_place = status == 200 && settle(*connection);
      if (status == 200 && !has_place && !is_about_health(parser)) status = 503;
      const std::string_view place = status == 200 ? place_of(parser.get()) : "";
      const bool upgrade =
          place == "/ws" && may_play(parser.get()) && beast::websocket::is_upgrade(parser.get());
      if (upgrade && may_stay(*connection, address))
        co_return co_await talk(connection, parser.release(), address);
      if (upgrade) status = 429;

      std::string body;
      Answer answer;
      unsigned version = 11;
      if (status != 200) {
        answer = apology(status);
        answer.only_headers = parser.get().method() == http::verb::head;
        stay = false;
      } else if (place == "/api" && may_play(parser.get())) {
        version = parser.get().version();
        http::request_parser<http::string_body> whole(std::move(parser));
        answer = co_await answer_to_api(*connection, buffer, whole, address, body);
        stay = whole.is_done() && whole.keep_alive();
      } else {
        version = parser.get().version();
        const bool here = connection->is_here && parser.get().count("X-Forwarded-For") == 0;
        answer = place.empty() || (place == "/metrics" && !here) ? answer_to_read(parser, site)
                                                                 : answer_at(place, parser, here, body);
        stay = parser.is_done() && parser.keep_alive();
      }
      if (!has_place) stay = false;
      auto response = as_response(answer, version, stay);
      const std::size_t bytes = response.body().size();
      taking = time_for(std::min(bytes, limits.kernel_bytes));
      connection->stream.expires_after(limits.answer + time_for(bytes));
      const auto [unsent, sent] = co_await http::async_write(connection->stream, response, with_code);
      if (unsent) co_return;  // half an answer is none: what the system has of it is thrown away
    }
    co_await take_leave(connection, limits.answer + taking);
  }

  milliseconds time_for(std::size_t bytes) const {
    return milliseconds(bytes * 1000 / limits.bytes_a_second);
  }

  /// Ends a connection such that the other side still reads the last answer: closing it while the other side
  /// is sending would throw that away.
  asio::awaitable<void> take_leave(std::shared_ptr<Connection> connection, milliseconds taking) {
    connection->wait();
    error_code ignored;
    connection->stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    // Not the stream's own time: when that is up, it closes, whatever has not been taken.
    connection->stream.expires_never();
    asio::steady_timer enough(io, limits.farewell);
    enough.async_wait([connection](error_code stopped) {
      if (!stopped) connection->stream.cancel();
    });
    for (std::array<char, 4096> rest;;) {
      const auto [problem, bytes] =
          co_await connection->stream.async_read_some(asio::buffer(rest), with_code);
      if (problem) break;
    }
    enough.cancel();
    co_await deliver(connection, taking);
  }

  /// Waits until all that was said has been taken, which nobody tells us, and gives up after so long. Until
  /// then it counts as a connection: the system has to keep as much for it.
  asio::awaitable<void> deliver(std::shared_ptr<Connection> connection, milliseconds at_most) {
    tcp::socket& socket = connection->stream.socket();
    if (!socket.is_open()) co_return;
    connection->wait();
    deliver_after_close(socket, true);
    const auto end = std::chrono::steady_clock::now() + at_most;
    asio::steady_timer timer(io);
    for (milliseconds pause(10); socket.is_open() && unacknowledged(socket) > 0;
         pause = std::min(2 * pause, kLookEach)) {
      if (std::chrono::steady_clock::now() >= end) co_return connection->cut();
      timer.expires_after(pause);
      co_await timer.async_wait(with_code);
    }
  }

  table::Millis now() const {
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began).count();
  }

  std::string address_of(const Connection& connection, const http::fields& headers) const {
    if (!limits.behind_proxy) return connection.address;
    const std::string list = joined(headers, "X-Forwarded-For");
    const std::string client(forwarded_for(list));
    return is_address(client) ? client : connection.address;
  }

  /// What is no file, by its path; "" for all the rest.
  template <class Message>
  std::string_view place_of(const Message& request) const {
    const std::string_view target(request.target().data(), request.target().size());
    const std::string_view path = target.substr(0, target.find('?'));
    for (const std::string_view place : {"/ws", "/api", "/readyz", "/metrics", "/where"})
      if (hall && path == place) return place;
    return "";
  }

  /// 200, or the refusal of a request that is meant for somebody else. Browsers always send a Host: who sends
  /// none in HTTP/1.0 is a program, such as a load balancer that asks whether we are well.
  int status_for_host(const http::request<http::empty_body>& request) const {
    const std::size_t hosts = request.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && request.version() == 11)) return 400;
    const std::string_view target(request.target().data(), request.target().size());
    const auto asked = authority_of(target);
    const bool known =
        (hosts == 0 || names.include(request[http::field::host])) && (!asked || names.include(*asked));
    return known ? 200 : 421;
  }

  /// Only our own page, or a program that is no browser.
  static bool may_play(const http::fields& headers) {
    return headers.count(http::field::host) == 1 &&
           comes_from_here(joined(headers, http::field::origin), joined(headers, http::field::host));
  }

  std::string metrics() const {
    return hall->metrics() +
           fmt::format(
               "# HELP lifetable_turned_away_total Connections closed unheard: too many of one address.\n"
               "# TYPE lifetable_turned_away_total counter\nlifetable_turned_away_total {}\n",
               turned_away) +
           fmt::format(
               "# HELP lifetable_sent_away_total Idle connections closed to make place for others.\n"
               "# TYPE lifetable_sent_away_total counter\nlifetable_sent_away_total {}\n"
               "# HELP lifetable_places Connections that there may be.\n"
               "# TYPE lifetable_places gauge\nlifetable_places {}\n"
               "# HELP lifetable_places_taken Connections that there are.\n"
               "# TYPE lifetable_places_taken gauge\nlifetable_places_taken {}\n",
               sent_away, places.most, places.taken);
  }

  bool is_for_network() const { return !place.address().is_loopback(); }

  /// Where others reach us, the likeliest first; nowhere if we listen for this machine alone.
  std::vector<std::string> addresses() const {
    if (!is_for_network()) return {};
    const auto here = place.address();
    std::vector<std::string> hosts{here.is_v6() ? fmt::format("[{}]", here.to_string()) : here.to_string()};
    if (here.is_unspecified()) {
      hosts = addresses_for_others(interfaces());
      if (const std::string name = announced_name(machine); !hosts.empty() && !name.empty())
        hosts.push_back(name);
    }
    // A proxy has a port of its own.
    for (const std::string& name : given)
      if (!limits.behind_proxy && std::find(hosts.begin(), hosts.end(), name) == hosts.end())
        hosts.push_back(name);
    for (std::string& host : hosts) host = fmt::format("http://{}:{}", host, place.port());
    return hosts;
  }

  /// Once more for what is at these places, if it is asked for in the wrong way. `here`: by this machine.
  Answer answer_at(std::string_view place, const RequestParser& parser, bool here, std::string& body) const {
    const bool reads = parser.get().method() == http::verb::get || parser.get().method() == http::verb::head;
    if (place == "/ws" || place == "/api") return apology(may_play(parser.get()) ? 426 : 403);
    if (!parser.is_done()) return apology(400);
    if (!reads) return apology(405);
    Answer answer{.type = "text/plain; charset=utf-8",
                  .only_headers = parser.get().method() == http::verb::head,
                  .caching = "no-store"};
    if (place == "/where") {
      answer.type = "application/json";
      body = where_text(is_for_network(), here ? addresses() : std::vector<std::string>{});
    } else if (place == "/metrics") {
      answer.type = "text/plain; version=0.0.4";
      body = metrics();
    } else {
      const bool ready = hall->ready();
      answer.status = ready ? 200 : 503;
      body = ready ? "ready" : "moves cannot be kept";
    }
    answer.body = body;
    return answer;
  }

  /// POST /api: a request in JSON, and its answer.
  asio::awaitable<Answer> answer_to_api(Connection& connection, beast::flat_buffer& buffer,
                                        http::request_parser<http::string_body>& parser, std::string address,
                                        std::string& body) {
    Answer answer{.type = "application/json", .caching = "no-store"};
    if (parser.get().method() != http::verb::post) {
      answer = apology(405);
      answer.allow = "POST";
      co_return answer;
    }
    // A form of another page cannot say that it sends JSON.
    if (!parser.get()[http::field::content_type].starts_with("application/json")) co_return apology(400);
    // Beast looks at the limit only while it reads headers and chunks.
    if (parser.content_length().value_or(0) > limits.body_bytes) co_return apology(413);
    parser.body_limit(limits.body_bytes);
    connection.wait();
    const auto [problem, read] = co_await http::async_read(connection.stream, buffer, parser, with_code);
    connection.wait_no_longer();
    if (problem && leaving) co_return apology(503);
    if (problem) co_return apology(problem == http::error::body_limit ? 413 : 400);
    // The answer may come at once, or when it is on disk; nobody waits for it longer than the hall lives.
    struct Waiting {
      explicit Waiting(asio::io_context& io) : timer(io, asio::steady_timer::time_point::max()) {}
      asio::steady_timer timer;
      int status = 0;
      std::string text;
    };
    const auto waiting = std::make_shared<Waiting>(io);
    hall->ask_once(parser.get().body(), address, [waiting](int status, std::string text) {
      waiting->status = status;
      waiting->text = std::move(text);
      waiting->timer.cancel();
    });
    if (waiting->status == 0) co_await waiting->timer.async_wait(with_code);
    body = std::move(waiting->text);
    answer.status = waiting->status == 0 ? 503 : waiting->status;
    answer.body = body;
    co_return answer;
  }

  /// From here on the connection is a WebSocket.
  asio::awaitable<void> talk(std::shared_ptr<Connection> connection, Socket::Upgrade upgrade,
                             std::string address) {
    connection->socket = std::make_shared<Socket>(std::move(connection->stream), limits.sockets);
    connection->wait();
    co_await connection->socket->talk(upgrade, *hall, std::move(address));
  }

  /// Takes connections. Nobody waits in the system's line: those who ask how we are would wait behind them.
  asio::awaitable<void> receive() {
    asio::steady_timer pause(io);
    while (!leaving) {
      auto [problem, socket] = co_await acceptor.async_accept(with_code);
      if (problem) {  // somebody has gone already, or no more files can be opened: later perhaps
        pause.expires_after(milliseconds(20));
        co_await pause.async_wait(with_code);
        continue;
      }
      error_code ignored;
      const std::string from = socket.remote_endpoint(ignored).address().to_string();
      const auto connection = std::make_shared<Connection>(std::move(socket), from);
      if ((counts_all() && !arrivals.lets_in(from, now())) || !seat(*connection)) {
        ++turned_away;
        give_up(*connection);
        continue;  // and it closes
      }
      open.insert(connection);
      // Out of memory is the only exception there can be; it costs one connection.
      asio::co_spawn(io, serve(connection), [this, connection](std::exception_ptr) { remove(connection); });
    }
  }

  /// Connections of a proxy are for everybody; they count when they are a WebSocket of somebody.
  bool counts_all() const { return !limits.behind_proxy; }

  /// Gives a connection a place, if need be a spare one.
  bool seat(Connection& connection) {
    const bool may = !counts_all() || may_stay(connection, connection.address);
    if (may && make_place(places)) return connection.take(places), true;
    if (!may && !connection.is_here) return false;
    Places& other = connection.is_here ? spare_here : spare;
    if (!make_place(other)) return false;
    connection.take(other);
    return true;
  }

  /// Whether a connection has a place of its own. Somebody in a spare one gets it as soon as there is one.
  bool settle(Connection& connection) {
    if (connection.place == &places) return true;
    if (counts_all() && !may_stay(connection, connection.address)) return false;
    if (!make_place(places)) return false;
    connection.take(places);
    return true;
  }

  /// Whether there is place for one more, for whom the one who has waited the longest may have to go.
  bool make_place(Places& among) {
    while (among.taken >= among.most && !among.waiting.empty()) {
      Connection& oldest = *among.waiting.front();
      const bool goes = oldest.is_idle();
      oldest.wait_no_longer();
      if (!goes) continue;  // it has come to a table meanwhile
      ++sent_away;
      oldest.cut();
      give_up(oldest);
    }
    return among.taken < among.most;
  }

  /// Whether one of these networks has as many connections as it may have.
  bool have_all(const std::vector<Network>& networks) const {
    return std::ranges::any_of(networks, [this](const Network& network) {
      const auto many = open_from.find(network.key);
      return many != open_from.end() && many->second / network.times >= limits.of_one_address;
    });
  }

  /// Counts a connection for its networks, unless one of them has all it may have.
  bool may_stay(Connection& connection, const std::string& address) {
    if (!connection.counts_for.empty()) return true;
    auto networks = networks_of(address);
    if (have_all(networks)) return false;
    for (const Network& network : networks) ++open_from[network.key];
    connection.counts_for = std::move(networks);
    return true;
  }

  /// A connection counts no longer.
  void give_up(Connection& connection) {
    connection.leave();
    for (const Network& network : std::exchange(connection.counts_for, {}))
      if (const auto many = open_from.find(network.key); --many->second == 0) open_from.erase(many);
  }

  void remove(const std::shared_ptr<Connection>& connection) {
    give_up(*connection);
    open.erase(connection);
    if (leaving && open.empty()) farewell.cancel();
  }

  void leave() {
    if (std::exchange(leaving, true)) return;
    acceptor.close();
    signals.cancel();
    if (hall) hall->close();
    for (const auto& connection : open)
      if (connection->waits && !connection->socket) connection->stream.cancel();
    farewell.expires_after(limits.farewell);
    farewell.async_wait([this](error_code) {
      for (const auto& connection : open) connection->end();
    });
    if (open.empty()) farewell.cancel();
  }

  /// Takes the port, or says why not.
  error_code listen(const tcp::endpoint& wanted) {
    error_code problem;
    acceptor.open(wanted.protocol(), problem);
    // A port is free at once when its last server has ended.
    if (!problem) acceptor.set_option(tcp::acceptor::reuse_address(true), problem);
    if (!problem) acceptor.bind(wanted, problem);
    if (!problem) problem = prepare(acceptor, limits.kernel_bytes, limits.unread);
    if (!problem) acceptor.listen(tcp::acceptor::max_listen_connections, problem);
    if (!problem) place = acceptor.local_endpoint(problem);
    return problem;
  }
};

bool is_address(const std::string& text) {
  error_code problem;
  asio::ip::make_address(text, problem);
  return !problem;
}

Server::Server(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;
Server::~Server() = default;

Result<Server> Server::open(Site site, const std::string& address, std::uint16_t port, Limits limits,
                            std::vector<std::string> names) {
  error_code problem;
  const auto place = asio::ip::make_address(address, problem);
  if (problem) return Error{fmt::format("'{}' is no address to listen at", address)};
  auto inside = std::make_unique<Inside>(std::move(site), limits, std::move(names));
  problem = inside->listen({place, port});
  if (problem == asio::error::address_in_use)
    return Error{
        fmt::format("port {} is in use by another program; choose another one, as in --port {}, or "
                    "--port 0 for any that is free",
                    port, port < 65535 ? port + 1 : 8080)};
  if (problem == asio::error::access_denied)
    return Error{fmt::format(
        "port {} may not be used without special rights; choose one from 1024 on with --port", port)};
  if (problem)
    return Error{fmt::format("cannot listen at {} port {}: {}; choose others with --listen and --port",
                             address, port, problem.message())};
  return Server(std::move(inside));
}

void Server::host(std::unique_ptr<store::Store> store, HallSettings settings) {
  inside_->store = std::move(store);
  inside_->hall.emplace(inside_->io, *inside_->store, std::move(settings));
}

std::uint16_t Server::port() const { return inside_->place.port(); }

std::string Server::address() const {
  const auto place = inside_->place.address();
  std::string host = place.is_v6() ? fmt::format("[{}]", place.to_string()) : place.to_string();
  if (place.is_loopback() || place.is_unspecified()) host = "localhost";
  return fmt::format("http://{}:{}", host, port());
}

std::vector<std::string> Server::addresses() const { return inside_->addresses(); }

void Server::stop_at(std::initializer_list<int> signals) {
  for (const int signal : signals) inside_->signals.add(signal);
  inside_->signals.async_wait([inside = inside_.get()](error_code problem, int) {
    if (!problem) inside->leave();
  });
}

void Server::run() {
  asio::co_spawn(inside_->io, inside_->receive(), [](std::exception_ptr) {});
  inside_->io.run();
}

void Server::stop() {
  asio::post(inside_->io, [inside = inside_.get()] { inside->leave(); });
}

}  // namespace lifetable::server
