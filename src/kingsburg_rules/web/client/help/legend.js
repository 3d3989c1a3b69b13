// The icons with their names.

import { html } from "../vendor/preact.js";
import { DRAWN, resourceIcon, SIGNS, icon } from "../pieces/icons.js";
import { help } from "./words.js";

/** @import { About } from "../parts.js" */

/** What the icons stand for: those of the resources of the table, then the others. @param {{ about: About }} props */
export function Legend({ about: { catalog } }) {
  const resources = catalog?.resources ?? [];
  const own = new Map(resources.map((one) => [one.id, one.name]));
  const ids = new Set([...own.keys(), ...DRAWN, ...SIGNS]);
  return html`<dl class="legend">
    ${[...ids].map(
      (id) =>
        html`<div key=${id}>
          <dt>
            ${SIGNS.has(id) ? icon(id, "sign") : resourceIcon(id, own.get(id) ?? "")}
            <b>${own.get(id) ?? help(`name_${id}`)}</b>
          </dt>
          <dd>${help(`icon_${id}`)}</dd>
        </div>`,
    )}
  </dl>`;
}
