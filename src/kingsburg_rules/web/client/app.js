// The beginning: which page is shown.

import { h, html, render, signal } from "./vendor/preact.js";
import { server } from "./connection.js";
import { Loading } from "./pieces/loading.js";
import { apply } from "./settings.js";

/** @import { Connection, Page } from "./messages.js" */

const root = /** @type {Element} */ (document.getElementById("app"));

/** A site without a server says which module reaches its tables. @returns {Promise<Connection>} */
async function connection() {
  const { connection: local } = document.documentElement.dataset;
  return local ? (await import(local)).connect() : server();
}

const connecting = connection();
const page = signal(/** @type {Page | null} */ (null));

/** Show the page that the address names; what it needs besides is loaded now. */
async function route() {
  const address = location.hash;
  const [, where = "", ...rest] = address.split("/");
  const loading =
    where === "t" && rest[0]
      ? import("./table/page.js")
      : where === "replay"
        ? import("./replay/page.js")
        : import("./lobby/page.js");
  const [{ open }, tables] = await Promise.all([loading, connecting, started]);
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
