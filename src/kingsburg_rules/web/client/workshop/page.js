// The page of the workshop: the text of a card, what is wrong with it, and what it is.

import { h } from "../vendor/preact.js";
import { Menu } from "../menu.js";
import { packed, unpacked } from "../packing.js";
import { button, sign } from "../pieces.js";
import { forget, remember } from "../seats.js";
import { keep, kept, LANGUAGES, settings, t } from "../settings.js";
import { Asking, NoAnswer, STOPPED } from "./asking.js";
import { Editor } from "./editor.js";
import { START } from "./start.js";
import { speak, w } from "./words.js";

/**
 * @import { CheckedReply, CardDraft, DraftDiagnostic,
 *   PlayedReply, ShownCard } from "../contract/workshop.js"
 */
/** @import { Created, Offer } from "../messages.js" */
/** @import { Child } from "../vendor/preact.js" */

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
  /** @type {readonly string[]} The packs of the library that the card builds on. */
  requires = [];
  /** @type {Offer | null} */
  offer = null;
  /** @type {CheckedReply | null} The last check. */
  checked = null;
  /** @type {readonly ShownCard[]} The cards as they were the last time that there was no mistake. */
  cards = [];
  /** The results of examples, by card and number. @type {Map<string, PlayedReply>} */
  played = new Map();
  isLate = false;
  /** Whether the worker had to be stopped over this very text. */
  isStuck = false;
  isHotSeat = false;
  /** @type {string | null} */
  note = null;
  /** What the address has of a card. @type {string} */
  #link = "";
  #isLinked = false;
  /** Counts the changes: what comes back for an older text is not shown. */
  #version = 0;
  #timer = 0;
  #lateTimer = 0;
  #noteTimer = 0;
  #stopped = 0;
  #draw;

  /** @param {() => void} draw */
  constructor(draw) {
    this.#draw = draw;
    this.asking = new Asking(() => this.#workerChanged());
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
    this.#isLinked = text !== null;
    this.#begin(
      text === null ? own : { text, requires: (fields.get("requires") ?? "").split(",").filter(Boolean) },
    );
  }

  /** @param {CardDraft} draft */
  #begin({ text, requires }) {
    this.requires = requires;
    this.cards = [];
    this.checked = null;
    this.editor.begin(text);
    this.check();
  }

  /** Take what comes in the language of the reader. */
  again() {
    this.asking.connection.request("GET", `api/choices?language=${settings.language}`).then(
      (offer) => {
        this.offer = /** @type {Offer} */ (offer);
        this.#draw();
      },
      () => {},
    );
  }

  /** @param {string} text @returns {CardDraft} */
  #draft(text) {
    return { text, requires: this.requires };
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
    return this.asking.state === "ready" ? asked.catch(() => null) : null;
  }

  #workerChanged() {
    if (this.asking.stopped > this.#stopped) {
      this.#stopped = this.asking.stopped;
      if (location.hash.startsWith("#/t/")) location.hash = "#/";
      this.tables.clear();
      this.again();
    }
    this.#draw();
  }

  // What is typed

  #changed() {
    this.#version += 1;
    this.isStuck = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#keep();
      this.check();
    }, PAUSE);
  }

  /** Keep one's own card in the browser, and that of a link in the address. */
  async #keep() {
    const { text } = this.editor;
    if (!this.#isLinked) keep(KEY, this.#draft(text));
    else {
      this.#link = await packed(text);
      if (!location.hash.startsWith("#/") && this.#link.length <= LONGEST_LINK)
        history.replaceState(null, "", this.#address().hash);
    }
  }

  #address() {
    const address = new URL(location.href);
    const requires = this.requires.length > 0 ? `requires=${this.requires.join(",")}&` : "";
    address.hash = `#${requires}yaml=${this.#link}`;
    return address;
  }

  /** Check the text, and then play its examples. */
  async check() {
    clearTimeout(this.#timer);
    const version = ++this.#version;
    const isOld = () => version !== this.#version;
    clearTimeout(this.#lateTimer);
    this.#lateTimer = setTimeout(() => {
      if (!isOld() && this.asking.state === "ready") {
        this.isLate = true;
        this.#draw();
      }
    }, PATIENCE);
    const draft = this.#draft(this.editor.text);
    const { language } = settings;
    this.#draw();
    try {
      const checked = await this.asking.ask({ type: "check", draft, language, theme: theme() });
      if (isOld()) return;
      this.checked = checked;
      if (checked.trial !== null) this.cards = checked.cards;
      this.played = new Map();
      this.editor.mark(checked.findings);
    } catch (problem) {
      if (!isOld()) this.#unanswered(problem);
      return;
    } finally {
      if (!isOld()) {
        clearTimeout(this.#lateTimer);
        this.isLate = false;
      }
      this.#draw();
    }
    await new Promise((resolve) => setTimeout(resolve, LONG_PAUSE));
    try {
      for (const { card, examples } of this.checked?.cards ?? []) {
        for (const number of examples.keys()) {
          if (isOld()) return;
          const reply = await this.asking.ask({ type: "play_example", draft, card, number });
          if (isOld()) return;
          this.played.set(`${card} ${number}`, reply);
          this.editor.mark([
            ...(this.checked?.findings ?? []),
            ...[...this.played.values()].flatMap((one) => one.findings),
          ]);
          this.#draw();
        }
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
    if (problem.message === STOPPED) this.isStuck = true;
    else if (this.asking.state === "ready") this.say(w("failed", { problem: problem.message }));
    this.#draw();
  }

  // What is clicked

  /** @param {string} text */
  say(text) {
    this.note = text;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => {
      this.note = null;
      this.#draw();
    }, STAYS);
    this.#draw();
  }

  async share() {
    this.#link = await packed(this.editor.text);
    const { href } = this.#address();
    if (href.length > LONGEST_LINK) return this.say(w("tooLong"));
    this.#isLinked = true;
    history.replaceState(null, "", href);
    await navigator.clipboard?.writeText(href).catch(() => {});
    this.say(w("copied"));
  }

  /** Back to one's own card, or to the first one. */
  startOver() {
    const wasLinked = this.#isLinked;
    this.#isLinked = false;
    this.#link = "";
    history.replaceState(null, "", "#");
    const first = { text: START, requires: [] };
    this.#begin(wasLinked ? kept(KEY, first) : first);
  }

  /** @param {string} pack @param {boolean} isOn */
  require(pack, isOn) {
    this.requires = isOn ? [...this.requires, pack] : this.requires.filter((one) => one !== pack);
    this.#changed();
    this.#draw();
  }

  /** Open a table with the card, start the game, and go there. */
  async play() {
    const trial = this.checked?.trial;
    if (!trial) return;
    const me = { kind: "me", name: settings.name || t("player", { number: 1 }) };
    const others = this.isHotSeat
      ? [{ kind: "me", name: t("player", { number: 2 }) }]
      : [
          { kind: "bot", name: "Brian" },
          { kind: "bot", name: "Cindy" },
        ];
    const { connection } = this.asking;
    try {
      const made = /** @type {Created} */ (
        await connection.request("POST", `api/tables?language=${settings.language}`, {
          edition: this.offer?.choices.edition,
          modules: trial.modules,
          variants: [],
          scenario: trial.scenario,
          switches: {},
          packs: [{ name: "my-cards", files: trial.files }],
          seats: [me, ...others],
          public: false,
          minutes: null,
          language: settings.language,
        })
      );
      const host = connection.open(made.table, made.seats[0]?.token ?? null);
      host.send({ type: "hello", language: settings.language });
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
    const isFine = this.checked?.trial !== null && this.checked !== null && !this.isStuck;
    return h(
      "div",
      { class: "workshop" },
      h(
        "header",
        { class: "bar" },
        h("a", { class: "brand", href: "./", title: w("toGame") }, sign("back"), "Kingsburg"),
        h("h1", {}, w("title")),
        h(Menu, {
          onLanguage: () => {
            speak().then(() => {
              this.again();
              this.editor.begin(this.editor.text);
              this.check();
            });
          },
        }),
      ),
      h(
        "main",
        {},
        h(
          "div",
          { class: "writing" },
          h(BuildsOn, { page: this }),
          h(
            "div",
            { class: "tools" },
            button(
              { class: "link", onClick: () => this.startOver() },
              this.#isLinked ? w("own") : w("again"),
            ),
            button(
              {
                class: "link",
                onClick: () => {
                  this.share();
                },
              },
              w("share"),
            ),
          ),
          h("div", {
            class: "editor",
            ref: (/** @type {Element | null} */ found) => {
              if (found !== null && this.editor.dom.parentNode !== found)
                found.replaceChildren(this.editor.dom);
            },
          }),
          h(
            "div",
            { class: "doing" },
            h(Status, { page: this }),
            h(
              "div",
              { class: "trial" },
              h(
                "select",
                {
                  "aria-label": w("players"),
                  onChange: (/** @type {Event} */ event) => {
                    this.isHotSeat = /** @type {HTMLSelectElement} */ (event.target).value === "2";
                  },
                },
                [
                  ["1", w("bots")],
                  ["2", w("hotSeat")],
                ].map(([value, text]) =>
                  h("option", { key: value, value, selected: (value === "2") === this.isHotSeat }, text),
                ),
              ),
              button(
                {
                  class: "primary",
                  off: !isFine,
                  onClick: () => {
                    if (isFine) this.play();
                  },
                },
                w("play"),
              ),
            ),
          ),
        ),
        h("div", { class: "seen" }, h(Findings, { page: this }), h(Cards, { page: this })),
      ),
    );
  }
}

/** How the page looks now. @returns {"light" | "dark"} */
function theme() {
  if (settings.theme !== "auto") return settings.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** One sentence about the text, for eyes and ears. @param {{ page: WorkshopPage }} props */
function Status({ page }) {
  const [kind, text] = told(page);
  return h("p", { class: `status ${kind}`, role: "status" }, text);
}

/** @param {WorkshopPage} page @returns {[string, string]} */
function told({ asking, checked, note, isLate, isStuck }) {
  if (note !== null) return ["said", note];
  if (asking.state === "broken") return ["bad", w("broken", { problem: asking.problem ?? "" })];
  if (asking.state === "loading") return ["busy", asking.stopped > 0 ? w("stopped") : w("loading")];
  if (isStuck) return ["bad", w("stuck")];
  if (checked === null || isLate) return ["busy", w("checking")];
  const count = checked.findings.filter((one) => one.severity === "error").length;
  const warnings = checked.findings.length - count;
  if (count > 0) return ["bad", count === 1 ? w("mistake") : w("mistakes", { count })];
  if (warnings > 0) return ["warned", warnings === 1 ? w("warning") : w("warnings", { count: warnings })];
  return ["good", w("fine")];
}

/** The packs of the library that a card may name and change. @param {{ page: WorkshopPage }} props */
function BuildsOn({ page }) {
  const edition = page.offer?.choices.editions.find((one) => one.id === page.offer?.choices.edition);
  const packs = [...(edition?.modules ?? []), ...(edition?.scenarios ?? [])];
  const titles = packs.filter((one) => page.requires.includes(one.id)).map((one) => one.title);
  return h(
    "details",
    { class: "builds-on" },
    h("summary", {}, h("b", {}, `${w("buildsOn")} `), [w("baseGame"), ...titles].join(", ")),
    h(
      "div",
      { class: "packs" },
      packs.map((one) =>
        h(
          "label",
          { key: one.id, class: "tick" },
          h("input", {
            type: "checkbox",
            checked: page.requires.includes(one.id),
            onChange: (/** @type {Event} */ event) =>
              page.require(one.id, /** @type {HTMLInputElement} */ (event.target).checked),
          }),
          one.title,
        ),
      ),
    ),
  );
}

/** @param {{ page: WorkshopPage }} props */
function Findings({ page }) {
  const findings = page.checked?.findings ?? [];
  if (findings.length === 0) return null;
  return h(
    "section",
    { class: "findings", "aria-labelledby": "findings" },
    h("h2", { id: "findings" }, w("findings")),
    h(
      "ul",
      {},
      findings.map((finding, at) => {
        const address = page.page(finding);
        return h(
          "li",
          { key: at, class: finding.severity },
          button(
            { class: "where link", onClick: () => page.editor.go(finding.at.start) },
            w("line", { line: finding.at.start.line + 1 }),
          ),
          h(
            "span",
            { class: "message" },
            finding.message,
            " ",
            address === null
              ? h("span", { class: "code" }, finding.code)
              : h(
                  "a",
                  {
                    class: "code",
                    href: address,
                    target: "_blank",
                    rel: "noopener",
                    "aria-label": w("aboutCode", { code: finding.code }),
                  },
                  finding.code,
                ),
          ),
          finding.mends
            .slice(0, 3)
            .map((mend, number) =>
              button(
                { key: number, class: "mend", onClick: () => page.editor.mend(mend) },
                w("write", { text: mend.text.trim() }),
              ),
            ),
        );
      }),
    ),
  );
}

/** @param {{ page: WorkshopPage }} props */
function Cards({ page }) {
  const isOld = page.checked !== null && page.checked.trial === null;
  const waits = page.asking.state !== "ready" && page.cards.length === 0;
  return h(
    "section",
    { class: `cards ${isOld ? "old" : ""}`, "aria-label": w("cards") },
    page.cards.length === 0 ? h("p", { class: "soft empty" }, waits ? w("loading") : w("noCards")) : null,
    isOld && page.cards.length > 0 ? h("p", { class: "soft" }, w("before")) : null,
    page.cards.map((card) => h(Card, { key: card.card, page, card, isOld })),
  );
}

/** @param {{ page: WorkshopPage, card: ShownCard, isOld: boolean }} props */
function Card({ page, card, isOld }) {
  const own = card.words.find((one) => one.language === settings.language) ?? card.words[0];
  const name = own?.name ?? card.card;
  return h(
    "article",
    { "aria-label": name },
    h("img", {
      class: "picture",
      alt: w("picture", { name }),
      src: `data:image/svg+xml,${encodeURIComponent(card.picture)}`,
    }),
    h(
      "div",
      { class: "told" },
      h("h2", {}, name),
      own?.text ? h("p", {}, own.text, " ", h("span", { class: "soft" }, `(${w("authors")})`)) : null,
      h("h3", {}, w("generated")),
      h(
        "dl",
        {},
        card.words.map((one) => [
          h(
            "dt",
            {
              key: `${one.language} t`,
              title: LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (one.language)],
            },
            one.language,
          ),
          h("dd", { key: one.language, lang: one.language }, one.generated),
        ]),
      ),
    ),
    card.examples.length > 0 &&
      h(
        "div",
        { class: "examples" },
        h("h3", {}, w("examples")),
        h(
          "ul",
          {},
          card.examples.map((example, number) => {
            const played = isOld ? undefined : page.played.get(`${card.card} ${number}`);
            const state = played === undefined ? "waits" : played.passed ? "holds" : "fails";
            return h(
              "li",
              { key: number, class: state },
              h(
                "span",
                { class: "sign-of", role: "img", "aria-label": w(state), title: w(state) },
                SIGNS[state],
              ),
              h(
                "span",
                {},
                h("span", { class: "soft" }, `${w(example.works ? "works" : "refuses")}: `),
                example.shows,
                played && !played.passed ? h("span", { class: "why" }, played.message) : null,
              ),
            );
          }),
        ),
      ),
  );
}

/** @type {Readonly<Record<string, Child>>} */
const SIGNS = { waits: "·", holds: "✓", fails: "✗" };
