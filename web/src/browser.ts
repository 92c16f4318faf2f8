// SPDX-License-Identifier: Apache-2.0
// What a browser may lack. Over plain http, under any other name than localhost, there is no clipboard, no sharing, no service
// worker, no wake lock and no `crypto.randomUUID`: what can be done another way is done so here.
import { createSignal } from "solid-js";

/** So many random bytes, as hexadecimal digits. */
export const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Copies what a field holds. If it cannot, it returns false, and the text is selected for the reader to copy. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // There is no clipboard, or it was refused. The old way needs no permission.
    field.focus();
    field.setSelectionRange(0, field.value.length);
    return document.execCommand("copy");
  }
}

/** Keeps the screen on, where the browser can, until what it returns is called. */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const ask = () => {
    // The browser lets go of it by itself when the page is hidden. A refusal, as with a low battery, is the device's choice.
    if (document.visibilityState === "visible") lock = navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => {
    document.removeEventListener("visibilitychange", ask);
    void lock?.then((held) => held?.release());
  };
}

/** Why the page cannot be installed nor opened without a network: the id of a sentence, or "" if it can. */
const [offlineTrouble, setOfflineTrouble] = createSignal("");

export { offlineTrouble };

/** Keeps the page's files for when there is no network. */
export async function keepPage() {
  try {
    await navigator.serviceWorker.register("./sw.js");
  } catch {
    setOfflineTrouble(isSecureContext ? "page.offline.refused" : "page.offline.https");
  }
}
