// The cards of the text: pictures, texts and examples.

import { h, html } from "../vendor/preact.js";
import { LANGUAGES, settings } from "../settings.js";
import { w } from "./words.js";

/** @import { ShownCard } from "../contract/workshop.js" */
/** @import { WorkshopPage } from "./page.js" */

/** @param {{ page: WorkshopPage }} props */
export function Cards({ page }) {
  const shown = page.cards.value;
  const isOld = page.checked.value?.trial === null;
  const waits = page.asking.state.value !== "ready" && shown.length === 0;
  return html`<section class="cards ${isOld ? "old" : ""}" aria-label=${w("cards")}>
    ${shown.length === 0 ? html`<p class="soft empty">${waits ? w("loading") : w("noCards")}</p>` : null}
    ${isOld && shown.length > 0 ? html`<p class="soft">${w("before")}</p>` : null}
    ${shown.map((card) => h(Card, { key: card.card, page, card, isOld }))}
  </section>`;
}

/** @param {{ page: WorkshopPage, card: ShownCard, isOld: boolean }} props */
function Card({ page, card, isOld }) {
  const own = card.words.find((one) => one.language === settings.value.language) ?? card.words[0];
  const name = own?.name ?? card.card;
  return html`<article aria-label=${name}>
    <img
      class="picture"
      alt=${w("picture", { name })}
      src="data:image/svg+xml,${encodeURIComponent(card.picture)}"
    />
    <div class="told">
      <h2>${name}</h2>
      ${own?.text ? html`<p>${own.text} <span class="soft">${`(${w("authors")})`}</span></p>` : null}
      <h3>${w("generated")}</h3>
      <dl>
        ${card.words.map((one) => [
          html`<dt
            key="${one.language} t"
            title=${LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (one.language)]}
          >
            ${one.language}
          </dt>`,
          html`<dd key=${one.language} lang=${one.language}>${one.generated}</dd>`,
        ])}
      </dl>
    </div>
    ${
      card.examples.length > 0 &&
      html`<div class="examples">
        <h3>${w("examples")}</h3>
        <ul>
          ${card.examples.map((example, number) => {
            const played = isOld ? undefined : page.played.value.get(`${card.card} ${number}`);
            const state = played === undefined ? "waits" : played.passed ? "holds" : "fails";
            return html`<li key=${number} class=${state}>
              <span class="sign-of" role="img" aria-label=${w(state)} title=${w(state)}>${SIGNS[state]}</span>
              <span>
                <span class="soft">${`${w(example.works ? "works" : "refuses")}: `}</span>
                ${example.shows}
                ${played && !played.passed ? html`<span class="why">${played.message}</span>` : null}
              </span>
            </li>`;
          })}
        </ul>
      </div>`
    }
  </article>`;
}

const SIGNS = { waits: "·", holds: "✓", fails: "✗" };
