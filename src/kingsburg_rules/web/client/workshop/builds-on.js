// The packs of the library that a card builds on.

import { html } from "../vendor/preact.js";
import { w } from "./words.js";

/** @import { WorkshopPage } from "./page.js" */

/** The packs of the library that a card may name and change. @param {{ page: WorkshopPage }} props */
export function BuildsOn({ page }) {
  const choices = page.offer.value?.choices;
  const requires = page.requires.value;
  const edition = choices?.editions.find((one) => one.id === choices.edition);
  const packs = [...(edition?.modules ?? []), ...(edition?.scenarios ?? [])];
  const titles = packs.filter((one) => requires.includes(one.id)).map((one) => one.title);
  return html`<details class="builds-on">
    <summary>
      <b>${w("buildsOn")}</b>
      ${` ${[w("baseGame"), ...titles].join(", ")}`}
    </summary>
    <div class="packs">
      ${packs.map(
        (one) =>
          html`<label key=${one.id} class="tick">
            <input
              type="checkbox"
              checked=${requires.includes(one.id)}
              onChange=${(/** @type {Event} */ event) =>
                page.require(one.id, /** @type {HTMLInputElement} */ (event.target).checked)}
            />
            ${one.title}
          </label>`,
      )}
    </div>
  </details>`;
}
