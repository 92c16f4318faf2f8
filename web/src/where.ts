// SPDX-License-Identifier: Apache-2.0
// Where in the page one is now, and going elsewhere.
import { createSignal } from "solid-js";
import { parseRoute } from "./route.ts";

const [route, setRoute] = createSignal(parseRoute(location.hash));
addEventListener("hashchange", () => setRoute(parseRoute(location.hash)));

export { route };

export function go(path: string, how: "push" | "replace" = "push") {
  if (leaving) {
    addEventListener("popstate", () => go(path, how), { once: true });
  } else if (how === "replace") {
    history.replaceState(null, "", path);
    setRoute(parseRoute(path));
  } else if (history.state === WINDOW) {
    location.replace(path);
  } else {
    location.hash = path;
  }
}

/** The clause that is shown over the screen, such as "FA-10"; "" for none. */
export const [rule, showRule] = createSignal("");

// ---- Windows over a screen: they have a place in the history, so that Back closes them ---------------------

const WINDOW = "window";
const windows = new Set<() => void>();
let leaving = false; // on the way back from a window that was closed otherwise

addEventListener("popstate", () => {
  const left = [...windows];
  if (!leaving) left.pop()?.();
  leaving = false;
  if (left.length > 0) history.pushState(WINDOW, ""); // one below, or one that was opened meanwhile
});
if (history.state === WINDOW) history.back(); // loaded again with a window open

/** To be called when a window opens; what it returns, when it is gone. */
export function overScreen(close: () => void): () => void {
  windows.add(close);
  if (!leaving && history.state !== WINDOW) history.pushState(WINDOW, "");
  return () => {
    windows.delete(close);
    queueMicrotask(() => {
      if (leaving || windows.size > 0 || history.state !== WINDOW) return;
      leaving = true;
      history.back();
    });
  };
}
