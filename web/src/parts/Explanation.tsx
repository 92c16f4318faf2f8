// SPDX-License-Identifier: Apache-2.0
// What a card does, beside the card: a small note that never takes the focus and goes away by itself.
import { createEffect, createSignal, type JSX, onCleanup, Show } from "solid-js";
import { Portal } from "solid-js/web";
import { showRule } from "../where.ts";
import { Cited } from "./Help.tsx";

const GAP = 8; // px between a card and its note, and around the window
const LINGER = 250; // ms for the pointer to get from a card to a clause in its note
const REST = 300; // ms that the mouse is on a thing before the thing explains itself
const STIR = 8; // px that a mouse moves without being meant to

let shown: (() => void) | undefined; // closes the note that is shown: there is one at a time
let hushed = false;

/** While there is something else to look at, nothing explains itself to a mouse. */
export function hush(on: boolean) {
  hushed = on;
  if (on) shown?.();
}

type Point = Pick<PointerEvent, "clientX" | "clientY">;
let mouse: Point | undefined; // where it was moved to last
let still: Point | undefined; // where it lay when somebody acted, or something else came to lie below it

const isNear = (one: Point, other: Point | undefined, by: number) =>
  other !== undefined && Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) <= by;
document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse") mouse = event;
});
for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, () => {
    still = mouse;
  });

/** The note of a thing: `explain` shows it beside the thing or takes it away, and `Note` stands for it. */
export function useNote(text: () => string | undefined) {
  const [anchor, explain] = createSignal<HTMLElement>();
  let timer: number | undefined;
  return {
    anchor,
    explain,
    /** The thing lies below the mouse by now, wherever that was meant to go. */
    enter(event: PointerEvent) {
      if (event.pointerType === "mouse" && isNear(event, mouse, 0)) still = mouse;
    },
    /** The mouse moves on the thing: if by intent, the thing explains itself. */
    point(event: PointerEvent & { currentTarget: HTMLElement }) {
      if (event.pointerType !== "mouse" || anchor() || isNear(event, still, STIR)) return;
      still = undefined;
      const thing = event.currentTarget;
      clearTimeout(timer);
      timer = window.setTimeout(() => !still && !hushed && thing.matches(":hover") && explain(thing), REST);
    },
    leave() {
      clearTimeout(timer);
      const left = anchor();
      setTimeout(() => {
        if (anchor() === left && !left?.matches(":hover") && !document.querySelector(".explanation:hover"))
          explain(undefined);
      }, LINGER);
    },
    Note: () => (
      <Show when={text() ? anchor() : undefined}>
        {(at) => <Explanation anchor={at()} text={text() ?? ""} onClose={() => explain(undefined)} />}
      </Show>
    ),
  };
}

/** Something that only explains itself, when it is pointed at or tapped. */
export function Explained(props: { label?: string; about: string; class: string; children: JSX.Element }) {
  const { anchor, explain, enter, point, leave, Note } = useNote(() => props.about);
  return (
    <>
      <button
        type="button"
        class={props.class}
        aria-label={props.label}
        onClick={(event) => explain(anchor() ? undefined : event.currentTarget)}
        onPointerEnter={enter}
        onPointerMove={point}
        onPointerLeave={(event) => event.pointerType === "mouse" && leave()}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && explain(event.currentTarget)}
        onBlur={() => explain(undefined)}
      >
        {props.children}
      </button>
      <Note />
    </>
  );
}

function Explanation(props: { anchor: HTMLElement; text: string; onClose: () => void }) {
  const [note, setNote] = createSignal<HTMLElement>();
  const { onClose } = props;
  shown?.();
  shown = onClose;

  createEffect(() => {
    const box = note();
    if (!box) return;
    const card = props.anchor.getBoundingClientRect();
    const own = box.getBoundingClientRect();
    const left = Math.min(Math.max(GAP, card.left + card.width / 2 - own.width / 2), innerWidth - own.width - GAP);
    const above = card.top - own.height - GAP;
    box.style.left = `${Math.max(GAP, left)}px`;
    box.style.top = `${above >= GAP ? above : Math.min(card.bottom + GAP, innerHeight - own.height - GAP)}px`;
  });

  const close = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== "Escape") return;
    const at = event.target as Node;
    if (event.type === "pointerdown" && (props.anchor.contains(at) || note()?.contains(at))) return;
    onClose();
  };
  for (const kind of ["pointerdown", "keydown", "scroll"]) addEventListener(kind, close, true);
  onCleanup(() => {
    if (shown === onClose) shown = undefined;
    for (const kind of ["pointerdown", "keydown", "scroll"]) removeEventListener(kind, close, true);
  });

  return (
    <Portal mount={props.anchor.closest("dialog, main") ?? document.body}>
      <div
        class="explanation"
        role="note"
        ref={setNote}
        onMouseDown={(event) => event.preventDefault()}
        onPointerLeave={onClose}
      >
        <Cited
          text={props.text}
          onRule={(clause) => {
            onClose();
            showRule(clause);
          }}
        />
      </div>
    </Portal>
  );
}
