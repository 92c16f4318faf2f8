// SPDX-License-Identifier: Apache-2.0
// The line to a table at a server: it comes back by itself when it breaks, and asks again what was not answered. Moves carry
// ids (docs/protocol.md), so that none is lost or made twice.
import { createSignal } from "solid-js";
import { t } from "../language.ts";
import type { Refusal, RoomSelf, RoomState, Said, State, Told } from "../protocol.ts";
import { serverAddress } from "../start.ts";

/** What a server says; any of it. */
export interface Message {
  re?: number;
  ok?: unknown;
  refusal?: Refusal;
  error?: string;
  later?: boolean;
  room?: RoomState;
  self?: RoomSelf;
  state?: State;
  told?: Told[];
  /** Some of what was told before was taken back, down to so many moves; others may have been made since. */
  back?: number;
  said?: Said[];
}

/** Why a request was not followed, as the room says it. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}

interface Pending {
  request: object;
  resolve: (answer: unknown) => void;
  reject: (reason: Error) => void;
}

const ENTER = 0; // the number of the first request of every connection
const SILENCE = 20_000; // ms after which the server is asked whether it is there
const PATIENCE = 8_000; // ms for an answer
const SLOWEST = 8_000; // ms between two attempts
const TOO_MANY = 1008;
const TOO_LARGE = 1009;
const REMOVED = 4002;

export class Line {
  private socket: WebSocket | undefined;
  private readonly pending = new Map<number, Pending>();
  private asked = ENTER;
  private tries = 0;
  private timer: number | undefined; // to the next attempt, or to the question whether the server is there
  private readonly lostSignal = createSignal(false);
  private readonly endSignal = createSignal("");
  private readonly whySignal = createSignal("");

  /** `enter` is the first request of every connection; `hear` is told all that is no answer, and whether one has just come in. */
  constructor(
    private readonly enter: () => object,
    private readonly hear: (message: Message, entered: boolean) => void,
  ) {
    for (const kind of ["online", "offline"]) addEventListener(kind, this.look);
    document.addEventListener("visibilitychange", this.look);
    this.connect();
  }

  /** There is no connection now; one is tried for. */
  get lost() {
    return this.lostSignal[0]();
  }
  /** Why the server does not let us in yet, in its words; "" if it has not said. */
  get why() {
    return this.whySignal[0]();
  }
  /** Why there will be none any more, as a sentence; "" as long as there may be. */
  get end() {
    return this.endSignal[0]();
  }
  /** The host has sent this person away. */
  removed = false;

  /** Asks, now or when there is a connection again; throws `Refused` if the room refuses. */
  ask<T = unknown>(request: object): Promise<T> {
    const re = ++this.asked;
    return new Promise((resolve, reject) => {
      if (this.end) return reject(new Error(this.end));
      this.pending.set(re, { request, resolve: resolve as Pending["resolve"], reject });
      if (!this.lost && this.socket?.readyState === WebSocket.OPEN) this.send(re, request);
    });
  }

  /** For good. */
  hangUp(why = "") {
    for (const kind of ["online", "offline"]) removeEventListener(kind, this.look);
    document.removeEventListener("visibilitychange", this.look);
    this.endSignal[1](why);
    this.drop();
    for (const { reject } of this.pending.values()) reject(new Error(why));
    this.pending.clear();
  }

  private connect() {
    this.drop();
    const address = serverAddress("ws");
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.wait(PATIENCE, () => this.lose());
    socket.onopen = () => this.send(ENTER, this.enter());
    socket.onclose = ({ code }) => this.closed(code);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data) as Message;
      const entered = message.re === ENTER;
      if (entered && message.error) return this.turnedAway(message.error, message.later ?? false);
      if (entered) {
        this.tries = 0;
        this.whySignal[1]("");
        this.lostSignal[1](false);
        for (const [re, { request }] of this.pending) this.send(re, request);
      }
      this.wait(SILENCE, () => this.knock());
      this.settle(message);
      this.hear(message, entered);
    };
  }

  private send(re: number, request: object) {
    this.socket?.send(JSON.stringify({ ...request, re }));
    this.wait(PATIENCE, () => this.lose()); // whatever comes puts it off
  }

  private settle({ re, ok, refusal, error }: Message) {
    const pending = re && this.pending.get(re);
    if (!pending) return;
    this.pending.delete(re);
    if (refusal) pending.reject(new Refused(refusal));
    else if (error) pending.reject(new Error(error));
    else pending.resolve(ok);
  }

  /** A table that there is lets us in some time; one that there is not never will. */
  private turnedAway(why: string, later: boolean) {
    if (!later) return this.hangUp(t("page.online.no-entry", { why }));
    this.whySignal[1](why);
    this.lose();
  }

  private closed(code: number) {
    if (code === REMOVED) {
      this.removed = true;
      return this.hangUp(t("page.online.removed"));
    }
    if (code === TOO_LARGE) {
      for (const { reject } of this.pending.values()) reject(new Error(t("page.online.too-large")));
      this.pending.clear();
    }
    if (code === TOO_MANY) this.tries = Number.POSITIVE_INFINITY;
    this.lose();
  }

  /** The connection is of no more use: another one, soon. */
  private lose() {
    this.drop();
    this.lostSignal[1](true);
    // Whom one server has lost together should not come back together.
    const apart = 0.5 + Math.random();
    this.wait(Math.min(SLOWEST, 250 * 2 ** this.tries++) * apart, () => this.connect());
  }

  /** The network came or went, or somebody looks at the page again. */
  private look = (event: Event) => {
    if (event.type === "offline") {
      this.lose();
    } else if (this.lost) {
      this.connect();
    } else if (document.visibilityState === "visible") {
      this.knock();
    }
  };

  /** Asks whether the server is there. That no answer comes is noticed by the line itself, and shown. */
  private knock() {
    void this.ask({ do: "look" }).catch(() => {});
  }

  private wait(ms: number, then: () => void) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(then, ms);
  }

  private drop() {
    clearTimeout(this.timer);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = undefined;
  }
}
