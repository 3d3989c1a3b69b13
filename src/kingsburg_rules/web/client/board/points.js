// Where everybody's points come from.

import { html } from "../vendor/preact.js";
import { t } from "../settings.js";
import { percent } from "./strength.js";

/** @import { Names, Ranking } from "../parts.js" */

/** How many kinds of sources the chart of points names; the others are one part. */
const KINDS = 6;

/** @typedef {{ gained: number, lost: number }} Part */

/**
 * The points of everybody by kind of source, those that matter most first. What is gained and what is lost stay
 * apart, also where both come from the same kind.
 * @param {Names} names
 * @param {readonly Ranking[]} ranking
 */
export function pointsOf(names, ranking) {
  const kindOf = (/** @type {string} */ source) => names.cards.get(source)?.kind ?? source;
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const { by_source: sources } of ranking)
    for (const [source, points] of Object.entries(sources))
      sizes.set(kindOf(source), (sizes.get(kindOf(source)) ?? 0) + Math.abs(points));
  const kinds = [...sizes].sort(([, one], [, other]) => other - one).map(([kind]) => kind);
  const shown = kinds.slice(0, KINDS);
  const rest = kinds.length > KINDS ? [t("other")] : [];
  const rows = ranking.map(({ by_source: sources }) => {
    const parts = [...shown, ...rest].map(() => ({ gained: 0, lost: 0 }));
    for (const [source, points] of Object.entries(sources)) {
      const at = shown.indexOf(kindOf(source));
      const part = parts.at(at);
      if (part) part[points < 0 ? "lost" : "gained"] += Math.abs(points);
    }
    return parts;
  });
  const sum = (/** @type {Part[]} */ parts, /** @type {keyof Part} */ side) =>
    parts.reduce((total, part) => total + part[side], 0);
  return {
    titles: [...shown.map((kind) => names.kinds.get(kind)?.several ?? names.of(kind)), ...rest],
    rows,
    most: Math.max(1, ...rows.map((parts) => sum(parts, "gained"))),
    least: Math.max(0, ...rows.map((parts) => sum(parts, "lost"))),
  };
}

/**
 * A bar with what was gained right of zero, and what was lost left of it.
 * @param {{ titles: readonly string[], parts: readonly Part[], most: number, least: number }} props
 */
export function Points({ titles, parts, most, least }) {
  const scale = most + least;
  const said = titles.flatMap((title, at) => [
    ...(parts[at]?.gained ? [`${title} ${parts[at].gained}`] : []),
    ...(parts[at]?.lost ? [`${title} −${parts[at].lost}`] : []),
  ]);
  return html`<span class="chart" role="img" aria-label=${said.join(", ")}>
    ${least > 0 && html`<span class="losses" style=${{ width: percent(least, scale) }}>${side("lost", least)}</span>`}
    <span class="gains" style=${{ width: percent(most, scale) }}>${side("gained", most)}</span>
  </span>`;

  /** @param {keyof Part} name @param {number} most */
  function side(name, most) {
    return parts.map(
      ({ [name]: points }, at) =>
        points > 0 &&
        html`<span
          key=${at}
          class="part s${at}"
          style=${{ width: percent(points, most) }}
          title="${titles[at]} ${name === "lost" ? "−" : ""}${points}"
          >${name === "lost" ? `−${points}` : points}</span
        >`,
    );
  }
}
