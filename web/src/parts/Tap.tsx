// A thing on the table that can be tapped: a card, a pile, a seat, a die. It is a button at all times, so that it can be
// reached, read out and explained even when it cannot be used; tapping it then says why not.
import { createSignal, type JSX, Show, splitProps } from "solid-js";
import { useTable } from "../faces/face.ts";
import { Explanation } from "./Explanation.tsx";

export interface TapProps {
  /** As in the offers' taps: "card 7". */
  tap: string;
  /** What it is, for a screen reader: "7" or "Bo's tens, 4". */
  label: string;
  /** What it does, shown on hover, focus or long press. */
  about?: string;
  /** The move to propose when it cannot be tapped, so that a refusal says why. */
  move?: string;
  /** Its place among the things that the keys 1 to 9 choose. */
  digit?: number;
  class?: string;
  classList?: Record<string, boolean | undefined>;
  style?: JSX.CSSProperties;
  /** For things that keep their own count of what is chosen. */
  pressed?: boolean;
  onTap?: () => void;
  children?: JSX.Element;
}

const LONG_PRESS = 450; // ms

export function Tap(all: TapProps) {
  const [props, rest] = splitProps(all, ["tap", "label", "about", "move", "digit", "pressed", "onTap", "children"]);
  const table = useTable<unknown>();
  const [explained, explain] = createSignal<HTMLElement>();
  let timer: number | undefined;
  let held = false;

  const state = () => (props.pressed ? "chosen" : table.tapState(props.tap));
  const press = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    held = false;
    if (event.pointerType === "mouse") return;
    const button = event.currentTarget;
    timer = window.setTimeout(() => {
      held = true;
      explain(button);
    }, LONG_PRESS);
  };
  const release = () => window.clearTimeout(timer);
  const leave = () => {
    release();
    if (!held) explain(undefined);
  };
  const click = () => {
    if (held) {
      held = false; // it was a long press: the explanation stays until the next touch
      return;
    }
    explain(undefined);
    if (props.onTap) props.onTap();
    else table.tap(props.tap, props.move);
  };

  return (
    <>
      <button
        {...rest}
        type="button"
        data-tap={props.tap}
        data-state={state()}
        data-digit={props.digit}
        aria-label={props.label}
        aria-pressed={state() === "chosen" ? true : undefined}
        aria-disabled={state() === "idle" ? true : undefined}
        onClick={click}
        onPointerDown={press}
        onPointerUp={release}
        onPointerCancel={release}
        onContextMenu={(event) => held && event.preventDefault()}
        onPointerEnter={(event) => event.pointerType === "mouse" && explain(event.currentTarget)}
        onPointerLeave={leave}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && explain(event.currentTarget)}
        onBlur={() => {
          held = false;
          explain(undefined);
        }}
      >
        {props.children}
      </button>
      <Show when={props.about ? explained() : undefined}>
        {(anchor) => <Explanation anchor={anchor()} text={props.about ?? ""} onClose={() => explain(undefined)} />}
      </Show>
    </>
  );
}
