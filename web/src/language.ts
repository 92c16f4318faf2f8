// The language of the page: all texts come from texts/<language>.txt, by id, in a file of their own that is read before
// anything is shown.
import english from "../../texts/en.txt?url&no-inline";
import type { Argument, Phrase } from "./protocol.ts";
import { nobody, parseTexts, type Reader, say, type Texts } from "./texts.ts";

let texts: Texts = new Map();

/** Reads the texts; to be awaited once, before the first screen. */
export async function learn(): Promise<void> {
  const answer = await fetch(english);
  if (!answer.ok) throw new Error(`The page's texts could not be loaded (${answer.status}). Please load it again.`);
  texts = parseTexts(await answer.text());
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

export const hasText = (id: string) => texts.has(id);
