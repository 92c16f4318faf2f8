// SPDX-License-Identifier: Apache-2.0
// Which things on the table can be tapped now, and which move a row of taps makes. The engine says for each legal
// move what is tapped for it, one thing after the other; nothing here knows a rule.
import type { Offer } from "./protocol.ts";

/** Of some things any number is chosen in any order (dice to throw again, stacks to pay for), then one more tap ends it. */
const isToggle = (tap: string) => tap.startsWith("die ") || tap.startsWith("stack ");

function count(taps: readonly string[], tap: string): number {
  return taps.filter((each) => each === tap).length;
}

/** Whether a move can still be meant by what was tapped so far. */
function fits(offer: Offer, chosen: readonly string[]): boolean {
  const toggles = chosen.filter(isToggle);
  const rest = chosen.filter((tap) => !isToggle(tap));
  const offered = offer.taps.filter((tap) => !isToggle(tap));
  if (rest.some((tap, i) => offered[i] !== tap)) return false;
  const all = offer.taps.filter(isToggle);
  if (rest.length > 0 && toggles.length !== all.length) return false;
  return toggles.every((tap) => count(toggles, tap) <= count(all, tap));
}

export interface Taps {
  /** What can be tapped next. */
  ready: ReadonlySet<string>;
  /** The move that is complete, if one is. */
  offer: Offer | undefined;
  /** The moves that can still be meant. */
  open: readonly Offer[];
}

/** Where a row of taps stands among the moves on offer. */
export function follow(offers: readonly Offer[], chosen: readonly string[]): Taps {
  const open = offers.filter((offer) => fits(offer, chosen));
  const ready = new Set<string>();
  for (const offer of open) for (const tap of offer.taps) if (isNext(offer, chosen, tap)) ready.add(tap);
  const offer = open.find((each) => each.taps.length === chosen.length);
  return { ready, offer, open };
}

function isNext(offer: Offer, chosen: readonly string[], tap: string): boolean {
  return count(chosen, tap) < count(offer.taps, tap) && fits(offer, [...chosen, tap]);
}

/** A thing is tapped: chosen, put back if it was chosen, or (undefined) nothing to tap now. */
export function touch(offers: readonly Offer[], chosen: readonly string[], tap: string): string[] | undefined {
  if (follow(offers, chosen).ready.has(tap)) return [...chosen, tap];
  const at = chosen.lastIndexOf(tap);
  if (at >= 0) return isToggle(tap) ? chosen.toSpliced(at, 1) : chosen.slice(0, at);
  // Another card in place of the one chosen first.
  if (chosen.length > 0 && follow(offers, []).ready.has(tap)) return [tap];
  return undefined;
}
