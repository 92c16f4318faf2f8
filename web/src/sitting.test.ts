// SPDX-License-Identifier: Apache-2.0
// What a table answers to a tap that is not followed.
import { beforeAll, expect, test, vi } from "vitest";
import type { Refusal, State } from "./protocol.ts";
import type { Sitting } from "./sitting.ts";

let sit: (refusal: Refusal) => Sitting;

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} })); // nothing moves, there is no screen
  const { Sitting } = await import("./sitting.ts");
  const offers = [{ move: "let", label: { id: "" }, taps: ["let"] }];
  /** A table that refuses whatever is proposed. */
  class Refusing extends Sitting {
    readonly game = "cradle";
    readonly names = [];
    readonly reader = 1;
    constructor(private readonly why: Refusal) {
      super();
      this.store[1]("state", { at: 3, offers } as unknown as State);
    }
    get kept(): never {
      throw new Error("nothing is kept here");
    }
    protected async propose() {
      return this.why;
    }
    async undo() {}
    async again() {}
  }
  sit = (refusal) => new Refusing(refusal);
});

test("what was on offer is refused only because it came too late, whatever the reason is called", async () => {
  for (const reason of ["stale", "turn", "answered", "over"]) {
    const table = sit({ reason, phrase: { id: `table.refused.${reason}` }, clause: "" });
    await table.play("let");
    expect(table.refusal).toEqual({ reason: "late", phrase: { id: "table.refused.stale" }, clause: "" });
  }
});

test("what the table did not refuse, but the room, is told in the room's words", async () => {
  const phrase = { id: "room.refused.covered" };
  const table = sit({ reason: "covered", phrase, clause: "" });
  await table.play("let");
  expect(table.refusal).toEqual({ reason: "late", phrase, clause: "" });
});

test("what was not on offer is refused for its own reason", async () => {
  const refusal = { reason: "rules", phrase: { id: "table.refused.rules" }, clause: "CG-7" };
  const table = sit(refusal);
  await table.play("raise 1 tens 7");
  expect(table.refusal).toEqual(refusal);
});
