// The beginning: which page is shown.

import { h, html, render, signal } from "./vendor/preact.js";
import { server } from "./connection.js";
import { open as openLobby } from "./lobby/page.js";
import { Loading } from "./pieces/loading.js";
import { isLocal } from "./place.js";
import { open as openReplay } from "./replay/page.js";
import { apply } from "./settings.js";
import { open as openTable } from "./table/page.js";

/** @import { Connection, Page } from "./messages.js" */

const root = /** @type {Element} */ (document.getElementById("app"));

/** A site without a server says that its tables are here. @returns {Promise<Connection>} */
async function connection() {
  return isLocal ? (await import("./local.js")).connect() : server();
}

const connecting = connection();
const page = signal(/** @type {Page | null} */ (null));

/** Show the page that the address names. */
async function route() {
  const address = location.hash;
  const [, where = "", ...rest] = address.split("/");
  const open = where === "t" && rest[0] ? openTable : where === "replay" ? openReplay : openLobby;
  const [tables] = await Promise.all([connecting, started]);
  if (address !== location.hash) return;
  page.peek()?.leave();
  page.value = open(tables, rest);
  scrollTo(0, 0);
}

const App = () => html`${h(Loading, {})}${page.value?.render()}`;

const started = apply();
addEventListener("hashchange", route);
route();
started.then(() => render(h(App, {}), root));
