// The page of the workshop: the text of a card, what is wrong with it, and what it is.

import { batch, h, html, signal } from "../vendor/preact.js";
import { copyText } from "../copying.js";
import { Menu } from "../menu/menu.js";
import { packed, unpacked } from "../packing.js";
import { button } from "../pieces/controls.js";
import { sign } from "../pieces/signs.js";
import { forget, remember } from "../seats.js";
import { keep, kept, settings, t } from "../settings.js";
import { Asking, NoAnswer, STOPPED } from "./asking.js";
import { BuildsOn } from "./builds-on.js";
import { Cards } from "./cards.js";
import { Editor } from "./editor.js";
import { Findings } from "./findings.js";
import { START } from "./start.js";
import { Status } from "./status.js";
import { speak, w } from "./words.js";

/**
 * @import { CheckedReply, CardDraft, DraftDiagnostic,
 *   PlayedReply, ShownCard } from "../contract/workshop.js"
 */
/** @import { Created, Offer } from "../messages.js" */

const KEY = "kingsburg.card";

/** How long nothing is typed before the text is checked, and before examples are played, in milliseconds. */
const PAUSE = 350;
const LONG_PAUSE = 500;
/** A check that takes longer than this is mentioned. */
const PATIENCE = 700;
/** How long a message stays. */
const STAYS = 5000;
/** Browsers and mail cut longer addresses, and what they unpack to has a limit, too. */
const LONGEST_LINK = 16_000;

export class WorkshopPage {
  /** The tables at which cards of this page are played. @type {Set<string>} */
  tables = new Set();
  asking;
  editor;
  /** The packs of the library that the card builds on. */
  requires = signal(/** @type {readonly string[]} */ ([]));
  offer = signal(/** @type {Offer | null} */ (null));
  /** The last check. */
  checked = signal(/** @type {CheckedReply | null} */ (null));
  /** The cards as they were the last time that there was no mistake. */
  cards = signal(/** @type {readonly ShownCard[]} */ ([]));
  /** The results of examples, by card and number. */
  played = signal(/** @type {ReadonlyMap<string, PlayedReply>} */ (new Map()));
  isLate = signal(false);
  /** Whether the worker had to be stopped over this very text. */
  isStuck = signal(false);
  isHotSeat = signal(false);
  note = signal(/** @type {string | null} */ (null));
  /** Whether the card came with a link. */
  isLinked = signal(false);
  /** What the address has of a card. */
  #link = "";
  /** Counts the changes: what comes back for an older text is not shown. */
  #version = 0;
  #timer = 0;
  #lateTimer = 0;
  #noteTimer = 0;

  constructor() {
    this.asking = new Asking(() => this.#workerReplaced());
    this.editor = new Editor("", {
      changed: () => this.#changed(),
      complete: (text, at) =>
        this.#quietly(this.asking.ask({ type: "complete", draft: this.#draft(text), at })),
      explain: (text, at) =>
        this.#quietly(this.asking.ask({ type: "explain", draft: this.#draft(text), at })),
      page: (finding) => this.page(finding),
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.check());
    this.again();
  }

  /** Come to the page, perhaps with the card of a link, or back from a table. */
  async enter() {
    document.title = `Kingsburg · ${w("title")}`;
    for (const table of this.tables) forget(table);
    const fields = new URLSearchParams(location.hash.slice(1));
    const link = fields.get("yaml") ?? "";
    const isNew = this.editor.text === "" || (link !== this.#link && !location.hash.startsWith("#/"));
    if (!isNew) return;
    this.#link = link;
    /** @type {CardDraft} */
    const own = kept(KEY, { text: START, requires: [] });
    const text = link === "" || link.length > LONGEST_LINK ? null : await unpacked(link).catch(() => null);
    this.isLinked.value = text !== null;
    this.#begin(
      text === null ? own : { text, requires: (fields.get("requires") ?? "").split(",").filter(Boolean) },
    );
  }

  /** @param {CardDraft} draft */
  #begin({ text, requires }) {
    batch(() => {
      this.requires.value = requires;
      this.cards.value = [];
      this.checked.value = null;
    });
    this.editor.begin(text);
    this.check();
  }

  /** Take what comes in the language of the reader. */
  again() {
    this.asking.connection.request("GET", `api/choices?language=${settings.peek().language}`).then(
      (offer) => {
        this.offer.value = /** @type {Offer} */ (offer);
      },
      () => {},
    );
  }

  /** @param {string} text @returns {CardDraft} */
  #draft(text) {
    return { text, requires: this.requires.peek() };
  }

  /** The address of the page about a code. @param {DraftDiagnostic} finding */
  page({ page }) {
    return page === null ? null : new URL(page, this.asking.docs || location.href).href;
  }

  /**
   * Answers that come while somebody types may fail to come.
   * @template T
   * @param {Promise<T>} asked
   * @returns {Promise<T | null>}
   */
  async #quietly(asked) {
    return this.asking.state.peek() === "ready" ? asked.catch(() => null) : null;
  }

  #workerReplaced() {
    if (location.hash.startsWith("#/t/")) location.hash = "#/";
    this.tables.clear();
    this.again();
  }

  // What is typed

  #changed() {
    this.#version += 1;
    this.isStuck.value = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#keep();
      this.check();
    }, PAUSE);
  }

  /** Keep one's own card in the browser, and that of a link in the address. */
  async #keep() {
    const { text } = this.editor;
    if (!this.isLinked.peek()) keep(KEY, this.#draft(text));
    else {
      this.#link = await packed(text);
      if (!location.hash.startsWith("#/") && this.#link.length <= LONGEST_LINK)
        history.replaceState(null, "", this.#address().hash);
    }
  }

  #address() {
    const address = new URL(location.href);
    const requires = this.requires.peek();
    const built = requires.length > 0 ? `requires=${requires.join(",")}&` : "";
    address.hash = `#${built}yaml=${this.#link}`;
    return address;
  }

  /** Check the text, and then play its examples. */
  async check() {
    clearTimeout(this.#timer);
    const version = ++this.#version;
    const isOld = () => version !== this.#version;
    clearTimeout(this.#lateTimer);
    this.#lateTimer = setTimeout(() => {
      if (!isOld() && this.asking.state.peek() === "ready") {
        this.isLate.value = true;
      }
    }, PATIENCE);
    const draft = this.#draft(this.editor.text);
    const { language } = settings.peek();
    try {
      const checked = await this.asking.ask({ type: "check", draft, language, theme: theme() });
      if (isOld()) return;
      batch(() => {
        this.checked.value = checked;
        if (checked.trial !== null) this.cards.value = checked.cards;
        this.played.value = new Map();
      });
      this.editor.mark(checked.findings);
    } catch (problem) {
      if (!isOld()) this.#unanswered(problem);
      return;
    } finally {
      if (!isOld()) {
        clearTimeout(this.#lateTimer);
        this.isLate.value = false;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LONG_PAUSE));
    await this.#playExamples(draft, isOld);
  }

  /** Play the examples of the cards that were checked. @param {CardDraft} draft @param {() => boolean} isOld */
  async #playExamples(draft, isOld) {
    const { cards = [], findings = [] } = this.checked.peek() ?? {};
    const examples = cards.flatMap(({ card, examples }) =>
      [...examples.keys()].map((number) => ({ card, number })),
    );
    try {
      for (const { card, number } of examples) {
        if (isOld()) return;
        const reply = await this.asking.ask({ type: "play_example", draft, card, number });
        if (isOld()) return;
        this.played.value = new Map([...this.played.peek(), [`${card} ${number}`, reply]]);
        this.editor.mark([...findings, ...[...this.played.peek().values()].flatMap((one) => one.findings)]);
      }
    } catch (problem) {
      if (!isOld()) this.#unanswered(problem);
    }
  }

  /**
   * Say why a text was not checked. One over which the worker was stopped is not tried again.
   * @param {unknown} problem
   */
  #unanswered(problem) {
    if (!(problem instanceof NoAnswer)) throw problem;
    if (problem.message === STOPPED) this.isStuck.value = true;
    else if (this.asking.state.peek() === "ready") this.say(w("failed", { problem: problem.message }));
  }

  // What is clicked

  /** @param {string} text */
  say(text) {
    this.note.value = text;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => {
      this.note.value = null;
    }, STAYS);
  }

  async share() {
    this.#link = await packed(this.editor.text);
    const { href } = this.#address();
    if (href.length > LONGEST_LINK) return this.say(w("tooLong"));
    this.isLinked.value = true;
    history.replaceState(null, "", href);
    if (await copyText(href)) this.say(w("copied"));
  }

  /** Back to one's own card, or to the first one. */
  startOver() {
    const wasLinked = this.isLinked.peek();
    this.isLinked.value = false;
    this.#link = "";
    history.replaceState(null, "", "#");
    const first = { text: START, requires: [] };
    this.#begin(wasLinked ? kept(KEY, first) : first);
  }

  /** @param {string} pack @param {boolean} isOn */
  require(pack, isOn) {
    const others = this.requires.peek().filter((one) => one !== pack);
    this.requires.value = isOn ? [...others, pack] : others;
    this.#changed();
  }

  /** Open a table with the card, start the game, and go there. */
  async play() {
    const trial = this.checked.peek()?.trial;
    if (!trial) return;
    const me = { kind: "me", name: settings.peek().name || t("player", { number: 1 }) };
    const others = this.isHotSeat.peek()
      ? [{ kind: "me", name: t("player", { number: 2 }) }]
      : [
          { kind: "bot", name: "Brian" },
          { kind: "bot", name: "Cindy" },
        ];
    const { connection } = this.asking;
    try {
      const made = /** @type {Created} */ (
        await connection.request("POST", `api/tables?language=${settings.peek().language}`, {
          edition: this.offer.peek()?.choices.edition,
          modules: trial.modules,
          variants: [],
          scenario: trial.scenario,
          switches: {},
          packs: [{ name: "my-cards", files: trial.files }],
          seats: [me, ...others],
          public: false,
          minutes: null,
          language: settings.peek().language,
        })
      );
      const host = connection.open(made.table, made.seats[0]?.token ?? null);
      host.send({ type: "hello", language: settings.peek().language });
      host.send({ type: "start" });
      host.close();
      remember(made.table, made.title, made.seats);
      this.tables.add(made.table);
      location.hash = `#/t/${made.table}`;
    } catch (problem) {
      this.say(/** @type {Error} */ (problem).message);
    }
  }

  // What is shown

  render() {
    const checked = this.checked.value;
    const isFine = checked !== null && checked.trial !== null && !this.isStuck.value;
    return html`<div class="workshop">
      <header class="bar">
        <a class="brand" href="./" title=${w("toGame")}>${sign("back")}Kingsburg </a>
        <h1>${w("title")}</h1>
        ${h(Menu, {
          onLanguage: () => {
            speak().then(() => {
              this.again();
              this.editor.begin(this.editor.text);
              this.check();
            });
          },
        })}
      </header>
      <main>
        <div class="writing">
          ${h(BuildsOn, { page: this })}
          <div class="tools">
            ${button({ class: "link", onClick: () => this.startOver() }, this.isLinked.value ? w("own") : w("again"))}
            ${button(
              {
                class: "link",
                onClick: () => {
                  this.share();
                },
              },
              w("share"),
            )}
          </div>
          <div
            class="editor"
            ref=${(/** @type {Element | null} */ found) => {
              if (found !== null && this.editor.dom.parentNode !== found)
                found.replaceChildren(this.editor.dom);
            }}
          />
          <div class="doing">
            ${h(Status, { page: this })}
            <div class="trial">
              <select
                aria-label=${w("players")}
                onChange=${(/** @type {Event} */ event) => {
                  this.isHotSeat.value = /** @type {HTMLSelectElement} */ (event.target).value === "2";
                }}
              >
                ${[
                  ["1", w("bots")],
                  ["2", w("hotSeat")],
                ].map(
                  ([value, text]) =>
                    html`<option
                      key=${value}
                      value=${value}
                      selected=${(value === "2") === this.isHotSeat.value}
                    >
                      ${text}
                    </option>`,
                )}
              </select>
              ${button(
                {
                  class: "primary",
                  off: !isFine,
                  onClick: () => {
                    if (isFine) this.play();
                  },
                },
                w("play"),
              )}
            </div>
          </div>
        </div>
        <div class="seen">${h(Findings, { page: this })} ${h(Cards, { page: this })}</div>
      </main>
    </div>`;
  }
}

/** How the page looks now. @returns {"light" | "dark"} */
function theme() {
  const { theme } = settings.peek();
  if (theme !== "auto") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
