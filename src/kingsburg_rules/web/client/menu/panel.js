// A panel under a button, which closes with Escape and with a click elsewhere.

import { useMore } from "../pieces/more.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

/** @import { Child } from "../vendor/preact.js" */

/** @param {{ label: string, title: Child, children: Child }} props */
export function Panel({ label, title, children }) {
  const root = useRef(null);
  useEffect(() => {
    const details = /** @type {HTMLDetailsElement | null} */ (root.current);
    const leave = (/** @type {Event} */ event) => {
      if (details && !event.composedPath().includes(details)) details.open = false;
    };
    const escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !details?.open) return;
      event.stopPropagation();
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    addEventListener("pointerdown", leave);
    addEventListener("focusin", leave);
    addEventListener("keydown", escape, true);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("focusin", leave);
      removeEventListener("keydown", escape, true);
    };
  }, []);
  return html`<details class="menu" ref=${root}>
    <summary aria-label=${label}>${title}</summary>
    <div class="panel" ref=${useMore()}>${children}</div>
  </details>`;
}
