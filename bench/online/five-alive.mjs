// SPDX-License-Identifier: Apache-2.0
// Five Alive for four (docs/rules/alive.md, without teams and sudden death) as plain data and functions: the game that the servers made with
// boardgame.io and Colyseus play. Where a game is over the next one begins at once.

export const SEATS = 4;
const LIMIT = 21;
const HAND = 10;
const COUNTS = [
  ["0", 8],
  ["1", 8],
  ["2", 8],
  ["3", 8],
  ["4", 8],
  ["5", 4],
  ["6", 2],
  ["7", 1],
  ["Pass", 4],
  ["Skip", 6],
  ["Reverse", 4],
  ["Draw1", 2],
  ["Draw2", 2],
  ["=21", 5],
  ["=10", 2],
  ["=0", 3],
  ["Redeal", 1],
  ["Bomb", 1],
];
export const KINDS = COUNTS.map(([card]) => card);
const DECK = COUNTS.flatMap(([card, count]) => Array(count).fill(card));

const value = (card) => (card.length === 1 ? Number(card) : Number.NaN);
const fits = (card, total) => card.length > 1 || total + value(card) <= LIMIT;

const isLiving = (game, seat) => game.lives[seat] > 0;
const living = (game) => [0, 1, 2, 3].filter((seat) => isLiving(game, seat));

function after(game, seat, direction = game.direction) {
  do seat = (seat + direction + SEATS) % SEATS;
  while (!isLiving(game, seat));
  return seat;
}

/** The others who live, in turn order after a seat. */
function othersAfter(game, seat) {
  const others = [];
  for (let each = after(game, seat); each !== seat; each = after(game, each)) others.push(each);
  return others;
}

/** FA-5, FA-6 */
function dealHand(game, dealer, shuffle) {
  game.pile = shuffle(DECK);
  game.discards = [];
  game.hands = game.hands.map((_, seat) => (isLiving(game, seat) ? game.pile.splice(-HAND) : []));
  game.dealer = dealer;
  game.handNumber += 1;
  begin(game, dealer);
}

function begin(game, dealer) {
  game.direction = 1;
  game.total = 0;
  game.top = "";
  game.turn = after(game, dealer);
}

export function newGame(shuffle) {
  const game = { handNumber: 0, lives: [5, 5, 5, 5], hands: [[], [], [], []] };
  dealHand(game, shuffle([0, 1, 2, 3])[0], shuffle);
  return game;
}

/** FA-33 */
function loseLife(game, seat) {
  game.lives[seat] -= 1;
  if (game.lives[seat] > 0) return;
  game.discards.push(...game.hands[seat]);
  game.hands[seat] = [];
}

/** FA-12 to FA-16 */
function drawForOthers(game, seat, count, shuffle) {
  for (const other of othersAfter(game, seat))
    for (let i = 0; i < count; ++i) {
      if (game.pile.length === 0) {
        game.pile = shuffle(game.discards.slice(0, -1));
        game.discards = game.discards.slice(-1);
      }
      if (game.pile.length === 0) return;
      game.hands[other].push(game.pile.pop());
    }
}

/** FA-23, FA-24 */
function redeal(game, seat, shuffle) {
  const all = shuffle(game.hands.flat());
  const served = [...othersAfter({ ...game, direction: 1 }, seat), seat];
  for (const each of served) game.hands[each] = [];
  all.forEach((card, i) => game.hands[served[i % served.length]].push(card));
  begin(game, seat);
}

/** FA-25, FA-26 */
function bomb(game, seat) {
  for (const other of othersAfter(game, seat)) {
    const zero = game.hands[other].indexOf("0");
    if (zero < 0) loseLife(game, other);
    else game.discards.unshift(...game.hands[other].splice(zero, 1));
    if (living(game).length === 1) return;
  }
  game.total = 0;
  game.turn = after(game, seat); // of those who are left
}

/** What a seat may do: no more than it sees decides that. */
export function offers(game, seat) {
  if (game.turn !== seat) return [];
  const playable = [...new Set(game.hands[seat])].filter((card) => fits(card, game.total));
  return playable.length > 0 ? playable.map((card) => `play ${card}`) : ["flip"];
}

/** Makes a move of a seat; false, and nothing changes, if it may not. */
export function play(game, seat, move, shuffle) {
  if (!offers(game, seat).includes(move)) return false;
  if (move === "flip") {
    loseLife(game, seat); // FA-10
    game.total = 0;
    if (living(game).length > 1) game.turn = after(game, seat);
  } else {
    playCard(game, seat, move.slice("play ".length), shuffle);
  }
  if (living(game).length === 1) Object.assign(game, newGame(shuffle)); // FA-35
  return true;
}

function playCard(game, seat, card, shuffle) {
  const hand = game.hands[seat];
  hand.splice(hand.indexOf(card), 1);
  game.discards.push(card);
  game.top = card;
  const last = hand.length === 0;
  game.turn = after(game, seat);
  if (card.length === 1) game.total += value(card);
  else if (card.startsWith("=")) game.total = Number(card.slice(1));
  else if (card === "Skip") game.turn = after(game, game.turn);
  else if (card === "Reverse" && living(game).length > 2) {
    game.direction = -game.direction;
    game.turn = after(game, seat);
  } else if (card === "Draw1") drawForOthers(game, seat, 1, shuffle);
  else if (card === "Draw2") drawForOthers(game, seat, 2, shuffle);
  else if (card === "Redeal" && !last) redeal(game, seat, shuffle);
  else if (card === "Bomb") bomb(game, seat);
  if (living(game).length > 1) endHand(game, seat, shuffle);
}

/** FA-27, FA-29, FA-31 */
function endHand(game, seat, shuffle) {
  const out = [seat, ...othersAfter(game, seat)].filter((each) => game.hands[each].length === 0);
  if (out.length === 0) return;
  for (const each of living(game)) if (game.hands[each].length > 0) loseLife(game, each);
  if (living(game).length > 1) dealHand(game, out[0], shuffle);
}
