// SPDX-License-Identifier: Apache-2.0
// How the page is built: into build/web, from where `lifetable serve` takes it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import solid from "vite-plugin-solid";

const project = fileURLToPath(new URL("..", import.meta.url));

const uncommented = (markup: string) => markup.replace(/<!--.*?-->\n?/g, "");

/** Drawings that never change are markup, not program: src/faces/<game>/drawings.svg, put into index.html. Comments in markup
 *  are for who reads our files. */
const drawings: Plugin = {
  name: "drawings",
  transformIndexHtml(html) {
    const files = readdirSync("src/faces").map((game) => `src/faces/${game}/drawings.svg`);
    const all = files.filter(existsSync).map((file) => readFileSync(file, "utf8"));
    return uncommented(html.replace("<!-- drawings -->", all.join("").replace(/\s+(?=<)/g, "")));
  },
  writeBundle({ dir }) {
    const icon = `${dir}/icon.svg`;
    writeFileSync(icon, uncommented(readFileSync(icon, "utf8")));
  },
};

/** What others have made and the page ships, fonts and the engine's libraries among it, goes with its licences: licences.txt. */
const licences: Plugin = {
  name: "licences",
  generateBundle() {
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const texts = Object.entries(dependencies).map(
      ([name, version]) => `${name} ${version}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}\n`,
    );
    const engine = readFileSync("../bindings/wasm/licences.txt", "utf8");
    const ours = "lifetable is under the Apache License 2.0. The page contains, under licences of their own:\n";
    this.emitFile({
      type: "asset",
      fileName: "licences.txt",
      source: [ours, ...texts, engine].join(`\n${"-".repeat(72)}\n\n`),
    });
  },
};

export default defineConfig({
  base: "./",
  plugins: [
    solid(),
    drawings,
    licences,
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
        globIgnores: ["**/*{cyrillic,vietnamese}*", "licences.txt"], // fetched if ever needed
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
    cssTarget: ["chrome119", "firefox119", "safari17"], // browsers of the last three years
    assetsInlineLimit: 0, // the content security policy allows no data: but in pictures
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first screen is one file, with what it needs, and everything behind it another: fewer files are smaller together.
        codeSplitting: {
          groups: [
            { name: "home", test: /src\/(main|faces\/\w+\/Tile)/, priority: 1 },
            { name: "table", test: /src\// },
          ],
        },
      },
    },
  },
});
