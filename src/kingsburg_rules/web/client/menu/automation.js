// What is done without asking.

import { html } from "../vendor/preact.js";
import { tick } from "../pieces/controls.js";
import { t } from "../settings.js";

/** @import { Session } from "../session.js" */

/** @type {readonly ("forced" | "gains" | "peeks")[]} */
const KINDS = ["forced", "gains", "peeks"];

/** What is done without asking: chosen before the game starts. @param {{ session: Session }} props */
export function Automation({ session }) {
  const isStarted = session.welcome.value?.started === true;
  const chosen = session.automation.value;
  return html`<fieldset class="automation">
    <legend>${t("automation")}</legend>
    ${KINDS.map((kind) =>
      tick({
        key: kind,
        title: t(kind),
        checked: chosen.includes(kind),
        off: isStarted,
        onChange: () => {
          const automation = KINDS.filter((one) => chosen.includes(one) !== (one === kind));
          session.automation.value = automation;
          session.tell("automation", { automation });
        },
      }),
    )}
    ${isStarted && html`<p class="soft">${t("automationFixed")}</p>`}
  </fieldset>`;
}
