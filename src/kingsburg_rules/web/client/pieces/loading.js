// How much of the rules has been loaded, where a browser plays them itself.

import { html, signal } from "../vendor/preact.js";
import { t } from "../settings.js";

/** Bytes that have come, of all; null where nothing is loaded. */
export const loading = signal(/** @type {{ come: number, all: number } | null} */ (null));

const MILLION = 1_000_000;

/** What is waited for, in words. */
export function waitingFor() {
  if (loading.value === null) return t("connecting");
  const { come, all } = loading.value;
  if (come >= all) return t("startingRules");
  return t("loadingRules", { come: Math.floor(come / MILLION), all: Math.ceil(all / MILLION) });
}

/** A strip at the top of the page as long as something is loaded. */
export function Loading() {
  if (loading.value === null) return null;
  const { come, all } = loading.value;
  return html`<div class="loading-rules">
    <span>${waitingFor()}</span>
    <progress max=${all} value=${come} aria-label=${t("connecting")}></progress>
  </div>`;
}
