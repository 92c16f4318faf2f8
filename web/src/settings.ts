// SPDX-License-Identifier: Apache-2.0
// What a person likes on this device: how fast bots play, and how bright the page is.
import { createRoot, createSignal } from "solid-js";
import { set, setting } from "./keep.ts";

export const PACES = ["slow", "normal", "quick"] as const;
export type Pace = (typeof PACES)[number];
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** How long a bot's move stays before the next, in ms. */
export const PAUSES: Record<Pace, number> = { slow: 1800, normal: 900, quick: 150 };

const [pace, setPace] = createRoot(() => createSignal<Pace>("normal"));
const [theme, setTheme] = createRoot(() => createSignal<Theme>("system"));

export { pace, theme };

function show(wanted: Theme) {
  if (wanted === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}

/** Reads what was chosen last time. */
export async function recall(): Promise<void> {
  const [speed, light] = await Promise.all([setting("pace"), setting("theme")]);
  if (PACES.includes(speed as Pace)) setPace(speed as Pace);
  if (THEMES.includes(light as Theme)) {
    setTheme(light as Theme);
    show(light as Theme);
  }
}

export async function choosePace(wanted: Pace): Promise<void> {
  setPace(wanted);
  await set("pace", wanted);
}

export async function chooseTheme(wanted: Theme): Promise<void> {
  setTheme(wanted);
  show(wanted);
  await set("theme", wanted);
}
