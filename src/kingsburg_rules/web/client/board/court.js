// The court of the King.

import { h, html } from "../vendor/preact.js";
import { section } from "../pieces/text.js";
import { t } from "../settings.js";
import { Advisor } from "./advisor.js";

/** @import { Scene } from "../parts.js" */

/** How many steps there are to the King: advisors of a step have shields of one color. */
const STEPS = 3;

/** The advisors with the dice on them: the first stand at the foot of a stair. @param {{ scene: Scene }} props */
export function Court({ scene }) {
  const { view, names, isAsked } = scene;
  const own = new Set(view.table.players.flatMap((player) => player.cards ?? []));
  const places = names.catalog.places.filter((place) => !place.private);
  const extra = names.catalog.places.filter((place) => place.private && own.has(place.card));
  const last = places.length - 1;
  return section(
    "court",
    t("court"),
    html`
      <ul class="advisors ${isAsked ? "asked" : ""}">
        ${places.map(
          (place, at) =>
            html`<li key=${place.id} class=${at === last ? "top" : `step${stepOf(at, places.length)}`}>
              ${h(Advisor, { scene, place })}
            </li>`,
        )}
      </ul>
      ${
        extra.length > 0 &&
        html`<ul class="advisors own ${isAsked ? "asked" : ""}">
          ${extra.map((place) => html`<li key=${place.id}>${h(Advisor, { scene, place })}</li>`)}
        </ul>`
      }
    `,
  );
}

/** On which step somebody stands, from 0. @param {number} at @param {number} all */
const stepOf = (at, all) => Math.floor((at * STEPS) / all);
