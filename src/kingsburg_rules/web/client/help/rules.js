// The rules on one page, phase by phase, with what the table adds.

import { h, html } from "../vendor/preact.js";
import { Added } from "./added.js";
import { help, keysOf, paragraphs } from "./words.js";

/** @import { About, CatalogPhase, Choices } from "../parts.js" */

/** How many years are played where no table says it. */
const YEARS = 5;

/** @param {{ about: About, choices: Choices | null }} props */
export function Rules({ about, choices }) {
  const { catalog, phase } = about;
  return html`
    <p>${help("aim", { years: catalog?.years ?? YEARS })}</p>
    <p>${help("year")}</p>
    ${alike(catalog?.phases ?? usual()).map((same) => {
      const isNow = same.some((one) => one.id === phase);
      const [{ id } = { id: "" }] = same;
      return html`<section key=${id} class=${isNow ? "now" : ""}>
        <h3>
          ${same.map(titled).join(" · ")} ${isNow && html`<span class="mark-now">${help("now")}</span>`}
        </h3>
        ${paragraphs(help(`phase_${id}`))}
      </section>`;
    })}
    ${h(Added, { about, choices })}
  `;
}

/** The phases where no table says which there are. @returns {CatalogPhase[]} */
const usual = () => keysOf("title_").map((id) => ({ id, name: help(`title_${id}`) }));

/** @param {CatalogPhase} phase */
const titled = ({ name, number }) => (number ? `${number} ${name}` : name);

/** Phases with the same text are told together. @param {readonly CatalogPhase[]} phases */
function alike(phases) {
  /** @type {Map<string, CatalogPhase[]>} */
  const texts = new Map();
  for (const phase of phases) {
    const text = help(`phase_${phase.id}`) || phase.id;
    texts.set(text, [...(texts.get(text) ?? []), phase]);
  }
  return [...texts.values()];
}
