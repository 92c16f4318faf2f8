// SPDX-License-Identifier: Apache-2.0
// Dragging a thing about: it follows the pointer, and is dropped on whatever lies there. Nothing else knows of it: a drag
// is another way to tap.

export interface Drag {
  begin(): void;
  /** The name of the thing it was dropped on, "" for none; undefined: it was put back. */
  drop(on: string | undefined): void;
}

const FAR = 10; // px until a press is a drag
const HOME = 40; // px around where it lay: dropped there, it is put back

/** Follows a pointer that was pressed on `thing` until it is released. */
export function followPointer(thing: HTMLElement, down: PointerEvent, drag: Drag): void {
  let dragging = false;
  const away = (event: PointerEvent) => Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);

  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    if (!dragging && away(event) < FAR) return;
    if (!dragging) {
      dragging = true;
      thing.dataset.dragged = "";
      drag.begin();
    }
    thing.style.translate = `${event.clientX - down.clientX}px ${event.clientY - down.clientY}px`;
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!dragging) return;
    thing.style.translate = "";
    thing.style.pointerEvents = "none";
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-tap]");
    thing.style.pointerEvents = "";
    delete thing.dataset.dragged;
    drag.drop(event.type === "pointercancel" || away(event) < HOME ? undefined : (below?.dataset.tap ?? ""));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
