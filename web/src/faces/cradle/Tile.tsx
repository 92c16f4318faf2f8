// SPDX-License-Identifier: Apache-2.0
// Cradle to Grave on the home screen: a life walks over a hill.
import "./figures.css";
import "./tile.css";

export default function Tile() {
  return (
    <svg class="cradle-tile" viewBox="0 0 320 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <use href="#cradle-tile" />
    </svg>
  );
}
