// Several things chosen at once.

import { h, html } from "../vendor/preact.js";
import { aboutThing } from "../pieces/about.js";
import { button } from "../pieces/controls.js";
import { t } from "../settings.js";
import { answers } from "./buttons.js";
import { choosable, chosen, others, toggled } from "./picks.js";
import { Thing } from "./thing.js";

/** @import { Asking } from "../parts.js" */

/** Several things, or none, then one button. @param {Asking} asking */
export function SetAnswers(asking) {
  const {
    ask,
    picks: { things: picked },
    pick,
    isSent,
    play,
  } = asking;
  const things = choosable(ask.decision);
  const action = chosen(
    ask.decision,
    things.filter((_, at) => picked.has(at)),
  );
  // The answer says itself what it chooses: the names, or nothing.
  const title = (action && ask.texts[ask.decision.options.indexOf(action)]) ?? t("chooseThese");
  return html`<div class="answers">
    ${things.map((thing, at) =>
      button(
        {
          key: at,
          class: "answer pick",
          pressed: picked.has(at),
          onClick: () => pick({ things: toggled(picked, at) }),
          "data-about": aboutThing(thing),
        },
        h(Thing, { asking, thing }),
      ),
    )}
    ${button(
      {
        class: `answer go ${picked.size === 0 ? "neutral" : ""}`,
        off: isSent || action === undefined,
        onClick: () => action && play(action),
      },
      html`<span class="title">${title}</span>`,
    )}
    ${answers(asking, others(ask.decision, "Choose"))}
  </div>`;
}
