// What a card does, beside the card: a small note that never takes the focus and goes away by itself.
import { createEffect, createSignal, onCleanup } from "solid-js";
import { Portal } from "solid-js/web";

const GAP = 8; // px between a card and its note, and around the window

export function Explanation(props: { anchor: HTMLElement; text: string; onClose: () => void }) {
  const [note, setNote] = createSignal<HTMLElement>();

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
    if (event.type === "pointerdown" && props.anchor.contains(event.target as Node)) return;
    props.onClose();
  };
  for (const kind of ["pointerdown", "keydown", "scroll"] as const) addEventListener(kind, close, true);
  onCleanup(() => {
    for (const kind of ["pointerdown", "keydown", "scroll"] as const) removeEventListener(kind, close, true);
  });

  return (
    <Portal mount={props.anchor.closest("dialog, main") ?? document.body}>
      <div class="explanation" role="tooltip" ref={setNote}>
        {props.text}
      </div>
    </Portal>
  );
}
