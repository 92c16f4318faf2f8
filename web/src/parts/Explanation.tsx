// SPDX-License-Identifier: Apache-2.0
// What a card does, beside the card: a small note that never takes the focus and goes away by itself.
import { createEffect, createSignal, type JSX, onCleanup, Show } from "solid-js";
import { Portal } from "solid-js/web";
import { showRule } from "../where.ts";
import { Cited } from "./Help.tsx";

const GAP = 8; // px between a card and its note, and around the window
const LINGER = 250; // ms for the pointer to get from a card to a clause in its note

let shown: (() => void) | undefined; // closes the note that is shown: there is one at a time

/** The note of a thing: `explain` shows it beside the thing or takes it away, and `Note` stands for it. */
export function useNote(text: () => string | undefined) {
  const [anchor, explain] = createSignal<HTMLElement>();
  return {
    anchor,
    explain,
    leave() {
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
  const { anchor, explain, leave, Note } = useNote(() => props.about);
  return (
    <>
      <button
        type="button"
        class={props.class}
        aria-label={props.label}
        onClick={(event) => explain(anchor() ? undefined : event.currentTarget)}
        onPointerEnter={(event) => event.pointerType === "mouse" && explain(event.currentTarget)}
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
