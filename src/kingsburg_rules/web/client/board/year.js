// How a year was.

import { html } from "../vendor/preact.js";
import { roman } from "../names.js";
import { amount } from "../pieces/amounts.js";
import { color, mark } from "../pieces/marks.js";
import { t } from "../settings.js";

/** @import { Scene, YearLine } from "../parts.js" */

/**
 * What everybody built and how many points they got in a year.
 * @param {{ scene: Scene, year: number, lines: readonly YearLine[] }} props
 */
export function Year({ scene: { names, view }, year, lines }) {
  const { players } = view.table;
  const order = lines.map((_, seat) => seat).sort((one, other) => points(other) - points(one));
  return html`<div class="year-end">
    <h3>${t("yearEnds", { year: roman(year) })}</h3>
    <ol>
      ${order.map((seat) => {
        const { built = [], points = 0, vp = 0 } = lines[seat] ?? {};
        const buildings = built.map((id) => names.of(id)).join(", ");
        return html`<li key=${seat} class=${color(seat)}>
          ${mark(seat)}
          <span class="name" title=${players[seat]?.name}>${players[seat]?.name}</span>
          <span class="built">${built.length > 0 ? t("builtThese", { buildings }) : t("builtNothing")}</span>
          <span class="change">${amount(names, "vp", Math.abs(points), points < 0 ? "−" : "+")}</span>
          <b class="now">${vp}</b>
        </li>`;
      })}
    </ol>
  </div>`;

  /** @param {number} seat */
  function points(seat) {
    return lines[seat]?.vp ?? 0;
  }
}
