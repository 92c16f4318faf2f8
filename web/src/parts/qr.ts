// SPDX-License-Identifier: Apache-2.0
// A text as a QR code, for the camera of somebody else's phone.
import { generate } from "lean-qr/nano";

const QUIET = 4; // squares of paper around it, as the standard asks

/** A picture's address. */
export function qrPicture(text: string): string {
  const code = generate(text);
  const size = code.size + 2 * QUIET;
  let squares = "";
  for (let y = 0; y < code.size; ++y)
    for (let x = 0; x < code.size; ++x) if (code.get(x, y)) squares += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squares}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
