// What is wrong with the text.

import { html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { w } from "./words.js";

/** @import { WorkshopPage } from "./page.js" */

/** @param {{ page: WorkshopPage }} props */
export function Findings({ page }) {
  const findings = page.checked.value?.findings ?? [];
  if (findings.length === 0) return null;
  return html`<section class="findings" aria-labelledby="findings">
    <h2 id="findings">${w("findings")}</h2>
    <ul>
      ${findings.map((finding, at) => {
        const address = page.page(finding);
        return html`<li key=${at} class=${finding.severity}>
          ${button(
            { class: "where link", onClick: () => page.editor.go(finding.at.start) },
            w("line", { line: finding.at.start.line + 1 }),
          )}
          <span class="message">
            ${`${finding.message} `}
            ${
              address === null
                ? html`<span class="code">${finding.code}</span>`
                : html`<a
                    class="code"
                    href=${address}
                    target="_blank"
                    rel="noopener"
                    aria-label=${w("aboutCode", { code: finding.code })}
                    >${finding.code}</a
                  >`
            }
          </span>
          ${finding.mends
            .slice(0, 3)
            .map((mend, number) =>
              button(
                { key: number, class: "mend", onClick: () => page.editor.mend(mend) },
                w("write", { text: mend.text.trim() }),
              ),
            )}
        </li>`;
      })}
    </ul>
  </section>`;
}
