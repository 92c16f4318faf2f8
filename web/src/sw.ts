// SPDX-License-Identifier: Apache-2.0
// Keeps the whole page after the first visit, so that it opens and plays without a network. Files have their hash in their
// names, or come with a revision: a new build is fetched beside the old one, and takes over when it is complete.
const worker = self as unknown as ServiceWorkerGlobalScope;

type BuiltFile = { url: string; revision: string | null };
const files = (self as unknown as { __WB_MANIFEST: BuiltFile[] }).__WB_MANIFEST; // the build puts the list here
const version = `page-${files.map(({ url, revision }) => url + (revision ?? "")).reduce(hash, 7)}`;

function hash(sum: number, text: string): number {
  for (const letter of text) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;
  return sum;
}

async function fetchAll() {
  const cache = await caches.open(version);
  await Promise.all(
    files.map(({ url }) => cache.add(new Request(url, { cache: url.startsWith("assets/") ? "default" : "reload" }))),
  );
  await worker.skipWaiting();
}

async function forgetOld() {
  for (const name of await caches.keys()) if (name !== version) await caches.delete(name);
  await worker.clients.claim();
}

/** What was kept, else the network: the page is one file, whatever the address says. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(version);
  const kept = await cache.match(request.mode === "navigate" ? "index.html" : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(fetchAll()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOld()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin)
    event.respondWith(answer(event.request));
});
