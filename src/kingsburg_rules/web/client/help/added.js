// What the edition, modules, variants, scenario and cards of a table change.

import { html } from "../vendor/preact.js";
import { help } from "./words.js";

/** @import { About, Choices } from "../parts.js" */

/** @param {{ about: About, choices: Choices | null }} props */
export function Added({ about, choices }) {
  const told = [...fromChoices(about, choices), ...fromCards(about)];
  return (
    told.length > 0 &&
    html`<section>
      <h3>${help("added")}</h3>
      <dl>
        ${told.map(
          ({ id, title, text }) =>
            html`<div key=${id}>
              <dt><b>${title}</b></dt>
              <dd>${text}</dd>
            </div>`,
        )}
      </dl>
    </section>`
  );
}

/** What modules, variants and scenarios say about themselves. @param {About} about @param {Choices | null} choices */
function fromChoices({ catalog, edition, packs = [] }, choices) {
  const found = choices?.editions.find((one) => one.id === (catalog?.edition ?? edition));
  const offered = [...(found?.modules ?? []), ...(found?.scenarios ?? [])];
  const { modules = [], variants = [], scenario = "" } = catalog ?? {};
  const chosen = new Set([...packs, ...modules, ...variants, scenario]);
  return [...offered, ...offered.flatMap((pack) => pack.variants ?? [])]
    .filter((one) => chosen.has(one.id))
    .map(({ id, title, blurb }) => ({ id, title, text: blurb }));
}

/** The rules that are cards. @param {About} about */
const fromCards = ({ catalog }) =>
  (catalog?.cards ?? [])
    .filter((card) => card.kind === "rule")
    .map(({ id, name, text, generated }) => ({ id: `card ${id}`, title: name, text: text || generated }))
    .filter(({ text }) => text !== "");
