// SPDX-License-Identifier: Apache-2.0
// The page begins here.
import "@fontsource-variable/fraunces/wght.css";
import "@fontsource-variable/nunito/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/screens.css";
import { render } from "solid-js/web";
import { App } from "./App.tsx";
import { keepPage } from "./browser.ts";
import { tidy } from "./keep.ts";
import { learn } from "./language.ts";
import { watchForMishaps } from "./mishap.ts";
import { recall } from "./settings.ts";

watchForMishaps();
const page = document.getElementById("page") as HTMLElement;
learn().then(
  () => render(() => <App />, page),
  (reason: Error) => page.append(reason.message),
);

if (import.meta.env.PROD) addEventListener("load", keepPage);
void recall();
void tidy();
