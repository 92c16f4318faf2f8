// SPDX-License-Identifier: Apache-2.0
// What a face of CV says about cards and symbols, for eyes and for screen readers. Scenes name symbols by letters ("HMM").
import type { CvCardFacts, CvOffer, CvPerson, CvScene } from "../../protocol.ts";
import { type TableView, useTable } from "../face.ts";

export type CvTable = TableView<CvScene>;
export const useCv = () => useTable<CvScene>();

export type Say = CvTable["text"];

export const STACKS = ["health", "relationship", "knowledge", "work", "possession"] as const;
const SYMBOLS: Record<string, string> = {
  H: "health",
  R: "relationship",
  K: "knowledge",
  M: "money",
  G: "good-luck",
  B: "bad-luck",
  A: "any",
};

/** The letter of a type: H R K W P, E for events, L for life goals. */
export const letterOf = (type: string) => (type[0] ?? "").toUpperCase();
export const idOf = (name: string) => name.replace(" ", "-");
export const typeName = (text: Say, type: string) => text(`cv.type.${idOf(type)}`);
export const symbolName = (text: Say, letter: string) => text(`cv.symbol.${SYMBOLS[letter]}`);

/** "2 money, any" */
export function symbolWords(text: Say, letters: string): string {
  return [...new Set(letters)]
    .map((letter) => {
      const n = letters.split(letter).length - 1;
      return n > 1 ? text(`cv.some.${SYMBOLS[letter]}`, { n }) : symbolName(text, letter);
    })
    .join(", ");
}

export const factsOf = (table: CvTable, card: number): CvCardFacts | undefined => table.facts[card - 1];
export const titleOf = (table: CvTable, card: number) => factsOf(table, card)?.title ?? String(card);

export const nameOf = (table: CvTable, seat: number) =>
  seat === table.reader ? table.text("page.cv.you") : (table.players[seat - 1]?.name ?? "");

/** The words of "G→H R↔K". */
const arrowWords = (text: Say, arrows: string) =>
  [...arrows].map((sign) => (SYMBOLS[sign] ? `${symbolName(text, sign)} ` : sign === " " ? ", " : `${sign} `)).join("");

/** What a card costs and does, so that it can be heard. */
export function cardWords(table: CvTable, card: number): string {
  const facts = factsOf(table, card);
  if (!facts) return "";
  const { text } = table;
  const price = [
    symbolWords(text, facts.cost),
    ...facts.needs.map((type) => text("cv.price.needs", { types: typeName(text, type) })),
    ...facts.forbids.map((type) => text("cv.price.without", { types: typeName(text, type) })),
  ];
  const effect = [
    symbolWords(text, facts.gives),
    facts.dice ? text("cv.effect.dice", { n: facts.dice }) : "",
    facts.throws ? text("cv.effect.throws", { n: facts.throws }) : "",
    arrowWords(text, facts.arrows),
    ...facts.specials.map((name) => text(`cv.effect.${name}`)),
    facts.upkeep ? text("page.cv.upkeep", { symbols: symbolWords(text, facts.upkeep) }) : "",
    facts.points ? text("cv.points", { n: facts.points }) : "",
  ];
  return text("page.cv.card", {
    title: facts.title,
    types: facts.types.map((type) => typeName(text, type)).join(" / "),
    price: some(price) || text("cv.price.free"),
    effect: some(effect) || text("cv.effect.nothing"),
  });
}

const some = (words: readonly string[]) => words.filter((word) => word.trim()).join(", ");

/** Whether the reader takes a card by social assistance, which costs nothing. While the curtain falls there is no scene. */
export const isGranted = (table: CvTable) => table.scene?.now.id === "cv.now.assist";

/** What stands between the reader and a card of the track. */
export function offerWords(table: CvTable, offer: CvOffer): string {
  const { text } = table;
  if (offer.barred.id) return table.say(offer.barred);
  if (offer.by_luck) return text("page.cv.by-luck");
  if (offer.affordable) return text(isGranted(table) ? "page.cv.granted.said" : "page.cv.affordable");
  if (offer.one_more) return text("page.cv.one-more.said", { symbols: choiceOf(text, offer.one_more) });
  if (offer.lacks)
    return text(offer.lacks_for_luck ? "cv.reason.lacks-luck" : "cv.reason.lacks", {
      symbols: symbolWords(text, offer.lacks),
    });
  return "";
}

/** "health or money" */
const choiceOf = (text: Say, letters: string) =>
  [...letters].map((letter) => symbolName(text, letter)).reduce((first, last) => text("cv.list.or", { first, last }));

/** What a life goal asks for: letters of cards, or tokens. */
export const goalSet = (facts: CvCardFacts | undefined) =>
  (facts?.goal_cards ?? []).map((n, i) => letterOf(STACKS[i] ?? "").repeat(n)).join("");

export const goalWords = (table: CvTable, card: number) => {
  const facts = factsOf(table, card);
  return facts ? `${facts.title}: ${table.say(facts.effect)}` : "";
};

export const pointsWords = (table: CvTable, person: CvPerson) =>
  table.text("cv.points", { n: person.points.total }) +
  (person.points.secret_known ? "" : `, ${table.text("page.cv.and-secret")}`);
