// SPDX-License-Identifier: Apache-2.0
// The table of Five Alive: the running total in the middle, everybody's five lives around it, and my hand below.
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import { Called } from "../../parts/Called.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Explained } from "../../parts/Explanation.tsx";
import { SeatMark } from "../../parts/SeatMark.tsx";
import { Tap } from "../../parts/Tap.tsx";
import type { AliveHeap, AlivePlace, AliveScene, Phrase } from "../../protocol.ts";
import { useTable } from "../face.ts";
import { Burst, CardBack, CardFace, Dial, Fan, Lives } from "./art.tsx";
import { animateTable } from "./motion.ts";
import { nameOf } from "./words.ts";
import "./face.css";

/** Where the others sit, by how many there are: clockwise from the reader's left. */
const SPOTS = [[], ["t"], ["l", "r"], ["l", "t", "r"], ["l", "tl", "tr", "r"], ["l", "tl", "t", "tr", "r"]];

/** Wild cards whose names are too long for a card have a shorter one on it. */
const SHORT = new Set(["Pass", "Redeal"]);

export default function Face() {
  const table = useTable<AliveScene>();
  const [root, setRoot] = createSignal<HTMLElement>();
  const me = () => table.reader || 1;
  const others = createMemo(() => {
    const seats = table.scene.places.length;
    return Array.from({ length: seats - 1 }, (_, i) => ((me() + i) % seats) + 1);
  });
  animateTable(table, root);

  return (
    <div
      class="alive"
      ref={setRoot}
      data-calm={table.calm ? "" : undefined}
      style={{ "--heat": table.scene.total / table.scene.limit }}
    >
      <div class="alive-table" data-others={others().length}>
        <For each={others()}>{(seat, i) => <Other seat={seat} spot={SPOTS[others().length]?.[i()] ?? "t"} />}</For>
        <Middle />
        <Mine seat={me()} />
      </div>
    </div>
  );
}

// ---- What is on every place ------------------------------------------------------------------------------

const EMPTY: AlivePlace = { lives: 0, cards: 0, out: false, team: 0, known: [] };

function usePlace(seat: () => number) {
  const table = useTable<AliveScene>();
  return {
    place: () => table.scene.places[seat() - 1] ?? EMPTY,
    name: () => table.players[seat() - 1]?.name ?? "",
    turn: () => table.scene.turn === seat() && !table.over,
    dealer: () => table.scene.dealer === seat(),
  };
}

function PlaceHead(props: { seat: number }) {
  const table = useTable<AliveScene>();
  const { place, name, turn, dealer } = usePlace(() => props.seat);
  return (
    <h2 class="alive-head">
      <SeatMark seat={props.seat} />
      <Called name={name()} />
      <Show when={place().team > 0}>
        <span class="alive-team" data-team={place().team}>
          {table.text(`page.alive.team.${place().team}`)}
        </span>
      </Show>
      <Show when={dealer()}>
        <span class="alive-chip alive-dealer">
          <span aria-hidden="true">{table.text("page.alive.dealer.short")}</span>
          <span class="sr-only">{table.text("page.alive.dealer")}</span>
        </span>
      </Show>
      <Show when={turn()}>
        <span class="alive-turn">{table.text("page.alive.turn")}</span>
      </Show>
    </h2>
  );
}

function PlaceLives(props: { seat: number }) {
  const table = useTable<AliveScene>();
  const { place } = usePlace(() => props.seat);
  return <Lives lives={place().lives} label={table.text("page.alive.lives", { n: place().lives })} />;
}

/** A hand from behind, its count, and what anybody can tell about it (FA-44). */
function HiddenHand(props: { seat: number }) {
  const table = useTable<AliveScene>();
  const { place, name } = usePlace(() => props.seat);
  const known = () => place().known[0];
  const about = () =>
    [
      `${name()}: ${table.text("page.alive.lives", { n: place().lives })}, ${table.text("page.alive.cards", { n: place().cards })}.`,
      ...place().known.map((what) => table.text("page.alive.known", { what: [what] })),
    ].join(" ");
  return (
    <Show when={!place().out} fallback={<p class="alive-out">{table.text("page.alive.out")}</p>}>
      <Explained class="alive-behind" label={about()} about={about()}>
        <Fan cards={place().cards} />
        <span class="alive-count">{place().cards}</span>
        <Show when={known()}>{(what) => <span class="alive-known">{shortly(what())}</span>}</Show>
      </Explained>
    </Show>
  );

  function shortly(known: Phrase) {
    return table.text(`page.${known.id}`, known.args);
  }
}

function Other(props: { seat: number; spot: string }) {
  const table = useTable<AliveScene>();
  const { place, name, turn } = usePlace(() => props.seat);
  return (
    <section
      class={`alive-place seat-${props.seat}`}
      data-spot={props.spot}
      data-seat={props.seat}
      data-turn={turn() ? "" : undefined}
      data-out={place().out ? "" : undefined}
      aria-label={table.text("page.alive.place", { name: name() })}
    >
      <PlaceHead seat={props.seat} />
      <PlaceLives seat={props.seat} />
      <HiddenHand seat={props.seat} />
    </section>
  );
}

// ---- The middle ------------------------------------------------------------------------------------------

function Middle() {
  const table = useTable<AliveScene>();
  const scene = () => table.scene;
  const room = () => scene().limit - scene().total;
  const dial = () =>
    table.text(scene().clockwise ? "page.alive.total.clockwise" : "page.alive.total.counter", {
      total: scene().total,
      limit: scene().limit,
    });
  return (
    <section class="alive-middle" aria-label={table.text("page.alive.middle")}>
      <div class="alive-dialbox" data-full={room() === 0 ? "" : undefined}>
        <Dial
          total={scene().total}
          clockwise={scene().clockwise}
          label={dial()}
          room={room() > 0 ? table.text("page.alive.room", { n: room() }) : table.text("page.alive.full")}
        />
        <Burst />
      </div>
      <div class="alive-stack alive-pile" role="img" aria-label={table.text("page.alive.pile", { n: scene().pile })}>
        <div class="alive-slot">
          <Show when={scene().pile > 0}>
            <CardBack />
          </Show>
        </div>
        <span class="alive-count">{scene().pile}</span>
      </div>
      <LastCard />
    </section>
  );
}

function LastCard() {
  const table = useTable<AliveScene>();
  // The card below stays in sight while the next one flies in.
  const below = createMemo<{ top: string; below: string }>((was) => ({ top: table.scene.top, below: was.top }), {
    top: "",
    below: "",
  });
  return (
    <div class="alive-stack alive-played">
      <div class="alive-slot">
        <Show when={below().below && table.scene.top}>
          <div class="alive-below">
            <PlayingCard card={below().below} />
          </div>
        </Show>
        <Show when={table.scene.top} fallback={<span class="sr-only">{table.text("page.alive.top.none")}</span>}>
          {(top) => (
            <Explained
              class="alive-top"
              label={table.text("page.alive.top", { card: table.text(nameOf(top())) })}
              about={table.about(top())}
            >
              <PlayingCard card={top()} />
            </Explained>
          )}
        </Show>
      </div>
      <Played />
    </div>
  );
}

/** A card with the name that fits on it. */
function PlayingCard(props: { card: string }) {
  const table = useTable<AliveScene>();
  const name = () =>
    table.text(SHORT.has(props.card) ? `page.alive.card.${props.card.toLowerCase()}` : nameOf(props.card));
  return <CardFace card={props.card} name={name()} />;
}

/** What has been played, and what I know of the others' hands, to be folded out. */
function Played() {
  const table = useTable<AliveScene>();
  const [open, setOpen] = createSignal(false);
  const count = () => table.scene.discards.reduce((sum, heap) => sum + heap.count, 0);

  return (
    <>
      <button
        type="button"
        class="alive-fold-button"
        aria-haspopup="dialog"
        aria-label={table.text("page.alive.played", { n: count() })}
        onClick={() => setOpen(true)}
      >
        <span class="alive-count">{count()}</span>
        <span class="alive-fold-word"> {table.text("page.alive.played.word")}</span>
        <svg viewBox="0 0 12 8" aria-hidden="true">
          <path d="M2 2l4 4 4-4" />
        </svg>
      </button>
      <Show when={open()}>
        <Dialog
          title={table.text("page.alive.discards", { n: table.scene.hand_number })}
          onClose={() => setOpen(false)}
        >
          <Heaps heaps={table.scene.discards} none="page.alive.discards.none" />
          <Show when={table.scene.held.length > 0}>
            <h3>{table.text("page.alive.held")}</h3>
            <Heaps heaps={table.scene.held} />
          </Show>
        </Dialog>
      </Show>
    </>
  );
}

function Heaps(props: { heaps: readonly AliveHeap[]; none?: string }) {
  const table = useTable<AliveScene>();
  return (
    <Show when={props.heaps.length > 0} fallback={<p>{props.none && table.text(props.none)}</p>}>
      <ul class="alive-heaps">
        <For each={props.heaps}>
          {(heap) => (
            <li>
              <Explained class="alive-heap" about={table.about(heap.card)}>
                <span class="sr-only">
                  {table.text("page.alive.heap", { n: heap.count, card: table.text(nameOf(heap.card)) })}
                </span>
                <PlayingCard card={heap.card} />
                <span aria-hidden="true">×{heap.count}</span>
              </Explained>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}

// ---- My place --------------------------------------------------------------------------------------------

function Mine(props: { seat: number }) {
  const table = useTable<AliveScene>();
  const { place, name, turn } = usePlace(() => props.seat);
  const label = () => (table.reader ? table.text("page.alive.mine") : table.text("page.alive.place", { name: name() }));
  return (
    <section
      class={`alive-mine seat-${props.seat}`}
      data-seat={props.seat}
      data-turn={turn() ? "" : undefined}
      data-out={place().out ? "" : undefined}
      aria-label={label()}
    >
      <div class="alive-bar">
        <PlaceHead seat={props.seat} />
        <PlaceLives seat={props.seat} />
        <Show when={table.tapState("flip") === "ready"}>
          <Tap tap="flip" class="alive-flip" label={table.text("page.alive.flip")} move="flip">
            {table.text("page.alive.flip")}
          </Tap>
        </Show>
      </div>
      <Show when={table.reader} fallback={<HiddenHand seat={props.seat} />}>
        <Show when={!place().out} fallback={<p class="alive-hand alive-out">{table.text("page.alive.out.you")}</p>}>
          <Hand />
        </Show>
      </Show>
    </section>
  );
}

/** How many cards lie in each row on a phone: in two rows if they are many, each wide enough for a finger. */
function perRow(cards: number): number {
  if (cards <= 4) return Math.max(1, cards);
  return Math.ceil(cards / Math.max(2, Math.ceil(cards / 7)));
}

function Hand() {
  const table = useTable<AliveScene>();
  let list: HTMLUListElement | undefined;

  // Equal cards are told apart by their number, so that what stays in the hand stays the same button.
  const keys = createMemo(() => {
    const seen = new Map<string, number>();
    return table.scene.hand.map(({ card }) => {
      const nth = seen.get(card) ?? 0;
      seen.set(card, nth + 1);
      return `${card} ${nth}`;
    });
  });
  const kinds = createMemo(() => [...new Set(table.scene.hand.map(({ card }) => card))]);
  const anyReady = () => kinds().some((card) => table.tapState(`card ${card}`) !== "idle");
  keepFocus(keys, () => list);

  return (
    <ul
      class="alive-hand"
      ref={list}
      data-ready={anyReady() ? "" : undefined}
      data-few={keys().length <= 4 ? "" : undefined}
      aria-label={table.text("page.alive.hand", { n: keys().length })}
      style={{
        "--few": perRow(keys().length),
        "--many": Math.min(14, Math.max(1, keys().length)),
      }}
    >
      <For each={keys()}>
        {(key, i) => {
          const card = key.split(" ")[0] as string;
          const kind = () => kinds().indexOf(card) + 1;
          return (
            <li style={{ "--i": i() }}>
              <Tap
                tap={`card ${card}`}
                class="alive-handcard"
                label={table.text(nameOf(card))}
                about={table.about(card)}
                move={`play ${card}`}
                drag
                digit={kind() <= 9 ? kind() : undefined}
              >
                <PlayingCard card={card} />
              </Tap>
            </li>
          );
        }}
      </For>
    </ul>
  );
}

/** When the card that had the focus is played, the focus goes to its neighbour instead of getting lost. */
function keepFocus(keys: () => readonly string[], list: () => HTMLElement | undefined) {
  let at = -1;
  const buttons = () => [...(list()?.querySelectorAll<HTMLElement>("button") ?? [])];
  const note = () => {
    at = buttons().indexOf(document.activeElement as HTMLElement);
  };
  document.addEventListener("focusin", note);
  onCleanup(() => document.removeEventListener("focusin", note));
  createEffect(
    on(
      keys,
      () => {
        if (at < 0 || document.activeElement !== document.body) return;
        const left = buttons();
        left[Math.min(at, left.length - 1)]?.focus({ preventScroll: true });
      },
      { defer: true },
    ),
  );
}
