// What the box says about a card, an advisor or a resource: what the catalog knows.

import { h, html, useEffect } from "../vendor/preact.js";
import { help, loadHelp } from "../help/words.js";
import { settings, t } from "../settings.js";
import { amount, bag } from "./amounts.js";
import { icon, isPictured, resourceIcon, reward } from "./icons.js";

/** @import { CatalogCard, CatalogGlyph, Names, SeatView } from "../parts.js" */

/** @param {{ about: string, names: Names, view: SeatView }} props */
export function Explanation({ about, names, view }) {
  const [kind, id = ""] = about.split(" ");
  if (kind === "resource") return h(Resource, { names, id });
  const place = kind === "place" ? names.places.get(id) : undefined;
  const tile = place && view.table.tiles?.[place.id];
  const shown = tile ? [tile, place.card] : [place?.card ?? id];
  return shown.map((each) => {
    const found = names.cards.get(each);
    return found && card(names, found, each === place?.card && !tile ? (place.glyphs ?? []) : undefined);
  });
}

/** What a resource is for; the words come with the help. @param {{ names: Names, id: string }} props */
function Resource({ names, id }) {
  const name = names.resource(id);
  useEffect(() => void loadHelp(), [settings.value.language]);
  return html`<p class="title">${resourceIcon(id, name)} <b>${name}</b></p>
    <p class="text">${help(`icon_${id}`)}</p>`;
}

/** @param {Names} names @param {CatalogCard} card @param {readonly CatalogGlyph[]} [glyphs] */
function card(names, card, glyphs = card.glyphs ?? []) {
  const { id, kind, name, rank, row, cost, vp, strength } = card;
  const isPriced = cost !== undefined && Object.keys(cost).length > 0;
  return html`<article key=${id}>
    <p class="kind">${names.kinds.get(kind)?.name} ${row && ` · ${t("row", { row })}`}</p>
    <p class="title">
      ${typeof rank === "number" && html`<span class="rank">${rank}</span>`} <b>${name}</b>
      ${typeof strength === "number" && html`<span>${icon("strength")} ${strength}</span>`}
      ${typeof vp === "number" && amount(names, "vp", vp)}
    </p>
    ${isPriced && html`<p class="price">${bag(names, cost)}</p>`}
    ${isPictured(glyphs) && html`<p class="icons" aria-hidden="true">${reward(glyphs)}</p>`}
    <p class="text">${names.text(id)}</p>
    ${stake("victory", card.reward, "+")} ${stake("defeat", card.penalty, "−")} ${strip()}
  </article>`;

  /** @param {string} word @param {Readonly<Record<string, number>> | undefined} amounts @param {string} sign */
  function stake(word, amounts = {}, sign) {
    if (Object.keys(amounts).length === 0) return null;
    return html`<p class="stake">${icon(word)} ${names.of(word)}: ${bag(names, amounts, sign)}</p>`;
  }

  /** The buildings of a strip. */
  function strip() {
    const buildings = names.strip(id);
    if (buildings.length === 0) return null;
    return html`<ul>
      ${buildings.map((one) => html`<li key=${one.id}><b>${one.name}</b> ${names.text(one.id)}</li>`)}
    </ul>`;
  }
}
