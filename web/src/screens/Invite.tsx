// Friends: around this device, or each with their own, with the same cards.

import { createSignal, Show } from "solid-js";
import { t } from "../language.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { qrPicture } from "../parts/qr.ts";
import { dealPath, type GameName } from "../route.ts";
import { freshSeed, USUAL } from "../start.ts";
import { go } from "../where.ts";

export default function Invite(props: { game: GameName; onClose: () => void }) {
  const path = dealPath({ game: props.game, players: USUAL[props.game], seed: freshSeed(), options: {} });
  const link = new URL(path, location.href).href;
  return (
    <Dialog title={t("page.invite.title", { game: t(`page.${props.game}.title`) })} onClose={props.onClose}>
      <h3>{t("page.invite.here")}</h3>
      <p>{t("page.invite.here.about")}</p>
      <button type="button" class="button main" onClick={() => go(`#/new/${props.game}`)}>
        {t("page.invite.here.go")}
      </button>
      <h3>{t("page.invite.deal")}</h3>
      <p>{t("page.invite.deal.about")}</p>
      <Link link={link} />
      <button type="button" class="button" onClick={() => go(path)}>
        {t("page.invite.deal.go")}
      </button>
    </Dialog>
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
