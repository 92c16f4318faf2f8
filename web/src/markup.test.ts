// SPDX-License-Identifier: Apache-2.0
// What is easily written wrong in markup and styles, and seen only on some device or after some tap.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = (ending: string) =>
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, readFileSync(`src/${name}`, "utf8")] as const);

test("a class that changes is among those that come and go: setting `class` anew would take all of those away", () => {
  const mixed = /class=\{(?!")[^\n]*\}\s*classList=|classList=\{\{[^}]*\}\}\s*class=\{(?!")/g;
  expect("class={seat}\n  classList={{ won }}").toMatch(mixed);
  for (const [name, source] of sources(".tsx")) expect(source.match(mixed), name).toBeNull();
});

test("what is pointed at looks so only where something can point: a finger leaves it behind where it has tapped", () => {
  for (const [name, source] of sources(".css")) {
    let depth = 0;
    let pointed = 0; // the depth at which rules are for devices that can point
    for (const line of source.split("\n")) {
      if (line.includes("(hover: hover)")) pointed = depth + 1;
      if (line.includes(":hover")) expect(pointed, `${name}: ${line}`).toBeGreaterThan(0);
      depth += line.split("{").length - line.split("}").length;
      if (depth < pointed) pointed = 0;
    }
  }
});
