// SPDX-License-Identifier: Apache-2.0
// Friends: at one table by a link, around this device, or each with their own, with the same cards.
import { createEffect, createResource, createSignal, For, Match, on, onMount, Show, Switch } from "solid-js";
import { copyFrom } from "../browser.ts";
import { t } from "../language.ts";
import { fail } from "../mishap.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { NameForm } from "../parts/NameForm.tsx";
import { qrPicture } from "../parts/qr.ts";
import { addressForOthers, chooseAddress, isLocal, linkFor, lookAround, where } from "../reach.ts";
import { dealPath, type GameName } from "../route.ts";
import { freshSeed, hasServer, openSeats, openTable, USUAL } from "../start.ts";
import { go } from "../where.ts";

export default function Invite(props: { game: GameName; onClose: () => void }) {
  const path = dealPath({ game: props.game, players: USUAL[props.game], seed: freshSeed(), options: {} });
  return (
    <Dialog title={t("page.invite.title", { game: t(`page.${props.game}.title`) })} onClose={props.onClose}>
      <h3>{t("page.invite.online")}</h3>
      <Open game={props.game} />
      <h3>{t("page.invite.here")}</h3>
      <p>{t("page.invite.here.about")}</p>
      <button type="button" class="button" onClick={() => go(`#/new/${props.game}`)}>
        {t("page.invite.here.go")}
      </button>
      <details class="panel">
        <summary>{t("page.invite.deal")}</summary>
        <p>{t("page.invite.deal.about")}</p>
        <Link path={path} />
        <button type="button" class="button" onClick={() => go(path)}>
          {t("page.invite.deal.go")}
        </button>
      </details>
    </Dialog>
  );
}

/** A table at the server for whoever gets the link: all it takes is a name. */
function Open(props: { game: GameName }) {
  const [server] = createResource(hasServer);
  const [trouble, setTrouble] = createSignal("");
  onMount(lookAround);
  const open = async (name: string) => {
    const seats = openSeats(USUAL[props.game]).map(({ player }) => ({ player }));
    await openTable(props.game, name, { seats }).catch((reason: Error) => setTrouble(reason.message));
  };
  return (
    <Switch fallback={<p>{t("page.loading")}</p>}>
      <Match when={server() === false}>
        <p>{t("page.online.none")}</p>
      </Match>
      <Match when={server()}>
        <Show
          when={where()?.reach === "machine"}
          fallback={<p>{t(isLocal() ? "page.invite.online.near" : "page.invite.online.about")}</p>}
        >
          <MachineAlone />
        </Show>
        <NameForm label="page.online.open" onName={open} />
        <Show when={trouble()}>
          <p class="error" role="alert">
            {trouble()}
          </p>
        </Show>
        <a class="way" href={`#/invite/${props.game}`}>
          {t("page.invite.online.more")}
        </a>
      </Match>
    </Switch>
  );
}

/** A link to send: as text, as a code to scan, and by the device's own way to share. */
export function Link(props: { path: string }) {
  const [copied, setCopied] = createSignal<boolean>();
  let field!: HTMLInputElement;
  const link = () => linkFor(props.path);
  const share = () =>
    navigator.share({ url: link() }).catch((reason: Error) => reason.name !== "AbortError" && fail(reason)); // a change of mind is no failure
  onMount(lookAround);
  createEffect(on(link, () => setCopied(undefined)));
  return (
    <div class="link">
      <Show when={where()?.reach !== "machine"} fallback={<MachineAlone />}>
        <img class="qr" src={qrPicture(link())} alt={t("page.link.qr")} width="160" height="160" />
      </Show>
      <div>
        <Addresses />
        <input
          ref={field}
          readonly
          value={link()}
          aria-label={t("page.link")}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button" onClick={async () => setCopied(await copyFrom(field))}>
          {copied() ? t("page.link.copied") : t("page.link.copy")}
        </button>
        <Show when={copied() === false}>
          <p role="status">{t("page.link.by-hand")}</p>
        </Show>
        <Show when={"share" in navigator}>
          <button type="button" class="button" onClick={share}>
            {t("page.link.share")}
          </button>
        </Show>
      </div>
    </div>
  );
}

/** Nobody else can open a link to this server. */
function MachineAlone() {
  return (
    <p class="notice">
      {t("page.reach.machine")} <code>{where()?.command}</code>
    </p>
  );
}

/** A machine in several networks has several addresses, and only a person knows which one the others reach. */
function Addresses() {
  return (
    <Show when={where()?.reach === "network" && (where()?.addresses.length ?? 0) > 1}>
      <label class="address">
        {t("page.reach.address")}
        <select value={addressForOthers()} onChange={(event) => chooseAddress(event.currentTarget.value)}>
          <For each={where()?.addresses}>{(address) => <option value={address}>{new URL(address).host}</option>}</For>
        </select>
      </label>
    </Show>
  );
}
