// SPDX-License-Identifier: Apache-2.0
// Keys: what they do on a screen; and on a table 1–9 tap cards, and arrows go from thing to thing as they lie on the screen.
// Enter and Tab are the browser's own.
import { onCleanup } from "solid-js";

/** What stands in the direction of an arrow, nearest first by its distance and how far it lies aside. */
function neighbour(from: Element, key: string, things: readonly HTMLElement[]): HTMLElement | undefined {
  const middle = (box: DOMRect) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
  const here = middle(from.getBoundingClientRect());
  const far = (thing: HTMLElement) => {
    const there = middle(thing.getBoundingClientRect());
    const along =
      {
        ArrowLeft: here.x - there.x,
        ArrowRight: there.x - here.x,
        ArrowUp: here.y - there.y,
        ArrowDown: there.y - here.y,
      }[key] ?? 0;
    const aside = key === "ArrowLeft" || key === "ArrowRight" ? Math.abs(here.y - there.y) : Math.abs(here.x - there.x);
    return along > 4 ? along + 3 * aside : Number.POSITIVE_INFINITY;
  };
  let best: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const thing of things) {
    const distance = thing === from ? Number.POSITIVE_INFINITY : far(thing);
    if (distance < least) [best, least] = [thing, distance];
  }
  return best;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null;

/** What keys do while a screen is shown; the board comes first if there is one. Who types, chooses in a window or presses a
 *  button by the space bar is left alone. */
export function listenToKeys(
  actions: () => Partial<Record<string, () => void>>,
  board?: () => HTMLElement | undefined,
) {
  const listen = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || document.querySelector("dialog[open]"))
      return;
    const table = board?.();
    const action = actions()[key];
    if (!table || !steer(event, table)) {
      if (!action || (key === " " && (target as Element).closest("button, a, summary"))) return;
      action();
    }
    event.preventDefault();
  };
  addEventListener("keydown", listen);
  onCleanup(() => removeEventListener("keydown", listen));
}

/** Moves the focus by arrows, or taps the n-th card; true if the key was for the table. */
export function steer(event: KeyboardEvent, board: HTMLElement): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  const things = [...board.querySelectorAll<HTMLElement>("[data-tap], button, a[href], summary")].filter(
    (thing) => thing.offsetParent !== null,
  );
  if (/^[1-9]$/.test(event.key)) {
    const card = board.querySelector<HTMLElement>(`[data-digit="${event.key}"]`);
    card?.focus();
    card?.click();
    return card !== null;
  }
  if (!event.key.startsWith("Arrow")) return false;
  const from = document.activeElement && board.contains(document.activeElement) ? document.activeElement : undefined;
  const ready = things.find((thing) => thing.dataset.state === "ready");
  const next = from ? neighbour(from, event.key, things) : (ready ?? things[0]);
  next?.focus();
  return next !== undefined;
}
