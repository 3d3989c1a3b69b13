// The end of the game.

import { html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { icon } from "../pieces/icons.js";
import { color, mark } from "../pieces/marks.js";
import { t } from "../settings.js";
import { percent } from "./strength.js";

/** @import { Scene } from "../parts.js" */

/** How many sources the chart of points names; the others are one part. */
const SOURCES = 6;

/** What to say of no winner, of one and of several. */
const WON = /** @type {const} */ (["nobodyWins", "wins", "win"]);

/** The end: everybody's place, and where the points come from. @param {{ scene: Scene }} props */
export function Results({
  scene: {
    view: { table, seat },
    names,
    onReplay,
    onSave,
  },
}) {
  const { ranking = [], winners = [], players } = table;
  const sums = ranking.map(({ by_source }) => {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const [source, points] of Object.entries(by_source))
      add(sums, names.cards.get(source)?.kind ?? source, points);
    return sums;
  });
  /** @type {Map<string, number>} */
  const totals = new Map();
  for (const sum of sums) for (const [kind, points] of sum) add(totals, kind, Math.max(points, 0));
  const kinds = [...totals.keys()].sort((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0));
  const shown = kinds.slice(0, SOURCES);
  const rest = kinds.slice(SOURCES);
  const charts = sums.map((sum) => [
    ...shown.map((kind) => sum.get(kind) ?? 0),
    rest.reduce((total, kind) => total + (sum.get(kind) ?? 0), 0),
  ]);
  const titles = [
    ...shown.map((kind) => names.kinds.get(kind)?.several ?? names.of(kind)),
    ...(rest.length > 0 ? [t("other")] : []),
  ];
  const most = Math.max(
    1,
    ...charts.map((parts) => parts.reduce((sum, points) => sum + Math.max(points, 0), 0)),
  );
  const won = winners.map((winner) => players[winner]?.name).join(", ");
  const title =
    winners.length === 1 && winners[0] === seat
      ? t("youWin")
      : t(WON[Math.min(winners.length, 2)] ?? "win", { names: won });
  return html`<section class="results" aria-label=${title}>
    <h2 role="status">${title}</h2>
    <ol class="ranking">
      ${ranking.map(({ player, rank, vp }, row) => {
        const parts = titles
          .map((kind, at) => ({
            at,
            points: charts[row]?.[at] ?? 0,
            title: `${kind} ${charts[row]?.[at] ?? 0}`,
          }))
          .filter(({ points }) => points !== 0);
        return html`<li key=${player} class=${color(player)}>
          <span class="place">${rank}</span>
          ${mark(player)}
          <span class="name">${players[player]?.name}</span>
          <span class="chart" role="img" aria-label=${parts.map(({ title }) => title).join(", ")}
            >${parts.map(
              ({ at, points, title }) =>
                points > 0 &&
                html`<span
                  key=${at}
                  class="part s${at}"
                  style=${{ width: percent(points, most) }}
                  title=${title}
                  >${points}</span
                >`,
            )}</span
          >
          <span class="total">
            ${icon("vp")}
            <b>${vp}</b>
          </span>
        </li>`;
      })}
    </ol>
    <ul class="legend">
      ${titles.map(
        (kind, at) =>
          html`<li key=${kind}>
            <span class="part s${at}" />
            ${kind}
          </li>`,
      )}
    </ul>
    ${
      onReplay &&
      html`<div class="after">
        ${button({ class: "primary", onClick: onReplay }, t("watchAgain"))}
        ${onSave && button({ onClick: onSave }, t("saveRecord"))}
      </div>`
    }
  </section>`;

  /** @param {Map<string, number>} sums @param {string} kind @param {number} points */
  function add(sums, kind, points) {
    sums.set(kind, (sums.get(kind) ?? 0) + points);
  }
}
