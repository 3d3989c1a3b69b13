// How the points went, year by year.

import { html } from "../vendor/preact.js";
import { roman } from "../names.js";
import { color } from "../pieces/marks.js";
import { t } from "../settings.js";

/** @import { PlayerState, YearEnd } from "../parts.js" */

const WIDTH = 320;
const HEIGHT = 120;
const EDGE = 16;

/** A line for everybody. @param {{ players: readonly PlayerState[], years: readonly YearEnd[] }} props */
export function Course({ players, years }) {
  const all = years.flatMap(({ vp }) => vp);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ at) => EDGE + (at * (WIDTH - 2 * EDGE)) / (years.length - 1);
  const y = (/** @type {number} */ vp) =>
    HEIGHT - EDGE - ((vp - least) * (HEIGHT - 2 * EDGE)) / (most - least);
  const said = players.map(({ name }, seat) => `${name} ${years.map(({ vp }) => vp[seat]).join(", ")}`);
  return html`<figure class="course">
    <figcaption>${t("pointsByYear")}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${said.join("; ")}>
      <line class="zero" x1=${EDGE} x2=${WIDTH - EDGE} y1=${y(0)} y2=${y(0)} />
      ${years.map(
        ({ year }, at) =>
          html`<text key=${year} x=${x(at)} y=${HEIGHT - 2} text-anchor="middle">
            ${year > 0 ? roman(year) : "0"}
          </text>`,
      )}
      ${players.map(
        (_, seat) =>
          html`<g key=${seat} class=${color(seat)}>
            <polyline points=${years.map(({ vp }, at) => `${x(at)},${y(vp[seat] ?? 0)}`).join(" ")} />
            ${years.map(
              ({ year, vp }, at) =>
                html`<circle key=${year} cx=${x(at)} cy=${y(vp[seat] ?? 0)} r="3">
                  <title>${`${players[seat]?.name}: ${vp[seat]}`}</title>
                </circle>`,
            )}
          </g>`,
      )}
    </svg>
  </figure>`;
}
