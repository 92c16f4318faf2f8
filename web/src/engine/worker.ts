// SPDX-License-Identifier: Apache-2.0
// The engine in a thread of its own: requests come in as {id, request} and go out as {id, answer}, in their order.
import { start } from "../../../bindings/wasm/host.mjs";
import module from "../../../build/wasm/bindings/wasm/engine.wasm?url";

/** What the page sends. */
export interface Question {
  id: number;
  request: string;
}

/** What it gets: that the engine is ready, an answer, or why the engine is of no more use. */
export type Reply = { ready: true } | { id: number; answer: string } | { failure: string };

const reply = (message: Reply) => postMessage(message);
const fail = (reason: unknown) => reply({ failure: reason instanceof Error ? reason.message : String(reason) });
const failToLoad = (reason: Error) => fail(`The engine could not be loaded: ${reason.message}`);

const engine = start(fetch(module));
engine.then(() => reply({ ready: true }), failToLoad);

addEventListener("message", async (event: MessageEvent<Question>) => {
  const { id, request } = event.data;
  try {
    const ask = await engine;
    reply({ id, answer: ask(request) });
  } catch (reason) {
    fail(reason);
  }
});
