// SPDX-License-Identifier: Apache-2.0
// Puts phrases (an id and what it speaks of) into words of one language, as src/core/texts.hpp does: how texts are
// written stands there, and texts/cases.txt holds both to it.
import type { Argument, Phrase } from "./protocol.ts";

export type Texts = ReadonlyMap<string, string>;

/** Who reads, and what the players are called, from seat 1 on. */
export interface Reader {
  seat: number;
  names: readonly string[];
}

export const nobody: Reader = { seat: 0, names: [] };

/** A file such as texts/en.txt. */
export function parseTexts(file: string): Texts {
  const texts = new Map<string, string>();
  for (const raw of file.split("\n")) {
    const line = raw.trim();
    const equals = line.indexOf(" =");
    if (line === "" || line.startsWith("#") || equals < 0) continue;
    texts.set(line.slice(0, equals).trim(), line.slice(equals + 2).trim());
  }
  return texts;
}

/** The phrase in words. An id without a text stands for itself, so that what is missing is seen. */
export function say(texts: Texts, phrase: Phrase, reader: Reader = nobody): string {
  if (phrase.id === "") return "";
  const text = texts.get(phrase.id);
  return text === undefined ? phrase.id : new Saying(texts, phrase.args ?? {}, reader).put(text);
}

class Saying {
  constructor(
    private readonly texts: Texts,
    private readonly args: Readonly<Record<string, Argument>>,
    private readonly reader: Reader,
  ) {}

  put(text: string, number?: number): string {
    let said = "";
    for (let at = 0; at < text.length; ++at) {
      const letter = text[at];
      if (letter === "#" && number !== undefined) {
        said += number;
      } else if (letter === "{") {
        const end = endOfBraces(text, at + 1);
        said += this.fill(text.slice(at + 1, end - 1));
        at = end - 1;
      } else {
        said += letter;
      }
    }
    return said;
  }

  /** What stands for the inside of a pair of braces. */
  private fill(inside: string): string {
    const colon = inside.indexOf(":");
    let name = colon < 0 ? inside : inside.slice(0, colon);
    const row = name.endsWith("&");
    if (row) name = name.slice(0, -1);
    const capitals = /^[A-Z]/.test(name);
    const argument = this.args[capitals ? name.slice(0, 1).toLowerCase() + name.slice(1) : name];
    if (argument === undefined) return `{${inside}}`;
    const said = colon < 0 ? this.words(argument, row) : this.form(argument, inside.slice(colon + 1));
    if (name === "title" && colon < 0) return this.texts.get(`title.${said}`) ?? said;
    return capitals ? capital(said) : said;
  }

  private form(argument: Argument, forms: string): string {
    if (typeof argument === "number") return this.put(formAt(forms, pluralForm(this.texts, argument)), argument);
    return this.put(formAt(forms, this.holds(argument) ? 1 : 0));
  }

  /** The second form is for the reader, and for texts and lists that are not empty. */
  private holds(argument: Exclude<Argument, number>): boolean {
    if (typeof argument === "string") return argument !== "";
    if (Array.isArray(argument)) return argument.length > 0;
    return this.isReader(argument.seat);
  }

  private words(argument: Argument, row: boolean): string {
    if (typeof argument === "number") return String(argument);
    if (typeof argument === "string") return argument;
    if (!Array.isArray(argument)) return this.nameOf(argument.seat, argument.honoured);
    const parts = argument.map((phrase) => say(this.texts, phrase, this.reader));
    if (!row || parts.length < 2) return parts.join(" ");
    const last = parts.pop() as string;
    return say(this.texts, { id: "list.pair", args: { first: parts.join(", "), last } });
  }

  private nameOf(seat: number, honoured = false): string {
    if (this.isReader(seat)) return say(this.texts, { id: "player.you" });
    const name = this.reader.names[seat - 1] ?? say(this.texts, { id: "player.seat", args: { n: seat } });
    return honoured ? say(this.texts, { id: "player.honoured", args: { who: name } }) : name;
  }

  private isReader(seat: number): boolean {
    return seat !== 0 && seat === this.reader.seat;
  }
}

/** Just behind the brace that closes the one before `at`. */
function endOfBraces(text: string, at: number): number {
  for (let open = 1; at < text.length; ++at) {
    if (text[at] === "{") ++open;
    if (text[at] === "}" && --open === 0) return at + 1;
  }
  return text.length + 1;
}

/** Forms are parted by "|" outside of braces; the last one stands for those that are missing. */
function formAt(forms: string, index: number): string {
  let open = 0;
  let begin = 0;
  for (let at = 0; at < forms.length; ++at) {
    if (forms[at] === "{") ++open;
    if (forms[at] === "}") --open;
    if (forms[at] !== "|" || open > 0) continue;
    if (index-- === 0) return forms.slice(begin, at);
    begin = at + 1;
  }
  return forms.slice(begin);
}

const plurals = new Map<string, Intl.PluralRules>();

/** Which form of a language goes with a number: its category's place among those that the language has forms for. */
export function pluralForm(texts: Texts, n: number): number {
  const code = texts.get("language.code") ?? "en";
  const rules = plurals.get(code) ?? new Intl.PluralRules(code);
  plurals.set(code, rules);
  const forms = (texts.get("language.plurals") ?? "one other").split(" ");
  const at = forms.indexOf(rules.select(n));
  return at < 0 ? forms.length : at;
}

/** Only a to z have capital letters here, as in the program. */
function capital(text: string): string {
  return /^[a-z]/.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}
