// SPDX-License-Identifier: Apache-2.0
// A thing to tap whose label says more than its drawing shows. The label is text inside the button, not an aria-label, which
// would have to repeat every letter that is drawn (WCAG 2.5.3); what is drawn is for eyes only.
import type { JSX } from "solid-js";
import { Tap, type TapProps } from "../../parts/Tap.tsx";

export function Drawn(props: { label: string; children: JSX.Element }) {
  return (
    <>
      <span class="cv-said">{props.label}</span>
      <span class="cv-inside" aria-hidden="true">
        {props.children}
      </span>
    </>
  );
}

export function Thing(props: TapProps) {
  return (
    <Tap {...props} label="">
      <Drawn label={props.label}>{props.children}</Drawn>
    </Tap>
  );
}
