// SPDX-License-Identifier: Apache-2.0
// From where others reach the server of this page. A page that was opened as localhost cannot know: it asks the server.
import { createSignal } from "solid-js";
import { serverAddress } from "./start.ts";

/** What `GET where` answers. */
export interface Where {
  /** Who can reach the server: this machine alone, or others in its network. */
  reach: "machine" | "network";
  /** The server as others reach it, as in "http://192.168.1.20:8080", the likeliest first. */
  addresses: string[];
  /** What opens the server to the local network. */
  command: string;
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/;
/** Private addresses, and names that only a local network knows. */
const LOCAL =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])|\.(local|lan|home|internal)$|^[^.:[\]]+$/;

const [where, setWhere] = createSignal<Where>();
const [chosen, chooseAddress] = createSignal("");
let asked = false;

export { chooseAddress, where };

const isWhere = (answer: Partial<Where>): answer is Where =>
  (answer.reach === "machine" || answer.reach === "network") && Array.isArray(answer.addresses);

async function ask() {
  // A host without tables, or a server from before, has no such place. Then the page's own address is all there is to know.
  const answer = await fetch(serverAddress("where")).then(
    (got) => (got.ok ? got.json().catch(() => ({})) : {}),
    () => ({}),
  );
  if (isWhere(answer)) setWhere(answer);
}

/** Asks the server, once, if the page's own address leads nobody else there. */
export function lookAround() {
  if (asked || !LOOPBACK.test(location.hostname)) return;
  asked = true;
  void ask();
}

/** The server's address for others: the chosen one of several, else the page's own. */
export const addressForOthers = () =>
  (where()?.reach === "network" && (chosen() || where()?.addresses[0])) || location.origin;

/** Whether others need to be in the same network. */
export const isLocal = () => {
  const { hostname } = new URL(addressForOthers());
  return LOCAL.test(hostname) && !LOOPBACK.test(hostname);
};

/** A link to a place in this page, for others. */
export const linkFor = (path: string) => new URL(location.pathname + path, addressForOthers()).href;
