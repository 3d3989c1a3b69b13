// The replay viewer: a record of a game, step by step. A link to a moment carries the record itself.

import { h } from "./vendor/preact.js";
import { Calendar, InForce, Players, Province, Stage } from "./board.js";
import { Menu } from "./menu.js";
import { Names } from "./names.js";
import { button, div, sign } from "./pieces.js";
import { packed, unpacked } from "./packing.js";
import { isCalm, settings, t } from "./settings.js";
import { Log } from "./table.js";

/** @import { CatalogCard, Connection, LogLine, Open, Replay, Scene } from "./parts.js" */

const PACES = { off: 250, fast: 450, calm: 1000 };

/** @type {Open} */
export const open = (tables, draw, rest) => new ReplayPage(tables, draw, rest.join("/"));

class ReplayPage {
  /** @type {Replay | null} */
  replay = null;
  /** @type {Names | null} */
  names = null;
  at = 0;
  /** @type {number | null} */
  looksAt = null;
  /** @type {string | null} */
  note = null;
  #record = "";
  #timer = 0;

  /**
   * @param {Connection} connection
   * @param {() => void} draw
   * @param {string} [link] What a link has after `#/replay/`: a moment and a record.
   */
  constructor(connection, draw, link = "") {
    this.connection = connection;
    this.draw = draw;
    document.title = `Kingsburg · ${t("replay")}`;
    addEventListener("keydown", this.#key);
    const [moment = "0", packed = ""] = link.split("/");
    if (packed !== "") this.#guard(unpacked(packed).then((record) => this.open(record, Number(moment))));
  }

  leave() {
    this.pause();
    removeEventListener("keydown", this.#key);
  }

  again() {
    if (this.#record !== "") this.#guard(this.open(this.#record, this.at));
  }

  /** @param {Promise<void>} doing */
  #guard(doing) {
    doing.catch((problem) => {
      this.note = problem.message;
      this.draw();
    });
  }

  /** @param {string} record @param {number} at */
  async open(record, at) {
    const replay = /** @type {Replay} */ (
      await this.connection.request("POST", `api/replays?language=${settings.language}`, {
        record,
        language: settings.language,
      })
    );
    this.#record = record;
    this.replay = replay;
    this.names = new Names(replay.catalog);
    this.note = null;
    this.go(at);
  }

  /** @param {number} at */
  go(at) {
    const { replay } = this;
    if (replay === null) return;
    this.at = Math.max(0, Math.min(at, replay.steps.length));
    if (this.at === replay.steps.length) this.pause();
    this.draw();
  }

  get isPlaying() {
    return this.#timer !== 0;
  }

  play() {
    if (this.replay !== null && this.at >= this.replay.steps.length) this.at = 0;
    this.#timer = setInterval(() => this.go(this.at + 1), isCalm() ? PACES[settings.speed] : PACES.calm);
    this.draw();
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  /** Go to the next or the previous step that begins a phase. @param {1 | -1} by */
  skip(by) {
    const steps = this.replay?.steps ?? [];
    let at = this.at + by;
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
    if (event.key === "ArrowRight") this.go(this.at + 1);
    else if (event.key === "ArrowLeft") this.go(this.at - 1);
    else if (event.key === " ") this.#toggle();
    else return;
    event.preventDefault();
  };

  #toggle = () => {
    if (this.isPlaying) this.pause();
    else this.play();
    this.draw();
  };

  #share = async () => {
    const address = new URL(location.href);
    address.hash = `#/replay/${this.at}/${await packed(this.#record)}`;
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address.href).catch(() => {});
    this.note = t("copied");
    this.draw();
  };

  render() {
    const { replay, names } = this;
    if (replay === null || names === null) {
      return h(
        "main",
        { class: "page lobby" },
        h(
          "header",
          { class: "bar" },
          h("a", { class: "brand", href: "#/" }, sign("back"), t("lobby")),
          h(Menu, { onLanguage: () => this.again() }),
        ),
        h("h1", {}, t("replay")),
        h("p", {}, t("replayHelp")),
        h(
          "label",
          { class: "upload" },
          t("openRecord"),
          h("input", {
            type: "file",
            accept: ".json",
            onChange: (event) => {
              const file = event.target.files?.[0];
              if (file) this.#guard(file.text().then((text) => this.open(text, 0)));
            },
          }),
        ),
        this.note && h("p", { class: "problem", role: "alert" }, this.note),
      );
    }
    const step = replay.steps[this.at - 1];
    const view = step?.view ?? replay.view;
    /** @type {LogLine[]} */
    const lines = replay.steps
      .slice(Math.max(0, this.at - 40), this.at)
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
      fresh: new Set(
        (step?.events ?? []).flatMap((event) =>
          "advisor" in event ? [event.advisor] : "building" in event ? [event.building] : [],
        ),
      ),
      shown: this.looksAt ?? view.table.turn_order[0] ?? 0,
      onAdvisor: (place) => this.#look(place.card),
      onCard: (/** @type {CatalogCard} */ card) => this.#look(card.id),
      onPlayer: (seat) => {
        this.looksAt = seat;
        this.draw();
      },
    };
    const said = (step?.texts ?? []).filter((text) => text !== null).join(" ");
    return div(
      "table",
      h(
        "header",
        { class: "bar" },
        h("a", { class: "brand", href: "#/", "aria-label": t("lobby") }, sign("back")),
        h(Calendar, { scene }),
        h(Menu, { onLanguage: () => this.again() }),
      ),
      h(
        "main",
        {},
        h("h1", { class: "unseen" }, replay.title),
        h(Stage, { scene, isOver: view.table.over === true }),
        h(
          "section",
          { class: "dock player-bar", "aria-label": t("replay") },
          h("p", { class: "said", role: "status", tabIndex: 0 }, this.note ?? said),
          div(
            "controls",
            button({ label: t("previousPhase"), onClick: () => this.skip(-1) }, sign("previous")),
            button({ label: t("previous"), onClick: () => this.go(this.at - 1) }, sign("back")),
            button(
              { class: "primary", label: this.isPlaying ? t("pause") : t("play"), onClick: this.#toggle },
              sign(this.isPlaying ? "pause" : "play"),
            ),
            button({ label: t("next"), class: "flip", onClick: () => this.go(this.at + 1) }, sign("back")),
            button({ label: t("nextPhase"), onClick: () => this.skip(1) }, sign("next")),
            h("input", {
              type: "range",
              min: 0,
              max: replay.steps.length,
              value: this.at,
              "aria-label": t("moment"),
              onInput: (event) => {
                this.note = null;
                this.go(Number(event.target.value));
              },
            }),
            h("output", {}, `${this.at}/${replay.steps.length}`),
            button({ onClick: this.#share, label: t("shareMoment") }, sign("link")),
          ),
        ),
        h(Province, { scene }),
      ),
      h(
        "aside",
        { "aria-label": t("aside") },
        h(Players, { scene }),
        h(InForce, { scene }),
        h("section", { class: "side" }, h(Log, { lines })),
      ),
    );
  }

  /** @param {string} id */
  #look(id) {
    if (this.names === null) return;
    this.note = `${this.names.of(id)} · ${this.names.text(id)}`;
    this.draw();
  }
}
