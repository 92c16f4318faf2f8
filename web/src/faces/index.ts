// SPDX-License-Identifier: Apache-2.0
// The faces of all games, each loaded when it is first needed.
import { type Component, lazy } from "solid-js";
import type { GameName } from "../route.ts";
import type { StoryProps } from "./face.ts";

export const FACES: Record<GameName, Component & { preload: () => Promise<unknown> }> = {
  cradle: lazy(() => import("./cradle/Face.tsx")),
  alive: lazy(() => import("./alive/Face.tsx")),
  cv: lazy(() => import("./cv/Face.tsx")),
};

// biome-ignore lint/suspicious/noExplicitAny: each story takes the scenes of its own game
type Story = Component<StoryProps<any>>;
export const STORIES: Record<GameName, Story> = {
  cradle: lazy(() => import("./cradle/Story.tsx")),
  alive: lazy(() => import("./alive/Story.tsx")),
  cv: lazy(() => import("./cv/Story.tsx")),
};
