// What live games, replays and lessons give to a face: the state of a table with its words, and ways to tap.
import { createMemo } from "solid-js";
import { type Engine, type Requests, theEngine } from "./engine/engine.ts";
import type { TableView, TapState } from "./faces/face.ts";
import { t, tell } from "./language.ts";
import type { CvCardFacts, Phrase, State } from "./protocol.ts";
import type { GameName } from "./route.ts";

/** What is known of the cards of a game before anybody plays. */
export interface CardBook {
  about: ReadonlyMap<string, Phrase>;
  facts: readonly CvCardFacts[];
}

export const noCards: CardBook = { about: new Map(), facts: [] };

export async function cardBook(engine: Engine, game: GameName, options: Record<string, string>): Promise<CardBook> {
  const { cards, facts } = await engine.ask({ do: "cards", game, options });
  return { about: new Map(cards.map(({ card, about }) => [card, about])), facts: facts ?? [] };
}

/** What a table is made of; every member is read anew when a face asks. */
export interface Source {
  state(): State | undefined;
  reader(): number;
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
  // Whoever looks is called so at the own place.
  const players = createMemo(() => {
    const all = source.state()?.players ?? [];
    return all.map((player, i) => (i + 1 === source.reader() ? { ...player, name: t("page.name.me") } : player));
  });
  const say = (phrase: Phrase) => tell(phrase, { seat: source.reader(), names: source.names() });
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

type Rules = Requests["rules"]["answer"];
const read = new Map<GameName, Promise<Rules>>();

/** The rules of a game, read once. */
export function rulesOf(game: GameName): Promise<Rules> {
  const rules = read.get(game) ?? theEngine().then((engine) => engine.ask({ do: "rules", game }));
  read.set(game, rules);
  rules.catch(() => read.delete(game));
  return rules;
}

/** What a clause says, in its first sentence. */
export async function clauseOf(game: GameName, id: string): Promise<string> {
  const { sections } = await rulesOf(game);
  const clause = sections.flatMap((section) => section.clauses).find((each) => each.id === id);
  return clause ? `${clause.title}: ${/^.*?[.;](?= |$)/s.exec(clause.text)?.[0] ?? clause.text}` : "";
}
