// SPDX-License-Identifier: Apache-2.0
// What people may do in a room, and what happens there by itself.
#include <gtest/gtest.h>

#include "play/verify.hpp"
#include "table/room_testing.hpp"

namespace lifetable::table {
namespace {

std::string error_of(const std::string& request) {
  const auto opened = Room::open(object_of(request), "K7M2QX", secrets_from("bad"));
  return opened ? "" : opened.error().message;
}

std::string hex(std::string_view text) { return play::Seed::from_text(text).hex(); }
std::string adding(std::string_view text) {
  return fmt::format(R"({{"do":"add","entropy":"{}"}})", hex(text));
}
bool has_entropy(const Evening& evening, int seat) {
  return evening.room->state().seats[static_cast<std::size_t>(seat - 1)].added;
}
RoomSeat seat_in(const Evening& evening, int seat) {
  return evening.room->state().seats[static_cast<std::size_t>(seat - 1)];
}

// ---- Opening ------------------------------------------------------------------------------------------

TEST(RoomOpening, TheHostSitsWhereTheyWantAndTheRestIsAsAsked) {
  const Evening evening(
      R"({"do":"open","game":"alive","name":"Ann","seats":[{"player":"open"},{"player":"me"},{"player":"easy"},{"player":"hard","name":"Zed"}]})");
  const RoomState state = evening.room->state();
  EXPECT_EQ(state.table, "K7M2QX");
  EXPECT_EQ(state.game, "alive");
  EXPECT_EQ(state.phase, "gathering");
  ASSERT_EQ(state.seats.size(), 4u);
  EXPECT_EQ(state.seats[0].player, "open");
  EXPECT_EQ(state.seats[1].name, "Ann");
  EXPECT_EQ(state.seats[1].player, "person");
  EXPECT_TRUE(state.seats[1].here);
  EXPECT_EQ(state.seats[2].name, "Bot 3");
  EXPECT_EQ(state.seats[3].name, "Zed");
  EXPECT_EQ(state.host, 2);
  EXPECT_EQ(state.bank, 0);
  EXPECT_EQ(state.window, 8'000);
  EXPECT_EQ(state.commitment.size(), 64u);
  EXPECT_FALSE(state.unhurried);
  EXPECT_FALSE(evening.room->table());
  EXPECT_EQ(state.options.at("players").as_int64(), 4);
}

TEST(RoomOpening, AnUnhurriedTableHasNoWindowsAndNoClocks) {
  const Evening evening(opening("cradle", open_seats(1), R"("unhurried":true)"));
  EXPECT_TRUE(evening.room->state().unhurried);
  EXPECT_EQ(evening.room->state().window, 0);
}

TEST(RoomOpening, AHostNeedNoSeat) {
  Evening evening(
      R"({"do":"open","game":"alive","name":"Ann","seats":[{"player":"easy"},{"player":"open"}]})");
  EXPECT_EQ(evening.room->state().host, 0);
  EXPECT_EQ(evening.room->state().watching, 1);
  const RoomSelf self = evening.room->self(evening.people["Ann"]);
  EXPECT_TRUE(self.host);
  EXPECT_EQ(self.role, "guest");
}

TEST(RoomOpening, EveryBadRequestIsAnsweredWithOneClearSentence) {
  const auto with = [](std::string_view seats, std::string_view more = "") {
    return fmt::format(R"({{"do":"open","game":"alive","name":"Ann","seats":{}{}}})", seats, more);
  };
  const std::string two = R"([{"player":"me"},{"player":"open"}])";
  const std::pair<std::string, std::string> bad[] = {
      {R"({})", "'do' is missing"},
      {R"({"do":"open","seats":[]})", "'game' is missing"},
      {R"({"do":"open","game":"alive"})", "'seats' is missing"},
      {R"({"do":"open","game":"chess","name":"Ann","seats":[]})", "chess"},
      {R"({"do":"open","game":7,"name":"Ann","seats":[]})", "game"},
      {with(two, R"(,"colour":"red")"), "'colour' is not known"},
      {R"({"do":"open","game":"alive","seats":[]})", "'name'"},
      {R"({"do":"open","game":"alive","name":"\u0007","seats":[]})", "'name'"},
      {with("7"), "'seats'"},
      {with("[1,2]"), "seat 1"},
      {with(R"([{"player":"me"},{"player":"genius"}])"), "seat 2"},
      {with(R"([{"player":"me"},{"player":"open","x":1}])"), "in seat 2: 'x'"},
      {with(R"([{"player":"me"},{"player":"open","name":"Bo"}])"), "seat 2 has a name"},
      {with(R"([{"player":"me"},{"player":"me"}])"), "twice"},
      {with(R"([{"player":"me"},{"player":"easy","name":""}])"), "the name of seat 2"},
      {with(R"([{"player":"me"},{"player":"easy","name":"Ann"}])"), "'Ann'"},
      {with(R"([{"player":"me"},{"player":"easy","name":"Ánn"}])"), "'Ánn'"},  // they look alike
      {with(R"([{"player":"me"},{"player":"easy","name":"\u3164"}])"), "the name of seat 2"},
      {R"({"do":"open","game":"alive","name":"Ann\u200b","seats":[]})", "'name'"},
      {with("[]"), "players"},
      {with(R"([{"player":"me"}])"), "players"},
      {with(R"([{"player":"me"},{},{},{},{},{},{},{},{}])"), "'seats'"},
      {with(two, R"(,"options":7)"), "in 'options'"},
      {with(two, R"(,"options":{"colour":"red"})"), "colour"},
      {with(two, R"(,"bank":-1)"), "'bank'"},
      {with(two, R"(,"increment":"much")"), "'increment'"},
      {with(two, R"(,"window":1e99)"), "'window'"},
      {with(two, R"(,"bank":99999999999)"), "'bank'"},
      {with(two, R"(,"chat":"yes")"), "'chat' must be true or false"},
      {with(two, R"(,"unhurried":1)"), "'unhurried' must be true or false"},
      {with(two, R"(,"unhurried":true,"bank":60000)"), "unhurried"},
  };
  for (const auto& [request, part] : bad) {
    const std::string error = error_of(request);
    EXPECT_NE(error.find(part), std::string::npos) << request << "\n" << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

// ---- Keys ---------------------------------------------------------------------------------------------

TEST(RoomKeys, OpenTheDoorsTheyAreFor) {
  Evening evening(opening("alive", open_seats(1)));
  const Room& room = *evening.room;
  EXPECT_EQ(room.visitor_with(evening.join_key()), Visitor{Visitor::guest});
  EXPECT_EQ(room.visitor_with(evening.watch_key()), Visitor{Visitor::watcher});
  EXPECT_EQ(room.visitor_with(evening.key), (Visitor{Visitor::person, 1}));
  EXPECT_TRUE(is_good(evening.sit_down("Bo")));
  EXPECT_EQ(room.visitor_with(evening.keys["Bo"]), (Visitor{Visitor::person, 2}));
  EXPECT_NE(evening.keys["Bo"], evening.key);
  for (const char* wrong : {"", " ", "AAAA", "0", "nonsense", "K7M2QX"})
    EXPECT_FALSE(room.visitor_with(wrong));
  EXPECT_FALSE(room.visitor_with(evening.key.substr(1)));
  EXPECT_FALSE(room.visitor_with(evening.key + "0"));
}

TEST(RoomKeys, OfPeopleAreKeptOnlyAsHashes) {
  Evening evening(opening("alive", open_seats(1)));
  EXPECT_TRUE(is_good(evening.sit_down("Bo")));
  for (const std::string& entry : evening.log)
    for (const auto& [name, key] : evening.keys) EXPECT_EQ(entry.find(key), std::string::npos) << entry;
}

TEST(RoomKeys, AreReadAsPeopleTypeThem) {
  EXPECT_EQ(as_typed_code("k7m-2qx"), "K7M2QX");
  EXPECT_EQ(as_typed_code(" oil 1"), "0111");
  const std::string code = short_code(play::Seed::from_text("code"), 8);
  EXPECT_EQ(code.size(), 8u);
  EXPECT_EQ(as_typed_code(code), code);
  for (const char letter : code) EXPECT_EQ(std::string("ILOU").find(letter), std::string::npos);
  Evening evening(opening("alive", open_seats(1)));
  std::string typed;
  for (const char letter : evening.join_key())
    typed += fmt::format("{}-", static_cast<char>(std::tolower(letter)));
  EXPECT_EQ(evening.room->visitor_with(typed), Visitor{Visitor::guest});
}

TEST(RoomKeys, ThatAreReadOutAreTheBeginningOfTheOneInTheLink) {
  Evening evening(opening("alive", open_seats(2)));
  const std::string code = evening.room->self(evening.people["Ann"]).code, join = evening.join_key();
  EXPECT_EQ(code.size(), kCodeLetters);
  EXPECT_TRUE(join.starts_with(code));
  EXPECT_GE(join.size(), 16u) << "80 bits";
  EXPECT_EQ(evening.room->visitor_with(code), Visitor{Visitor::guest});
  EXPECT_EQ(evening.room->self({Visitor::watcher}).code, "");
  // Whoever hosts the room knows which of them may not be tried too often.
  EXPECT_TRUE(is_short_code(code));
  EXPECT_TRUE(is_short_code(fmt::format(" {}-{} ", code.substr(0, 2), code.substr(2))));
  for (const std::string& key : {join, evening.watch_key(), evening.key}) EXPECT_FALSE(is_short_code(key));
  for (std::size_t letters = 0; letters < join.size(); ++letters)
    EXPECT_EQ(bool{evening.room->visitor_with(join.substr(0, letters))}, letters == kCodeLetters) << letters;
  EXPECT_TRUE(is_good(evening.sit_down("Bo")));
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
  EXPECT_FALSE(evening.room->visitor_with(code)) << "the code changes with the link";
}

TEST(RoomKeys, AreShownOnlyToThoseWhoMayPassThemOn) {
  Evening evening(opening("alive", open_seats(1)));
  const RoomSelf watcher = evening.room->self({Visitor::watcher});
  EXPECT_EQ(watcher.role, "watcher");
  EXPECT_EQ(watcher.join + watcher.watch, "");
  const RoomSelf guest = evening.room->self({Visitor::guest}),
                 host = evening.room->self(evening.people["Ann"]);
  EXPECT_EQ(guest.role, "guest");
  EXPECT_EQ(host.role, "seat");
  EXPECT_EQ(guest.join + guest.code + guest.watch, "") << "a guest may be somebody who was removed";
  EXPECT_EQ(host.join, evening.join_key());
  EXPECT_NE(host.join, host.watch);
  EXPECT_FALSE(guest.host);
}

TEST(RoomKeys, AWatcherMayLookAndAskForTheRecordAndNothingElse) {
  Evening evening(opening("alive", {"easy"}));
  evening.begin();
  Visitor watcher = *evening.room->visitor_with(evening.watch_key());
  evening.room->arrive(watcher);
  EXPECT_EQ(evening.room->state().watching, 1);
  const std::size_t entries = evening.log.size();
  for (const char* request :
       {R"({"do":"sit","name":"Wes"})", R"({"do":"play","move":"flip","seen":0})", R"({"do":"undo"})",
        R"({"do":"leave"})", R"({"do":"return"})", R"({"do":"begin"})", R"({"do":"again"})",
        R"({"do":"cover","seat":1})", R"({"do":"say","phrase":"hello"})",
        R"({"do":"mute","seat":1,"on":true})", R"({"do":"remove","seat":1})", R"({"do":"record"})",
        R"({"do":"give","seat":2,"player":"hard"})"})
    EXPECT_TRUE(evening.ask(watcher, request).contains("refusal")) << request;
  EXPECT_EQ(trouble(evening.ask(watcher, adding("x"))), "no-seat");
  EXPECT_EQ(evening.log.size(), entries);
  EXPECT_EQ(watcher, Visitor{Visitor::watcher});
}

// ---- Before the game ----------------------------------------------------------------------------------

TEST(RoomSeats, AreForNamesThatEverybodyCanSeeAndTellApart) {
  Evening evening(opening("alive", {"easy", "open", "open"}));
  Visitor guest{Visitor::guest};
  evening.room->arrive(guest);
  const auto sit = [&](const std::string& name) {
    return trouble(evening.ask(guest, fmt::format(R"({{"do":"sit","name":"{}"}})", name)));
  };
  for (const char* unseen : {"", " ", "\u00A0", "\u3164", "\u200B", "\u00AD", "\u2800", "Ann\u200B", "Bo ",
                             " Bo", "Bo  Bo", "B\u0301\u0302\u0303o", "Аnn", "Воt 2"})
    EXPECT_EQ(sit(unseen), "name") << testing::PrintToString(unseen);
  for (const char* same : {"Ann", "ANN", "Ａｎｎ", "Ánn", "Bot 2", "B0t 2", "Вот 2"})
    EXPECT_EQ(sit(same), "name-taken") << same;
  EXPECT_EQ(sit("Łucja"), "");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":4,"player":"easy","name":"Lucja"})"), "name-taken");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":4,"player":"easy","name":"\u3164"})"), "name");
}

TEST(RoomSeats, OfALogAreForNamesAsTheyWereGiven) {
  Evening evening(opening("alive", {"easy", "open"}));
  EXPECT_TRUE(is_good(evening.sit_down("Bo")));
  for (std::string& entry : evening.log)  // as a server before is_name would have kept it
    for (const auto& [name, was] : {std::pair{R"("Bo")", "\"Ann\u200B\""}, {R"("Bot 2")", "\"\u3164\""}})
      if (const auto at = entry.find(name); at != entry.npos)
        entry.replace(at, std::string_view(name).size(), was);
  const Room again = evening.read_again();
  EXPECT_EQ(again.state().seats[1].name, "\u3164");
  EXPECT_EQ(again.state().seats[2].name, "Ann\u200B");
}

TEST(RoomSeats, AreTakenByNameAndOnce) {
  Evening evening(opening("alive", open_seats(3)));
  Visitor bo{Visitor::guest};
  evening.room->arrive(bo);
  EXPECT_EQ(trouble(evening.ask(bo, R"({"do":"sit"})")), "name");
  EXPECT_EQ(trouble(evening.ask(bo, R"({"do":"sit","name":"Ann"})")), "name-taken");
  EXPECT_EQ(trouble(evening.ask(bo, R"({"do":"sit","seat":1,"name":"Bo"})")), "taken");
  EXPECT_EQ(trouble(evening.ask(bo, R"({"do":"sit","seat":5,"name":"Bo"})")),
            "'seat' must be one from 1 to 4");
  EXPECT_EQ(trouble(evening.ask(bo, R"({"do":"sit","seat":"3","name":"Bo"})")),
            "'seat' must be one from 1 to 4");
  EXPECT_EQ(bo, Visitor{Visitor::guest});
  EXPECT_EQ(evening.room->state().watching, 1);
  EXPECT_EQ(trouble(evening.ask(bo, R"({"do":"sit","seat":3,"name":"Bo"})")), "");
  EXPECT_EQ(bo, (Visitor{Visitor::person, 2}));
  EXPECT_EQ(evening.room->state().watching, 0);
  EXPECT_EQ(evening.room->seat_of(bo), Seat{2});
  EXPECT_EQ(trouble(evening.ask(bo, R"({"do":"sit","seat":2,"name":"Bo"})")), "seated");
  EXPECT_TRUE(is_good(evening.sit_down("Cy")));
  EXPECT_EQ(evening.seat_of("Cy"), Seat{1}) << "the first that is free";
  EXPECT_TRUE(is_good(evening.sit_down("Di")));
  EXPECT_EQ(trouble(evening.sit_down("Ed")), "full");
}

TEST(RoomSeats, AreTakenOnceHoweverOftenTheyAreAskedForWithAKeyOfOnesOwn) {
  Evening evening(opening("alive", open_seats(2)));
  const std::string request =
      fmt::format(R"({{"do":"sit","name":"Bo","key":"{}"}})", hex("a key that Bo has drawn"));
  Visitor bo{Visitor::guest}, again{Visitor::guest};
  evening.room->arrive(bo);
  const auto first = evening.ask(bo, request);
  evening.room->depart(bo, 0);  // before the answer came
  evening.room->arrive(again);
  const std::size_t entries = evening.log.size();
  EXPECT_EQ(evening.ask(again, request), first);
  EXPECT_EQ(again, bo);
  EXPECT_EQ(evening.log.size(), entries);
  EXPECT_EQ(evening.room->state().watching, 0);
  EXPECT_TRUE(seat_in(evening, 2).here);
  EXPECT_EQ(seat_in(evening, 3).player, "open");
  EXPECT_EQ(evening.room->visitor_with(hex("a key that Bo has drawn")), bo);
  Visitor other{Visitor::guest};
  EXPECT_EQ(trouble(evening.ask(other, R"({"do":"sit","name":"Cy","key":"short"})")),
            "'key' must be 64 hexadecimal digits");
  EXPECT_EQ(trouble(evening.ask(other, fmt::format(R"({{"do":"sit","name":"Bo","key":"{}"}})", hex("new")))),
            "name-taken");
}

TEST(RoomSeats, AreLeftAndTakenAgainWithoutAnotherName) {
  Evening evening(opening("alive", open_seats(2)));
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  EXPECT_EQ(evening.room->state().seats[1].player, "open");
  EXPECT_EQ(evening.room->state().watching, 1);
  EXPECT_EQ(evening.room->self(evening.people["Bo"]).role, "guest");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "no-seat");
  EXPECT_EQ(trouble(evening.sit_down("Bo")), "name-taken") << "Bo is still in the room";
  EXPECT_EQ(evening.refused("Bo", R"({"do":"sit","seat":3})"), "");
  EXPECT_EQ(evening.room->state().seats[2].name, "Bo");
  EXPECT_EQ(evening.room->visitor_with(evening.keys["Bo"]), evening.people["Bo"]);
}

TEST(RoomSeats, OfARoomThatHasSeenManyAreStillForSomebodyNew) {
  Evening evening(opening("alive", open_seats(2)));
  EXPECT_TRUE(is_good(evening.sit_down("Bo")));
  const auto come_and_go = [&](const std::string& name) {
    const bool sat = is_good(evening.sit_down(name));
    if (sat) {
      EXPECT_EQ(evening.refused(name, R"({"do":"leave"})"), "");
      evening.room->depart(evening.people[name], ++evening.now);
    }
    return sat;
  };
  for (int i = 0; i < 500; ++i) EXPECT_TRUE(come_and_go(fmt::format("Mal {}", i))) << i;
  // The first of them is forgotten; whoever sits, the host and those who came last are not.
  EXPECT_FALSE(evening.room->visitor_with(evening.keys["Mal 0"]));
  for (const char* name : {"Ann", "Bo", "Mal 499"})
    EXPECT_EQ(evening.room->visitor_with(evening.keys[name]), evening.people[name]) << name;
  EXPECT_EQ(evening.read_again().visitor_with(evening.keys["Mal 499"]), evening.people["Mal 499"]);
  EXPECT_FALSE(evening.read_again().visitor_with(evening.keys["Mal 0"]));
}

TEST(RoomSeats, AreForNobodyNewWhileTooManyWithoutOneAreThere) {
  Evening evening(opening("alive", open_seats(1)));
  const auto sit_and_stay = [&](int i) {
    const std::string name = fmt::format("Mal {}", i), why = trouble(evening.sit_down(name));
    if (why.empty()) {
      EXPECT_EQ(evening.refused(name, R"({"do":"leave"})"), "");
    }
    return why;
  };
  for (int i = 2; i <= 200; ++i) EXPECT_EQ(sit_and_stay(i), "");
  EXPECT_EQ(sit_and_stay(201), "crowded");
  evening.room->depart(evening.people["Mal 77"], 1);
  EXPECT_EQ(sit_and_stay(202), "") << "somebody has gone";
}

TEST(RoomSeats, OfARoomThatHasSeenManyRemovedAreStillForSomebodyNew) {
  Evening evening(opening("alive", open_seats(1)));
  for (int i = 2; i <= 300; ++i) {
    const std::string name = fmt::format("Mal {}", i);
    ASSERT_EQ(trouble(evening.sit_down(name)), "") << i;
    EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
  }
  ASSERT_EQ(trouble(evening.sit_down("Bo")), "");
  // Whoever was removed may still be on the line: they are nobody, whoever has their number now.
  for (const auto& [name, visitor] : evening.people) {
    EXPECT_EQ(evening.room->seat_of(visitor) != kNobody, name == "Ann" || name == "Bo") << name;
    EXPECT_EQ(evening.room->key_of(visitor).empty(), name != "Ann" && name != "Bo") << name;
  }
}

TEST(RoomSeats, ShowNobodyTheHandOfSomebodyNewWhoHasTheirNumber) {
  Evening evening(opening("alive", open_seats(1)));
  for (int i = 2; i <= 200; ++i) {
    const std::string name = fmt::format("Mal {}", i);
    ASSERT_EQ(trouble(evening.sit_down(name)), "");
    EXPECT_EQ(evening.refused(name, R"({"do":"leave"})"), "");
    evening.room->depart(evening.people[name], ++evening.now);
  }
  Visitor asks = *evening.room->visitor_with(evening.keys["Mal 2"]);  // and waits for the disk
  ASSERT_EQ(trouble(evening.sit_down("Bo")), "");
  EXPECT_EQ(evening.people["Bo"].person_number, asks.person_number);
  evening.begin();
  EXPECT_EQ(evening.room->seat_of(asks), kNobody);
  EXPECT_EQ(evening.room->self(asks).seat, 0);
  EXPECT_EQ(trouble(evening.ask(asks, R"({"do":"leave"})")), "removed");
}

TEST(RoomSeats, KnowWhoIsThereOnHowManyDevices) {
  Evening evening(opening("alive", open_seats(1)));
  evening.sit_down("Bo");
  const Visitor bo = evening.people["Bo"];
  evening.room->arrive(bo);
  evening.room->depart(bo, 10);
  EXPECT_TRUE(seat_in(evening, 2).here);
  evening.room->arrive(bo);
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  EXPECT_EQ(evening.room->state().watching, 2) << "both devices";
  EXPECT_EQ(evening.refused("Bo", R"({"do":"sit"})"), "");
  EXPECT_EQ(evening.room->state().watching, 0);
  evening.room->depart(bo, 20);
  evening.room->depart(bo, 20);
  EXPECT_FALSE(seat_in(evening, 2).here);
}

TEST(RoomSeats, AreGivenToBotsByTheHost) {
  Evening evening(opening("alive", open_seats(2)));
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"give","seat":3,"player":"easy"})"), "host");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":2,"player":"easy"})"), "taken");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":3,"player":"easy","name":"Bo"})"), "name-taken");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":3,"player":"easy","name":"\n"})"), "name");
  EXPECT_NE(evening.refused("Ann", R"({"do":"give","seat":3,"player":"genius"})").find("bots"),
            std::string::npos);
  EXPECT_NE(evening.refused("Ann", R"({"do":"give","seat":4,"player":"easy"})").find("'seat'"),
            std::string::npos);
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":3,"player":"easy"})"), "");
  EXPECT_EQ(evening.room->state().seats[2].name, "Bot 3");
  EXPECT_EQ(trouble(evening.sit_down("Cy")), "full");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":3,"player":"open"})"), "");
  EXPECT_TRUE(is_good(evening.sit_down("Cy")));
}

TEST(RoomSeats, NobodyIsCalledAsAnotherInTheRoom) {
  Evening evening(opening("alive", open_seats(2)));
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":3,"player":"easy","name":"Bo"})"), "name-taken");
}

TEST(RoomDeal, TakesEntropyOnceAndOnlyBeforeTheGameBegins) {
  Evening evening(opening("alive", open_seats(2)));
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"add","entropy":"12"})"),
            "'entropy' must be 64 hexadecimal digits");
  EXPECT_EQ(evening.refused("Bo", adding("Bo")), "");
  EXPECT_TRUE(has_entropy(evening, 2));
  EXPECT_EQ(evening.refused("Bo", adding("another")), "added");
  EXPECT_EQ(evening.room->self(evening.people["Bo"]).entropy, hex("Bo"));
  EXPECT_EQ(evening.room->self(evening.people["Ann"]).entropy, "") << "it is Bo's secret";
  evening.begin();
  EXPECT_EQ(evening.refused("Ann", adding("Ann")), "begun");
}

TEST(RoomDeal, TakesEntropyWithTheSeat) {
  Evening evening(opening("alive", open_seats(1)));
  Visitor bo{Visitor::guest};
  const std::size_t entries = evening.log.size();
  EXPECT_EQ(trouble(evening.ask(bo, R"({"do":"sit","name":"Bo","entropy":"12"})")),
            "'entropy' must be 64 hexadecimal digits");
  EXPECT_EQ(evening.log.size(), entries);
  const std::string request = fmt::format(R"({{"do":"sit","name":"Bo","entropy":"{}"}})", hex("Bo"));
  EXPECT_EQ(trouble(evening.ask(bo, request)), "");
  EXPECT_EQ(evening.room->self(bo).entropy, hex("Bo"));
  EXPECT_EQ(trouble(evening.ask(bo, adding("another"))), "added");
}

TEST(RoomDeal, BeginsWhenTheHostSaysSoAndAllSeatsAreTaken) {
  Evening evening(opening("alive", open_seats(1)));
  EXPECT_EQ(evening.refused("Ann", R"({"do":"begin"})"), "open");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"play","move":"flip","seen":0})"), "waiting");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"undo"})"), "waiting");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"cover","seat":1})"), "waiting");
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"begin"})"), "host");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"begin"})"), "") << "nobody has added anything, and it begins";
  EXPECT_EQ(evening.room->state().phase, "playing");
  EXPECT_GT(evening.table().at(), 0);
  EXPECT_EQ(evening.refused("Ann", R"({"do":"begin"})"), "begun");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":2,"player":"easy"})"), "begun");
}

TEST(RoomDeal, IsMadeOfTheServersPartAndOfWhatTheSeatsAdded) {
  const auto seed_with = [](std::string_view what) {
    Evening evening(opening("alive", open_seats(2)));
    evening.fill_the_seats();
    EXPECT_EQ(evening.refused("Cy", adding(what)), "");
    const std::string commitment = evening.room->state().commitment;
    evening.begin();
    const play::RecordHeader& header = evening.table().record().header;
    EXPECT_EQ(header.commitment, commitment);
    EXPECT_EQ(header.seed, play::seed_of(*header.shared));
    EXPECT_FALSE(header.shared->entropy[0]);
    EXPECT_EQ(header.shared->entropy[2]->hex(), hex(what));
    return header.seed->hex();
  };
  EXPECT_EQ(seed_with("one"), seed_with("one"));
  EXPECT_NE(seed_with("one"), seed_with("other"));
}

TEST(RoomRequests, ThatAreNoneOfARoomAreAnsweredWithOneClearSentence) {
  Evening evening(opening("alive", {"easy"}, R"("chat":true)"));
  evening.begin();
  const std::size_t entries = evening.log.size();
  const std::pair<std::string, std::string> bad[] = {
      {"{}", "'do' is one of: play, undo, sit"},
      {R"({"do":7})", "'do' is one of"},
      {R"({"do":"dance"})", "'do' is one of"},
      {R"({"do":"begin","now":true})", "in the request 'begin': 'now' is not known here"},
      {R"({"do":"play","seen":1})", "'move' is missing"},
      {R"({"do":"play","move":"flip"})", "'seen' is missing"},
      {R"({"do":"play","move":7,"seen":1})", "'move' must be"},
      {R"({"do":"play","move":"flip","seen":-1})", "'seen' must be"},
      {R"({"do":"play","move":"flip","seen":1e3})", "'seen' must be"},
      {R"({"do":"play","move":"flip","seen":99999999999})", "'seen' must be"},
      {R"({"do":"play","move":"flip","seen":1,"id":7})", "'id' must be"},
      {R"({"do":"play","move":"flip","seen":1,"id":""})", "'id' must be"},
      {fmt::format(R"({{"do":"play","move":"flip","seen":1,"id":"{}"}})", std::string(65, 'x')),
       "'id' must be"},
      {R"({"do":"undo","seen":"now"})", "'seen' must be"},
      {R"({"do":"cover","seat":0})", "'seat' must be one from 1 to 2"},
      {R"({"do":"mute","seat":1,"on":"yes"})", "'on' must be true or false"},
      {R"({"do":"mute","seat":9,"on":true})", "'seat' must be one from 1 to 2"},
      {R"({"do":"remove","seat":null})", "'seat' must be one from 1 to 2"},
      {R"({"do":"say"})", "say a 'phrase' or a 'text'"},
      {R"({"do":"say","phrase":"hello","text":"hello"})", "say a 'phrase' or a 'text'"},
      {R"({"do":"say","phrase":"nonsense"})", "'phrase' must be one of: hello"},
  };
  for (const auto& [request, part] : bad) {
    const auto answer = evening.ask("Ann", request);
    EXPECT_NE(play::text_in(answer, "error").find(part), std::string::npos) << request << "\n"
                                                                            << boost::json::serialize(answer);
  }
  EXPECT_EQ(evening.log.size(), entries);
}

// ---- Playing ------------------------------------------------------------------------------------------

TEST(RoomGames, OfAllKindsArePlayedToTheEnd) {
  for (const play::GameInfo* game : play::all_games())
    for (const bool with_bots : {false, true}) {
      SCOPED_TRACE(fmt::format("{}{}", game->name, with_bots ? " with bots" : ""));
      std::vector<std::string> others = open_seats(game->min_players - 1);
      if (with_bots) others.push_back("thoughtful");
      Evening evening(opening(game->name, others));
      Xoshiro256pp rng(7);
      evening.fill_the_seats();
      EXPECT_EQ(evening.refused("Ann", adding("Ann")), "");
      evening.begin();
      EXPECT_EQ(evening.refused("Ann", R"({"do":"record"})"), "not-over");
      EXPECT_EQ(evening.refused("Ann", R"({"do":"again"})"), "not-over");
      evening.play_to_the_end(rng);
      EXPECT_EQ(evening.room->state().phase, "over");
      EXPECT_FALSE(evening.room->deadline());
      EXPECT_FALSE(evening.room->bot_to_act());
      EXPECT_EQ(trouble(evening.sit_down("Late")), "full");

      Visitor watcher{Visitor::watcher};
      const auto answer = evening.ask(watcher, R"({"do":"record"})");
      ASSERT_TRUE(is_good(answer));
      const auto record = play::parse_record(play::text_in(answer.at("ok").as_object(), "record"), "record");
      ASSERT_TRUE(record) << record.error().message;
      EXPECT_TRUE(play::replay(*record, "record"));
      const play::Witness witness{.commitment = *play::Seed::from_hex(evening.room->state().commitment),
                                  .entropy = {{Seat{0}, play::Seed::from_text("Ann")}}};
      const auto findings = play::verify(*record, "record", witness);
      EXPECT_TRUE(play::all_good(findings));
      play::Witness liar = witness;
      liar.entropy[Seat{0}] = play::Seed::from_text("another");
      EXPECT_FALSE(play::all_good(play::verify(*record, "record", liar)));
    }
}

TEST(RoomGames, AMoveIsMadeOnceHoweverOftenItIsSent) {
  Evening evening(opening("alive", open_seats(1)));
  evening.begin();
  const std::string turn = evening.ready()[0];
  const std::string move = evening.table().state(evening.seat_of(turn)).offers[0].move;
  EXPECT_EQ(evening.play(turn, move, "a1"), "");
  const int at = evening.table().at();
  const std::size_t entries = evening.log.size();
  const auto again = evening.ask(turn, R"({"do":"play","move":"whatever","seen":0,"id":"a1"})");
  ASSERT_TRUE(is_good(again));
  EXPECT_EQ(again.at("ok").at("at").as_int64(), at);
  EXPECT_EQ(evening.log.size(), entries);
  const std::string other = turn == "Ann" ? "Bo" : "Ann";
  EXPECT_FALSE(is_good(evening.ask(other, R"({"do":"play","move":"whatever","seen":0,"id":"a1"})")))
      << "ids are each person's own";

  Room later = evening.read_again();
  const auto answer =
      later.ask(evening.people[turn], object_of(R"({"do":"play","move":"x","seen":0,"id":"a1"})"), 0);
  EXPECT_TRUE(is_good(answer));
  EXPECT_EQ(later.table()->at(), at);
  EXPECT_TRUE(later.to_keep().empty());
}

TEST(RoomGames, IdsOfOneGameAreForgottenInTheNext) {
  Evening evening(opening("cradle", open_seats(1)));
  Xoshiro256pp rng(3);
  evening.begin();
  const std::string move = evening.table().state(evening.seat_of("Ann")).offers[0].move;
  EXPECT_EQ(evening.play("Ann", move, "1"), "");
  evening.play_to_the_end(rng);
  EXPECT_EQ(evening.refused("Ann", R"({"do":"again"})"), "");
  evening.begin();
  const int at = evening.table().at();
  EXPECT_EQ(evening.play("Ann", evening.table().state(evening.seat_of("Ann")).offers[0].move, "1"), "");
  EXPECT_GT(evening.table().at(), at);
}

TEST(RoomGames, EverybodyMayLookAtThePastAsTheySawIt) {
  Evening evening(opening("cradle", open_seats(2)));
  EXPECT_EQ(evening.refused("Ann", R"({"do":"look"})"), "waiting");
  evening.begin();
  Visitor watcher = *evening.room->visitor_with(evening.watch_key());
  Xoshiro256pp rng(7);
  for (int i = 0; i < 20 && !evening.table().over(); ++i) evening.go_on(rng);
  const std::size_t entries = evening.log.size();
  const int at = evening.table().at();
  const Seat bo = evening.seat_of("Bo");
  EXPECT_EQ(evening.ask("Bo", R"({"do":"look"})").at("ok"),
            boost::json::value_from(evening.table().state(bo, evening.now)));
  for (const int past : {0, at / 2, at}) {
    const std::string request = fmt::format(R"({{"do":"look","at":{}}})", past);
    EXPECT_EQ(evening.ask("Bo", request).at("ok"),
              boost::json::value_from(evening.table().state_after(past, bo)));
    EXPECT_EQ(evening.ask(watcher, request).at("ok"),
              boost::json::value_from(evening.table().state_after(past, kNobody)));
  }
  for (const std::string& wrong : {std::to_string(at + 1), std::string("-1"), std::string("\"now\"")})
    EXPECT_NE(evening.refused("Bo", fmt::format(R"({{"do":"look","at":{}}})", wrong)).find("'at' must be"),
              std::string::npos);
  EXPECT_EQ(evening.log.size(), entries);
}

TEST(RoomGames, WhatTheTableRefusesIsRefused) {
  Evening evening(opening("alive", open_seats(1)));
  evening.begin();
  const std::string turn = evening.ready()[0], other = turn == "Ann" ? "Bo" : "Ann";
  EXPECT_EQ(evening.play(other, "flip"), "turn");
  EXPECT_EQ(evening.play(turn, "dance"), "unknown");
  EXPECT_EQ(evening.refused(turn, R"({"do":"play","move":"flip","seen":0})"), "stale");
}

TEST(RoomGames, AMoveCanBeTakenBackUntilItHasAskedAnotherPerson) {
  Evening evening(opening("cv", open_seats(1)));
  Xoshiro256pp rng(1);
  evening.begin();
  const auto who_can = [&]() -> std::string {
    for (const auto& [name, visitor] : evening.people)
      if (evening.table().state(evening.seat_of(name)).undo) return name;
    return "";
  };
  for (int i = 0; i < 500 && who_can().empty(); ++i) evening.go_on(rng);
  const std::string name = who_can();
  ASSERT_NE(name, "");
  const std::string other = name == "Ann" ? "Bo" : "Ann";
  const int at = evening.table().at();
  EXPECT_EQ(evening.refused(other, R"({"do":"undo"})"), "undo");
  const std::string undo = fmt::format(R"({{"do":"undo","seen":{}}})", at);
  EXPECT_EQ(evening.refused(name, undo), "");
  EXPECT_EQ(evening.table().at(), at - 1);
  EXPECT_EQ(evening.refused(name, undo), "stale") << "sent again, it takes nothing else back";
  EXPECT_EQ(evening.read_again().table()->at(), at - 1);
}

TEST(RoomGames, ABotThatThoughtAboutWhatWasTakenBackIsNotHeard) {
  Evening evening(opening("cv", {"thoughtful"}));
  Xoshiro256pp rng(5);
  evening.begin();
  const Visitor ann = evening.people["Ann"];
  std::optional<Room::BotTask> task;
  for (int i = 0; i < 2'000 && !task && !evening.table().over(); ++i) {
    if (evening.room->bot_to_act() && evening.table().state(evening.room->seat_of(ann)).undo)
      task = evening.room->bot_to_act();
    else
      evening.go_on(rng);
  }
  ASSERT_TRUE(task) << "there was no such moment";
  const auto bot = bots::make_any_bot(task->game, "thoughtful", task->chance);
  const std::uint32_t move = (*bot)->choose(task->view);
  const std::string last = evening.table().record().moves.back().move;
  EXPECT_EQ(evening.refused("Ann", R"({"do":"undo"})"), "");
  EXPECT_EQ(evening.play("Ann", last), "");
  const int at = evening.table().at();
  ASSERT_EQ(evening.room->bot_to_act()->at, task->at);
  evening.room->bot_chose(*task, move, evening.now);
  EXPECT_EQ(evening.table().at(), at);
  evening.bot_acts();
  EXPECT_GT(evening.table().at(), at);
}

// ---- Being away ---------------------------------------------------------------------------------------

TEST(RoomAbsence, ABotCoversWhoeverIsWaitedForAndAway) {
  Evening evening(opening("alive", open_seats(1)));
  evening.begin();
  const std::string turn = evening.ready()[0];
  const int seat = evening.seat_of(turn).index + 1;
  EXPECT_FALSE(evening.room->deadline());
  evening.room->depart(evening.people[turn], 1'000);
  EXPECT_FALSE(seat_in(evening, seat).here);
  EXPECT_EQ(evening.room->deadline(), 46'000);
  evening.room->tick(45'999);
  EXPECT_EQ(seat_in(evening, seat).cover, "");
  evening.room->tick(46'000);
  evening.keep();
  EXPECT_EQ(seat_in(evening, seat).cover, "normal");
  EXPECT_EQ(seat_in(evening, seat).player, "person") << "the seat is still theirs";
  EXPECT_EQ(seat_in(evening, seat).name, turn);
  ASSERT_TRUE(evening.room->bot_to_act());
  EXPECT_EQ(evening.room->bot_to_act()->seat, evening.seat_of(turn));
  EXPECT_EQ(evening.play(turn, "flip"), "covered");
  EXPECT_FALSE(evening.room->deadline());

  const auto late = evening.room->bot_to_act();
  const auto move = (*bots::make_any_bot(late->game, "thoughtful", 1))->choose(late->view);
  evening.room->arrive(evening.people[turn]);
  evening.keep();
  EXPECT_EQ(seat_in(evening, seat).cover, "");
  EXPECT_FALSE(evening.room->bot_to_act());
  const int at = evening.table().at();
  evening.room->bot_chose(*late, move, 50'000);
  EXPECT_EQ(evening.table().at(), at) << "the bot was too late";
}

TEST(RoomAbsence, WhoeverIsNotWaitedForMayBeAway) {
  Evening evening(opening("alive", open_seats(1)));
  evening.begin();
  const std::string turn = evening.ready()[0], other = turn == "Ann" ? "Bo" : "Ann";
  const int seat = evening.seat_of(other).index + 1;
  evening.room->depart(evening.people[other], 0);
  EXPECT_FALSE(evening.room->deadline());
  evening.now = 1'000'000;
  evening.room->tick(evening.now);
  EXPECT_EQ(seat_in(evening, seat).cover, "");
  Xoshiro256pp rng(1);
  while (evening.ready()[0] != other && !evening.table().over())
    EXPECT_EQ(evening.play(turn, pick_from(evening.table().state(evening.seat_of(turn)).offers, rng).move),
              "");
  evening.room->tick(evening.now);
  evening.keep();
  EXPECT_EQ(seat_in(evening, seat).cover, "normal") << "away for long, and now waited for";
}

TEST(RoomAbsence, AtAnUnhurriedTableEverybodyIsWaitedFor) {
  Evening evening(opening("alive", open_seats(1), R"("unhurried":true)"));
  evening.begin();
  for (const auto& [name, visitor] : evening.people) evening.room->depart(visitor, 0);
  EXPECT_FALSE(evening.room->deadline());
  evening.room->tick(Millis{1000} * 60 * 60 * 24 * 30);
  evening.keep();
  for (const RoomSeat& seat : evening.room->state().seats) EXPECT_EQ(seat.cover, "");
}

TEST(RoomAbsence, WhoeverLeavesInTheMiddleLendsTheSeatToABot) {
  Evening evening(opening("alive", open_seats(1), R"("unhurried":true)"));
  evening.begin();
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  EXPECT_EQ(seat_in(evening, 2).cover, "normal");
  EXPECT_EQ(trouble(evening.sit_down("Cy")), "full") << "it is still Bo's";
  EXPECT_EQ(evening.refused("Bo", R"({"do":"return"})"), "");
  EXPECT_EQ(seat_in(evening, 2).cover, "");
}

TEST(RoomAbsence, TheHostMayHaveAnAbsentSeatCovered) {
  Evening evening(opening("alive", {"open", "easy"}, R"("unhurried":true)"));
  evening.begin();
  EXPECT_EQ(evening.refused("Bo", R"({"do":"cover","seat":1})"), "host");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"cover","seat":2})"), "here");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"cover","seat":3})"), "no-person");
  evening.room->depart(evening.people["Bo"], 0);
  EXPECT_EQ(evening.refused("Ann", R"({"do":"cover","seat":2})"), "");
  EXPECT_EQ(seat_in(evening, 2).cover, "normal");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"cover","seat":2})"), "no-person");
  evening.room->arrive(evening.people["Bo"]);
  evening.keep();
  EXPECT_EQ(seat_in(evening, 2).cover, "");
}

TEST(RoomAbsence, WhatChangesNothingIsNeitherKeptNorToldToAnybody) {
  Evening evening(opening("alive", open_seats(1), R"("unhurried":true)"));
  evening.fill_the_seats();
  const auto changes_nothing = [&](const std::string& name, std::string_view request,
                                   std::string_view why = "") {
    const auto entries = evening.log.size();
    const int version = evening.room->version(), moves = evening.room->moves_version();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(evening.refused(name, request), why) << request;
    EXPECT_EQ(evening.log.size(), entries) << request;
    EXPECT_EQ(evening.room->version(), version) << request;
    EXPECT_EQ(evening.room->moves_version(), moves) << request;
  };
  changes_nothing("Ann", R"({"do":"mute","seat":2,"on":false})");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"mute","seat":2,"on":true})"), "");
  changes_nothing("Ann", R"({"do":"mute","seat":2,"on":true})");
  changes_nothing("Bo", R"({"do":"sit","name":"Bo"})", "seated");
  changes_nothing("Bo", R"({"do":"return"})");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  changes_nothing("Bo", R"({"do":"leave"})", "no-seat");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"sit"})"), "");
  evening.begin();
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  changes_nothing("Bo", R"({"do":"leave"})");  // the seat is a bot's already
  changes_nothing("Bo", R"({"do":"sit"})", "seated");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"return"})"), "");
  changes_nothing("Bo", R"({"do":"return"})");
}

// ---- The host's house ---------------------------------------------------------------------------------

TEST(RoomHost, RemovesSomebodyForGood) {
  Evening evening(opening("alive", open_seats(1)));
  const std::string join = evening.join_key();
  evening.begin();
  EXPECT_EQ(evening.refused("Bo", R"({"do":"remove","seat":1})"), "host");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":1})"), "self");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "no-person");
  EXPECT_FALSE(evening.room->visitor_with(evening.keys["Bo"]));
  EXPECT_FALSE(evening.room->visitor_with(join)) << "nor by the link that Bo came by";
  EXPECT_EQ(evening.refused("Bo", R"({"do":"sit"})"), "removed");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"say","phrase":"hello"})"), "removed");
  EXPECT_EQ(evening.room->self(evening.people["Bo"]).role, "watcher");
  EXPECT_EQ(evening.room->self(evening.people["Bo"]).join, "");
  EXPECT_EQ(evening.room->seat_of(evening.people["Bo"]), kNobody);
  EXPECT_EQ(evening.room->state().watching, 1);
  evening.room->depart(evening.people["Bo"], 0);
  EXPECT_EQ(evening.room->state().watching, 0);
  EXPECT_EQ(seat_in(evening, 2).cover, "normal");
  EXPECT_EQ(evening.table().record().header.seats[1].player, "normal");

  EXPECT_EQ(trouble(evening.sit_down("Cy")), "full") << "the hand is Bo's until the game is over";
}

TEST(RoomHost, ASecondTabOfSomebodyRemovedIsNoWayBack) {
  Evening evening(opening("alive", open_seats(1)));
  Visitor tab = *evening.room->visitor_with(evening.join_key());
  evening.room->arrive(tab);
  EXPECT_TRUE(is_good(evening.sit_down("Bo")));
  EXPECT_EQ(evening.room->self(tab).role, "guest");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
  EXPECT_EQ(trouble(evening.ask(tab, R"({"do":"sit","name":"Bo"})")), "link");
  EXPECT_EQ(evening.room->self(tab).role, "watcher");
  EXPECT_EQ(evening.room->self(tab).join + evening.room->self(tab).code, "") << "the new key is not told";
  tab = *evening.read_again().visitor_with(evening.join_key());
  EXPECT_TRUE(is_good(evening.ask(tab, R"({"do":"sit","name":"Cy"})"))) << "by the new link";
}

TEST(RoomHost, WhoeverHasNoSeatWhenSomebodyIsRemovedNeedsTheNewLink) {
  Evening evening(opening("alive", open_seats(2)));
  evening.sit_down("Bo");
  evening.sit_down("Cy");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  EXPECT_EQ(evening.room->self(evening.people["Bo"]).role, "guest");
  EXPECT_EQ(evening.room->self(evening.people["Bo"]).join, "") << "keys are for those who sit";
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":3})"), "");
  evening.people.erase("Cy");
  EXPECT_EQ(evening.room->self(evening.people["Bo"]).role, "watcher");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"sit"})"), "link");
  EXPECT_TRUE(evening.read_again().only_watches(evening.people["Bo"]));
  RoomTesting::say_all(*evening.room, evening.now);
  evening.keep();
  EXPECT_TRUE(evening.read_again(false).only_watches(evening.people["Bo"]));
  EXPECT_FALSE(evening.read_again(false).only_watches(evening.people["Ann"]));
  Visitor tab = *evening.room->visitor_with(evening.join_key());
  evening.room->arrive(tab);
  EXPECT_TRUE(
      is_good(evening.ask(tab, fmt::format(R"({{"do":"sit","name":"Bo","key":"{}"}})", evening.keys["Bo"]))));
  EXPECT_EQ(tab, evening.people["Bo"]) << "by the new link they are who they were";
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  EXPECT_FALSE(evening.read_again().only_watches(evening.people["Bo"]));
}

TEST(RoomHost, NobodySeesTheHandOfSomebodyWhoWasRemoved) {
  for (const char* game : {"cradle", "alive", "cv"}) {
    Evening evening(opening(game, open_seats(2)));
    evening.begin();
    Xoshiro256pp rng(7);
    for (int i = 0; i < 6; ++i) evening.go_on(rng);
    ASSERT_FALSE(evening.table().over());
    EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
    evening.people.erase("Bo");
    Visitor tab = *evening.room->visitor_with(evening.join_key());
    evening.room->arrive(tab);
    for (const char* sitting : {R"({"do":"sit","name":"Eve"})", R"({"do":"sit","name":"Eve","seat":2})"})
      EXPECT_NE(trouble(evening.ask(tab, sitting)), "") << game;
    EXPECT_EQ(evening.room->seat_of(tab), kNobody);
    EXPECT_EQ(evening.room->self(tab).role, "guest");
    evening.play_to_the_end(rng);
    EXPECT_NE(trouble(evening.ask(tab, R"({"do":"sit","name":"Eve","seat":2})")), "");
    EXPECT_EQ(evening.refused("Ann", R"({"do":"again"})"), "");
    EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":3,"player":"open"})"), "")
        << "Bo's, one further on";
    EXPECT_TRUE(is_good(evening.ask(tab, R"({"do":"sit","name":"Eve","seat":3})"))) << "for the next game";
  }
}

TEST(RoomHost, RemovesSomebodyBeforeTheGameAndTheSeatIsOpen) {
  Evening evening(opening("alive", open_seats(1)));
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", adding("Bo")), "");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
  EXPECT_EQ(seat_in(evening, 2).player, "open");
  EXPECT_FALSE(has_entropy(evening, 2));
  EXPECT_TRUE(is_good(evening.sit_down("Bo"))) << "another of that name";
}

TEST(RoomHost, MutesSomebody) {
  Evening evening(opening("alive", {"open", "easy"}));
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"mute","seat":1,"on":true})"), "host");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"mute","seat":3,"on":true})"), "no-person");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"mute","seat":2,"on":true})"), "");
  const std::size_t entries = evening.log.size();
  EXPECT_EQ(evening.refused("Ann", R"({"do":"mute","seat":2,"on":true})"), "");
  EXPECT_EQ(evening.log.size(), entries) << "what changes nothing is not kept";
  EXPECT_TRUE(evening.room->self(evening.people["Bo"]).muted);
  EXPECT_EQ(evening.refused("Bo", R"({"do":"say","phrase":"hello"})"), "muted");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"mute","seat":2,"on":false})"), "");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"say","phrase":"hello"})"), "");
}

TEST(RoomTalk, IsInPhrasesUnlessTheHostAllowsMore) {
  Evening evening(opening("alive", open_seats(1)));
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"say","text":"I have a bomb"})"), "chat");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"say","phrase":"well-played"})"), "");
  const auto said = evening.room->take_said();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].seat, 2);
  EXPECT_EQ(said[0].name, "Bo");
  EXPECT_EQ(said[0].phrase, "well-played");
  EXPECT_TRUE(evening.room->take_said().empty());

  Evening open(opening("alive", open_seats(1), R"("chat":true)"));
  EXPECT_EQ(open.refused("Ann", R"({"do":"say","text":"Grüße 👋"})"), "");
  EXPECT_EQ(open.room->take_said()[0].text, "Grüße 👋");
  EXPECT_EQ(open.refused("Ann", R"({"do":"say","text":"\u001b[2J"})"), "text");
  EXPECT_EQ(open.refused("Ann", fmt::format(R"({{"do":"say","text":"{}"}})", std::string(201, 'x'))), "text");
  EXPECT_EQ(open.refused("Ann", R"({"do":"say","text":"\u200B"})"), "text");
  EXPECT_EQ(open.log.size(), 3u) << "what is said is not kept";
}

TEST(RoomRematch, RotatesTheSeatsAndMakesANewDeal) {
  Evening evening(opening("cradle", {"open", "thoughtful"}));
  Xoshiro256pp rng(2);
  evening.fill_the_seats();
  EXPECT_EQ(evening.refused("Bo", adding("Bo")), "");
  evening.begin();
  const std::string commitment = evening.room->state().commitment;
  evening.play_to_the_end(rng);
  Visitor guest{Visitor::guest};
  EXPECT_EQ(trouble(evening.ask(guest, R"({"do":"again"})")), "no-seat");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"again"})"), "") << "not only the host";
  const RoomState state = evening.room->state();
  EXPECT_EQ(state.phase, "gathering");
  EXPECT_EQ(state.deal, 2);
  EXPECT_NE(state.commitment, commitment);
  EXPECT_EQ(state.seats[0].player, "thoughtful");
  EXPECT_EQ(state.seats[1].name, "Ann");
  EXPECT_EQ(state.seats[2].name, "Bo");
  EXPECT_EQ(state.host, 2);
  for (const RoomSeat& seat : state.seats) EXPECT_FALSE(seat.added);
  EXPECT_EQ(evening.room->self(evening.people["Bo"]).entropy, "");
  EXPECT_EQ(evening.refused("Bo", adding("Bo again")), "");
  EXPECT_EQ(evening.seat_of("Bo"), Seat{2});
  evening.begin();
  EXPECT_EQ(evening.table().record().header.commitment, state.commitment);
  evening.play_to_the_end(rng);
  const auto answer = evening.ask("Ann", R"({"do":"record"})");
  const auto record = play::parse_record(play::text_in(answer.at("ok").as_object(), "record"), "record");
  ASSERT_TRUE(record);
  EXPECT_TRUE(play::all_good(play::verify(*record, "record")));
}

TEST(RoomRematch, TheRecordsOfEarlierDealsStayForThoseWhoPlayed) {
  Evening evening(opening("cradle", {"open", "thoughtful"}));
  Xoshiro256pp rng(2);
  evening.begin();
  EXPECT_EQ(evening.asides.count(log_of_deal("K7M2QX", 1)), 0u);
  evening.play_to_the_end(rng);
  const auto shown = evening.ask("Bo", R"({"do":"record","deal":1})");
  const std::string first = evening.asides.at(log_of_deal("K7M2QX", 1));
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "") << "which takes no evidence away";
  EXPECT_EQ(evening.refused("Ann", R"({"do":"again"})"), "");
  for (const char* name : {"Ann", "Bo"}) {
    const auto record = record_in(first, 1, hash_of_key(evening.keys[name]));
    ASSERT_TRUE(record) << name;
    EXPECT_EQ(*record, play::text_in(shown.at("ok").as_object(), "record"));
    const auto parsed = play::parse_record(*record, "record");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_TRUE(parsed->header.seed && parsed->header.shared && parsed->header.result);
    EXPECT_TRUE(play::all_good(play::verify(*parsed, "record")));
  }
  for (const std::string& other : {std::string(64, 'a'), evening.join_key(), std::string()})
    EXPECT_FALSE(record_in(first, 1, hash_of_key(other))) << other;
  EXPECT_FALSE(record_in(first, 1, ""));
  EXPECT_EQ(evening.refused("Ann", R"({"do":"record"})"), "not-over");
  evening.people.erase("Bo");
  evening.begin();
  evening.play_to_the_end(rng);
  EXPECT_FALSE(record_in(evening.asides.at(log_of_deal("K7M2QX", 2)), 2, hash_of_key(evening.keys["Bo"])))
      << "Bo did not play the second one";
}

TEST(RoomRematch, NothingAfterTheEndOfADealChangesWhoPlayedItInTheRecord) {
  const auto record_of = [](auto&& room) {
    Visitor watcher = *room.visitor_with(room.self(Visitor{Visitor::person, 1}).watch);
    const auto answer = room.ask(watcher, object_of(R"({"do":"record"})"), 0);
    return play::text_in(answer.at("ok").as_object(), "record");
  };
  for (const bool removed : {true, false}) {
    Evening evening(opening("cradle", open_seats(1)));
    Xoshiro256pp rng(2);
    evening.begin();
    if (!removed) (void)evening.ask("Bo", R"({"do":"leave"})");
    evening.play_to_the_end(rng);
    const std::string record = record_of(*evening.room);
    EXPECT_EQ(play::parse_record(record, "record")->header.seats[1].player, removed ? "person" : "normal");
    const auto after =
        removed ? evening.ask("Ann", R"({"do":"remove","seat":2})") : evening.ask("Bo", R"({"do":"return"})");
    EXPECT_TRUE(is_good(after));
    EXPECT_EQ(record_of(*evening.room), record);
    EXPECT_EQ(record_of(evening.read_again()), record);
    RoomTesting::say_all(*evening.room, evening.now);
    evening.keep();
    EXPECT_EQ(record_of(evening.read_again(false)), record);
    EXPECT_EQ(record_in(evening.asides.at(log_of_deal("K7M2QX", 1)), 1, hash_of_key(evening.key)), record);
  }
}

TEST(RoomRematch, ATableKeepsOnlySoManyDeals) {
  EXPECT_EQ(log_of_deal("K7M2QX", 7), log_of_deal("K7M2QX", 7 + kDealsKept)) << "a later one takes its place";
  for (int i = 1; i < kDealsKept; ++i) ASSERT_NE(log_of_deal("K7M2QX", 7), log_of_deal("K7M2QX", 7 + i));
  Evening evening(opening("cradle", {"thoughtful"}));
  Xoshiro256pp rng(2);
  evening.begin();
  evening.play_to_the_end(rng);
  const std::string first = evening.asides.at(log_of_deal("K7M2QX", 1)), key = hash_of_key(evening.key);
  EXPECT_TRUE(record_in(first, 1, key));
  EXPECT_FALSE(record_in(first, 1 + kDealsKept, key)) << "and is not taken for it";
}

TEST(RoomRematch, TheSeatOfSomebodyRemovedIsABots) {
  Evening evening(opening("cradle", open_seats(1)));
  Xoshiro256pp rng(2);
  evening.begin();
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
  evening.people.erase("Bo");
  evening.play_to_the_end(rng);
  EXPECT_EQ(evening.refused("Ann", R"({"do":"again"})"), "");
  EXPECT_EQ(seat_in(evening, 1).player, "normal");
  EXPECT_EQ(seat_in(evening, 1).cover, "");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"begin"})"), "");
}

}  // namespace
}  // namespace lifetable::table
