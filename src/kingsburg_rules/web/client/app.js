// The beginning: which page is shown, and that it is drawn again when something changes.

import { render } from "./vendor/preact.js";
import { server } from "./connection.js";
import { apply } from "./settings.js";

/** @import { Connection, Page } from "./messages.js" */

const root = /** @type {Element} */ (document.getElementById("app"));

/** A site without a server says which module reaches its tables. @returns {Promise<Connection>} */
async function connection() {
  const { connection: local } = document.documentElement.dataset;
  return local ? (await import(local)).connect() : server();
}

const connecting = connection();
/** @type {Page | null} */
let page = null;
let isDrawing = false;

/** Draw soon, once for all changes. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    if (page !== null) render(page.render(), root);
  });
}

/** Show the page that the address names; what it needs besides is loaded now. */
async function route() {
  const address = location.hash;
  const [, where = "", ...rest] = address.split("/");
  const loading =
    where === "t" && rest[0]
      ? import("./table.js")
      : where === "replay"
        ? import("./replay.js")
        : import("./lobby.js");
  const [{ open }, tables] = await Promise.all([loading, connecting, started]);
  if (address !== location.hash) return;
  page?.leave();
  page = open(tables, draw, rest);
  scrollTo(0, 0);
  draw();
}

const started = apply();
addEventListener("hashchange", route);
addEventListener("redraw", draw);
route();
