// How the points went, year by year.

import { html } from "../vendor/preact.js";
import { roman } from "../names.js";
import { DRAWINGS } from "../pieces/icons.js";
import { color, markName } from "../pieces/marks.js";
import { t } from "../settings.js";

/** @import { PlayerState, YearEnd } from "../parts.js" */

const WIDTH = 420;
const HEIGHT = 150;
const EDGE = 16;

/** How much room there is for names at the right. */
const NAMES = 100;

/** How many letters of a name that room takes. */
const LETTERS = 16;

/** How far apart names stand at least. */
const LINE = 12;

/**
 * A line for everybody, with their mark at each year, and their name at its end.
 * @param {{ players: readonly PlayerState[], years: readonly YearEnd[] }} props
 */
export function Course({ players, years }) {
  const all = years.flatMap(({ vp }) => vp);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ at) => EDGE + (at * (WIDTH - NAMES - 2 * EDGE)) / (years.length - 1);
  const y = (/** @type {number} */ vp) =>
    HEIGHT - EDGE - ((vp - least) * (HEIGHT - 2 * EDGE)) / (most - least);
  const ends = apart(players.map((_, seat) => y(years.at(-1)?.vp[seat] ?? 0)));
  const said = players.map(({ name }, seat) => `${name} ${years.map(({ vp }) => vp[seat]).join(", ")}`);
  return html`<figure class="course">
    <figcaption>${t("pointsByYear")}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${said.join("; ")}>
      <line class="zero" x1=${EDGE} x2=${x(years.length - 1)} y1=${y(0)} y2=${y(0)} />
      ${years.map(
        ({ year }, at) =>
          html`<text key=${year} x=${x(at)} y=${HEIGHT - 2} text-anchor="middle">
            ${year > 0 ? roman(year) : "0"}
          </text>`,
      )}
      ${players.map(
        ({ name }, seat) =>
          html`<g key=${seat} class=${color(seat)}>
            <polyline points=${years.map(({ vp }, at) => `${x(at)},${y(vp[seat] ?? 0)}`).join(" ")} />
            ${years.map(
              ({ year, vp }, at) =>
                html`<use
                  key=${year}
                  href="${DRAWINGS}#k-${markName(seat)}"
                  transform="translate(${x(at)} ${y(vp[seat] ?? 0)}) scale(0.7)"
                >
                  <title>${`${name}: ${vp[seat]}`}</title>
                </use>`,
            )}
            <text x=${x(years.length - 1) + 10} y=${(ends[seat] ?? 0) + 3.5}>${shortened(name)}</text>
          </g>`,
      )}
    </svg>
  </figure>`;
}

/** Heights at which names do not lie on each other, near those that are wanted. @param {readonly number[]} wanted */
function apart(wanted) {
  const heights = [...wanted];
  const down = wanted.map((_, at) => at).sort((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  let last = HEIGHT - EDGE + LINE;
  for (const at of down.toReversed()) heights[at] = last = Math.min(heights[at] ?? 0, last - LINE);
  return heights;
}

/** @param {string} name */
const shortened = (name) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1).trim()}…` : name);
