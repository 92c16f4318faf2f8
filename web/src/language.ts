// SPDX-License-Identifier: Apache-2.0
// The language of the page: all texts come from texts/<language>.txt, by id, in a file of their own that is read before
// anything is shown. A further file there is a further language.
import { set, setting } from "./keep.ts";
import type { Argument, Phrase } from "./protocol.ts";
import { nobody, parseTexts, type Reader, say, type Texts } from "./texts.ts";

const files = import.meta.glob<string>("../../texts/??.txt", {
  query: "?url&no-inline",
  import: "default",
  eager: true,
});
/** Where the texts of each language are, by its code, as in "en". */
const addresses = new Map(Object.entries(files).map(([path, address]) => [path.slice(-6, -4), address]));
export const LANGUAGES: readonly string[] = [...addresses.keys()];

let texts: Texts = new Map();

/** The first wanted language that there is, whatever the country ("pl-PL" is Polish); else English. */
export const bestOf = (wanted: readonly string[], there: readonly string[]) =>
  wanted.map((each) => each.slice(0, 2).toLowerCase()).find((each) => there.includes(each)) ?? "en";

/** Reads the texts; to be awaited once, before the first screen. */
export async function learn(): Promise<void> {
  const chosen = LANGUAGES.length > 1 ? await setting("language") : "";
  const language = bestOf([chosen, ...navigator.languages], LANGUAGES);
  document.documentElement.lang = language;
  const answer = await fetch(addresses.get(language) as string);
  if (!answer.ok) throw new Error(`The page's texts could not be loaded (${answer.status}). Please load it again.`);
  texts = parseTexts(await answer.text());
}

/** The page is put together anew: no text of it waits for another language. */
export async function chooseLanguage(language: string): Promise<void> {
  await set("language", language);
  location.reload();
}

/** A name that is written from right to left does not turn the sentence around it. */
const apart = <T>(name: T) =>
  typeof name === "string" && /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;

/** A text of the page itself. */
export function t(id: string, args: Record<string, Argument> = {}): string {
  return say(texts, {
    id,
    args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, apart(value)])),
  });
}

/** What the engine says, to whoever reads. */
export function tell(phrase: Phrase, reader: Reader = nobody): string {
  return say(texts, phrase, { seat: reader.seat, names: reader.names.map(apart) as string[] });
}

/** What is written in English elsewhere, such as a rule: as this language says it, if it does. */
export const inWords = (id: string, english: string) => texts.get(id) ?? english;

/** A moment in this language, in the manner of the reader's country. */
export function dateOf(ms: number): string {
  const { lang } = document.documentElement;
  return new Date(ms).toLocaleString([...navigator.languages.filter((each) => each.startsWith(lang)), lang]);
}
