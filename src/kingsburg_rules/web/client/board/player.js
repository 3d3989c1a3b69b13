// A player: points, goods, dice, and whether they are here.

import { html } from "../vendor/preact.js";
import { whole } from "../contract/defaults.js";
import { DEFAULTS } from "../contract/types.js";
import { aboutResource } from "../pieces/about.js";
import { count } from "../pieces/amounts.js";
import { button } from "../pieces/controls.js";
import { dice } from "../pieces/dice.js";
import { icon, resourceIcon } from "../pieces/icons.js";
import { color, mark } from "../pieces/marks.js";
import { unseen } from "../pieces/text.js";
import { t } from "../settings.js";

/** @import { DiceAside, PlayerState, Scene } from "../parts.js" */

/** @param {{ scene: Scene, seat: number, player: PlayerState }} props */
export function Player({ scene, seat, player }) {
  const { view, names, shown } = scene;
  const {
    name,
    vp,
    goods,
    soldiers,
    plus2,
    bonus_dice,
    envoy,
    others,
    cards_in_hand,
    dice: own,
    bonus,
    aside,
    outcome,
  } = whole(player, DEFAULTS.PlayerState);
  const isAsked = (view.pending ?? []).some((owed) => owed.player === seat);
  const turn = view.table.turn_order.indexOf(seat) + 1;
  return html`<div class="player ${color(seat)} ${isAsked ? "asked" : ""} ${seat === shown ? "shown" : ""}">
    ${button(
      { class: "who", onClick: () => scene.onPlayer(seat), pressed: seat === shown },
      html`
        ${mark(seat)}
        <span class="name" title=${name}>${name}</span>
        ${seat === view.seat && html`<span class="you">${t("you")}</span>`}
        <span class="turn" title=${t("turn", { turn })}>
          ${unseen(t("turn", { turn }))}
          <span aria-hidden="true">${turn}</span>
        </span>
      `,
    )}
    <span class="vp">${unseen(names.resource("vp", vp))} ${icon("vp")} ${count(vp)}</span>
    <ul class="goods">
      ${names.goods.map(({ id }) => item(id, goods[id] ?? 0))} ${item("soldier", soldiers)}
      ${item("plus2", plus2)} ${bonus_dice > 0 && item("bonus_die", bonus_dice)} ${envoy && item("envoy", 1)}
      ${Object.entries(others).map(([id, number]) => number !== 0 && item(id, number))}
      ${cards_in_hand > 0 && item("card_in_hand", cards_in_hand, t("cardsInHand"))}
    </ul>
    <p class="state">
      ${
        own.length + bonus.length > 0
          ? html`<span class="dice-left">${dice(seat, own, bonus, "tiny")}</span>`
          : outcome && html`<span class="outcome ${outcome}">${icon(outcome)} ${names.of(outcome)}</span>`
      }
      ${aside.map(
        (there) =>
          html`<span class="aside"
            >${t("diceOnCard", { card: names.of(there.card), dice: written(there) })}</span
          >`,
      )}
      <span>${presence(scene, seat, isAsked)}</span>
    </p>
  </div>`;

  /** Dice on a card; those face down are known to their owner only. @param {DiceAside} there */
  function written(there) {
    const known = seat === view.seat && (view.face_down ?? []).find(({ card }) => card === there.card);
    const { dice: some, bonus: white, face_down } = whole(there, DEFAULTS.DiceAside);
    const hidden = known ? [...(known.dice ?? []), ...(known.bonus ?? [])] : Array(face_down).fill("?");
    return [...some, ...white, ...hidden].join(" ");
  }

  /** @param {string} id @param {number} number */
  function item(id, number, name = names.resource(id, number)) {
    return html`<li
      class="item ${number === 0 ? "none" : ""}"
      key=${id}
      data-about=${aboutResource(id)}
      tabindex=${seat === shown ? 0 : undefined}
    >
      ${resourceIcon(id, name)} ${count(number)} ${unseen(name)}
    </li>`;
  }
}

/**
 * Whether somebody is here, thinks, or is played by a bot.
 * @param {Scene} scene
 * @param {number} seat
 * @param {boolean} isAsked
 */
function presence({ people, passed = 0, onTakeover }, seat, isAsked) {
  const person = people.find((one) => one.seat === seat);
  if (person === undefined) return isAsked && t("thinks");
  if (person.bot) return t("bot");
  if (!person.here && onTakeover)
    return [t("away"), " ", button({ class: "link", onClick: () => onTakeover(person) }, t("letBotPlay"))];
  if (!isAsked) return !person.here && t("away");
  if (person.clock === null) return t("thinks");
  const left = Math.max(0, Math.round(person.clock - passed));
  return html`<span class="clock ${left < 15 ? "late" : ""}" role="timer"
    >${`${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`}</span
  >`;
}
