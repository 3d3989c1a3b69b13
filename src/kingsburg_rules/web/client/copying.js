// Texts for the clipboard. Where a browser does not give it, for example over plain HTTP, people copy by hand.

import { h, html, render } from "./vendor/preact.js";
import { button } from "./pieces/controls.js";
import { t } from "./settings.js";

/** Copy a text. False if it could not be copied, and was shown instead. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showText(text);
    return false;
  }
}

/** Show a text that is selected already. @param {string} text */
function showText(text) {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.className = "copy-by-hand";
  dialog.setAttribute("aria-labelledby", "copy-title");
  dialog.addEventListener("close", () => dialog.remove());
  render(h(ByHand, { text, close: () => dialog.close() }), dialog);
  dialog.showModal();
  dialog.querySelector("textarea")?.select();
}

/** @param {{ text: string, close: () => void }} props */
const ByHand = ({ text, close }) =>
  html`<h2 id="copy-title">${t("copyByHand")}</h2>
    <textarea readonly rows="4" aria-labelledby="copy-title">${text}</textarea>
    ${button({ class: "primary", onClick: close }, t("close"))}`;
