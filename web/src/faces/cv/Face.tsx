// SPDX-License-Identifier: Apache-2.0
// The table of CV: a page for each life, the track of cards under the ages of life, and the dice.
import { createSignal, Show } from "solid-js";
import { Dock } from "./Dock.tsx";
import "./face.css";
import { Hand, Mine, Others, WholeCv } from "./People.tsx";
import { Ages, Goals, Track } from "./Track.tsx";
import { useCv } from "./words.ts";

export default function Face() {
  const table = useCv();
  const [seen, see] = createSignal(0); // whose whole CV lies on top

  // The keys 1 to 9 are for what is tapped now: dice, cards to keep, the track, a card to lose, else the hand.
  const keys = () => {
    const { scene } = table;
    if (scene.choices.length || table.tapState("stop") === "ready") return "dice";
    if (scene.this_turn[0]?.losses && scene.turn === table.reader) return "cv";
    if (table.tapState("done") === "ready" || table.tapState("decline") === "ready") return "track";
    return "hand";
  };

  return (
    <div class="cv cv-ink" data-calm={table.calm || undefined} data-players={table.scene.people.length}>
      <div class="cv-table">
        <Others look={see} />
        <div class="cv-centre">
          <Ages />
          <Track keys={keys() === "track"} />
        </div>
        <Dock />
        <Mine look={see} keys={keys() === "cv"} />
        <Hand keys={keys() === "hand"} />
        <Goals />
      </div>
      <Show when={seen()}>{(seat) => <WholeCv seat={seat()} close={() => see(0)} />}</Show>
    </div>
  );
}
