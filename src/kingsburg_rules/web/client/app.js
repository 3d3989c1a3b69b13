// The beginning: which page is shown, and that it is drawn again when something changes.

import { h, render } from "./vendor/preact.js";
import { server } from "./connection.js";
import { apply } from "./settings.js";
import { TablePage } from "./table.js";

/** @import { Connection } from "./messages.js" */
/** @import { LobbyPage } from "./lobby.js" */
/** @import { ReplayPage } from "./replay.js" */

const root = /** @type {Element} */ (document.getElementById("app"));

/** A site without a server says which module reaches its tables. @returns {Promise<Connection>} */
async function connection() {
  const local = document.documentElement.dataset["connection"];
  return local ? (await import(local)).connect() : server();
}

const tables = await connection();
/** @type {LobbyPage | TablePage | ReplayPage | null} */
let page = null;
let isDrawing = false;

/** Draw soon, once for all changes. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    if (page !== null) render(page.render() || h("main", {}), root);
  });
}

/** Show the page that the address names; what it needs besides is loaded now. */
async function route() {
  const [, where = "", ...rest] = location.hash.split("/");
  page?.leave();
  page = null;
  if (where === "t" && rest[0]) page = new TablePage(tables, rest[0], draw);
  else if (where === "replay") page = new (await import("./replay.js")).ReplayPage(tables, draw, rest.join("/"));
  else page = new (await import("./lobby.js")).LobbyPage(tables, draw);
  draw();
}

await apply();
addEventListener("hashchange", route);
addEventListener("redraw", draw);
route();
