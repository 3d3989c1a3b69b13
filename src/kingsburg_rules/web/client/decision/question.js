// What is asked.

import { html } from "../vendor/preact.js";
import { aboutCard } from "../pieces/about.js";
import { color, mark } from "../pieces/marks.js";
import { t } from "../settings.js";

/** @import { Asking } from "../parts.js" */

/** What the asked player is to do, in a sentence, with whom it is about. @param {Asking} asking */
export function Question({ ask: { decision, text }, view, names }) {
  const about = (decision.about ?? []).flatMap((thing) =>
    thing.type === "CardThing"
      ? names.of(thing.card)
      : thing.type === "AdvisorThing"
        ? names.of(thing.advisor)
        : [],
  );
  const card = names.cards.get(decision.source);
  const { whom = null } = decision;
  return html`<div class="question">
    <h2 tabindex=${-1} id="question">${text}</h2>
    <p class="source">
      ${
        card &&
        html`<span data-about=${aboutCard(card.id)}>
          <b>${card.name}</b>
          ${card.text && ` · ${card.text}`}
        </span>`
      }
      ${
        whom !== null &&
        html`<span class="whom ${color(whom)}">
          ${mark(whom)} ${t("forPlayer", { name: view.table.players[whom]?.name ?? "" })}
        </span>`
      }
      ${about.length > 0 && html`<span>${about.join(", ")}</span>`}
    </p>
  </div>`;
}
