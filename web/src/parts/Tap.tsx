// SPDX-License-Identifier: Apache-2.0
// A thing on the table that can be tapped: a card, a pile, a seat, a die. It is a button at all times, so that it can be
// reached, read out and explained even when it cannot be used; tapping it then says why not.
import { type JSX, splitProps } from "solid-js";
import { useTable } from "../faces/face.ts";
import { followPointer } from "./drag.ts";
import { useNote } from "./Explanation.tsx";

export interface TapProps {
  /** As in the offers' taps: "card 7". */
  tap: string;
  /** What it is, for a screen reader: "7" or "Bo's tens, 4". */
  label: string;
  /** What it does, shown on hover, focus or long press. */
  about?: string;
  /** The move to propose when it cannot be tapped, so that a refusal says why. */
  move?: string;
  /** It can be dragged to what it is for, or away from where it lies: the same as tapping. */
  drag?: boolean;
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
  const [props, rest] = splitProps(all, [
    "tap",
    "label",
    "about",
    "move",
    "digit",
    "pressed",
    "onTap",
    "children",
    "drag",
  ]);
  const table = useTable<unknown>();
  const { explain, enter, point, leave: leaveNote, Note } = useNote(() => props.about);
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
    if (!held) leaveNote();
  };
  const act = () => (props.onTap ? props.onTap() : table.tap(props.tap, props.move));
  const draggable = () => props.drag === true && state() !== "idle";
  const lift = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    press(event);
    if (!draggable() || event.button !== 0) return;
    const tap = props.tap;
    followPointer(event.currentTarget, event, {
      begin() {
        release();
        explain(undefined);
        // What it can be dragged to shows as soon as it is chosen; what is complete by itself waits until it is dropped.
        if (table.tapState(tap) === "ready" && !table.completes(tap)) act();
      },
      drop(on) {
        held = true; // the click that follows is part of the drag
        setTimeout(() => {
          held = false;
        });
        if (on === undefined) table.choose([]);
        else if (table.tapState(tap) === "ready" && table.completes(tap)) act();
        else if (on !== "" && table.tapState(on) === "ready") table.tap(on);
      },
    });
  };
  const click = () => {
    if (held) {
      held = false; // it was a long press: the explanation stays until the next touch
      return;
    }
    explain(undefined);
    act();
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
        data-drag={draggable() || undefined}
        onPointerDown={lift}
        onPointerUp={release}
        onPointerCancel={release}
        onContextMenu={(event) => held && event.preventDefault()}
        onPointerEnter={enter}
        onPointerMove={point}
        onPointerLeave={leave}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && explain(event.currentTarget)}
        onBlur={() => {
          held = false;
          explain(undefined);
        }}
      >
        {props.children}
      </button>
      <Note />
    </>
  );
}
