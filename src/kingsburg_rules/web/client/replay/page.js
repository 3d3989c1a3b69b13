// The replay viewer: a record of a game, step by step. A link to a moment carries the record itself.

import { batch, h, html, signal } from "../vendor/preact.js";
import { copyText } from "../copying.js";
import { HelpButton } from "../help/button.js";
import { winterIn } from "../chronicle.js";
import { Menu } from "../menu/menu.js";
import { Names } from "../names.js";
import { packed, unpacked } from "../packing.js";
import { button } from "../pieces/controls.js";
import { waitingFor } from "../pieces/loading.js";
import { Popover } from "../pieces/popover.js";
import { sign } from "../pieces/signs.js";
import { isCalm, settings, t } from "../settings.js";
import { Board } from "../table/board.js";
import { Log } from "../table/log.js";

/** @import { FieldEvent } from "../vendor/preact.js" */
/** @import { Connection, LogLine, Open, Replay, Scene } from "../parts.js" */

const PACES = { off: 250, fast: 450, calm: 1000 };

/** @type {Open} */
export const open = (tables, rest) => new ReplayPage(tables, rest.join("/"));

class ReplayPage {
  replay = signal(/** @type {Replay | null} */ (null));
  names = signal(/** @type {Names | null} */ (null));
  at = signal(0);
  looksAt = signal(/** @type {number | null} */ (null));
  note = signal(/** @type {string | null} */ (null));
  isPlaying = signal(false);
  /** Whether a record is being read. */
  isOpening = signal(false);
  #record = "";
  #timer = 0;

  /**
   * @param {Connection} connection
   * @param {string} [link] What a link has after `#/replay/`: a moment and a record.
   */
  constructor(connection, link = "") {
    this.connection = connection;
    document.title = `Kingsburg · ${t("replay")}`;
    addEventListener("keydown", this.#key);
    const [moment = "0", packed = ""] = link.split("/");
    if (packed !== "") this.#guard(this.#follow(packed, Number(moment)));
  }

  leave() {
    this.pause();
    removeEventListener("keydown", this.#key);
  }

  again() {
    if (this.#record !== "") this.#guard(this.open(this.#record, this.at.peek()));
  }

  /** @param {Promise<void>} doing */
  #guard(doing) {
    this.isOpening.value = true;
    doing
      .catch((problem) => {
        this.note.value = problem.message;
      })
      .finally(() => {
        this.isOpening.value = false;
      });
  }

  /** @param {string} packed @param {number} moment */
  async #follow(packed, moment) {
    const record = await unpacked(packed).catch(() => {
      throw new Error(t("brokenLink"));
    });
    await this.open(record, moment);
  }

  /** @param {string} record @param {number} at */
  async open(record, at) {
    const { language } = settings.peek();
    const replay = /** @type {Replay} */ (
      await this.connection.request("POST", `api/replays?language=${language}`, { record, language })
    );
    this.#record = record;
    batch(() => {
      this.replay.value = replay;
      this.names.value = new Names(replay.catalog);
      this.note.value = null;
      this.go(at);
    });
  }

  /** @param {number} at */
  go(at) {
    const length = this.replay.peek()?.steps.length ?? 0;
    this.at.value = Math.max(0, Math.min(at, length));
    if (this.at.peek() === length) this.pause();
  }

  /** @param {1 | -1} by */
  step(by) {
    this.go(this.at.peek() + by);
  }

  play() {
    if (this.at.peek() >= (this.replay.peek()?.steps.length ?? 0)) this.at.value = 0;
    this.#timer = setInterval(() => this.step(1), isCalm() ? PACES[settings.peek().speed] : PACES.calm);
    this.isPlaying.value = true;
  }

  pause() {
    clearInterval(this.#timer);
    this.isPlaying.value = false;
  }

  /** Go to the next or the previous step that begins a phase. @param {1 | -1} by */
  skip(by) {
    const steps = this.replay.peek()?.steps ?? [];
    let at = this.at.peek() + by;
    while (
      at > 0 &&
      at < steps.length &&
      !steps[at - 1]?.events.some((event) => event.type === "PhaseStarted")
    )
      at += by;
    this.go(at);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (
      /** @type {Element} */ (event.target).matches("input[type=text], select, button, summary") &&
      event.key === " "
    )
      return;
    if (event.key === "ArrowRight") this.step(1);
    else if (event.key === "ArrowLeft") this.step(-1);
    else if (event.key === " ") this.#toggle();
    else return;
    event.preventDefault();
  };

  #toggle = () => {
    if (this.isPlaying.peek()) this.pause();
    else this.play();
  };

  #share = async () => {
    const address = new URL(location.href);
    address.hash = `#/replay/${this.at.peek()}/${await packed(this.#record)}`;
    history.replaceState(null, "", address);
    if (await copyText(address.href)) this.note.value = t("copied");
  };

  render() {
    const replay = this.replay.value;
    const names = this.names.value;
    const at = this.at.value;
    if (replay === null || names === null) {
      return html`<main class="page lobby">
        <header class="bar">
          <a class="brand" href="#/">${sign("back")} ${t("lobby")}</a>
          ${h(HelpButton, { about: () => ({ connection: this.connection }) })}
          ${h(Menu, { onLanguage: () => this.again() })}
        </header>
        <h1>${t("replay")}</h1>
        <p>${t("replayHelp")}</p>
        <label class="upload">
          ${t("openRecord")}
          <input
            type="file"
            accept=".json"
            onChange=${(/** @type {FieldEvent} */ event) => {
              const file = event.target.files?.[0];
              if (file) this.#guard(file.text().then((/** @type {string} */ text) => this.open(text, 0)));
            }}
          />
        </label>
        <p class="loading" role="status">${this.isOpening.value && waitingFor()}</p>
        ${this.note.value && html`<p class="problem" role="alert">${this.note.value}</p>`}
      </main>`;
    }
    const step = replay.steps[at - 1];
    const before = replay.steps[at - 2]?.view ?? replay.view;
    const { winter, view } = (step && winterIn(before, step)) ?? {
      winter: null,
      view: step?.view ?? replay.view,
    };
    /** @type {LogLine[]} */
    const lines = replay.steps
      .slice(Math.max(0, at - 40), at)
      .flatMap(({ events, texts }) =>
        texts.flatMap((text, at) => (text === null ? [] : [{ seq: events[at]?.seq ?? 0, text }])),
      );
    /** @type {Scene} */
    const scene = {
      view,
      names,
      people: [],
      lit: new Map(),
      litCards: new Set(),
      isAsked: false,
      fresh: step?.events ?? [],
      winter,
      shown: this.looksAt.value ?? view.table.turn_order[0] ?? 0,
      onAdvisor: () => {},
      onCard: () => {},
      onPlayer: (seat) => {
        this.looksAt.value = seat;
      },
    };
    const pace = this.isPlaying.value ? "pause" : "play";
    const said = (step?.texts ?? []).filter((text) => text !== null).join(" ");
    const dock = html`<section class="dock player-bar" aria-label=${t("replay")}>
      <p class="said" role="status" tabindex=${0}>${this.note.value ?? said}</p>
      <div class="controls">
        ${button({ label: t("previousPhase"), onClick: () => this.skip(-1) }, sign("previous"))}
        ${button({ label: t("previous"), onClick: () => this.step(-1) }, sign("back"))}
        ${button({ class: "primary", label: t(pace), onClick: this.#toggle }, sign(pace))}
        ${button({ label: t("next"), class: "flip", onClick: () => this.step(1) }, sign("back"))}
        ${button({ label: t("nextPhase"), onClick: () => this.skip(1) }, sign("next"))}
        <input
          type="range"
          min=${0}
          max=${replay.steps.length}
          value=${at}
          aria-label=${t("moment")}
          onInput=${(/** @type {FieldEvent} */ event) => {
            this.note.value = null;
            this.go(Number(event.target.value));
          }}
        />
        <output>${`${at}/${replay.steps.length}`}</output>
        ${button({ onClick: this.#share, label: t("shareMoment") }, sign("link"))}
      </div>
    </section>`;
    return h(Board, {
      scene,
      title: replay.title,
      isOver: view.table.over === true,
      menu: [
        h(HelpButton, {
          about: () => ({
            connection: this.connection,
            catalog: replay.catalog,
            phase: view.table.phase,
          }),
        }),
        h(Menu, { onLanguage: () => this.again() }),
      ],
      dock,
      boxes: h(Popover, { names, view }),
      side: lines.length > 0 && html`<section class="side">${h(Log, { lines })}</section>`,
    });
  }
}
