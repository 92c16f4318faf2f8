// SPDX-License-Identifier: Apache-2.0
// A bot of your own at somebody's table, by the same protocol as the page (docs/protocol.md):
//
//     npm install ws
//     node bot.mjs http://localhost:8080 K7M2QX-4TZH Robbie
//
// The second word is the table's code: whoever hosts the table sees it. With a seat's own key (64 digits, kept from an
// earlier run) after a dash the bot goes on where it was. It plays any of the three games, at random: `choose` is yours.
import { randomBytes, randomUUID } from "node:crypto";
import WebSocket from "ws";

/** The move to make, out of `state.offers`. `state.scene` is the table as your seat sees it. */
function choose(state) {
  return state.offers[Math.floor(Math.random() * state.offers.length)].move;
}

const [, , address, code, name = "Robbie"] = process.argv;
if (!code) {
  console.error("Usage: node bot.mjs ADDRESS TABLE-KEY [NAME]");
  process.exit(2);
}
const PAUSE = 100; // ms before a request: a server takes 20 a second from each of us
const [table, key] = code.split("-");
const socket = new WebSocket(`${address.replace(/^http/, "ws")}/ws`);
const known = {}; // the latest room, self and state
let asked = 0; // requests so far; one at a time
let answered = 0;
let moves = 0;

const ask = (request) => socket.send(JSON.stringify({ ...request, re: ++asked }));

socket.on("open", () => ask({ do: "enter", table, key }));
socket.on("error", (problem) => console.error(`No connection: ${problem.message}`));
socket.on("close", (why, reason) => {
  if (why !== 1000) console.error(`The server hung up (${why}). ${reason}`);
  process.exit(why === 1000 ? 0 : 1);
});
socket.on("message", (text) => {
  const { re = answered, ok, error, refusal, ...news } = JSON.parse(text);
  answered = re;
  Object.assign(known, news);
  if (error || refusal) console.error(error ?? refusal.phrase.id);
  if (ok?.key) console.log(`I have seat ${ok.seat}. To go on after a break: ${table}-${ok.key}`);
  if (known.state?.outcome.length) {
    console.log(`Over after ${moves} moves of mine. Points: ${known.state.outcome[0].scores.join(", ")}`);
    socket.close(1000);
  } else if (answered === asked) setTimeout(act, PAUSE, asked);
});

/** Does what is to be done now, if nothing was asked for meanwhile. */
function act(before) {
  const { room, self, state } = known;
  if (before !== asked || !self) return;
  const gathering = room.phase === "gathering";
  if (gathering && self.role === "guest") ask({ do: "sit", name });
  // Everybody adds to the chance of the deal, so that nobody alone chooses the cards.
  else if (gathering && self.seat && !self.entropy) ask({ do: "add", entropy: randomBytes(32).toString("hex") });
  else if (state?.offers.length) {
    ask({ do: "play", move: choose(state), seen: state.at, id: randomUUID() });
    ++moves;
  }
}
