// A bot of your own at somebody's table, by the same protocol as the page (docs/protocol.md):
//
//     npm install ws
//     node examples/bot.mjs http://localhost:8080 K7M2QX-4TZH Robbie
//
// The second word is the table's code: whoever hosts the table sees it. With a seat's own key (64 digits, kept from an
// earlier run) after a dash the bot goes on where it was. It plays any of the three games, at random: `choose` is yours.
import { randomBytes } from "node:crypto";
import WebSocket from "ws";

/** The move to make, out of `state.offers`. `state.scene` is the table as your seat sees it. */
function choose(state) {
  return state.offers[Math.floor(Math.random() * state.offers.length)].move;
}

const [, , address, code, name = "Robbie"] = process.argv;
if (!code) {
  console.error("Usage: node examples/bot.mjs ADDRESS TABLE-KEY [NAME]");
  process.exit(2);
}
const [table, key] = code.split("-");
const socket = new WebSocket(`${address.replace(/^http/, "ws")}/ws`);
const ask = (request) => socket.send(JSON.stringify(request));

socket.on("open", () => ask({ do: "enter", table, key }));
socket.on("close", (why, reason) => {
  console.log(`The server hung up (${why}). ${reason}`);
  process.exit(why === 1000 ? 0 : 1);
});
socket.on("error", (problem) => console.error(`No connection: ${problem.message}`));

let moves = 0;
socket.on("message", (text) => {
  const { ok, error, refusal, room, self, state } = JSON.parse(text);
  if (error || refusal) console.error(error ?? refusal.phrase.id);
  if (ok?.key) console.log(`I have seat ${ok.seat}. To go on after a break: ${table}-${ok.key}`);
  if (self?.role === "guest" && room.phase === "gathering") ask({ do: "sit", name });
  // Everybody adds to the chance of the deal, so that nobody alone chooses the cards.
  if (self?.seat && room.phase === "gathering" && !self.entropy)
    ask({ do: "add", entropy: randomBytes(32).toString("hex") });
  if (state?.outcome.length) {
    console.log(`Over after ${moves} moves of mine. Points: ${state.outcome[0].scores.join(", ")}`);
    socket.close(1000);
  } else if (state?.offers.length) {
    ask({ do: "play", move: choose(state), seen: state.at, id: `${state.at}-${++moves}` });
  }
});
