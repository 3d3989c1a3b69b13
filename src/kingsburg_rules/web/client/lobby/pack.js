// A module or scenario with its variants.

import { html } from "../vendor/preact.js";
import { toggled } from "../decision/picks.js";
import { tick } from "../pieces/controls.js";

/** @import { PackChoice } from "../parts.js" */
/** @import { LobbyPage } from "./page.js" */

/** A module or scenario with its variants. @param {{ page: LobbyPage, pack: PackChoice }} props */
export function Pack({ page, pack }) {
  const { id, kind, title, blurb, requires = [] } = pack;
  const { modules, scenario } = page.plan.value;
  const isScenario = kind === "scenario";
  const isOn = isScenario ? scenario === id : modules.has(id);
  const clash = isOn ? null : page.clash(pack);
  const change = () => {
    if (isScenario) page.change({ scenario: id });
    else page.change({ modules: isOn ? toggled(modules, id) : new Set([...modules, id, ...requires]) });
  };
  return html`<div class="pack">
    ${tick({
      ...(isScenario ? { type: "radio", name: "scenario" } : {}),
      checked: isOn,
      off: clash !== null,
      title,
      text: clash ?? blurb,
      onChange: change,
    })}
    ${isOn && variants(page, pack)}
  </div>`;
}

/** @param {LobbyPage} page @param {PackChoice} pack */
function variants(page, { variants = [] }) {
  const chosen = page.plan.value.variants;
  return variants.map(
    ({ id, title, blurb }) =>
      html`<div key=${id} class="variant">
        ${tick({
          checked: chosen.has(id),
          title,
          text: blurb,
          onChange: () => page.change({ variants: toggled(chosen, id) }),
        })}
      </div>`,
  );
}
