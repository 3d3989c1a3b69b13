// Tables of others that everybody may see.

import { h, html } from "../vendor/preact.js";
import { myTables } from "../seats.js";
import { t } from "../settings.js";
import { Stand } from "./stand.js";

/** @import { TableInfo } from "../parts.js" */

/** @param {{ tables: readonly TableInfo[] }} props */
export function OpenTables({ tables }) {
  const mine = new Set(myTables().map(([id]) => id));
  const open = tables.filter((one) => !mine.has(one.table));
  if (open.length === 0) return null;
  return html`<section class="tables" aria-labelledby="open-title">
    <h2 id="open-title">${t("tables")}</h2>
    <ul>
      ${open.map(
        (one) =>
          html`<li key=${one.table}>
            <a href="#/t/${one.table}"><b>${one.title}</b> ${h(Stand, { table: one, seats: [] })}</a>
          </li>`,
      )}
    </ul>
  </section>`;
}
