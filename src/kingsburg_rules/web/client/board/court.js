// The court of the King.

import { h, html } from "../vendor/preact.js";
import { section } from "../pieces/text.js";
import { t } from "../settings.js";
import { Advisor } from "./advisor.js";

/** @import { Scene } from "../parts.js" */

/** The advisors with the dice on them. @param {{ scene: Scene }} props */
export function Court({ scene }) {
  const { view, names, isAsked } = scene;
  const own = new Set(view.table.players.flatMap((player) => player.cards ?? []));
  const places = names.catalog.places.filter((place) => !place.private);
  const extra = names.catalog.places.filter((place) => place.private && own.has(place.card));
  return section(
    "court",
    t("court"),
    html`<ul class="advisors ${isAsked ? "asked" : ""}">
      ${[...places, ...extra].map((place) => html`<li key=${place.id}>${h(Advisor, { scene, place })}</li>`)}
    </ul>`,
  );
}
