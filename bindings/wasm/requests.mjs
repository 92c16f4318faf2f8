// SPDX-License-Identifier: Apache-2.0
// Prints requests for a desk, a line each: whole games of bots, seen by everybody, with hints, records and mistakes. Which
// moves are made is the bots' choice, so that native and WebAssembly desks are asked the same.

const ask = (request) => console.log(JSON.stringify(request));

const GAMES = [
  { game: "cradle", options: { rounds: "2" }, seats: ["thoughtful", "search/60", "easy"], moves: 120 },
  { game: "alive", options: { printing: "later" }, seats: ["thoughtful", "hard", "random", "search/40/particles=10"], moves: 260 },
  { game: "cv", options: {}, seats: ["thoughtful", "search/30", "thoughtful"], moves: 200 },
  { game: "cv", options: { cards: "odd" }, seats: ["thoughtful", "easy"], moves: 160 },
];

let tables = 0;

function playWhole({ game, options, seats, moves }) {
  ask({ do: "rules", game });
  ask({ do: "cards", game, options });
  ask({ do: "open", game, options, seats: seats.map((player, i) => ({ name: `Żoë ${i + 1}`, player })), seed: `check ${game}` });
  const table = ++tables;
  for (let move = 0; move < moves; ++move) {
    ask({ do: "bot", table, budget: "50", reader: move % 3, since: move, kept: move });
    if (move % 8 !== 0) continue;
    for (let reader = 0; reader <= seats.length; ++reader) ask({ do: "look", table, reader });
    for (let seat = 1; seat <= seats.length; ++seat) ask({ do: "hint", table, seat, bot: "search/40" });
  }
  for (let reader = 0; reader <= seats.length; ++reader) {
    ask({ do: "told", table, reader, since: 0 });
    for (let at = 0; at < moves; at += 23) ask({ do: "look", table, reader, at });
  }
  ask({ do: "record", table });
  ask({ do: "news", table, reader: 1, since: 10, kept: 10 });
}

function mistakes() {
  console.log("{");
  console.log('"do"');
  ask({ do: "dance" });
  ask({ do: "look", table: 99, reader: 0 });
  ask({ do: "open", game: "chess", seats: [] });
  ask({ do: "open", game: "cradle", seats: [{ name: "A", player: "person" }] });
  ask({ do: "open", game: "alive", options: { teams: "perhaps" }, seats: [1, 2].map((n) => ({ name: `P${n}`, player: "person" })) });
  ask({ do: "open", game: "cv", seats: [{ name: "A", player: "person" }, { name: "B", player: "genius" }] });
  ask({ do: "resume", record: '{"lifetable": 9}\n' });
  ask({ do: "play", table: 1, seat: 1, move: "fly", seen: 0 });
  ask({ do: "close", table: 1 });
  ask({ do: "look", table: 1, reader: 1 });
}

ask({ do: "games" });
GAMES.forEach(playWhole);
mistakes();
