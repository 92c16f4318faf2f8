// SPDX-License-Identifier: Apache-2.0
// Five Alive on Colyseus, in memory, as its documentation would have it: a schema of state, whose secret parts only the view of their own
// client shows. A patch goes out after each move instead of twenty times a second.
// `node colyseus.mjs PORT`
import { Room, Server } from "@colyseus/core";
import { schema, StateView, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { KINDS, newGame, offers, play, SEATS } from "./five-alive.mjs";

const Place = schema({
  lives: t.uint8(),
  cards: t.uint8(),
  hand: t.array("string").view(),
  offers: t.string().view(),
});
const Table = schema({
  moves: t.uint32(),
  handNumber: t.uint16(),
  total: t.uint8(),
  pile: t.uint8(),
  direction: t.int8(),
  dealer: t.uint8(),
  turn: t.uint8(),
  top: t.string(),
  places: t.array(Place),
  discards: t.array("uint8"), // by kind
});

function shuffle(cards) {
  const all = [...cards];
  for (let i = all.length - 1; i > 0; --i) {
    const j = Math.floor(Math.random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

class AliveRoom extends Room {
  maxClients = SEATS;
  patchRate = null;
  state = new Table();
  messages = {
    make: (client, move) => {
      if (!play(this.game, client.userData.seat, move, shuffle)) return;
      this.state.moves += 1;
      this.show();
      this.broadcastPatch();
    },
  };

  onCreate() {
    this.game = newGame(shuffle);
    this.state.moves = 0;
    for (let seat = 0; seat < SEATS; ++seat) this.state.places.push(new Place());
    for (const _ of KINDS) this.state.discards.push(0);
    this.show();
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
    client.view = new StateView();
    client.view.add(this.state.places[client.userData.seat]);
    if (this.clients.length < SEATS) return;
    this.state.moves += 1; // everybody is here: it begins
    this.broadcastPatch();
  }

  /** The table as it is now; the schema finds out what has changed. */
  show() {
    const { game, state } = this;
    for (const member of ["handNumber", "total", "direction", "dealer", "turn", "top"]) state[member] = game[member];
    state.pile = game.pile.length;
    const counts = KINDS.map(() => 0);
    for (const card of game.discards) counts[KINDS.indexOf(card)] += 1;
    for (let kind = 0; kind < KINDS.length; ++kind) if (state.discards[kind] !== counts[kind]) state.discards[kind] = counts[kind];
    for (let seat = 0; seat < SEATS; ++seat) {
      const place = state.places[seat];
      const hand = game.hands[seat];
      place.lives = game.lives[seat];
      place.cards = hand.length;
      place.offers = seat === game.turn ? JSON.stringify({ at: state.moves, offers: offers(game, seat) }) : "";
      while (place.hand.length > hand.length) place.hand.pop();
      for (let i = 0; i < hand.length; ++i) if (place.hand[i] !== hand[i]) place.hand[i] = hand[i];
    }
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("alive", AliveRoom);
await server.listen(Number(process.argv[2]), "127.0.0.1");
