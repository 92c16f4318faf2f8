// SPDX-License-Identifier: Apache-2.0
// Chromium, by playwright-core.
import { openChromium } from "../chromium.mjs";
import { type Browser, Window } from "./browser.ts";

export async function chromium(): Promise<Browser> {
  const browser = await openChromium();
  return {
    name: "Chromium",
    async window() {
      const context = await browser.newContext({ locale: "en" });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      return new Window("Chromium", {
        open: async (address) => void (await page.goto(address)),
        reload: async () => void (await page.reload()),
        run: (expression) => page.evaluate(expression),
        clickAt: (x, y) => page.mouse.click(x, y),
        async press(keys) {
          for (const key of keys) await page.keyboard.press(key);
        },
        resize: (width, height) => page.setViewportSize({ width, height }),
        png: () => page.screenshot(),
        complaints: async () => complaints,
        close: () => context.close(),
      });
    },
    close: () => browser.close(),
  };
}
