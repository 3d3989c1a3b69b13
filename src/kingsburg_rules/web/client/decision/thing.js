// Something that can be chosen.

import { html } from "../vendor/preact.js";
import { resourceIcon } from "../pieces/icons.js";
import { capital } from "../names.js";
import { mark } from "../pieces/marks.js";
import { t } from "../settings.js";

/** @import { AnyThing, Asking } from "../parts.js" */

/**
 * Something that can be chosen: a card, an advisor, a player, a resource, a row, a number, an option of a card.
 * @param {{ asking: Asking, thing: AnyThing }} props
 */
export function Thing({ asking: { names, view, ask }, thing }) {
  switch (thing.type) {
    case "CardThing": {
      const strip = names.strip(thing.card);
      const buildings = strip.map((one) => one.name).join(", ");
      return [
        html`<span class="title">${names.of(thing.card)}</span>`,
        strip.length > 0 &&
          html`<span class="text">${t("row", { row: strip[0]?.row ?? "" })}: ${buildings}</span>`,
        strip.length === 0 && html`<span class="text">${names.text(thing.card)}</span>`,
      ];
    }
    case "AdvisorThing": {
      const place = names.places.get(thing.advisor);
      return html`<span class="title">
        <span class="rank">${place?.rank}</span>
        ${place?.name}
      </span>`;
    }
    case "PlayerThing":
      return html`<span class="title">
        ${mark(thing.player)} ${view.table.players[thing.player]?.name}
      </span>`;
    case "ResourceThing":
      return html`<span class="title">
        ${resourceIcon(thing.resource, names.resource(thing.resource))}
        ${capital(names.resource(thing.resource))}
      </span>`;
    case "RowThing":
      return html`<span class="title">${t("row", { row: thing.row })}</span>`;
    case "NumberThing":
      return html`<span class="title">${thing.number}</span>`;
    case "OptionThing": {
      const name = names.option(thing.option, ask.decision.source);
      return html`<span class="title">
        ${names.resources.has(thing.option) && resourceIcon(thing.option, name)} ${capital(name)}
      </span>`;
    }
    default: // a thing of a newer server: the sentence of an answer that chooses it
      return html`<span class="title">
        ${ask.texts[ask.decision.options.findIndex((one) => one.type === "Choose" && one.things.includes(thing))]}
      </span>`;
  }
}
