// SPDX-License-Identifier: Apache-2.0
// Where the turn under way is played: dice, what else pays, what was taken, and what the reader can do about it.
import { createEffect, createMemo, createSignal, For, Index, type JSX, Show, untrack } from "solid-js";
import type { CvThisTurn } from "../../protocol.ts";
import { TableProvider } from "../face.ts";
import { Arrows, Sign, Sym, Upkeep } from "./art.tsx";
import { Thing } from "./Thing.tsx";
import { CardFace } from "./Track.tsx";
import {
  type CvTable,
  cardWords,
  letterOf,
  nameOf,
  STACKS,
  symbolName,
  symbolWords,
  titleOf,
  typeName,
  useCv,
} from "./words.ts";

/** A thing to do, shown while it can be done. */
export function Verb(props: {
  tap: string;
  label: string;
  main?: boolean;
  onTap?: () => void;
  children?: JSX.Element;
}) {
  const table = useCv();
  return (
    <Show when={table.tapState(props.tap) === "ready"}>
      <Thing
        class="cv-verb"
        classList={{ "cv-main": props.main }}
        tap={props.tap}
        label={props.label}
        onTap={props.onTap}
      >
        {props.children ?? props.label}
      </Thing>
    </Show>
  );
}

export function Dock() {
  const table = useCv();
  const turn = () => table.scene.this_turn[0];
  const label = () =>
    table.scene.turn
      ? table.text("page.cv.turn-of", { who: nameOf(table, table.scene.turn) })
      : table.text("page.cv.growing-up");
  return (
    <section class="cv-dock" aria-label={label()}>
      <Show when={table.scene.choices.length}>
        <Choices />
      </Show>
      <Show when={turn()}>{(now) => <Dice turn={now()} />}</Show>
      <Taken />
      <Ways />
      <Dues />
      <div class="cv-foot">
        <Show when={turn()}>{(now) => <Pool turn={now()} />}</Show>
        <Verb tap="pay" main label={table.text("page.cv.pay")} />
        <Verb tap="done" main label={table.text(table.scene.taken.length ? "page.cv.no-more" : "page.cv.take-none")} />
        <Verb tap="decline" label={table.text("cv.label.decline")} />
      </div>
    </section>
  );
}

/** Childhood cards to keep one of. */
function Choices() {
  const table = useCv();
  return (
    <ul class="cv-choices">
      <For each={[...table.scene.choices]}>
        {(card, at) => (
          <li>
            <Thing
              class="cv-card cv-upright"
              tap={`choice ${card}`}
              move={`take ${card}`}
              digit={at() + 1}
              label={cardWords(table, card)}
              about={table.about(String(card))}
            >
              <CardFace card={card} />
            </Thing>
          </li>
        )}
      </For>
    </ul>
  );
}

// ---- Dice -------------------------------------------------------------------------------------------------

interface Lying {
  seat: number;
  throws: number;
  /** By place on the table; `fell` is the throw in which a die was last seen falling. */
  dice: readonly { face: string; fell: number }[];
}

/** Dice stay where they lie if they can have stayed: the scene says which faces there are, and I know which of mine I held. */
function arrange(before: Lying, seat: number, turn: CvThisTurn, held: ReadonlySet<number> | undefined): Lying {
  const throws = turn.throws_made;
  const rest = turn.dice.map((die) => die.face);
  const fresh = before.seat !== seat || throws < before.throws;
  const thrown = throws > before.throws;
  const stays = (face: string, at: number) => !thrown || !held || held.has(at) || face === "B";
  const dice: ({ face: string; fell: number } | undefined)[] = (fresh ? [] : before.dice).map((die, at) => {
    const found = stays(die.face, at) ? rest.indexOf(die.face) : -1;
    if (found < 0) return undefined;
    rest.splice(found, 1);
    return die;
  });
  for (let at = 0; at < dice.length; ++at)
    if (!dice[at] && rest.length) dice[at] = { face: rest.shift() ?? "", fell: throws };
  for (const face of rest) dice.push({ face, fell: throws });
  return { seat, throws, dice: dice.filter((die) => die !== undefined) };
}

function Dice(props: { turn: CvThisTurn }) {
  const table = useCv();
  const [held, hold] = createSignal<ReadonlySet<number>>(new Set<number>());
  const lying = createMemo<Lying>(
    (before) =>
      arrange(before, table.scene.turn, props.turn, table.scene.turn === table.reader ? untrack(held) : undefined),
    {
      seat: 0,
      throws: 0,
      dice: [],
    },
  );
  createEffect(() => lying().throws === 0 && hold(new Set<number>()));

  const choosing = () => table.tapState("stop") === "ready";
  const stateOf = (face: string) => props.turn.dice.find((die) => die.face === face)?.state ?? "lying";
  const isFree = (at: number) => choosing() && stateOf(lying().dice[at]?.face ?? "") === "free";
  const isHeld = (at: number) => isFree(at) && held().has(at);
  const again = () => lying().dice.flatMap((die, at) => (isFree(at) && !isHeld(at) ? [`die ${die.face}`] : []));
  const toggle = (at: number) => {
    const next = new Set(held());
    if (!next.delete(at)) next.add(at);
    hold(next);
  };

  // Here what is thrown again is what is not kept: all of it is said at once, with the last tap.
  const here: CvTable = Object.create(table, {
    tapState: {
      value: (tap: string) => {
        if (!choosing() || tap === "stop") return table.tapState(tap);
        if (tap === "throw") return again().length + props.turn.joining > 0 ? "ready" : "idle";
        return stateOf(tap.slice(4)) === "free" ? "ready" : "idle";
      },
    },
  });
  const throwThem = () => (choosing() ? table.choose([...again(), "throw"]) : table.tap("throw"));
  const throwLabel = () =>
    choosing()
      ? table.text(lying().dice.length > again().length ? "page.cv.throw-again" : "page.cv.throw-all", {
          n: again().length + props.turn.joining,
          kept: lying().dice.length - again().length,
        })
      : table.text("cv.label.throw", { n: props.turn.to_throw });

  const luckWords = () =>
    table.text("page.cv.bad-luck", { n: props.turn.bad_luck, most: 3 * Math.ceil(props.turn.bad_luck / 3) });
  const dieWords = (at: number) => {
    const face = lying().dice[at]?.face ?? "";
    const state = isHeld(at) ? "kept" : isFree(at) ? "again" : stateOf(face);
    return table.text(`page.cv.die.${state}`, { face: face ? symbolName(table.text, face) : "" });
  };

  return (
    <TableProvider value={here}>
      <div class="cv-cup-row">
        <div class="cv-dice" classList={{ "cv-choosing": choosing() }}>
          <Index each={lying().dice}>
            {(die, at) => (
              <Thing
                class="cv-die"
                classList={{
                  [`cv-fell-${die().fell % 2}`]: true,
                  "cv-frozen": stateOf(die().face) === "frozen",
                  "cv-held": isHeld(at),
                  "cv-free": isFree(at) && !isHeld(at),
                  "cv-air": die().face === "",
                }}
                tap={`die ${die().face}`}
                move={`reroll ${die().face}`}
                digit={choosing() ? at + 1 : undefined}
                pressed={isHeld(at)}
                label={dieWords(at)}
                about={dieWords(at)}
                onTap={isFree(at) ? () => toggle(at) : undefined}
              >
                <Show when={die().face}>
                  <Sym of={die().face} />
                </Show>
                <Show when={stateOf(die().face) === "frozen"}>
                  <Sign of="frost" />
                </Show>
                <Show when={isFree(at)}>
                  <Sign of={isHeld(at) ? "keep" : "again"} />
                </Show>
              </Thing>
            )}
          </Index>
          <Index each={Array.from({ length: lying().dice.length ? props.turn.joining : props.turn.to_throw })}>
            {() => <i class="cv-die cv-cup" />}
          </Index>
          <span class="cv-aside">
            <Show when={props.turn.bad_luck}>
              <span class="cv-luck" role="img" aria-label={luckWords()}>
                <Sym of="B" />
                <b>{luckWords()}</b>
              </span>
            </Show>
            <Show when={choosing()}>
              <span class="cv-tip">{table.text("page.cv.tip")}</span>
            </Show>
          </span>
        </div>
        <div class="cv-verbs">
          <Verb tap="throw" main={!choosing() || again().length > 0} label={throwLabel()} onTap={throwThem} />
          <Verb tap="stop" main={choosing() && again().length === 0} label={table.text("page.cv.stop")} />
        </div>
      </div>
    </TableProvider>
  );
}

/** What pays besides the dice, and bad luck. */
function Pool(props: { turn: CvThisTurn }) {
  const table = useCv();
  const isMine = () => table.scene.turn === (table.reader || 1); // then my CV says so beside it
  const part = (id: string, letters: string, between = "") => (
    <Show when={letters}>
      <span class="cv-part" role="img" aria-label={`${table.text(id)}: ${symbolWords(table.text, letters)}`}>
        <span class="cv-word">{table.text(id)}</span>
        <For each={[...letters]}>
          {(letter, i) => (
            <>
              {i() ? between : ""}
              <Sym of={letter} />
            </>
          )}
        </For>
      </span>
    </Show>
  );
  return (
    <p class="cv-pool">
      {part("page.cv.tokens", isMine() ? "" : props.turn.tokens)}
      {part("page.cv.events", props.turn.extra)}
      {part("page.cv.job", props.turn.job, "/")}
      <Show when={!isMine() && props.turn.arrows}>
        <span class="cv-part" role="img" aria-label={props.turn.arrows}>
          <Arrows of={props.turn.arrows} />
        </span>
      </Show>
      <For each={isMine() ? [] : [...props.turn.specials]}>
        {(name) => <span class="cv-part cv-word">{table.text(`cv.effect.${name}`)}</span>}
      </For>
      <Show when={props.turn.misfortunes}>
        <span class="cv-part cv-struck">{table.text("cv.then.misfortune", { n: props.turn.misfortunes })}</span>
      </Show>
    </p>
  );
}

// ---- What was taken, and where it goes --------------------------------------------------------------------

function Taken() {
  const table = useCv();
  const cards = () => table.scene.taken.flatMap((taken) => (taken.placed ? [] : [taken.card]));
  const placing = () => table.scene.taken.filter((taken) => table.tapState(`card ${taken.card}`) !== "idle");
  // A single card to be placed need not be tapped first. Only when the scene changes: not after a refusal.
  createEffect(() => {
    table.scene.now.id;
    const only = table.scene.taken.filter((taken) => !taken.placed).map((taken) => `card ${taken.card}`);
    untrack(() => {
      const ready = only.filter((tap) => table.tapState(tap) === "ready");
      if (ready.length === 1 && table.chosen.length === 0) table.choose(ready);
    });
  });
  const target = () => placing().find((taken) => table.tapState(`card ${taken.card}`) === "chosen");
  const stack = () => {
    const mine = table.scene.people[(table.reader || 1) - 1];
    return mine?.stacks.find((each) => each.type === target()?.as)?.cards ?? [];
  };
  return (
    <Show when={cards().length}>
      <ul class="cv-taken" aria-label={table.text("page.cv.taken")}>
        <For each={cards()}>
          {(card) => {
            const taken = () => table.scene.taken.find((each) => each.card === card);
            return (
              <li>
                <Thing
                  class="cv-slip"
                  tap={`card ${card}`}
                  move={`place ${card}`}
                  label={table.text("page.cv.taken-card", {
                    title: titleOf(table, card),
                    type: typeName(table.text, taken()?.as ?? "event"),
                    paid: symbolWords(table.text, taken()?.paid ?? ""),
                  })}
                  about={table.about(String(card))}
                >
                  <Sym of={letterOf(taken()?.as ?? "event")} />
                  <span class="cv-title">{titleOf(table, card)}</span>
                </Thing>
              </li>
            );
          }}
        </For>
      </ul>
      <Show when={target()}>
        {(taken) => (
          <div class="cv-spots">
            <Verb tap="top" main label={table.text("page.cv.on-top", { title: titleOf(table, stack()[0] ?? 0) })}>
              <Sign of="keep" />
              {table.text("page.cv.on-top", { title: titleOf(table, stack()[0] ?? 0) })}
            </Verb>
            <For each={[...stack()]}>
              {(card) => (
                <Verb
                  tap={`under ${card}`}
                  label={table.text("page.cv.under", {
                    title: titleOf(table, card),
                    card: titleOf(table, taken().card),
                  })}
                />
              )}
            </For>
          </div>
        )}
      </Show>
    </Show>
  );
}

/** A card of two colours is chosen: as what is it taken? */
function Ways() {
  const table = useCv();
  const card = () => Number(table.chosen[0]?.startsWith("track ") && table.chosen[0].slice(6));
  return (
    <Show when={card()}>
      <div class="cv-verbs">
        <span class="cv-word">{table.text("page.cv.take-as", { title: titleOf(table, card()) })}</span>
        <For each={STACKS}>
          {(type) => (
            <Verb tap={`as ${type}`} label={typeName(table.text, type)}>
              <Sym of={letterOf(type)} />
              {typeName(table.text, type)}
            </Verb>
          )}
        </For>
      </div>
    </Show>
  );
}

/** Not all upkeep can be paid: which of it is? */
function Dues() {
  const table = useCv();
  const dues = () =>
    table.scene.this_turn[0]?.upkeep.filter((due) => table.tapState(`stack ${due.stack}`) !== "idle") ?? [];
  return (
    <Show when={dues().length}>
      <ul class="cv-dues" aria-label={table.text("page.cv.upkeep-due")}>
        <Index each={dues()}>
          {(due) => {
            return (
              <li>
                <Thing
                  class="cv-slip"
                  tap={`stack ${due().stack}`}
                  label={table.text("page.cv.due.perhaps", {
                    title: titleOf(table, due().card),
                    symbols: symbolWords(table.text, due().upkeep),
                  })}
                  about={table.about(String(due().card))}
                >
                  <Sign of={table.tapState(`stack ${due().stack}`) === "chosen" ? "keep" : "close"} />
                  <span class="cv-title">{titleOf(table, due().card)}</span>
                  <Upkeep of={due().upkeep} />
                </Thing>
              </li>
            );
          }}
        </Index>
      </ul>
    </Show>
  );
}
