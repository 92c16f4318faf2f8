// SPDX-License-Identifier: Apache-2.0
// Whether the deal of a finished game can be believed. At a server's table nobody has to believe the server: what this device
// saw and added before the first card is compared first, and what the record does not give makes the deal "not shown".
import type { Kept } from "./keep.ts";

/** What a record gives about its deal (docs/record.md). It comes from somebody else: anything may be missing. */
export interface Deal {
  seed?: string;
  commitment?: string;
  server?: string;
  entropy?: (string | null)[];
}

export interface Verdict {
  is: "good" | "bad" | "unshown";
  /** Of the sentence that says why. */
  id: string;
  /** Whether it stays so, whatever comes of computing every card again. */
  settled: boolean;
}

export function dealOfRecord(record: string): Deal {
  return JSON.parse(record.slice(0, record.indexOf("\n"))).deal ?? {};
}

/** What is left to say if every card and die turns out to follow from the seed. */
export function judge({ witness, players }: Kept, { seed, commitment, server, entropy }: Deal): Verdict {
  const bad = (id: string): Verdict => ({ is: "bad", id, settled: true });
  const missing: Verdict = { is: "unshown", id: "page.check.missing", settled: true };
  if (!witness && !server && !entropy)
    return seed && commitment ? { is: "good", id: "page.check.good", settled: false } : missing;
  if (witness?.commitment && commitment && commitment !== witness.commitment) return bad("page.check.other-commitment");
  if (!seed || !commitment || !server || !entropy) return missing;
  const seat = players.indexOf("person");
  if (witness?.entropy && entropy[seat] !== witness.entropy) return bad("page.check.not-added");
  if (!witness?.commitment) return { is: "unshown", id: "page.check.unseen", settled: false };
  if (witness.entropy) return { is: "good", id: "page.check.added", settled: false };
  // Who only watched cannot add anything. Who sat there was kept from it: the server may have added in their name.
  return seat < 0
    ? { is: "good", id: "page.check.seen", settled: false }
    : { is: "unshown", id: "page.check.none-added", settled: false };
}
