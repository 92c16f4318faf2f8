// How the page is built: into build/web, from where `lifetable serve` takes it.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import solid from "vite-plugin-solid";

const project = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  base: "./",
  plugins: [
    solid(),
    VitePWA({
      // The whole page is kept after the first visit, so that it plays without a network.
      strategies: "injectManifest",
      srcDir: "src",
      filename: "sw.ts",
      injectRegister: null, // main.tsx does it: the content security policy allows no inline script
      manifest: {
        name: "lifetable",
        short_name: "lifetable",
        description: "Three card games about a life: Cradle to Grave, Five Alive and CV.",
        display: "standalone",
        background_color: "#f7f0e4",
        theme_color: "#f7f0e4",
        icons: [
          { src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
          { src: "icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      injectManifest: {
        globPatterns: ["**/*.{html,js,css,wasm,svg,png,woff2,txt,webmanifest}"],
        globIgnores: ["**/*{cyrillic,vietnamese}*"], // fetched if ever needed
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
  ],
  worker: { format: "es" },
  server: { fs: { allow: [project] } },
  build: {
    outDir: `${project}build/web`,
    emptyOutDir: true,
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // light-dark() as it stands
    assetsInlineLimit: 0, // the content security policy allows no data: but in pictures
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What is always needed together is one file: it is smaller so.
        codeSplitting: {
          groups: [
            {
              name: "table",
              test: /src\/(screens\/(Table|Replay|Setup|Rules|Guide|Result)|parts\/(Help|Tap|Top|Explanation|keys|Rule|SeatMark)|lessons|game|table|taps|motion)/,
            },
            // The first screen does not wait for tables; a game's table and story are one file.
            { name: "home", test: /src\/(main|screens\/Home|faces\/\w+\/Tile)/, priority: 1 },
            { name: (path) => /src\/faces\/(\w+)\//.exec(path)?.[1] ?? null },
            { name: "solid", test: /node_modules\/(solid-js|idb)/, priority: 2 },
          ],
        },
      },
    },
  },
});
