// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { type Deal, dealPath, parseRoute, pathOfCode } from "./route.ts";

test("a deal's link leads back to the same deal", () => {
  const deals: Deal[] = [
    { game: "alive", players: 4, seed: "k7qm-2x9p-ab3d", options: {} },
    { game: "alive", players: 6, seed: "day-2026-11-16", options: { sudden: "yes", teams: "no" } },
    { game: "cradle", players: 2, seed: "what/about #these? & those", options: { elders: "2 1" } },
  ];
  for (const deal of deals) expect(parseRoute(dealPath(deal))).toEqual({ to: "deal", deal });
});

test("a broken link leads to a sentence", () => {
  const broken = [
    "#/deal",
    "#/deal/chess/2/abc",
    "#/deal/alive/4",
    "#/deal/alive/1/abc",
    "#/deal/alive/7/abc",
    "#/deal/alive/x/abc",
  ];
  broken.push("#/deal/alive/4/abc/def", `#/deal/alive/4/${"a".repeat(65)}`, "#/deal/alive/4/%E0%A4%A");
  for (const link of broken) expect(parseRoute(link), link).toEqual({ to: "lost", why: "page.lost.deal" });
  for (const link of ["#/nowhere", "#/table", "#/rules/chess", "#/%E0%A4%A"])
    expect(parseRoute(link), link).toEqual({ to: "lost", why: "page.lost.page" });
});

test("the other places", () => {
  for (const hash of ["", "#", "#/"]) expect(parseRoute(hash)).toEqual({ to: "home" });
  expect(parseRoute("#/rules/cv/CV-12")).toEqual({ to: "rules", game: "cv", clause: "CV-12" });
  expect(parseRoute("#/rules/cv")).toEqual({ to: "rules", game: "cv", clause: "" });
  expect(parseRoute("#/table/abc")).toEqual({ to: "table", id: "abc" });
});

test("a table at a server goes by six letters, however they are typed, and is no game on this device", () => {
  const key = "4TZH";
  for (const typed of ["K7M2QX", "k7m2qx", "k7m-2qx"])
    expect(parseRoute(`#/table/${typed}/${key}`)).toEqual({ to: "online", table: "K7M2QX", key });
  expect(parseRoute("#/table/OIL2QX")).toEqual({ to: "online", table: "0112QX", key: "" });
  expect(parseRoute("#/table/1a2b3c4d-5e6f")).toEqual({ to: "table", id: "1a2b3c4d-5e6f" });
  expect(parseRoute("#/table/K7M2QX-1")).toEqual({ to: "table", id: "K7M2QX-1" });
});

test("a table's code is read as it was heard", () => {
  for (const code of ["K7M2QX-4TZH", "k7m2qx 4tzh", "K7M2QX4TZH"]) expect(pathOfCode(code)).toBe("#/table/K7M2QX/4TZH");
  expect(pathOfCode("k7m2qx-nztanh1y")).toBe("#/table/K7M2QX/NZTANH1Y");
  for (const code of ["", "K7M2QX", "alive/4/k7qm-2x9p-ab3d", "K7M2QX-4TZ!"]) expect(pathOfCode(code), code).toBe("");
});
