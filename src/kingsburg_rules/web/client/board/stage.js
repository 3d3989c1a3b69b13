// What fills most of the screen.

import { h, html } from "../vendor/preact.js";
import { Battle } from "./battle.js";
import { Court } from "./court.js";
import { Results } from "./results.js";

/** @import { Scene } from "../parts.js" */

/**
 * What fills most of the screen: the end, the battle, or the court.
 * @param {{ scene: Scene, isOver: boolean }} props
 */
export function Stage({ scene, isOver }) {
  const part = isOver ? Results : scene.winter || scene.view.table.enemy ? Battle : Court;
  return html`<div class="stage">${h(part, { scene })}</div>`;
}
