// Where in the page one is now, and going elsewhere.
import { createSignal } from "solid-js";
import { parseRoute } from "./route.ts";

const [route, setRoute] = createSignal(parseRoute(location.hash));
addEventListener("hashchange", () => setRoute(parseRoute(location.hash)));

export { route };

export function go(path: string, how: "push" | "replace" = "push") {
  if (how === "replace") {
    history.replaceState(null, "", path);
    setRoute(parseRoute(path));
  } else {
    location.hash = path;
  }
}
