// The form for a new table.

import { h, html } from "../vendor/preact.js";
import { button, tick } from "../pieces/controls.js";
import { waitingFor } from "../pieces/loading.js";
import { t } from "../settings.js";
import { MoreSettings } from "./more-settings.js";
import { Pack } from "./pack.js";
import { NAMES } from "./plan.js";
import { SeatRow } from "./seat-row.js";

/** @import { Offer } from "../parts.js" */
/** @import { LobbyPage } from "./page.js" */

/** @param {{ page: LobbyPage, offer: Offer }} props */
export function NewTable({ page, offer }) {
  const { edition } = page;
  if (edition === undefined) return null;
  const { seats, scenario } = page.plan.value;
  const bot = offer.bots[0] ?? "greedy";
  const addSeat = () =>
    page.change({ seats: [...seats, { kind: "bot", name: NAMES[seats.length] ?? "", bot }] });
  const create = (/** @type {Event} */ event) => {
    event.preventDefault();
    page.create();
  };
  return html`<form class="new-table" onSubmit=${create}>
    <fieldset class="plan">
      <legend>${t("players")}</legend>
      ${seats.map((seat, at) => h(SeatRow, { key: at, page, seat, at, bots: offer.bots }))}
      ${seats.length < edition.most_players && button({ class: "add", onClick: addSeat }, `+ ${t("addSeat")}`)}
    </fieldset>
    <div class="choices">
      <fieldset>
        <legend>${t("modules")}</legend>
        ${edition.modules.map((pack) => h(Pack, { key: pack.id, page, pack }))}
      </fieldset>
      ${
        edition.scenarios.length > 0 &&
        html`<fieldset>
          <legend>${t("scenario")}</legend>
          ${tick({
            type: "radio",
            name: "scenario",
            checked: scenario === null,
            title: t("noScenario"),
            onChange: () => page.change({ scenario: null }),
          })}
          ${edition.scenarios.map((pack) => h(Pack, { key: pack.id, page, pack }))}
        </fieldset>`
      }
    </div>
    <div class="rest">
      ${h(MoreSettings, { page, offer, edition })}
      ${page.problem.value && html`<p class="problem" role="alert">${page.problem.value}</p>`}
      <p class="soft" role="status">${page.isSent.value && waitingFor()}</p>
      <div class="create">
        ${button({ type: "submit", class: "primary", off: page.isSent.value }, t("create"))}
      </div>
    </div>
  </form>`;
}
