// How others come to the table.

import { h, html, useEffect, useSignal } from "../vendor/preact.js";
import { isLocal } from "../place.js";
import { t } from "../settings.js";
import { Address, reachable } from "./address.js";

/** @import { TablePage } from "./page.js" */

/** @param {{ page: TablePage }} props */
export function Invite({ page }) {
  const found = useSignal(/** @type {string | null | undefined} */ (undefined));
  useEffect(() => {
    reachable(page).then((base) => {
      found.value = base;
    });
  }, [page]);
  const base = found.value;
  if (isLocal) return html`<p class="soft">${t("inBrowser")}</p>`;
  // What comes has a place already: buttons below must not move when it is there.
  if (base === undefined) return html`<p class="only-here"></p>`;
  if (base === null) return html`<p class="soft only-here">${t("onlyHere")}</p>`;
  return h(Address, { page, text: t("invite"), href: new URL(location.hash, base).href });
}
