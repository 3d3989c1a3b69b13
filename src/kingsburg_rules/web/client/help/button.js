// What opens the help: a button in the bar, or the key "?".

import { h, html, useEffect, useSignal } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { sign } from "../pieces/signs.js";
import { t } from "../settings.js";

/** @import { About } from "../parts.js" */

/** Where "?" is a letter of a text. */
const TYPED = "textarea, input:not([type=checkbox], [type=radio], [type=range])";

/** @param {{ about: () => About, hasText?: boolean }} props */
export function HelpButton({ about, hasText = false }) {
  const panel = useSignal(/** @type {typeof import("./panel.js") | null} */ (null));
  const open = async () => {
    const loaded = await import("./panel.js");
    await loaded.load();
    panel.value = loaded;
  };
  useEffect(() => {
    if (hasText) return;
    const key = (/** @type {KeyboardEvent} */ event) => {
      const isTyping = /** @type {Element} */ (event.target).matches(TYPED);
      if (event.key === "?" && !isTyping && !document.querySelector("dialog[open]")) open();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [hasText]);
  const close = () => {
    panel.value = null;
  };
  return html`
    ${
      hasText
        ? button({ class: "link", onClick: open }, t("rules"))
        : button({ class: "tool help-button", label: t("help"), onClick: open }, sign("help"))
    }
    ${panel.value && h(panel.value.Help, { about: about(), close })}
  `;
}
