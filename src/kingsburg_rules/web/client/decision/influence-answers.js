// Dice that are picked, and the ways that are left.

import { html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { die } from "../pieces/dice.js";
import { resourceIcon } from "../pieces/icons.js";
import { t } from "../settings.js";
import { answers } from "./buttons.js";
import { influences, others, toggled, waysTo } from "./picks.js";

/** @import { Asking } from "../parts.js" */

/** Pick dice or an advisor, in any order; the ways that are left are buttons. @param {Asking} asking */
export function InfluenceAnswers(asking) {
  const {
    ask: { decision },
    picks,
    view,
    names,
    pick,
  } = asking;
  const { dice: own = [], bonus = [] } = view.table.players[decision.player] ?? {};
  const { ways, exact } = influences(decision, picks, own, bonus);
  const shown = picks.advisor === null ? exact : waysTo(ways, picks.advisor);
  const tokens = Math.max(
    0,
    ...decision.options.map((option) => (option.type === "Influence" ? (option.plus2 ?? 0) : 0)),
  );
  const sum = [...own, ...bonus].reduce(
    (total, value, at) => total + (picks.dice.has(at) ? value : 0),
    2 * picks.plus2,
  );
  return html`<div class="steps">
    <div class="tray" role="group" aria-label=${t("myDice")}>
      ${[...own, ...bonus].map((value, at) => {
        const isBonus = at >= own.length;
        return button(
          {
            key: at,
            class: "die-button",
            pressed: picks.dice.has(at),
            label: isBonus ? t("bonusDie", { value }) : String(value),
            onClick: () => pick({ dice: toggled(picks.dice, at) }),
          },
          die(value, view.seat, isBonus, "large"),
        );
      })}
      ${
        tokens > 0 &&
        button(
          {
            class: "die-button",
            pressed: picks.plus2 > 0,
            label: names.resource("plus2"),
            onClick: () => pick({ plus2: (picks.plus2 + 1) % (tokens + 1) }),
          },
          html`${resourceIcon("plus2", names.resource("plus2"))} ${picks.plus2 > 1 && `×${picks.plus2}`}`,
        )
      }
      <output class="sum" aria-label=${t("total")}>${sum > 0 && `= ${sum}`}</output>
    </div>
    <div class="answers">
      ${
        shown.length > 0
          ? answers(asking, shown, "go")
          : html`<p class="advice">${sum > 0 ? t("noWay") : t("pickDice")}</p>`
      }
      ${answers(asking, others(decision, "Influence"))}
    </div>
  </div>`;
}
