// What few change at a new table: the edition, clocks, packs of one's own, rulings.

import { html } from "../vendor/preact.js";
import { button, field, tick } from "../pieces/controls.js";
import { sign } from "../pieces/signs.js";
import { t } from "../settings.js";

/** @import { EditionChoice, Offer } from "../parts.js" */
/** @import { FieldEvent } from "../vendor/preact.js" */
/** @import { LobbyPage } from "./page.js" */

const ONE_DAY = 1440;
/** How many minutes a decision may take; 0 is as long as one likes. */
const CLOCKS = [0, 1, 2, 5, 15, ONE_DAY];

/** @param {number} count */
const minutes = (count) =>
  count === 0 ? t("noClock") : count === ONE_DAY ? t("oneDay") : t("minutes", { count });

/** @param {{ page: LobbyPage, offer: Offer, edition: EditionChoice }} props */
export function MoreSettings({ page, offer, edition }) {
  const plan = page.plan.value;
  const { packs, switches } = plan;
  const editions = offer.choices.editions.map(({ id, title }) => [id, title]);
  const clocks = CLOCKS.map((one) => [String(one), minutes(one)]);
  return html`<details class="more">
    <summary>${t("more")}</summary>
    ${field(t("edition"), editions, plan.edition, (id) => page.changeEdition(id))}
    <p class="soft">${edition.blurb}</p>
    ${field(t("clock"), clocks, String(plan.minutes), (one) => page.change({ minutes: Number(one) }))}
    ${tick({
      checked: plan.isPublic,
      title: t("public"),
      onChange: () => page.change({ isPublic: !plan.isPublic }),
    })}
    <label class="upload">
      ${t("upload")}
      <input
        type="file"
        accept=".yaml,.yml,.zip"
        multiple
        onChange=${(/** @type {FieldEvent} */ event) => page.upload(event.target.files)}
      />
    </label>
    ${packs.map(
      ({ name }, at) =>
        html`<p key=${at}>
          ${name}
          ${button(
            {
              class: "link",
              label: t("remove", { name }),
              onClick: () => page.change({ packs: packs.filter((_, other) => other !== at) }),
            },
            sign("close"),
          )}
        </p>`,
    )}
    <details class="experts">
      <summary>${t("rulings")}</summary>
      ${edition.switches.map(({ id, title, values, ...one }) =>
        field(
          title,
          values.map(({ id, title }) => [id, title]),
          switches[id] ?? one.default,
          (value) => page.change({ switches: { ...switches, [id]: value } }),
        ),
      )}
    </details>
  </details>`;
}
