// The tables of this browser: first those that wait for its people, then the others, the latest first.

import { h, html, useEffect, useSignal } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { mark } from "../pieces/marks.js";
import { sign } from "../pieces/signs.js";
import { forget, myTables, recall } from "../seats.js";
import { t } from "../settings.js";
import { Stand } from "./stand.js";

/** @import { Known, TableInfo } from "../parts.js" */

/** How long a forgotten table can be taken back, in milliseconds. */
const REGRET = 20_000;

/** @param {{ tables: ReadonlyMap<string, TableInfo> }} props */
export function MyTables({ tables }) {
  const asksFor = useSignal(/** @type {string | null} */ (null));
  const gone = useSignal(/** @type {[string, Known[string]] | null} */ (null));
  const lost = gone.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      gone.value = null;
    }, REGRET);
    return () => clearTimeout(timer);
  }, [lost]);
  const mine = sorted(tables);
  if (mine.length === 0 && lost === null) return null;
  return html`<section class="tables mine" aria-labelledby="mine-title">
    <h2 id="mine-title">${t("myTables")}</h2>
    <ul>
      ${mine.map(([id, it]) => h(Row, { key: id, id, it, info: tables.get(id), asksFor, gone }))}
    </ul>
    <p class="regret" role="status">
      ${
        lost &&
        html`${t("forgotten", { title: lost[1].title })}
        ${button({ class: "link", onClick: () => takeBack(lost) }, t("takeBack"))}`
      }
    </p>
  </section>`;

  /** @param {[string, Known[string]]} lost */
  function takeBack([id, it]) {
    recall(id, it);
    gone.value = null;
  }
}

/**
 * @param {{
 *   id: string, it: Known[string], info: TableInfo | undefined,
 *   asksFor: { value: string | null }, gone: { value: [string, Known[string]] | null },
 * }} props
 */
function Row({ id, it, info, asksFor, gone }) {
  const title = info?.title || it.title;
  const seats = Object.keys(it.seats).map(Number);
  const isMyTurn = info !== undefined && isAsked(info, it);
  const sure = () => {
    asksFor.value = null;
    gone.value = [id, { ...it, title }];
    forget(id);
  };
  const ask = (/** @type {string | null} */ now) => () => {
    asksFor.value = now;
  };
  return html`<li class=${isMyTurn ? "asked" : ""}>
    <a href="#/t/${id}">
      <b>${title}</b>
      ${isMyTurn && html`<span class="turn">${t("yourTurn")}</span>`}
      ${info && h(Stand, { table: info, seats })}
    </a>
    ${seats.map((seat) => html`<span key=${seat}>${mark(seat)}</span>`)}
    ${
      asksFor.value === id
        ? html`<span class="sure">
            ${t("forgetSure")} ${button({ class: "primary", onClick: sure }, t("forget"))}
            ${button({ onClick: ask(null) }, t("keep"))}
          </span>`
        : button({ class: "link", label: t("forgetTable", { title }), onClick: ask(id) }, sign("close"))
    }
  </li>`;
}

/** Whether a table waits for somebody at this browser. @param {TableInfo} info @param {Known[string]} it */
const isAsked = (info, it) => info.phase === "playing" && info.asked.some((seat) => seat in it.seats);

/** @param {ReadonlyMap<string, TableInfo>} tables */
function sorted(tables) {
  const rank = (/** @type {[string, Known[string]]} */ [id, it]) => {
    const info = tables.get(id);
    if (info === undefined || info.phase === "over") return 2;
    return isAsked(info, it) ? 0 : 1;
  };
  const last = (/** @type {[string, Known[string]]} */ [id, it]) =>
    (tables.get(id)?.moved ?? 0) * 1000 || it.time;
  return myTables().sort((one, other) => rank(one) - rank(other) || last(other) - last(one));
}
