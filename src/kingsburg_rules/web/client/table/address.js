// An address to copy, to share or to scan.

import { h, html, useEffect, useSignal } from "../vendor/preact.js";
import { copyText } from "../copying.js";
import { button } from "../pieces/controls.js";
import { sign } from "../pieces/signs.js";
import { t } from "../settings.js";

/** @import { TablePage } from "./page.js" */

/** Names by which only a machine itself is reached. */
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** @param {{ page: TablePage, text: string, href: string }} props */
export const Address = ({ page, text, href }) =>
  html`<section class="invite">
    <div>
      <p>${text}</p>
      <code>${href}</code>
      <div class="ways">
        ${button({ onClick: () => copy(page, href) }, html`${sign("link")} ${t("copyLink")}`)}
        ${"share" in navigator && button({ onClick: () => share(page, href) }, html`${sign("send")} ${t("share")}`)}
      </div>
    </div>
    ${h(Scan, { href })}
  </section>`;

/** The code of an address; it is loaded only here. @param {{ href: string }} props */
function Scan({ href }) {
  const loaded = useSignal(/** @type {typeof import("../pieces/qr.js") | null} */ (null));
  useEffect(() => {
    import("../pieces/qr.js").then((found) => {
      loaded.value = found;
    });
  }, []);
  return loaded.value && h(loaded.value.Qr, { text: href, label: t("qrCode") });
}

/** The address of the server for other machines, if it has one. @param {TablePage} page */
export async function reachable({ connection }) {
  if (!LOOPBACK.test(location.hostname)) return location.href;
  try {
    const asked = connection.request("GET", "api/addresses");
    return /** @type {{ addresses: string[] }} */ (await asked).addresses[0] ?? null;
  } catch {
    return null;
  }
}

/** @param {TablePage} page @param {string} href */
async function copy(page, href) {
  if (await copyText(href)) page.say(t("copied"));
}

/** @param {TablePage} page @param {string} url */
async function share(page, url) {
  try {
    await navigator.share({ title: "Kingsburg", url });
  } catch (problem) {
    if (/** @type {Error} */ (problem).name !== "AbortError") await copy(page, url);
  }
}
