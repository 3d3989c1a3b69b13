// An advisor, what they give, and the dice on them.

import { html } from "../vendor/preact.js";
import { aboutCard, aboutPlace } from "../pieces/about.js";
import { amount } from "../pieces/amounts.js";
import { button } from "../pieces/controls.js";
import { crest } from "../pieces/crest.js";
import { dice } from "../pieces/dice.js";
import { fitting, soft } from "../pieces/fitting.js";
import { icon, isPictured, resourceIcon, reward } from "../pieces/icons.js";
import { color, mark } from "../pieces/marks.js";
import { unseen } from "../pieces/text.js";
import { t } from "../settings.js";
import { isFresh } from "./fresh.js";

/** @import { CatalogPlace, Scene } from "../parts.js" */

/** A reward with more icons than this is drawn small, or is clearer in words. */
const MANY_GLYPHS = 6;

const MOST_GLYPHS = 14;

/** @param {{ scene: Scene, place: CatalogPlace }} props */
export function Advisor({ scene, place }) {
  const {
    names,
    view: {
      table: { advisors, players, tiles = {}, gifts = [], marks = [] },
    },
  } = scene;
  const { id, rank, name } = place;
  const groups = advisors.filter((placed) => placed.advisor === id);
  const lit = scene.lit.get(id);
  const tile = tiles[id];
  const laid = gifts.filter((gift) => gift.advisor === id);
  const marked = marks.filter((one) => one.advisor === id);
  const glyphs = (tile ? names.cards.get(tile) : place)?.glyphs ?? [];
  const pictured = isPictured(glyphs) && glyphs.length <= MOST_GLYPHS;
  const sign = tile && icon("tile", "small");
  const text = names.text(tile ?? place.card);
  const first = groups[0];
  const state = [
    first ? `taken ${color(first.player)}` : "",
    lit ?? "",
    isFresh(scene.fresh, id) ? "fresh" : "",
    pictured ? "" : "wordy",
  ];
  return button(
    {
      class: `advisor ${state.join(" ")}`,
      onClick: () => scene.onAdvisor(place),
      pressed: lit === "chosen" || undefined,
      off: scene.isAsked && !lit,
      "data-about": aboutPlace(id),
    },
    html`
      <span class="rank">${rank}</span>
      ${crest(names.cards.get(place.card))} ${fitting(name)}
      <span class="reward">
        ${
          pictured &&
          html`<span class="icons ${glyphs.length > MANY_GLYPHS ? "many" : ""}" aria-hidden="true"
            >${sign}${reward(glyphs)}</span
          >`
        }
        <span class="text">${sign}${soft(text)}</span>
      </span>
      ${
        laid.length + marked.length > 0 &&
        html`<span class="laid">
          ${laid.map((gift) => amount(names, gift.resource, gift.amount))}
          ${marked.map(
            (one) =>
              html`<span key=${one.card} class="amount" data-about=${aboutCard(one.card)}>
                ${mark(one.player)} ${one.count > 1 && one.count}
              </span>`,
          )}
        </span>`
      }
      <span class="placed"
        >${groups.map(
          ({ player, dice: own, bonus, plus2 = 0, envoy }) =>
            html`<span class="group">
              ${unseen(player === null ? t("neutral") : players[player]?.name, ": ")} ${mark(player)}
              ${dice(player, own, bonus)} ${plus2 > 0 && resourceIcon("plus2", names.resource("plus2"))}
              ${envoy && resourceIcon("envoy", names.resource("envoy"))}
            </span>`,
        )}</span
      >
    `,
  );
}
