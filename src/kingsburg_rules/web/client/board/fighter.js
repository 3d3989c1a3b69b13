// A player in the battle.

import { html } from "../vendor/preact.js";
import { amount, bag, count } from "../pieces/amounts.js";
import { icon } from "../pieces/icons.js";
import { mark } from "../pieces/marks.js";
import { t } from "../settings.js";
import { percent, strengthOf } from "./strength.js";

/** @import { Fighter, Names, PlayerState, Scene, Spoils } from "../parts.js" */

/**
 * How strong a player is against the enemy, what that is made of, and what came of it.
 * @param {{ scene: Scene, seat: number, player: PlayerState, strength: number, most: number }} props
 * `strength` is that of the enemy, `most` the length of the longest bar.
 */
export function Fighter({ scene: { names, winter }, seat, player, strength, most }) {
  const fought = winter?.fighters.get(seat);
  const spoils = winter?.spoils.get(seat);
  const mine = fought?.strength ?? strengthOf(player);
  const enemy = fought?.enemy ?? player.enemy_strength ?? strength;
  const outcome = fought?.outcome ?? player.outcome;
  return html`
    <span class="who">
      ${mark(seat)}
      <span class="name" title=${player.name}>${player.name}</span>
    </span>
    <span class="meter" role="img" aria-label=${t("strengthAgainst", { mine, enemy })}>
      <span class="bar" style=${{ width: percent(mine, most) }} />
      <span class="line" style=${{ left: percent(enemy, most) }} />
    </span>
    <span class="number">${count(mine)}</span>
    <span class="outcome ${outcome ?? ""}">${outcome ? [icon(outcome), names.of(outcome)] : "…"}</span>
    <p class="made">
      ${fought && madeOf(names, fought)}
      ${(fought || spoils) && html`<span class="spoils">${cameOf(names, spoils)}</span>`}
    </p>
  `;
}

/** What a strength is made of. @param {Names} names @param {Fighter} fighter */
function madeOf(names, { soldiers, help, strength }) {
  const rest = strength - soldiers - help;
  return html`<span class="parts">
    ${amount(names, "soldier", soldiers)} ${help !== 0 && html`<span>${signed(help)} ${t("helpCame")}</span>`}
    ${rest !== 0 && html`<span>${icon("shield")} ${signed(rest)} ${t("buildingsGave")}</span>`}
  </span>`;
}

/** What came of it. @param {Names} names @param {Spoils | undefined} spoils */
function cameOf(names, { bag: all = {}, destroyed = [] } = { bag: {}, destroyed: [] }) {
  const gained = Object.entries(all).filter(([, number]) => number > 0);
  const lost = Object.entries(all).flatMap(([id, number]) => (number < 0 ? [[id, -number]] : []));
  if (gained.length + lost.length + destroyed.length === 0) return t("nothingCame");
  return [
    gained.length > 0 && html`<span class="won">${bag(names, Object.fromEntries(gained), "+")}</span>`,
    lost.length > 0 && html`<span class="lost-goods">${bag(names, Object.fromEntries(lost), "−")}</span>`,
    destroyed.map(
      (id) => html`<span key=${id} class="razed">${t("destroyed", { building: names.of(id) })}</span>`,
    ),
  ];
}

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
