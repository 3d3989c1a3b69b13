// The beginning of the workshop: the card, or a table at which it is played.

import { h, render } from "../vendor/preact.js";
import { apply } from "../settings.js";
import { WorkshopPage } from "./page.js";
import { speak } from "./words.js";

/** @import { Page } from "../messages.js" */

const root = /** @type {Element} */ (document.getElementById("app"));
/** @type {WorkshopPage} */
let workshop;
/** @type {Page | null} */
let table = null;
let isDrawing = false;

/** Draw soon, once for all changes. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    render((table ?? workshop).render() || h("main", {}), root);
  });
}

/** Show the page that the address names. */
async function route() {
  const [, where = "", id = ""] = location.hash.split("/");
  table?.leave();
  table = null;
  if (where === "t" && workshop.tables.has(id)) {
    const { open } = await import("../table.js");
    table = open(workshop.asking.connection, draw, [id]);
  } else await workshop.enter();
  draw();
}

await apply();
await speak();
workshop = new WorkshopPage(draw);
addEventListener("hashchange", route);
addEventListener("redraw", draw);
await route();
