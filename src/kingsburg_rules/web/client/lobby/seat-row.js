// Who plays in a seat of a new table.

import { html } from "../vendor/preact.js";
import { botName } from "../pieces/bots.js";
import { button, select } from "../pieces/controls.js";
import { color, mark } from "../pieces/marks.js";
import { sign } from "../pieces/signs.js";
import { set, t } from "../settings.js";
import { NAMES } from "./plan.js";

/** @import { SeatPlan } from "../parts.js" */
/** @import { FieldEvent } from "../vendor/preact.js" */
/** @import { LobbyPage } from "./page.js" */

/** @param {{ page: LobbyPage, seat: SeatPlan, at: number, bots: readonly string[] }} props */
export function SeatRow({ page, seat: { kind, name, bot }, at, bots }) {
  const { seats } = page.plan.value;
  const number = t("player", { number: at + 1 });
  const kinds = [
    ["me", t("atThisScreen")],
    ["open", t("byLink")],
    ...bots.map((one) => [`bot:${one}`, botName(one)]),
  ];
  const now = kind === "bot" ? `bot:${bot}` : kind;
  const changeKind = (/** @type {string} */ value) => {
    const [kind, named = bot] = value.split(":");
    page.changeSeat(at, { kind: /** @type {SeatPlan["kind"]} */ (kind), bot: named });
  };
  const rename = (/** @type {FieldEvent} */ event) => {
    page.changeSeat(at, { name: event.target.value });
    if (at === 0) set({ name: event.target.value });
  };
  const remove = () => page.change({ seats: seats.filter((_, other) => other !== at) });
  return html`<div class="seat-row ${color(at)}">
    ${mark(at)} ${select(`${number}: ${t("who")}`, kinds, now, changeKind)}
    ${
      kind === "open"
        ? html`<span class="soft">${t("openSeat")}</span>`
        : html`<input
            aria-label="${number}: ${t("name")}"
            value=${name}
            placeholder=${at === 0 ? t("yourName") : NAMES[at]}
            maxlength=${40}
            onInput=${rename}
          />`
    }
    ${
      seats.length > 2 &&
      button({ class: "link", label: t("remove", { name: number }), onClick: remove }, sign("close"))
    }
  </div>`;
}
