// SPDX-License-Identifier: Apache-2.0
// Whether things may move: not if the person's system says so.
import { createSignal } from "solid-js";

const wish = matchMedia("(prefers-reduced-motion: reduce)");
const [calm, setCalm] = createSignal(wish.matches);
wish.addEventListener("change", () => setCalm(wish.matches));

export { calm };
