import { expect, test } from "vitest";
import { type Deal, dealPath, parseRoute } from "./route.ts";

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
