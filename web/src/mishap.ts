// SPDX-License-Identifier: Apache-2.0
// What went wrong where nothing else shows it: one sentence over whatever screen there is.
import { createSignal } from "solid-js";

const [mishap, setMishap] = createSignal("");

export { mishap };

/** Shows why something that was asked for did not happen. */
export function fail(reason: unknown) {
  setMishap(reason instanceof Error ? reason.message || reason.name : String(reason));
}

export const forgive = () => setMishap("");

/** The last resort: what nobody catches is shown, too. */
export function watchForMishaps() {
  addEventListener("unhandledrejection", ({ reason }) => fail(reason));
  // Without an error it is only a remark of the browser's, as that a ResizeObserver has more to tell in the next frame.
  addEventListener("error", ({ error }) => error && fail(error));
}
