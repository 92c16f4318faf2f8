// SPDX-License-Identifier: Apache-2.0
// Five Alive on boardgame.io, in memory, as its documentation would have it: moves on G, `playerView` for what a seat may know.
// `node boardgameio.mjs PORT`
import { createRequire } from "node:module";
import { newGame, offers, play, SEATS } from "./five-alive.mjs";

const require = createRequire(import.meta.url);
const { INVALID_MOVE } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");

const FiveAlive = {
  name: "alive",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true, // it would keep copies of the table
  setup: ({ random }) => newGame(random.Shuffle),
  turn: { order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn } },
  moves: {
    make: {
      client: false,
      move({ G, playerID, random, events }, move) {
        if (!play(G, Number(playerID), move, random.Shuffle)) return INVALID_MOVE;
        events.endTurn();
      },
    },
  },
  playerView({ G, playerID }) {
    const { pile, hands, ...open } = G;
    const seat = Number(playerID);
    return { ...open, pile: pile.length, cards: hands.map((hand) => hand.length), hand: hands[seat], offers: offers(G, seat) };
  },
};

const port = Number(process.argv[2]);
process.env.NODE_ENV = "production";
await Server({ games: [FiveAlive], origins: [] }).run(port);
