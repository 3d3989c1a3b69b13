// A new link to one's seat, for another device.

import { h, html, useSignal } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { isLocal } from "../place.js";
import { t } from "../settings.js";
import { Address, reachable } from "../table/address.js";

/** @import { TablePage } from "../table/page.js" */

/**
 * A link to the seat on the screen. No other device comes to a table that is in this browser.
 * @param {{ page: TablePage }} props
 */
export function MyLink({ page }) {
  const href = useSignal(/** @type {string | null} */ (null));
  if (isLocal) return null;
  const renew = async () => {
    const [base, link] = await Promise.all([reachable(page), page.renew()]);
    href.value = new URL(link, base ?? location.href).href;
  };
  return html`<fieldset class="my-link">
    <legend>${t("myLink")}</legend>
    ${
      href.value === null
        ? [html`<p class="soft">${t("newLinkText")}</p>`, button({ onClick: renew }, t("newLink"))]
        : h(Address, { page, text: t("newLinkIs"), href: href.value })
    }
  </fieldset>`;
}
