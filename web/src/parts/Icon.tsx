// SPDX-License-Identifier: Apache-2.0
// The page's small signs, drawn with one stroke.
import { t } from "../language.ts";

const SHAPES = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  undo: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2v.1h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z",
  rules: "M5 4h6a2 2 0 0 1 1 .6A2 2 0 0 1 13 4h6v15h-6a2 2 0 0 0-1 .6 2 2 0 0 0-1-.6H5zM12 5v14",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-.9.5-1.5 1.2-1.5 2.4M12 18v.2",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  first: "M18 5l-8 7 8 7M6 5v14",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M6 5l8 7-8 7M18 5v14",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  again: "M19 8a8 8 0 1 0 1 6M20 3v5h-5",
  check: "M5 13l4 4 10-11",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 3-6 7-6s7 2 7 6M16 4.5a3.5 3.5 0 0 1 0 6.2M18 14.5c2.5.7 4 2.500 4 5.500",
  say: "M4 5h16v11h-9l-5 4v-4H4z",
  more: "M5 12h.1M12 12h.1M19 12h.1",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon(props: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[props.name]} />
    </svg>
  );
}

/** A small button without words; they are said when it is pointed at. */
export function Sign(props: { icon: IconName; label: string; act: () => void }) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={t(props.label)}
      title={t(props.label)}
      onClick={() => props.act()}
    >
      <Icon name={props.icon} />
    </button>
  );
}
