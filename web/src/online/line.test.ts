// SPDX-License-Identifier: Apache-2.0
// How the line to a table comes back. Sockets, time and chance are the test's.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Line, Message } from "./line.ts";

/** What the line sees of a WebSocket. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = Socket.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Socket.all.push(this);
  }
  send() {}
  close() {}
  says(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const latest = () => Socket.all.at(-1) as Socket;
const heard: Message[] = [];
let line: Line;

beforeEach(async () => {
  vi.useFakeTimers();
  Socket.all = [];
  heard.length = 0;
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", new URL("http://localhost/"));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("document", { baseURI: "http://localhost/", addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("history", {});
  const { Line } = await import("./line.ts");
  line = new Line(
    () => ({ do: "enter" }),
    (message) => heard.push(message),
  );
});
afterEach(() => {
  line.hangUp();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The server answers the latest attempt so; how long the line then waits for the next, in ms. */
function pause(answer: Message): number {
  const before = Socket.all.length,
    began = Date.now();
  latest().says({ re: 0, ...answer });
  vi.advanceTimersToNextTimer();
  expect(Socket.all.length).toBe(before + 1);
  return Date.now() - began;
}

test("whom a table cannot let in just now keeps trying, more and more slowly, and is told why", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const waits = Array.from({ length: 9 }, () => pause({ error: "no place left", later: true }));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]);
  expect([line.lost, line.why, line.end]).toEqual([true, "no place left", ""]);
  latest().says({ re: 0, ok: true });
  expect([line.lost, line.why, line.end]).toEqual([false, "", ""]);
  expect(heard).toEqual([{ re: 0, ok: true }]);
  expect(pause({ error: "no place left", later: true })).toBe(250); // it begins anew
});

test("those who wait for one server do not come back together", () => {
  const random = vi.spyOn(Math, "random");
  for (const [chance, share] of [
    [0, 0.5],
    [0.25, 0.75],
    [0.999, 1.499],
  ] as const) {
    random.mockReturnValue(chance);
    latest().says({ re: 0, ok: true });
    expect(pause({ error: "later", later: true })).toBe(Math.floor(250 * share));
  }
});

test("a table that is not there is not tried for again", () => {
  latest().says({ re: 0, error: "there is no such table" });
  vi.advanceTimersByTime(3_600_000);
  expect(Socket.all.length).toBe(1);
  expect(line.end).not.toBe("");
});
