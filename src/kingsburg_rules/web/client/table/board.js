// Where the parts of a table are: while people play, and in a replay.

import { h, html } from "../vendor/preact.js";
import { Calendar } from "../board/calendar.js";
import { InForce } from "../board/in-force.js";
import { Players } from "../board/players.js";
import { Province } from "../board/province.js";
import { Stage } from "../board/stage.js";
import { Winter } from "../board/winter.js";
import { color } from "../pieces/marks.js";
import { sign } from "../pieces/signs.js";
import { t } from "../settings.js";

/** @import { Child } from "../vendor/preact.js" */
/** @import { Forecast, Scene } from "../parts.js" */

/**
 * The court with the question below it, everybody, a province, and what else is known.
 * @param {{ scene: Scene, title: string, isOver: boolean, odds?: Forecast | null, skip?: Child, menu: Child,
 *   dock: Child, boxes?: Child, guide?: Child, side: Child }} props
 */
export function Board({ scene, title, isOver, odds = null, skip, menu, dock, boxes, guide, side }) {
  const { seat } = scene.view;
  return html`<div class="table ${seat === null ? "" : color(seat)}" data-season=${seasonOf(scene)}>
    ${skip}
    <header class="bar">
      <a class="brand" href="#/" aria-label=${t("lobby")}>${sign("back")}</a>
      ${h(Calendar, { scene })} ${menu}
    </header>
    <main>
      <h1 class="unseen">${title}</h1>
      ${h(Players, { scene })}
      <div class="front">${h(Stage, { scene, isOver })} ${dock}</div>
      ${h(Province, { scene })} ${boxes}
    </main>
    <aside aria-label=${t("aside")}>
      ${guide} ${!scene.winter && h(Winter, { scene, odds: scene.view.table.enemy ? null : odds })}
      ${h(InForce, { scene })} ${side}
    </aside>
  </div>`;
}

/**
 * Which season it is, from 0, or was last: phases between two seasons belong to the first of them.
 * @param {Scene} scene
 */
function seasonOf({ view: { table }, names: { catalog } }) {
  const seasons = catalog.seasons.map((season) => season.id);
  const begun = catalog.phases.slice(0, catalog.phases.findIndex(({ id }) => id === table.phase) + 1);
  return Math.max(0, ...begun.map((phase) => seasons.indexOf(phase.id)));
}
