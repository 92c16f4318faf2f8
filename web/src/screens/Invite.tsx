// Friends: at one table by a link, around this device, or each with their own, with the same cards.

import { createResource, createSignal, Match, Show, Switch } from "solid-js";
import { t } from "../language.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { NameForm } from "../parts/NameForm.tsx";
import { qrPicture } from "../parts/qr.ts";
import { dealPath, type GameName } from "../route.ts";
import { freshSeed, hasServer, openSeats, openTable, USUAL } from "../start.ts";
import { go } from "../where.ts";

export default function Invite(props: { game: GameName; onClose: () => void }) {
  const path = dealPath({ game: props.game, players: USUAL[props.game], seed: freshSeed(), options: {} });
  const link = new URL(path, location.href).href;
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
        <Link link={link} />
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
        <p>{t("page.invite.online.about")}</p>
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
export function Link(props: { link: string }) {
  const [copied, setCopied] = createSignal(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(props.link).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <div class="link">
      <img class="qr" src={qrPicture(props.link)} alt={t("page.link.qr")} width="160" height="160" />
      <div>
        <input
          readonly
          value={props.link}
          aria-label={t("page.link")}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button" onClick={copy}>
          {copied() ? t("page.link.copied") : t("page.link.copy")}
        </button>
        <Show when={"share" in navigator}>
          <button
            type="button"
            class="button"
            onClick={() => void navigator.share({ url: props.link }).catch(() => {})}
          >
            {t("page.link.share")}
          </button>
        </Show>
      </div>
    </div>
  );
}
