// Cards in force for everybody, auctions and piles.

import { h, html } from "../vendor/preact.js";
import { amount } from "../pieces/amounts.js";
import { mark } from "../pieces/marks.js";
import { t } from "../settings.js";
import { Cards } from "./cards.js";

/** @import { Scene } from "../parts.js" */

/**
 * Cards that are in force for everybody, an auction, and piles that everybody sees.
 * @param {{ scene: Scene }} props
 */
export function InForce({ scene }) {
  const { view, names } = scene;
  const { in_force = [], tiles = {}, display = [], auction, discard = [], memory = {}, players } = view.table;
  const onBoard = Object.values(tiles);
  const shown = in_force.filter(
    (id) => !onBoard.includes(id) && (names.cards.get(id)?.kind !== "rule" || memory[id]),
  );
  if (shown.length + display.length + discard.length === 0 && !auction) return null;
  const { bidder = null } = auction ?? {};
  return html`<section class="in-force" aria-label=${t("inForce")}>
    ${pile(t("inForce"), shown)} ${auction && pile(t("auction"), auction.cards, auction.card)}
    ${
      auction?.card &&
      html`<p>
        ${
          bidder === null
            ? t("noBid")
            : [
                mark(bidder),
                " ",
                players[bidder]?.name,
                " ",
                amount(names, auction.resource, auction.amount ?? 0),
              ]
        }
      </p>`
    }
    ${pile(names.of("display"), display)}
    ${pile(`${names.of("discard")} (${discard.length})`, discard.slice(-1))}
  </section>`;

  /** @param {string} title @param {readonly string[]} ids @param {string | null} [bid] */
  function pile(title, ids, bid) {
    return (
      ids.length > 0 &&
      html`<div class="pile" key=${title}>
        <h3>${title}</h3>
        ${h(Cards, { scene, ids, bid })}
      </div>`
    );
  }
}
