// The end of the game.

import { h, html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { icon } from "../pieces/icons.js";
import { color, mark } from "../pieces/marks.js";
import { t } from "../settings.js";
import { Course } from "./course.js";
import { Points, pointsOf } from "./points.js";

/** @import { Scene } from "../parts.js" */

/** What to say of no winner, of one and of several. */
const WON = /** @type {const} */ (["nobodyWins", "wins", "win"]);

/** The end: everybody's place, where the points come from, and how they went. @param {{ scene: Scene }} props */
export function Results({ scene }) {
  const { view, names, years = [] } = scene;
  const { ranking = [], players } = view.table;
  const { titles, rows, most, least } = pointsOf(names, ranking);
  const title = titleOf(scene);
  return html`<section class="results" aria-label=${title}>
    <h2>${title}</h2>
    <p class="unseen" role="status">${title}</p>
    <ol class="ranking">
      ${ranking.map(
        ({ player, rank, vp }, row) =>
          html`<li key=${player} class=${color(player)}>
            <span class="place">${rank}</span>
            ${mark(player)}
            <span class="name">${players[player]?.name}</span>
            ${h(Points, { titles, parts: rows[row] ?? [], most, least })}
            <span class="total">
              ${icon("vp")}
              <b>${vp}</b>
            </span>
          </li>`,
      )}
    </ol>
    <ul class="legend">
      ${titles.map(
        (kind, at) =>
          html`<li key=${kind}>
            <span class="part s${at}" />
            ${kind}
          </li>`,
      )}
      ${
        least > 0 &&
        html`<li>
          <span class="part losses" />
          ${t("leftOfZero")}
        </li>`
      }
    </ul>
    ${after(scene)} ${years.length > 1 && h(Course, { players, years })}
  </section>`;
}

/** @param {Scene} scene */
function titleOf({ view: { table, seat } }) {
  const { winners = [], players } = table;
  if (winners.length === 1 && winners[0] === seat) return t("youWin");
  const names = winners.map((winner) => players[winner]?.name).join(", ");
  return t(WON[Math.min(winners.length, 2)] ?? "win", { names });
}

/** What can be done now. @param {Scene} scene */
function after({ onRematch, onSameSettings, onReplay, onSave }) {
  if (!onReplay) return null;
  return html`<div class="after">
    ${onRematch && button({ class: "primary rematch", onClick: onRematch }, t("rematch"))}
    ${onSameSettings && button({ class: "same", onClick: onSameSettings }, t("sameSettings"))}
    ${button({ class: `again ${onRematch ? "" : "primary"}`, onClick: onReplay }, t("watchAgain"))}
    ${onSave && button({ onClick: onSave }, t("saveRecord"))}
  </div>`;
}
