// SPDX-License-Identifier: Apache-2.0
// What a table tells, made from src/table/messages.hpp and the games' scene.hpp by `make types`: do not edit.
// docs/protocol.md describes it.

/** A sentence in no language yet: the id of a text, and what it speaks of. An empty id: there is nothing to say. */
export interface Phrase {
  id: string;
  args?: Record<string, Argument>;
}

export type Argument = number | string | { seat: number; honoured?: boolean } | Phrase[];

/** What an option of a game is set to. */
export type Setting = number | string | string[];

export interface CvCardFacts {
  number: number;
  title: string;
  deck: string;
  types: string[];
  cost: string;
  needs: string[];
  forbids: string[];
  gives: string;
  dice: number;
  throws: number;
  arrows: string;
  specials: string[];
  upkeep: string;
  points: number;
  goal_cards: number[];
  goal_tokens: number;
  price: Phrase;
  effect: Phrase;
  told: Phrase;
}

export interface CradlePile {
  digit: number;
  hidden: boolean;
}

export interface CradlePerson {
  piles: CradlePile[];
  age: number;
  stage: string;
  danger: boolean;
  chosen: boolean;
  cards: number;
  penalties: number[];
  total: number;
}

export interface CradleSpecial {
  card: string;
  by: number;
  on: number;
  place: string;
  stops: number;
}

export interface CradleScene {
  now: Phrase;
  round: number;
  rounds: number;
  deck: number;
  turn: number;
  people: CradlePerson[];
  hand: string[];
  discards: string[];
  special: CradleSpecial[];
  honoured: number;
}

export interface AlivePlace {
  lives: number;
  cards: number;
  out: boolean;
  team: number;
  known: Phrase[];
}

export interface AliveHandCard {
  card: string;
  fits: boolean;
}

export interface AliveHeap {
  card: string;
  count: number;
}

export interface AliveScene {
  now: Phrase;
  hand_number: number;
  total: number;
  limit: number;
  pile: number;
  clockwise: boolean;
  dealer: number;
  turn: number;
  top: string;
  places: AlivePlace[];
  hand: AliveHandCard[];
  discards: AliveHeap[];
  held: AliveHeap[];
}

export interface CvDeckLeft {
  deck: string;
  cards: number;
  on: boolean;
}

export interface CvOffer {
  card: number;
  affordable: boolean;
  by_luck: boolean;
  lacks: string;
  lacks_for_luck: boolean;
  one_more: string;
  barred: Phrase;
}

export interface CvPublicGoal {
  card: number;
  points: number;
  leaders: number[];
}

export interface CvStack {
  type: string;
  cards: number[];
  points: number;
  twice: boolean;
}

export interface CvPointSheet {
  health: number;
  relationship: number;
  knowledge: number;
  possessions: number;
  secret_known: boolean;
  secret: number;
  goals: number[];
  total: number;
}

export interface CvPerson {
  stacks: CvStack[];
  cards: number;
  hidden: number;
  events: number[];
  goal: number;
  points: CvPointSheet;
  begins: boolean;
  acts: boolean;
  chosen: boolean;
  won: boolean;
  retired: boolean;
  tokens: string;
  dice: number;
  throws: number;
  arrows: string;
  specials: string[];
  upkeep: string;
}

export interface CvDie {
  face: string;
  state: string;
}

export interface CvDue {
  stack: string;
  card: number;
  upkeep: string;
  payable: boolean;
  certain: boolean;
}

export interface CvThisTurn {
  dice: CvDie[];
  to_throw: number;
  joining: number;
  throws_made: number;
  throws_left: number;
  tokens: string;
  extra: string;
  job: string;
  arrows: string;
  specials: string[];
  bad_luck: number;
  misfortunes: number;
  losses: number;
  upkeep: CvDue[];
}

export interface CvTakenCard {
  card: number;
  as: string;
  paid: string;
  placed: boolean;
}

export interface CvHandCard {
  card: number;
  playable: boolean;
}

export interface CvScene {
  now: Phrase;
  turn: number;
  last_round: string;
  decks: CvDeckLeft[];
  track: CvOffer[];
  goals: CvPublicGoal[];
  people: CvPerson[];
  this_turn: CvThisTurn[];
  taken: CvTakenCard[];
  choices: number[];
  hand: CvHandCard[];
  passed: number[];
}

export interface Player {
  name: string;
  player: string;
}

export interface Offer {
  move: string;
  label: Phrase;
  taps: string[];
}

export interface SeatClock {
  left: number;
  runs: boolean;
}

export interface Window {
  left: number;
  answered: boolean;
}

export interface Outcome {
  scores: number[];
  points: Phrase[];
  winners: number[];
}

export interface StateOf<Game, Scene> {
  game: Game;
  at: number;
  reader: number;
  players: Player[];
  actors: number[];
  scene: Scene;
  offers: Offer[];
  undo: boolean;
  clocks: SeatClock[];
  window: Window[];
  outcome: Outcome[];
}

export type CradleState = StateOf<"cradle", CradleScene>;

export type AliveState = StateOf<"alive", AliveScene>;

export type CvState = StateOf<"cv", CvScene>;

export type State = CradleState | AliveState | CvState;

export interface Told {
  at: number;
  phrases: Phrase[];
}

export interface Refusal {
  reason: string;
  phrase: Phrase;
  clause: string;
}

export interface News {
  state: State;
  told: Told[];
  cut: number;
  lines: string[];
  header: string[];
}

export interface Idea {
  move: string;
  label: Phrase;
  visits: number;
  expected: number;
  line: Phrase[][];
}

export interface Thoughts {
  playouts: number;
  ideas: Idea[];
}

export interface RoomSeat {
  name: string;
  player: string;
  cover: string;
  here: boolean;
  added: boolean;
}

export interface RoomState {
  table: string;
  game: string;
  options: Record<string, Setting>;
  phase: string;
  seats: RoomSeat[];
  host: number;
  watching: number;
  unhurried: boolean;
  bank: number;
  increment: number;
  window: number;
  chat: boolean;
  deal: number;
  commitment: string;
}

export interface RoomSelf {
  role: string;
  seat: number;
  host: boolean;
  muted: boolean;
  join: string;
  watch: string;
  code: string;
  entropy: string;
}

export interface Said {
  seat: number;
  name: string;
  phrase: string;
  text: string;
}
