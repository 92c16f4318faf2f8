// SPDX-License-Identifier: Apache-2.0
// The verdict on a deal: docs/record.md, "A deal drawn together".
import { describe, expect, test } from "vitest";
import { type Deal, judge } from "./check.ts";
import type { Kept, Witness } from "./keep.ts";

const whole: Deal = { seed: "5e", commitment: "c0", server: "5a", entropy: ["aa", null] };
const saw: Witness = { deal: 1, commitment: "c0", entropy: "aa" };

const verdict = (deal: Deal, witness?: Witness, players = ["person", "normal"]) => {
  const { is, id } = judge({ witness, players } as Kept, deal);
  return `${is} ${id}`;
};

describe("at a server's table", () => {
  test("all is there and as this device saw and added it", () => {
    expect(verdict(whole, saw)).toBe("good page.check.added");
  });

  test.each(["seed", "commitment", "server", "entropy"] as const)("the record does not give %s", (part) => {
    expect(verdict({ ...whole, [part]: undefined }, saw)).toBe("unshown page.check.missing");
  });

  test("the record gives nothing", () => {
    expect(verdict({}, saw)).toBe("unshown page.check.missing");
  });

  test.each([
    ["with the server's part", whole],
    ["without the server's part", { ...whole, server: undefined, entropy: undefined }],
    ["without a seed", { commitment: "c0" }],
  ])("the commitment is not the one that was shown, %s", (_, deal) => {
    expect(verdict({ ...deal, commitment: "c1" }, saw)).toBe("bad page.check.other-commitment");
  });

  test.each([
    ["something else", ["bb", null]],
    ["nothing", [null, null]],
    ["mine at another seat", [null, "aa"]],
  ])("instead of what this device added there is %s", (_, entropy) => {
    expect(verdict({ ...whole, entropy }, saw)).toBe("bad page.check.not-added");
  });

  test("this device was kept from adding, and the server added in its name", () => {
    expect(verdict(whole, { ...saw, entropy: "" })).toBe("unshown page.check.none-added");
  });

  test("a watcher has nothing to add", () => {
    expect(verdict(whole, { ...saw, entropy: "" }, ["normal", "normal"])).toBe("good page.check.seen");
  });

  test("this device was not there before the first card", () => {
    expect(verdict(whole, { deal: 1, commitment: "", entropy: "" })).toBe("unshown page.check.unseen");
    expect(verdict(whole)).toBe("unshown page.check.unseen");
  });
});

describe("on this device", () => {
  test("seed and commitment are there", () => {
    expect(verdict({ seed: "5e", commitment: "c0" })).toBe("good page.check.good");
  });

  test.each([{}, { seed: "5e" }, { commitment: "c0" }])("there is only %j", (deal) => {
    expect(verdict(deal)).toBe("unshown page.check.missing");
  });
});
