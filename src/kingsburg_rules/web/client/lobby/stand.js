// How a game stands: who plays, the year, and when somebody last answered.

import { html } from "../vendor/preact.js";
import { roman } from "../names.js";
import { settings, t } from "../settings.js";

/** @import { TableInfo } from "../parts.js" */

/** How many seconds there are in what people count time by. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** @param {{ table: TableInfo, seats: readonly number[] }} props */
export function Stand({ table: { phase, year, people, asked, moved }, seats }) {
  const others = asked.filter((seat) => !seats.includes(seat)).map((seat) => people[seat]?.name ?? "");
  const parts = [
    year > 0 && phase === "playing" ? t("year", { year: roman(year) }) : t(phase),
    phase === "playing" && asked.length > 0 && others.length === asked.length
      ? t("waitsFor", { names: others.join(", ") })
      : null,
    moved === null ? null : ago(moved),
  ];
  return html`<span class="soft people"
      >${people.map((person) => person.name || t("openSeat")).join(", ")}</span
    >
    <span class="soft">${parts.filter((part) => part !== null).join(" · ")}</span>`;
}

/** How long ago something was. @param {number} time In seconds since 1970. */
function ago(time) {
  const words = new Intl.RelativeTimeFormat(settings.value.language, { numeric: "auto" });
  const passed = Date.now() / 1000 - time;
  const [unit, length] = UNITS.find(([, length]) => passed >= length) ?? ["second", 0];
  return words.format(length === 0 ? 0 : -Math.floor(passed / length), unit);
}
