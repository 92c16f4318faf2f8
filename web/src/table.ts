// SPDX-License-Identifier: Apache-2.0
// What live games, replays and lessons give to a face: the state of a table with its words, and ways to tap.
import { batch, createMemo } from "solid-js";
import { type Clause, type Engine, type Requests, theEngine } from "./engine/engine.ts";
import type { TableView, TapState } from "./faces/face.ts";
import { inWords, t, tell } from "./language.ts";
import { calm } from "./motion.ts";
import type { CvCardFacts, Phrase, State, Told } from "./protocol.ts";
import type { Deal, GameName } from "./route.ts";

/** What is known of the cards of a game before anybody plays. */
export interface CardBook {
  about: ReadonlyMap<string, Phrase>;
  facts: readonly CvCardFacts[];
}

export const noCards: CardBook = { about: new Map(), facts: [] };

export async function cardBook(engine: Engine, deal: Omit<Deal, "seed">): Promise<CardBook> {
  const options = { ...deal.options, players: String(deal.players) };
  const { cards, facts } = await engine.ask({ do: "cards", game: deal.game, options });
  // A title is English, as it is written where the cards are.
  const told = facts.map((each) => ({ ...each, title: t("cv.card", { title: each.title }) }));
  return { about: new Map(cards.map(({ card, about }) => [card, about])), facts: told };
}

/** What a table is made of; every member is read anew when a face asks. */
export interface Source {
  state(): State | undefined;
  reader(): number;
  /** Who is called "you", if that is not the reader. */
  me?(): number;
  names(): readonly string[];
  news(): readonly Phrase[];
  calm(): boolean;
  cards(): CardBook;
  chosen?(): readonly string[];
  tapState?(tap: string): TapState;
  tap?(tap: string, move?: string): void;
  choose?(taps: readonly string[]): void;
  completes?(tap: string): boolean;
}

export function viewOf(source: Source): TableView<unknown> {
  const me = () => source.me?.() ?? source.reader();
  // Whoever looks is called so at the own place.
  const players = createMemo(() => {
    const all = source.state()?.players ?? [];
    return all.map((player, i) => (i + 1 === me() ? { ...player, name: t("page.name.me") } : player));
  });
  const say = (phrase: Phrase) => tell(phrase, { seat: me(), names: source.names() });
  return {
    get scene() {
      return source.state()?.scene;
    },
    get players() {
      return players();
    },
    get reader() {
      return source.reader();
    },
    get actors() {
      return source.state()?.actors ?? [];
    },
    get news() {
      return source.news();
    },
    get over() {
      return (source.state()?.outcome.length ?? 0) > 0;
    },
    get calm() {
      return source.calm();
    },
    get chosen() {
      return source.chosen?.() ?? [];
    },
    get facts() {
      return source.cards().facts;
    },
    say,
    text: t,
    tapState: (tap) => source.tapState?.(tap) ?? "idle",
    tap: (tap, move) => source.tap?.(tap, move),
    choose: (taps) => source.choose?.(taps),
    completes: (tap) => source.completes?.(tap) ?? false,
    about: (card) => {
      const phrase = source.cards().about.get(card);
      return phrase ? say(phrase) : "";
    },
  };
}

/** What is going on, in words: every scene says it. */
export const nowOf = (state: State): Phrase => (state.scene as { now: Phrase }).now;

// ---- Moments ------------------------------------------------------------------------------------------------

/** What nobody hears of before it has been seen: how long a face takes to show it, in ms. */
const SUSPENSE: Record<string, number> = {
  "cradle.told.checked-safe": 2200,
  "cradle.told.checked-over": 2200,
  "cradle.told.ten-covered": 700,
  "cradle.told.ten-missed": 700,
  "cradle.told.deck-empty": 900,
};
const LINGER = 1200; // ms that the end of a moment is seen before anything else happens

/** One look at the table, and how long it stays. */
export interface Glimpse {
  state: State;
  /** What may be told by now. */
  told: readonly Told[];
  /** What moves on the table. */
  news: readonly Phrase[];
  ms: number;
}

/** What is seen one after the other, up to `state`: the table waits while a card is turned over. */
export async function glimpses(
  state: State,
  told: readonly Told[],
  before: (at: number) => Promise<State>,
): Promise<Glimpse[]> {
  const all: Glimpse[] = [];
  let from = 0;
  let news: Phrase[] = [];
  for (const [i, { at, phrases }] of told.entries()) {
    const slow = calm() ? [] : phrases.filter(({ id }) => id in SUSPENSE);
    if (slow[0]) {
      const ms = SUSPENSE[slow[0].id] as number;
      all.push({ state: await before(at - 1), told: told.slice(from, i), news: [...news, ...slow], ms });
      [from, news] = [i, []];
    }
    news.push(...phrases.filter((phrase) => !slow.includes(phrase)));
  }
  return [...all, { state, told: told.slice(from), news, ms: all.length && LINGER }];
}

/** Shows one glimpse after the other, and `then` goes on. Whoever touches anything sees the last at once, and so does who
 *  calls what is given back. */
export function unfold(all: readonly Glimpse[], show: (glimpse: Glimpse) => void, then: (touch?: Event) => void) {
  const rest = [...all];
  let timer: number | undefined;
  let over = false;
  const end = (touch?: Event) => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    // Not when a finger comes down: what appears under it would be tapped when it goes up.
    removeEventListener("click", end, true);
    removeEventListener("keydown", end, true);
    batch(() => rest.splice(0).map(show));
    then(touch);
  };
  const step = () => {
    const now = rest.shift();
    if (!now) return end();
    show(now);
    if (now.ms) timer = window.setTimeout(step, now.ms);
    else step();
  };
  if (all.length > 1) {
    addEventListener("click", end, true);
    addEventListener("keydown", end, true);
  }
  step();
  return end;
}

type Rules = Requests["rules"]["answer"];
const read = new Map<GameName, Promise<Rules>>();

const clauseInWords = ({ id, title, text }: Clause): Clause => ({
  id,
  title: inWords(`rule.${id}.title`, title),
  text: inWords(`rule.${id}`, text),
});

/** The rules as this language says them: `lifetable texts` lists their ids. */
async function readRules(game: GameName): Promise<Rules> {
  const { introduction, sections } = await (await theEngine()).ask({ do: "rules", game });
  return {
    introduction: inWords(`rule.${game}`, introduction),
    sections: sections.map(({ title, clauses }) => ({
      title: inWords(`rule.${clauses[0]?.id}.section`, title),
      clauses: clauses.map(clauseInWords),
    })),
  };
}

/** The rules of a game, read once. */
export function rulesOf(game: GameName): Promise<Rules> {
  const rules = read.get(game) ?? readRules(game);
  read.set(game, rules);
  rules.catch(() => read.delete(game)); // whoever asked is told; the next one may have more luck
  return rules;
}

/** What a clause says, in its first sentence. */
export async function clauseOf(game: GameName, id: string): Promise<string> {
  const { sections } = await rulesOf(game);
  const clause = sections.flatMap((section) => section.clauses).find((each) => each.id === id);
  return clause ? `${clause.title}: ${/^.*?[.;](?= |$)/s.exec(clause.text)?.[0] ?? clause.text}` : "";
}
