// My tables, and open ones.

import { html } from "../vendor/preact.js";
import { roman } from "../names.js";
import { button } from "../pieces/controls.js";
import { mark } from "../pieces/marks.js";
import { sign } from "../pieces/signs.js";
import { forget, myTables } from "../seats.js";
import { t } from "../settings.js";

/** @import { TableInfo } from "../parts.js" */

/** @param {{ tables: readonly TableInfo[] }} props */
export function Tables({ tables }) {
  const mine = myTables();
  const known = new Set(mine.map(([id]) => id));
  const open = tables.filter((one) => !known.has(one.table));
  if (mine.length + open.length === 0) return null;
  const info = new Map(tables.map((one) => [one.table, one]));
  return html`<section class="tables" aria-labelledby="tables-title">
    <h2 id="tables-title">${t("tables")}</h2>
    <ul>
      ${mine.map(
        ([id, { title, seats }]) =>
          html`<li key=${id}>
            <a href="#/t/${id}"> <b>${info.get(id)?.title ?? title}</b> ${state(info.get(id))}</a>
            ${Object.keys(seats).map((seat) => html`<span key=${seat}>${mark(Number(seat))}</span>`)}
            ${button(
              {
                class: "link",
                label: t("forgetTable", { title }),
                onClick: () => forget(id),
              },
              sign("close"),
            )}
          </li>`,
      )}
      ${open.map(
        (one) =>
          html`<li key=${one.table}>
            <a href="#/t/${one.table}"> <b>${one.title}</b> ${state(one)}</a>
            <span class="soft">${one.people.map((person) => person.name || t("openSeat")).join(", ")}</span>
          </li>`,
      )}
    </ul>
  </section>`;

  /** @param {TableInfo | undefined} one */
  function state(one) {
    return (
      one &&
      html`<span class="soft"
        >${one.phase === "playing" ? t("year", { year: roman(one.year) }) : t(one.phase)}</span
      >`
    );
  }
}
