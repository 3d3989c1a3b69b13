// The page of a table before the start.

import { h, html } from "../vendor/preact.js";
import { Automation } from "../menu/automation.js";
import { HelpButton } from "../help/button.js";
import { Menu } from "../menu/menu.js";
import { MyName } from "../menu/my-name.js";
import { botName } from "../pieces/bots.js";
import { button } from "../pieces/controls.js";
import { color, mark } from "../pieces/marks.js";
import { sign } from "../pieces/signs.js";
import { seatsAt, sit } from "../seats.js";
import { t } from "../settings.js";
import { Chat } from "./chat.js";
import { Invite } from "./invite.js";

/** @import { TablePage } from "./page.js" */

/** Before the start: who sits where. @param {{ page: TablePage }} props */
export function Waiting({ page }) {
  const { session } = page;
  const welcome = session.welcome.value;
  const people = session.people.value;
  const mine = Object.keys(seatsAt(page.table)).length;
  const isOpen = people.some((person) => person.kind === "open");
  return html`<main class="page waiting">
    <header class="bar">
      <a class="brand" href="#/">${sign("back")} ${t("lobby")}</a>
      ${h(HelpButton, { about: () => ({ connection: page.connection, catalog: session.names.value?.catalog }) })}
      ${h(Menu, { onLanguage: () => page.again() })}
    </header>
    <h1>${welcome?.title}</h1>
    ${isOpen && h(Invite, { page })} ${(isOpen || mine === 1) && h(MyName, { session })}
    <ul class="seats">
      ${people.map(
        ({ seat, name, kind, here, bot }) =>
          html`<li key=${seat} class=${color(seat)}>
            ${mark(seat)}
            <span class="name">${name || t("openSeat")}</span>
            <span class="soft"
              >${kind === "bot" ? botName(bot) : kind === "person" && t(here ? "here" : "away")}</span
            >
            ${kind === "open" && button({ onClick: () => take(page, seat) }, t("sitDown"))}
          </li>`,
      )}
    </ul>
    ${mine > 0 && h(Automation, { session })}
    ${
      welcome?.host
        ? button(
            { class: "primary", onClick: () => session.tell("start", { bots: isOpen }) },
            t(isOpen ? "startWithBots" : "start"),
          )
        : html`<p class="soft" role="status">${t(mine > 0 ? "waitForStart" : "youWatch")}</p>`
    }
    ${h(Chat, { page })}
    <p class="note" role="status">${page.note.value}</p>
  </main>`;
}

/** @param {TablePage} page @param {number} seat */
async function take(page, seat) {
  try {
    await sit(page.connection, page.table, seat);
    page.enter();
  } catch (problem) {
    page.say(/** @type {Error} */ (problem).message);
  }
}
