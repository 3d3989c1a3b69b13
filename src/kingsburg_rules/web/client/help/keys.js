// The keys that do something.

import { html } from "../vendor/preact.js";
import { help } from "./words.js";

const KEYS = [
  ["1–9", "number"],
  ["h", "hint"],
  ["u", "undo"],
  ["n", "news"],
  ["Esc", "escape"],
  ["?", "help"],
  ["← →", "step"],
  ["", "space"],
];

/** The keys, with what they do. */
export const Keys = () =>
  html`<dl class="keys">
    ${KEYS.map(
      ([key, name]) =>
        html`<div key=${name}>
          <dt><kbd>${key || help("space")}</kbd></dt>
          <dd>${help(`key_${name}`)}</dd>
        </div>`,
    )}
  </dl>`;
