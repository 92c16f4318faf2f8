// SPDX-License-Identifier: Apache-2.0
// What goes over the wire depends on nothing that its reader may not know: a recorder on every socket of
// whole games, and a disk that can be stopped to see who waits for whom.
#include <algorithm>
#include <atomic>

#include "server/online_testing.hpp"
#include "table/room_testing.hpp"

namespace lifetable::server {
namespace {

using table::json_of;

constexpr int kWindow = 5'000;  // of the test's own time

/// Everybody at a table of three, a guest and a bystander, with all that they were sent.
struct Recorded {
  std::vector<std::unique_ptr<Guest>> seats, others;
  play::Record record;
  std::vector<std::int64_t> windows;  ///< how many moves had been made when each of them opened

  std::vector<Guest*> all() const {
    std::vector<Guest*> readers;
    for (const auto& list : {&seats, &others})
      for (const auto& guest : *list) readers.push_back(guest.get());
    return readers;
  }
  Seat seat_of(const Guest& guest) const {
    const auto at = std::ranges::find_if(seats, [&](const auto& each) { return each.get() == &guest; });
    return at == seats.end() ? kNobody : Seat{static_cast<int>(at - seats.begin())};
  }
};

/// What a state says, but for the time that was left when it was made.
std::string without_time(json::object state) {
  for (json::value& window : state.at("window").as_array()) window.as_object().erase("left");
  return json::serialize(state);
}

bool is_answered(const json::object& state) {
  const auto& window = state.at("window").as_array();
  return !window.empty() && window[0].at("answered").as_bool();
}

class OnlineSecrecy : public Online {
 protected:
  /// The same cards in every run, and time that passes when the test says so.
  static HallSettings dealt_by(const std::string& secrets) {
    HallSettings settings = quick();
    settings.secrets = table::secrets_from(secrets);
    settings.probe = std::make_shared<Probe>(true);
    return settings;
  }
  void pass(table::Millis time) { ASSERT_TRUE(probe_->pass(milliseconds(time))); }

  Recorded play(std::string_view game) {
    Recorded recorded;
    json::object wanted = opening(game, {"me", "open", "open"});
    wanted["window"] = kWindow;
    if (game == "cradle") wanted["options"] = json::object{{"rounds", 1}};
    auto [ann, bo] = two_at_a_table(port(), wanted);
    const std::string table = ann->table, join = text(ann->self, "join"), watch = text(ann->self, "watch");
    auto cy = std::make_unique<Guest>(port(), table, join);
    EXPECT_TRUE(cy->ask({{"do", "sit"}, {"name", "Cy"}}).contains("ok"));
    for (auto* guest : {&ann, &bo, &cy}) recorded.seats.push_back(std::move(*guest));
    for (const std::string& key : {join, watch})
      recorded.others.push_back(std::make_unique<Guest>(port(), table, key));
    for (Guest* guest : recorded.all()) guest->diary.clear();
    recorded.seats[0]->line->ask({{"do", "begin"}});
    Xoshiro256pp rng(1);
    while (!recorded.seats[0]->is_over() && !HasFailure()) go_on(recorded, rng);
    const auto answer = recorded.seats[0]->line->answer({{"do", "record"}});
    auto record = play::parse_record(text(answer.at("ok").as_object(), "record"), "the game");
    EXPECT_TRUE(record) << record.error().message;
    recorded.record = std::move(*record);
    return recorded;
  }

 private:
  void catch_up(const Recorded& recorded) {
    recorded.seats[0]->catch_up();
    ASSERT_TRUE(probe_->rest());
    for (Guest* guest : recorded.all()) guest->catch_up();
  }
  /// Everybody hears what there is to hear, and somebody who is asked chooses. In a window they may answer at
  /// any time or not at all, and then it ends.
  void go_on(Recorded& recorded, Xoshiro256pp& rng) {
    catch_up(recorded);
    const Guest& ann = *recorded.seats[0];
    const bool window = !ann.is_over() && !ann.state.at("window").as_array().empty();
    if (window && (recorded.windows.empty() || recorded.windows.back() != ann.at())) {
      recorded.windows.push_back(ann.at());
      opened_ = probe_->now();
    }
    for (const auto& guest : recorded.seats) {
      if (!guest->may_choose()) continue;
      if (window) pass(below(rng, kWindow / 8));
      if (window && below(rng, 2)) {
        guest->state["offers"] = json::array{};  // it says nothing
        continue;
      }
      guest->act();
      return guest->catch_up();
    }
    if (window) expect_the_window_to_end(recorded);
  }
  /// When its time is over, whatever was answered, for everybody at once and not a moment before.
  void expect_the_window_to_end(const Recorded& recorded) {
    const std::int64_t at = recorded.seats[0]->at();
    pass(opened_ + kWindow - 1 - probe_->now());
    std::vector<std::size_t> heard;
    for (Guest* guest : recorded.all()) heard.push_back(guest->line->messages);
    catch_up(recorded);
    for (std::size_t i = 0; Guest * guest : recorded.all()) {
      const std::size_t asked = guest == recorded.seats[0].get() ? 2 : 1;
      EXPECT_EQ(guest->line->messages - heard[i++], asked) << "besides what was answered to it just now";
      EXPECT_EQ(guest->at(), at);
    }
    pass(1);
    catch_up(recorded);
    for (Guest* guest : recorded.all()) EXPECT_GT(guest->at(), at);
  }

  table::Millis opened_ = 0;
};

/// The states that a reader was sent, each with what was told with it.
struct Sent {
  json::object state;
  json::array told;
};
std::vector<Sent> states_of(const Guest& guest) {
  std::vector<Sent> all;
  for (const std::string& message : guest.diary) {
    const json::object said = json::parse(message).as_object();
    if (said.contains("state")) all.push_back({said.at("state").as_object(), said.at("told").as_array()});
  }
  return all;
}

// ---- Hidden cards -------------------------------------------------------------------------------------

/// The game in which two cards of the dealer have changed places; none if they were the same.
std::optional<play::Record> twin_of(const play::Record& record, std::size_t a, std::size_t b) {
  if (record.moves[a].move == record.moves[b].move) return {};
  play::Record twin = record;
  std::swap(twin.moves[a].move, twin.moves[b].move);
  return twin;
}

/// What the reader would have been sent when so many moves of a record were made, after having seen others.
Sent sent_in(const play::Record& record, std::int64_t at, std::int64_t seen, Seat reader) {
  play::Record past = record;
  past.moves.resize(static_cast<std::size_t>(at));
  const auto table = table::Table::from(std::move(past), "the twin", {.window = kWindow, .apart = true});
  EXPECT_TRUE(table) << table.error().message;
  if (!table) return {};
  return {json::parse(json_of(table->state(reader))).as_object(),
          json::parse(json_of(table->told(reader, static_cast<int>(seen)))).as_array()};
}

/// Bystanders have no hand and nothing to choose, and hear no secret of anybody. With the link to join one
/// sees no more than with that to watch.
void expect_least_for_bystanders(const Recorded& recorded) {
  const std::vector<std::string> secrets = {recorded.record.header.seed->hex(),
                                            recorded.record.header.shared->server.hex(),
                                            recorded.seats[0]->key, recorded.seats[1]->key};
  for (const auto& guest : recorded.others) {
    EXPECT_GT(guest->diary.size(), 5u);
    for (const std::string& message : guest->diary)
      for (const std::string& secret : secrets) ASSERT_EQ(message.find(secret), std::string::npos);
    for (const Sent& sent : states_of(*guest)) {
      EXPECT_EQ(sent.state.at("reader"), 0);
      EXPECT_TRUE(sent.state.at("offers").as_array().empty());
      EXPECT_FALSE(sent.state.at("undo").as_bool());
      for (const char* own : {"hand", "choices", "passed"}) {
        const auto* list = sent.state.at("scene").as_object().if_contains(own);
        EXPECT_TRUE(!list || !list->is_array() || list->as_array().empty()) << own;
      }
    }
  }
  const auto one = states_of(*recorded.others[0]), other = states_of(*recorded.others[1]);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i)
    EXPECT_EQ(without_time(one[i].state), without_time(other[i].state));
}

TEST_F(OnlineSecrecy, EverySocketCarriesTheSameBytesWhateverTheOthersHoldAndForBystandersTheLeast) {
  begin(dealt_by("three games"));
  for (const std::string_view game : {"cradle", "alive", "cv"}) {
    const Recorded recorded = play(game);
    expect_least_for_bystanders(recorded);
    play::Record record = recorded.record;
    record.header.seed.reset();
    record.header.shared.reset();
    record.header.commitment.clear();
    record.header.result.reset();
    std::vector<std::size_t> deals;
    for (std::size_t i = 0; i < record.moves.size(); ++i)
      if (record.moves[i].by == kDealer) deals.push_back(i);
    int twins = 0, compared = 0, differ_later = 0;
    Xoshiro256pp rng(5);
    if (game == "cv") deals.resize(9);  // afterwards it hides nothing: three childhood cards a seat
    for (int attempt = 0; attempt < 200 && twins < 12; ++attempt) {
      const std::size_t a = pick_from(deals, rng), b = pick_from(deals, rng);
      const auto twin = twin_of(record, a, b);
      const Guest& guest = *pick_from(recorded.all(), rng);
      const Seat reader = recorded.seat_of(guest);
      if (!twin) continue;
      const auto alike = static_cast<std::int64_t>(table::alike_for(record, *twin, reader));
      const auto first = static_cast<std::int64_t>(std::min(a, b));
      if (alike <= first) continue;  // the reader saw the card
      ++twins;
      differ_later += alike < static_cast<std::int64_t>(record.moves.size());
      std::int64_t seen = 0;
      int here = 0;
      for (const Sent& real : states_of(guest)) {
        const std::int64_t at = real.state.at("at").as_int64(), before = std::exchange(seen, at);
        if (at <= first || at > alike || ++here > 5) continue;
        if (at == static_cast<std::int64_t>(record.moves.size())) continue;  // all is open at the end
        Sent other = sent_in(*twin, at, before, reader);
        if (is_answered(real.state)) {  // its own answer, which the twin has not been given
          other.state["offers"] = json::array{};
          other.state.at("window").as_array()[0].as_object()["answered"] = true;
        }
        ASSERT_EQ(without_time(real.state), without_time(other.state)) << game << " " << to_string(reader);
        ASSERT_EQ(json::serialize(real.told), json::serialize(other.told))
            << game << " " << to_string(reader);
        ++compared;
      }
    }
    EXPECT_EQ(twins, 12) << game;
    EXPECT_GT(compared, 5) << game;
    EXPECT_GT(differ_later, 0) << game << ": the twins should differ in the end";
  }
}

// ---- Reaction windows ---------------------------------------------------------------------------------

/// Whether somebody could do more than decline after so many moves.
bool somebody_can_stop(const play::Record& record, std::int64_t at) {
  const auto replayed = play::replay(record, "the game", static_cast<std::size_t>(at));
  for (const Seat seat : replayed->match->actors().set)
    if (replayed->match->moves(seat).size() > 1) return true;
  return false;
}

TEST_F(OnlineSecrecy, AWindowLastsAsLongWhoeverHoldsAStopAndNobodyIsSentAnythingInIt) {  // CG-28
  begin(dealt_by("windows"));
  int with = 0, without = 0;
  for (int games = 0; games < 40 && (with < 5 || without < 5) && !HasFailure(); ++games) {
    const Recorded recorded = play("cradle");  // which looks when each of them ends
    for (const std::int64_t at : recorded.windows)
      ++(somebody_can_stop(recorded.record, at) ? with : without);
    for (const Guest* guest : recorded.all()) {
      const auto states = states_of(*guest);
      for (std::size_t i = 0; i + 1 < states.size(); ++i) {
        const Sent &here = states[i], &next = states[i + 1];
        const std::int64_t at = here.state.at("at").as_int64();
        if (next.state.at("at") == at) {
          // Only an own answer is shown before the window ends, and only to whoever gave it.
          EXPECT_FALSE(is_answered(here.state));
          EXPECT_TRUE(is_answered(next.state));
        }
      }
    }
  }
  EXPECT_GE(with, 5);
  EXPECT_GE(without, 5);
}

class OnlineDisk : public OnlineSecrecy {
 protected:
  void begin(HallSettings settings) {
    memory_.emplace();
    Online::begin(std::move(settings));
  }
  /// Whoever can move does so until a window opens.
  void play_until_a_window(Guest& ann, Guest& bo) {
    for (;;)
      for (Guest* guest : {&ann, &bo}) {
        guest->come();
        if (!guest->state.at("window").as_array().empty()) return;
        if (!guest->state.at("offers").as_array().empty()) (void)guest->ask(first_move(*guest));
      }
  }
  static json::object first_move(const Guest& guest) {
    return {
        {"do", "play"}, {"move", guest.state.at("offers").as_array()[0].at("move")}, {"seen", guest.at()}};
  }
};

TEST_F(OnlineDisk, AnAnswerInAWindowHoldsUpNobodyElseWhileItIsWritten) {
  begin(dealt_by("a slow disk"));
  json::object wanted = opening("cradle", {"me", "open"});
  wanted["window"] = 10 * 60 * 1000;
  auto [ann, bo] = two_at_a_table(port(), wanted);
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  play_until_a_window(*ann, *bo);
  ann->come();
  bo->come();
  Guest& asked = ann->state.at("offers").as_array().empty() ? *bo : *ann;
  Guest& other = &asked == ann.get() ? *bo : *ann;
  const std::string watch = text(ann->self, "watch");
  const std::uint64_t moves = probe_->figures().moves;
  wait_for(&Is::connections, 2);
  (void)asked.ask({{"do", "x"}});  // now it has heard of all that was before
  memory_->hold_writes();
  asked.line->ask(first_move(asked));
  wait_for(&Is::moves, moves + 1);
  // A delay would tell the other that there is an answer; so there is none.
  EXPECT_TRUE(other.ask({{"do", "say"}, {"phrase", "think"}}).contains("ok"));
  Client watcher(port());
  EXPECT_EQ(
      post(watcher, json::serialize(json::object{{"do", "look"}, {"table", ann->table}, {"key", watch}}))
          .status,
      200);
  EXPECT_FALSE(asked.line->can_hear()) << "it is acknowledged once it is on disk";
  memory_->hold_writes(false);
  const auto acknowledged = asked.line->next();
  ASSERT_TRUE(acknowledged);
  EXPECT_TRUE(acknowledged->contains("ok")) << json::serialize(*acknowledged);
}

TEST_F(OnlineDisk, AMoveThatIsNotOnDiskYetIsShownToNobody) {
  begin(dealt_by("a slow disk"));
  json::object wanted = opening("alive", {"me", "open"});
  auto [ann, bo] = two_at_a_table(port(), wanted);
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  bo->come();
  Guest& next = ann->state.at("offers").as_array().empty() ? *bo : *ann;
  const std::int64_t at = next.at();
  const std::uint64_t requests = probe_->figures().requests;
  memory_->hold_writes();
  next.line->ask(first_move(next));
  wait_for(&Is::requests, requests + 1);
  Client watcher(port());
  const std::string look =
      json::serialize(json::object{{"do", "look"}, {"table", ann->table}, {"key", text(ann->self, "watch")}});
  watcher.say("POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
              std::to_string(look.size()) + "\r\n\r\n" + look);
  wait_for(&Is::requests, requests + 2);
  EXPECT_FALSE(watcher.can_hear());
  EXPECT_FALSE(next.line->can_hear());
  memory_->hold_writes(false);
  const Reply reply = watcher.reply();
  EXPECT_EQ(reply.status, 200);
  EXPECT_GT(json::parse(reply.body).at("ok").at("state").at("at").as_int64(), at);
}

TEST_F(OnlineDisk, AMoveThatCannotBeKeptIsNotMade) {
  begin(dealt_by("a full disk"));
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  bo->come();
  Guest& next = ann->state.at("offers").as_array().empty() ? *bo : *ann;
  const std::string before = without_time(next.state);
  memory_->break_down();
  next.line->ask(first_move(next));
  while (next.line->next()) EXPECT_EQ(next.line->last.find("\"ok\""), std::string::npos);
  EXPECT_EQ(next.line->close_code, kTryAgain);
  EXPECT_EQ(Client(port()).get("/readyz").status, 503);
  memory_->break_down(false);
  next.come();
  EXPECT_EQ(without_time(next.state), before);
  EXPECT_TRUE(next.ask(first_move(next)).contains("ok"));
  EXPECT_EQ(Client(port()).get("/readyz").status, 200);
}

}  // namespace
}  // namespace lifetable::server
