// The beginning of the workshop: the card, or a table at which it is played.

import { h, html, render, signal } from "../vendor/preact.js";
import { apply } from "../settings.js";
import { WorkshopPage } from "./page.js";
import { speak } from "./words.js";

/** @import { Page } from "../messages.js" */

const root = /** @type {Element} */ (document.getElementById("app"));
const table = signal(/** @type {Page | null} */ (null));

await apply();
await speak();
const workshop = new WorkshopPage();

const App = () => (table.value ?? workshop).render() ?? html`<main />`;

/** Show the page that the address names. */
async function route() {
  const [, where = "", id = ""] = location.hash.split("/");
  table.peek()?.leave();
  table.value = null;
  if (where === "t" && workshop.tables.has(id)) {
    const { open } = await import("../table/page.js");
    table.value = open(workshop.asking.connection, [id]);
  } else await workshop.enter();
}

addEventListener("hashchange", route);
await route();
render(h(App, {}), root);
