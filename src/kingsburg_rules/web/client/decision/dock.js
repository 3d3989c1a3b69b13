// The question with its answers, hints and messages.

import { h, html } from "../vendor/preact.js";
import { Purse } from "../board/purse.js";
import { button } from "../pieces/controls.js";
import { useMore } from "../pieces/more.js";
import { mark } from "../pieces/marks.js";
import { sign } from "../pieces/signs.js";
import { t } from "../settings.js";
import { Answers } from "./answers.js";
import { Question } from "./question.js";

/** @import { AnyAction, Scene, SeatView } from "../parts.js" */
/** @import { TablePage } from "../table/page.js" */
/** @import { Session } from "../session.js" */

/** @param {AnyAction} one @param {AnyAction} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What is asked, and what can be said about it. @param {{ page: TablePage, scene: Scene }} props */
export function Dock({ page, scene }) {
  const { session, play, pick } = page;
  const ask = session.ask.value;
  const hint = page.hint.value;
  const note = page.note.value;
  const told = session.told.value;
  const { view, names } = scene;
  const asking = ask && {
    ask,
    view,
    names,
    picks: page.picks.value,
    odds: page.odds.value,
    isSent: page.isSent.value,
    play,
    pick,
  };
  return html`<section ref=${useMore()} class="dock ${ask ? "asks" : ""}" aria-label=${t("decision")}>
    ${session.isLost.value && html`<p class="lost" role="alert">${t("lost")}</p>`}
    <div class="head">
      ${
        asking
          ? h(Question, asking)
          : html`<div class="question">
              <h2 id="question" tabindex=${-1} class="quiet">${waitingFor(session, view)}</h2>
            </div>`
      }
      ${h(Purse, { scene })}
      <div class="tools">
        ${
          session.isBusy.value &&
          button({ class: "tool", onClick: () => session.flush(), label: t("showAll") }, sign("next"))
        }
        ${
          view.seat !== null && [
            button(
              { class: "tool take-back", onClick: page.undo, label: t("undo"), off: !page.undoer },
              sign("undo"),
            ),
            button({ class: "tool ask-hint", onClick: page.help, label: t("hint"), off: !ask }, sign("hint")),
          ]
        }
      </div>
    </div>
    <div class="about" role="status">
      ${
        note
          ? html`<p class="note">${note}</p>`
          : hint && ask
            ? html`<div class="hint">
                <b
                  >${
                    ask.texts[ask.decision.options.findIndex((option) => isSame(option, hint.action))] ??
                    hint.text
                  }</b
                >
                ${button({ class: "link", onClick: () => play(hint.action) }, t("doIt"))}
                ${
                  hint.why &&
                  html`<ul aria-label=${t("why")}>
                    ${hint.why.map((why) => html`<li key=${why}>${why}</li>`)}
                  </ul>`
                }
              </div>`
            : told &&
              html`<p class="told">
                ${mark(told.seat)} ${told.text}
                ${
                  scene.shown !== told.seat &&
                  button({ class: "link", onClick: () => page.onPlayer(told.seat) }, t("look"))
                }
              </p>`
      }
    </div>
    ${asking && h(Answers, asking)}
  </section>`;
}

/** @param {Session} session @param {SeatView} view */
function waitingFor(session, { table, pending = [] }) {
  const names = [...new Set(pending.map((owed) => table.players[owed.player]?.name ?? ""))];
  return session.isBusy.value || names.length === 0
    ? session.log.value.at(-1)?.text
    : t("waitsFor", { names: names.join(", ") });
}
