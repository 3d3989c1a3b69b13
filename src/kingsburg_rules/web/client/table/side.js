// The log and the chat.

import { h, html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { t } from "../settings.js";
import { Chat } from "./chat.js";
import { Log } from "./log.js";

/** @import { TablePage } from "./page.js" */

/** The log and the chat. @param {{ page: TablePage }} props */
export function Side({ page }) {
  const { session } = page;
  const side = page.side.value;
  const { unread } = page;
  const watching = session.watching.value;
  const tab = (/** @type {"log" | "chat"} */ name, /** @type {string} */ title) =>
    button(
      {
        class: "tab",
        pressed: side === name,
        onClick: () => {
          page.side.value = name;
        },
      },
      title,
    );
  return html`<section class="side" aria-label=${t(side === "chat" ? "chat" : "log")}>
    <div class="tabs">
      ${tab("log", t("log"))} ${tab("chat", unread > 0 ? `${t("chat")} (${unread})` : t("chat"))}
      ${watching > 0 && html`<span class="soft watching">${t("watching", { count: watching })}</span>`}
    </div>
    ${side === "chat" ? h(Chat, { page }) : h(Log, { lines: session.log.value })}
  </section>`;
}
