// SPDX-License-Identifier: Apache-2.0
// CV on the home screen: a life on a sheet of paper, under the arc of the sun.
import "./ink.css";
import "./tile.css";

export default function Tile() {
  return (
    <svg class="cv-tile cv-ink" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <use href="#cv-tile" />
    </svg>
  );
}
