// SPDX-License-Identifier: Apache-2.0
// The table of Cradle to Grave: everybody's life under its own sky, with the age as two piles of cards. The sun crosses
// the sky as somebody grows old; from 91 on it glows red.
import { createEffect, createMemo, createSignal, For, Index, on, Show } from "solid-js";
import { Called } from "../../parts/Called.tsx";
import { Explained } from "../../parts/Explanation.tsx";
import { SeatMark } from "../../parts/SeatMark.tsx";
import { Tap } from "../../parts/Tap.tsx";
import type { CradlePerson, CradleScene, CradleSpecial } from "../../protocol.ts";
import { useTable } from "../face.ts";
import { CardBack, CardFace } from "./art.tsx";
import { Figure } from "./figures.tsx";
import { fly } from "./flight.ts";
import { type Turned, watchMoments } from "./moments.ts";
import "./face.css";

type PlaceName = "tens" | "ones";
const PLACES: readonly PlaceName[] = ["tens", "ones"];
const KINDS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "Ten", "Swap", "Stop"];

const useCradle = () => useTable<CradleScene>();
/** A player as a phrase names them: with respect, if this is whom the table honours (CG-41). */
const named = (table: ReturnType<typeof useCradle>, seat: number) => ({
  seat,
  honoured: table.scene.honoured === seat,
});
const cardName = (card: string) => `cradle.card.${card.toLowerCase()}`;

function useWords() {
  const table = useCradle();
  const isSpecial = (card: string) => Number.isNaN(Number(card));
  return {
    nameOf: (seat: number) => table.players[seat - 1]?.name ?? "",
    short: (card: string) => (isSpecial(card) ? table.text(`cradle.short.${card.toLowerCase()}`) : card),
    card: (card: string) => table.text(cardName(card)),
    place: (place: PlaceName) => table.text(`cradle.place.${place}`),
    stage: (person: CradlePerson) => (person.stage ? table.text(`page.cradle.stage.${person.stage}`) : ""),
  };
}

/** The card of the hand that was tapped first, as it is typed in moves; "" if there is none. */
const chosenCard = (chosen: readonly string[]) => chosen.find((tap) => tap.startsWith("card "))?.slice(5) ?? "";

export default function Face() {
  const table = useCradle();
  const { turned, held } = watchMoments(table);
  const mine = () => table.reader || 1;
  const count = () => table.scene.people.length;
  const others = createMemo(() => Array.from({ length: count() - 1 }, (_, i) => ((mine() + i) % count()) + 1));
  const person = (seat: number) => (held()?.people ?? table.scene.people)[seat - 1] as CradlePerson;
  const wrote = (seat: number) => held()?.wrote[seat - 1];

  return (
    <div
      class="cradle"
      classList={{
        "cradle-calm": table.calm,
        "cradle-acting": table.reader > 0 && table.actors.includes(table.reader),
        "cradle-aiming": chosenCard(table.chosen) !== "" && person(mine()).piles.length > 0,
      }}
    >
      <div class={`cradle-table cradle-of-${count()}`}>
        <div class="cradle-ring">
          <For each={others()}>
            {(seat, i) => <Place seat={seat} at={i() + 1} person={person(seat)} wrote={wrote(seat)} />}
          </For>
          <Centre turned={turned()} />
        </div>
        <div class="cradle-front">
          <Place seat={mine()} at={0} person={person(mine())} wrote={wrote(mine())} />
          <Show when={table.reader > 0}>
            <Hand />
          </Show>
        </div>
      </div>
    </div>
  );
}

// ---- A place at the table -------------------------------------------------------------------------------

function Place(props: { seat: number; at: number; person: CradlePerson; wrote?: number }) {
  const table = useCradle();
  const words = useWords();
  const own = () => props.seat === table.reader;
  const thinks = () => !own() && table.actors.includes(props.seat);
  const aimed = () => table.scene.special.some((special) => special.on === props.seat);

  return (
    <section
      class="cradle-place"
      classList={{
        [`cradle-at-${props.at} seat-${props.seat}`]: true,
        "cradle-own": props.at === 0,
        "cradle-turn": table.scene.turn === props.seat && !table.over,
        "cradle-danger": props.person.danger,
        "cradle-aimed": aimed(),
      }}
      aria-label={words.nameOf(props.seat)}
    >
      <div class="cradle-who">
        <SeatMark seat={props.seat} />
        <Called name={words.nameOf(props.seat)} />
        <Show when={!own()}>
          <span class="cradle-holds" role="img" aria-label={table.text("page.cradle.cards", { n: props.person.cards })}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <rect x="3" y="1.5" width="10" height="13" rx="2" />
            </svg>
            <span aria-hidden="true">{props.person.cards}</span>
          </span>
        </Show>
      </div>
      <Life seat={props.seat} person={props.person} wrote={props.wrote} />
      <Show when={thinks()}>
        <span class="cradle-thinks" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      </Show>
      <div class="cradle-piles">
        <For each={PLACES}>
          {(place, i) => <Pile seat={props.seat} place={place} index={i()} person={props.person} />}
        </For>
        <Show when={own() && props.person.piles.length > 0}>
          <For each={PLACES}>{(place) => <FaceDown seat={props.seat} place={place} />}</For>
        </Show>
      </div>
      <Penalties person={props.person} />
    </section>
  );
}

/** The figure under its sky: the target of specials that are played on a person. */
function Life(props: { seat: number; person: CradlePerson; wrote?: number }) {
  const table = useCradle();
  const words = useWords();
  const hasAge = () => props.person.piles.length > 0;
  const label = () =>
    table.say({
      id: hasAge() ? "page.cradle.seat" : props.person.chosen ? "page.cradle.seat-chosen" : "page.cradle.seat-none",
      args: { who: named(table, props.seat), n: props.person.age, stage: words.stage(props.person) },
    });
  const about = () =>
    [
      label(),
      props.person.danger ? table.text("page.cradle.danger") : "",
      props.person.penalties.length > 0
        ? table.text("page.cradle.wrote", { list: props.person.penalties.join(" + "), n: props.person.total })
        : "",
    ].join(" ");
  const move = () => {
    const card = chosenCard(table.chosen);
    return card === "Ten" || card === "Swap" ? `${card.toLowerCase()} ${props.seat}` : undefined;
  };
  // The sun's way over the sky.
  const x = () => (hasAge() ? 8 + 0.84 * props.person.age : 4);
  const y = () => (hasAge() ? 72 - 0.0236 * props.person.age * (100 - props.person.age) : 84);

  return (
    <Tap
      tap={`seat ${props.seat}`}
      label={label()}
      about={about()}
      move={move()}
      class="cradle-life"
      style={{ "--sun-x": `${x()}%`, "--sun-y": `${y()}%`, "--age": `${props.person.age}%` }}
    >
      <span class="cradle-sky" aria-hidden="true" />
      <Show keyed when={props.person.stage}>
        {(stage) => <Figure stage={stage} seat={props.seat} class="cradle-grown" />}
      </Show>
      <Show when={!hasAge() && !props.person.chosen}>
        <Figure stage="baby" seat={props.seat} class="cradle-unborn" />
      </Show>
      <Show when={!hasAge() && props.person.chosen}>
        <span class="cradle-ready" data-sign="✓" />
      </Show>
      <Show when={props.person.danger}>
        <span class="cradle-alarm" data-sign="91+" />
      </Show>
      <Show when={props.wrote !== undefined}>
        <span class="cradle-wrote" data-sign={`+${props.wrote}`} />
      </Show>
    </Tap>
  );
}

function Pile(props: { seat: number; place: PlaceName; index: number; person: CradlePerson }) {
  const table = useCradle();
  const words = useWords();
  const pile = () => props.person.piles[props.index];
  // Cover Ten Digit and Swap are for a player: either pile will do as well as the figure.
  const forPlayer = () => ["Ten", "Swap"].includes(chosenCard(table.chosen));
  const tap = () => (forPlayer() ? `seat ${props.seat}` : `pile ${props.seat} ${props.place}`);
  let card: HTMLSpanElement | undefined;

  // While a starting age is chosen, the cards tapped so far lie where they will go.
  const laying = () => (props.seat === table.reader ? (table.chosen[props.index]?.slice(5) ?? "") : "");
  const lies = (): string => {
    const top = pile();
    if (top) return top.hidden ? "nine" : String(top.digit);
    return props.person.chosen ? "back" : laying();
  };
  const id = () =>
    pile() ? (pile()?.hidden ? "page.cradle.pile-hidden" : "page.cradle.pile") : "page.cradle.pile-none";
  const label = () =>
    table.say({
      id: id(),
      args: { whom: named(table, props.seat), place: [{ id: `cradle.place.${props.place}` }], n: pile()?.digit ?? 0 },
    });
  const move = () => {
    const chosen = chosenCard(table.chosen);
    if (!chosen) return undefined;
    if (forPlayer()) return `${chosen.toLowerCase()} ${props.seat}`;
    return chosen === "0" && props.seat === table.reader
      ? `zero ${props.place}`
      : `raise ${props.seat} ${props.place} ${chosen}`;
  };

  // While a card is on its way, what it covers is still seen.
  const [covered, cover] = createSignal("");
  createEffect(
    on(lies, (_, before) => {
      const flight = card && pile() ? fly(table, card, props.seat, props.place) : undefined;
      if (!flight || !before) return;
      cover(before);
      flight.onfinish = () => cover("");
    }),
  );

  return (
    <Tap tap={tap()} label={label()} move={move()} class="cradle-pile" classList={{ [`cradle-${props.place}`]: true }}>
      <Show when={covered()}>
        <span class="cradle-covered">
          <Lying card={covered()} />
        </span>
      </Show>
      <span class="cradle-lies" ref={card}>
        <Show when={lies()} fallback={<span class="cradle-slot">{words.place(props.place)}</span>}>
          <Lying card={lies()} />
        </Show>
      </span>
    </Tap>
  );
}

/** A card on a pile; "nine" and "back" lie face down. */
function Lying(props: { card: string }) {
  return (
    <Show when={props.card === "nine" || props.card === "back"} fallback={<CardFace card={props.card} />}>
      <CardBack nine={props.card === "nine"} />
    </Show>
  );
}

/** Where any card goes face down, as a 9. */
function FaceDown(props: { seat: number; place: PlaceName }) {
  const table = useCradle();
  const chosen = () => chosenCard(table.chosen);
  return (
    <Tap
      tap={`down ${props.seat} ${props.place}`}
      label={table.text("page.cradle.down", { place: [{ id: `cradle.place.${props.place}` }] })}
      about={table.text("page.cradle.down-about")}
      move={chosen() ? `hide ${props.place} ${chosen()}` : undefined}
      class="cradle-down"
      classList={{ [`cradle-${props.place}`]: true }}
    >
      <CardBack nine />
    </Tap>
  );
}

/** What somebody wrote down in the rounds so far. */
function Penalties(props: { person: CradlePerson }) {
  const table = useCradle();
  return (
    <p class="cradle-penalties">
      <Show when={props.person.penalties.length > 0}>
        <span class="sr-only">
          {table.text("page.cradle.wrote", { list: props.person.penalties.join(" + "), n: props.person.total })}
        </span>
        <span aria-hidden="true">
          <svg class="cradle-pencil" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M1 11l1-3.5 6.5-6.5 2.5 2.5L4.5 10z" />
          </svg>
          <Show when={props.person.penalties.length > 1} fallback={props.person.total}>
            <span class="cradle-each">{props.person.penalties.join(" + ")} = </span>
            <b>{props.person.total}</b>
          </Show>
        </span>
      </Show>
    </p>
  );
}

// ---- The centre -----------------------------------------------------------------------------------------

function Centre(props: { turned: Turned | undefined }) {
  const table = useCradle();
  const scene = () => table.scene;
  return (
    <section class="cradle-centre" aria-label={table.text("page.cradle.centre")}>
      <p class="cradle-round">{table.text("page.cradle.round", { n: scene().round, of: scene().rounds })}</p>
      <Show when={scene().special[0]} fallback={<Heaps />}>
        {(special) => <UnderWay special={special()} />}
      </Show>
      <Show keyed when={props.turned}>
        {(turned) => <TurnedCard turned={turned} />}
      </Show>
    </section>
  );
}

function Heaps() {
  const table = useCradle();
  return (
    <div class="cradle-heaps">
      <div
        class="cradle-deck"
        role="img"
        aria-label={table.text("page.cradle.deck", { n: table.scene.deck })}
        style={{ "--thick": Math.ceil(table.scene.deck / 14) }}
      >
        <CardBack />
        <span class="cradle-left" aria-hidden="true">
          {table.scene.deck}
        </span>
      </div>
      <Discards />
    </div>
  );
}

/** What has been discarded, for those whose memory is not that good (CG-40). */
function Discards() {
  const table = useCradle();
  const words = useWords();
  const of = (kind: string) => table.scene.discards.filter((card) => card === kind).length;
  const kinds = createMemo(() => KINDS.filter((kind) => of(kind) > 0));
  return (
    <details class="cradle-discards">
      <summary aria-label={table.text("page.cradle.discards", { n: table.scene.discards.length })}>
        <svg viewBox="0 0 60 84" aria-hidden="true">
          <rect class="cradle-thrown" x="6" y="8" width="46" height="66" rx="6" transform="rotate(-9 30 42)" />
          <rect class="cradle-thrown" x="8" y="9" width="46" height="66" rx="6" transform="rotate(6 30 42)" />
        </svg>
        <span aria-hidden="true">{table.scene.discards.length}</span>
      </summary>
      <div class="cradle-gone">
        <p>{table.text("page.cradle.discards", { n: table.scene.discards.length })}</p>
        <ul>
          <For each={kinds()}>
            {(kind) => (
              <li>
                <Explained class="cradle-lost" about={table.about(kind)}>
                  <span class="cradle-mini" aria-hidden="true">
                    <CardFace card={kind} name={words.short(kind)} />
                  </span>
                  <span class="sr-only">{words.card(kind)} </span>×{of(kind)}
                </Explained>
              </li>
            )}
          </For>
        </ul>
      </div>
    </details>
  );
}

/** A special that is on its way, with the Stop! cards on it. */
function UnderWay(props: { special: CradleSpecial }) {
  const table = useCradle();
  const words = useWords();
  const says = () =>
    table.say({
      id: "page.cradle.special",
      args: {
        who: named(table, props.special.by),
        whom: named(table, props.special.on),
        card: [{ id: cardName(props.special.card) }],
        own: props.special.by === props.special.on ? "own" : "",
        stopped: props.special.stops % 2 ? "stopped" : "",
      },
    });
  return (
    <Explained class="cradle-special-play" about={`${says()} ${table.about(props.special.card)}`}>
      <span class="sr-only">{says()}</span>
      <span class="cradle-stack" aria-hidden="true">
        <CardFace card={props.special.card} name={words.short(props.special.card)} />
        <For each={Array.from({ length: props.special.stops })}>
          {(_, i) => (
            <span class="cradle-onto" style={{ "--nth": i() + 1 }}>
              <CardFace card="Stop" name={words.short("Stop")} />
            </span>
          )}
        </For>
      </span>
      <span class="cradle-aim" aria-hidden="true">
        <SeatMark seat={props.special.by} />
        <svg class="cradle-arrow" viewBox="0 0 28 12" aria-hidden="true">
          <path d="M1 6H25M20 1l6 5-6 5" />
        </svg>
        <SeatMark seat={props.special.on} />
      </span>
    </Explained>
  );
}

/** The hundred check: the card turns over slowly. */
function TurnedCard(props: { turned: Turned }) {
  const words = useWords();
  const check = () => props.turned.from > 0;
  return (
    <div
      class="cradle-turned"
      classList={{ "cradle-slowly": check(), "cradle-fatal": props.turned.over }}
      aria-hidden="true"
    >
      <span class="cradle-flip">
        <span class="cradle-behind">
          <CardBack />
        </span>
        <span class="cradle-front-side">
          <CardFace card={props.turned.card} name={words.short(props.turned.card)} />
        </span>
      </span>
      <Show when={check()}>
        <span class="cradle-sum">
          <SeatMark seat={props.turned.seat} /> {props.turned.from}
          <span class="cradle-then">
            {" + "}
            {props.turned.to - props.turned.from} = <b>{props.turned.to}</b>
          </span>
        </span>
      </Show>
    </div>
  );
}

// ---- My hand --------------------------------------------------------------------------------------------

function Hand() {
  const table = useCradle();
  const words = useWords();
  const hand = () => table.scene.hand;
  const asked = () => table.tapState("let") !== "idle";
  const skips = () => table.tapState("skip") !== "idle";
  const special = () => table.scene.special[0];
  const answer = (verb: "stop" | "let") =>
    table.text(`cradle.label.${verb}${(special()?.stops ?? 0) % 2 ? "-stop" : ""}`, {
      card: [{ id: cardName(special()?.card ?? "") }],
    });

  /** The row of copies of a card that are chosen begins at the first. */
  const isChosen = (card: string, i: number) => {
    const copy = hand()
      .slice(0, i)
      .filter((each) => each === card).length;
    return table.chosen.filter((tap) => tap === `card ${card}`).length > copy;
  };
  const tapCard = (card: string, i: number) => {
    const tap = `card ${card}`;
    if (!isChosen(card, i)) return table.tap(tap, moveOf(card));
    table.choose(table.chosen.slice(0, table.chosen.lastIndexOf(tap)));
  };
  /** What to propose with a card that cannot be tapped, so that the engine says why. */
  const moveOf = (card: string) => {
    if (table.scene.people[table.reader - 1]?.piles.length === 0)
      return `age ${chosenCard(table.chosen) || card} ${card}`;
    if (card === "Stop") return "stop";
    if (card === "0") return "zero tens";
    if (card === "Ten" || card === "Swap") return `${card.toLowerCase()} ${table.reader}`;
    return `raise ${table.reader} tens ${card}`;
  };

  return (
    <section
      class="cradle-hand"
      classList={{ "cradle-asked": asked() || skips() }}
      aria-label={table.text("page.cradle.hand")}
      style={{ "--cards": Math.max(4, hand().length) }}
    >
      <ul class="cradle-cards">
        <Index each={hand()}>
          {(card, i) => (
            <li>
              <Tap
                tap={`card ${card()}`}
                label={words.card(card())}
                about={table.about(card())}
                digit={i + 1}
                drag
                pressed={isChosen(card(), i)}
                onTap={() => tapCard(card(), i)}
                class="cradle-held"
                classList={{ "cradle-up": isChosen(card(), i) }}
              >
                <CardFace card={card()} name={words.short(card())} />
              </Tap>
            </li>
          )}
        </Index>
      </ul>
      <Show when={asked() || skips()}>
        <div class="cradle-verbs">
          <Show when={asked() && table.tapState("card Stop") !== "idle"}>
            <Tap tap="card Stop" label={answer("stop")} about={answer("stop")} class="cradle-verb cradle-no">
              <b>{words.card("Stop")}</b>
            </Tap>
          </Show>
          <Show when={asked()}>
            <Tap tap="let" label={answer("let")} about={answer("let")} class="cradle-verb">
              {table.text(`page.cradle.let${(special()?.stops ?? 0) % 2 ? "-stop" : ""}`)}
            </Tap>
          </Show>
          <Show when={skips()}>
            <Tap tap="skip" label={table.text("cradle.label.skip")} class="cradle-verb">
              {table.text("cradle.label.skip")}
            </Tap>
          </Show>
        </div>
      </Show>
    </section>
  );
}
