// The name of a player, before the start.

import { html } from "../vendor/preact.js";
import { set, settings, t } from "../settings.js";

/** @import { FieldEvent } from "../vendor/preact.js" */
/** @import { Session } from "../session.js" */

/** The name of the seat, which can change at any time. @param {{ session: Session }} props */
export function MyName({ session }) {
  const seat = session.welcome.value?.seat;
  const person = session.people.value.find((one) => one.seat === seat);
  return html`<label class="my-name">
    ${t("yourName")}
    <input
      value=${person?.name ?? settings.value.name}
      maxlength=${40}
      autocomplete="nickname"
      onChange=${async (/** @type {FieldEvent} */ event) => {
        const name = event.target.value.trim();
        if (name === "") return;
        await set({ name });
        if (person) session.tell("rename", { name });
      }}
    />
  </label>`;
}
