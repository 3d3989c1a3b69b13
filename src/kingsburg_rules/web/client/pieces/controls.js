// Buttons and fields.

import { html } from "../vendor/preact.js";

/** @import { Button, Tick } from "../parts.js" */
/** @import { Child, FieldEvent } from "../vendor/preact.js" */

/**
 * A button. One that cannot be used now says so, but can still be reached and asked why.
 * @param {Button} how
 * @param {Child[]} content
 */
export function button({ label, pressed, off, type, ...how }, ...content) {
  return html`<button
    type=${type ?? "button"}
    aria-label=${label}
    aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    aria-disabled=${off ? "true" : undefined}
    ...${how}
  >
    ${content}
  </button>`;
}

/**
 * A choice among a few values.
 * @param {string} label
 * @param {readonly (readonly string[])[]} values
 * @param {string} now
 * @param {(value: string) => void} use
 */
export const select = (label, values, now, use) =>
  html`<select aria-label=${label} onChange=${(/** @type {FieldEvent} */ event) => use(event.target.value)}>
    ${values.map(
      ([value, title]) =>
        html`<option key=${value} value=${value} selected=${value === now}>${title}</option>`,
    )}
  </select>`;

/**
 * The same with its name.
 * @param {string} label
 * @param {readonly (readonly string[])[]} values
 * @param {string} now
 * @param {(value: string) => void} use
 */
export const field = (label, values, now, use) =>
  html`<label key=${label}>${label} ${select(label, values, now, use)}</label>`;

/** Something that can be on or off. @param {Tick} how */
export function tick({ off = false, title, text, key, type, ...how }) {
  return html`<label class="tick ${off ? "off" : ""}" key=${key}>
    <input type=${type ?? "checkbox"} disabled=${off} ...${how} />
    <span>
      <b>${title}</b>
      ${text && html`<span class="blurb">${text}</span>`}
    </span>
  </label>`;
}
