// A lesson: what this phase is, what to look at, and what a good answer is.

import { html } from "../vendor/preact.js";
import { help } from "../help/words.js";
import { button } from "../pieces/controls.js";

/** @import { Scene } from "../parts.js" */
/** @import { Guide } from "./guide.js" */

/** @param {{ guide: Guide, scene: Scene }} props */
export function Lesson({ guide, scene }) {
  const isOver = guide.isOver.value;
  const isRefused = guide.refused.value !== null;
  const isBrief = guide.isRead.value && !isRefused && !isOver;
  return html`<section
    class="guide ${isRefused ? "points" : ""} ${isBrief ? "brief" : ""}"
    aria-label=${help("guide")}
  >
    <header>
      <h2>${isOver ? help("winterTitle") : title(guide, scene)}</h2>
      ${!isOver && button({ class: "link skip-lessons", onClick: guide.end }, help("skip"))}
    </header>
    <div class="lesson" aria-live="polite">${isOver ? ending(guide) : told(guide, scene)}</div>
    <div class="choices">
      ${
        isOver
          ? button({ class: "primary alone", onClick: guide.end }, help("alone"))
          : [
              advice(guide),
              !guide.isRead.value && button({ class: "read", onClick: guide.read }, help("gotIt")),
            ]
      }
    </div>
  </section>`;
}

/** @param {Guide} guide @param {Scene} scene */
const title = ({ phases, isFirst }, { names }) =>
  isFirst.value ? help("welcome") : names.of(phases.value.at(-1) ?? "");

/** @param {Guide} guide @param {Scene} scene */
function told(guide, { names }) {
  const { phases, kind, isFirst, isRead, refused, about } = guide;
  const passed = phases.value.slice(0, -1);
  const why = refused.value;
  return [
    why !== null && html`<p key="why" class="why">${help("refused", { why })}</p>`,
    !isRead.value && [
      isFirst.value && html`<p key="aim">${help("aim", { years: names.catalog.years })}</p>`,
      ...passed.map((phase) => html`<p key=${phase}><b>${names.of(phase)}</b> · ${about(phase)}</p>`),
      html`<p key="phase">${about(phases.value.at(-1) ?? "")}</p>`,
      kind.value !== "" && html`<p key="kind">${help(`kind_${kind.value}`)}</p>`,
    ],
    isRead.value && why === null && html`<p key="known" class="soft">${help("known")}</p>`,
    guide.page.hint.value && html`<p key="reasons"><b>${help("reasons")}</b></p>`,
  ];
}

/** @param {Guide} guide */
function advice({ page }) {
  const isAsked = page.session.ask.value !== null;
  return (
    !page.hint.value &&
    button({ class: "advice-button", onClick: page.help, off: !isAsked }, help("goodAnswer"))
  );
}

/** @param {Guide} guide */
function ending({ fought: { value } }) {
  return [
    value?.outcome &&
      html`<p key="fought">
        <b>${help(`battle_${value.outcome}`, { mine: value.strength, enemy: value.enemy })}</b>
      </p>`,
    html`<p key="after">${help("after")}</p>`,
  ];
}
