// SPDX-License-Identifier: Apache-2.0
// A clause of the rules over whatever screen cites it.
import { t } from "../language.ts";
import { RulesText } from "../screens/Rules.tsx";
import { showRule } from "../where.ts";
import { Dialog } from "./Dialog.tsx";

const GAMES = { CG: "cradle", FA: "alive", CV: "cv" } as const;

export default function Rule(props: { clause: string }) {
  return (
    <Dialog title={t("page.rules")} class="large" onClose={() => showRule("")}>
      <RulesText game={GAMES[props.clause.slice(0, 2) as keyof typeof GAMES]} clause={props.clause} />
    </Dialog>
  );
}
