// The help: rules by phase, what this table adds, a legend of the icons, and the keys.

import { h, html, useEffect, useLayoutEffect, useRef, useSignal } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { useMore } from "../pieces/more.js";
import { sign } from "../pieces/signs.js";
import { settings } from "../settings.js";
import { Keys } from "./keys.js";
import { Legend } from "./legend.js";
import { Rules } from "./rules.js";
import { help, loadHelp, loadStyle } from "./words.js";

/** @import { About, Choices, Connection, Offer } from "../parts.js" */

const PARTS = { rules: Rules, icons: Legend, keys: Keys };

/** What the help needs before it is shown. */
export const load = () => Promise.all([loadHelp(), loadStyle("help/help.css")]);

/** @param {{ about: About, close: () => void }} props */
export function Help({ about, close }) {
  const box = /** @type {{ current: HTMLDialogElement | null }} */ (useRef(null));
  const text = useMore();
  const part = useSignal(/** @type {keyof typeof PARTS} */ ("rules"));
  const choices = useSignal(/** @type {Choices | null} */ (null));
  useLayoutEffect(() => box.current?.showModal(), []);
  useEffect(() => {
    choicesOf(about.connection).then(
      (found) => {
        choices.value = found;
      },
      () => {}, // Without it the rules lack what modules say about themselves.
    );
  }, []);
  return html`<dialog
    ref=${box}
    class="help"
    aria-labelledby="help-title"
    onClose=${close}
    onKeyDown=${(/** @type {Event} */ event) => event.stopPropagation()}
    onClick=${(/** @type {Event} */ event) => event.target === box.current && box.current?.close()}
  >
    <header>
      <h2 id="help-title">${help("title")}</h2>
      <nav>${Object.keys(PARTS).map((name) => tab(/** @type {keyof typeof PARTS} */ (name)))}</nav>
      ${button({ class: "tool", label: help("close"), onClick: () => box.current?.close() }, sign("close"))}
    </header>
    <div
      class="text"
      ref=${text}
      tabindex=${0}
      role="region"
      aria-label=${help(part.value)}
      key=${part.value}
    >
      ${part.value === "rules" && about.teach && button({ class: "teach-here", onClick: taught }, help("teachHere"))}
      ${h(PARTS[part.value], { about, choices: choices.value })}
    </div>
  </dialog>`;

  function taught() {
    about.teach?.();
    box.current?.close();
  }

  /** @param {keyof typeof PARTS} name */
  function tab(name) {
    const onClick = () => {
      part.value = name;
    };
    return button({ key: name, pressed: part.value === name, onClick }, help(name));
  }
}

/** @param {Connection} connection */
async function choicesOf(connection) {
  const offer = await connection.request("GET", `api/choices?language=${settings.peek().language}`);
  return /** @type {Offer} */ (offer).choices;
}
