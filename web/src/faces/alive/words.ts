// SPDX-License-Identifier: Apache-2.0
// What phrases and scenes of Five Alive speak of.
import type { Phrase } from "../../protocol.ts";

/** The id of a card's name. */
export const nameOf = (card: string) => `alive.card.${card.toLowerCase()}`;

/** Who does what is told; 0 if it is nobody. */
export function seatOf(phrase: Phrase | undefined): number {
  const who = phrase?.args?.who;
  return typeof who === "object" && "seat" in who ? who.seat : 0;
}
