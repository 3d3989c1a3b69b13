// Words for readers of the screen.

import { html } from "../vendor/preact.js";

/** @import { Child } from "../vendor/preact.js" */

/** Words for those who cannot see what they stand for. @param {Child[]} content */
export const unseen = (...content) => html`<span class="unseen">${content}</span>`;

/**
 * A part of the page, whose heading only readers of the screen need.
 * @param {string} className
 * @param {string} title
 * @param {Child[]} content
 */
export const section = (className, title, ...content) =>
  html`<section class=${className} aria-label=${title}>
    <h2 class="unseen">${title}</h2>
    ${content}
  </section>`;
