// The lobby: my tables, open tables, and a new one.

import { h } from "./vendor/preact.js";
import { roman } from "./names.js";
import { button, div, mark, p, sign, span } from "./pieces.js";
import { Menu } from "./menu.js";
import { set, settings, t } from "./settings.js";
import { forget, myTables, remember } from "./seats.js";

/** @import { EditionChoice, PackChoice } from "./contract/types.js" */
/** @import { Connection, Created, Offer, TableInfo } from "./messages.js" */
/** @import { Child } from "./vendor/preact.js" */

/** @typedef {{ kind: "me" | "open" | "bot", name: string, bot: string }} SeatPlan */
/** @typedef {{ name: string, text?: string, zip?: string }} Upload */

const NAMES = ["Ann", "Brian", "Cindy", "David", "Eve", "Felix", "Grace", "Hugo"];
const LARGEST = 2_000_000;

export class LobbyPage {
  /** @type {Offer | null} */
  offer = null;
  /** @type {readonly TableInfo[]} */
  tables = [];
  edition = "";
  /** @type {Set<string>} */
  modules = new Set();
  /** @type {Set<string>} */
  variants = new Set();
  /** @type {string | null} */
  scenario = null;
  /** @type {Record<string, string>} */
  switches = {};
  /** @type {Upload[]} */
  packs = [];
  isPublic = false;
  minutes = 0;
  /** @type {string | null} */
  problem = null;
  isSent = false;
  /** @type {SeatPlan[]} */
  seats = [
    { kind: "me", name: settings.name, bot: "greedy" },
    { kind: "bot", name: "Brian", bot: "greedy" },
    { kind: "bot", name: "Cindy", bot: "greedy" },
  ];

  /** @param {Connection} connection @param {() => void} draw */
  constructor(connection, draw) {
    this.connection = connection;
    this.draw = draw;
    this.again();
    document.title = "Kingsburg";
  }

  leave() {}

  again() {
    this.#load().catch((problem) => { this.problem = problem.message; this.draw(); });
  }

  async #load() {
    const [offer, open] = await Promise.all([
      this.connection.request("GET", `api/choices?language=${settings.language}`),
      this.connection.request("GET", "api/tables"),
    ]);
    this.offer = /** @type {Offer} */ (offer);
    this.tables = /** @type {{ tables: TableInfo[] }} */ (open).tables;
    this.edition ||= this.offer.choices.edition;
    this.draw();
  }

  /** @returns {EditionChoice | undefined} */
  get chosenEdition() {
    return this.offer?.choices.editions.find((one) => one.id === this.edition);
  }

  /** What is chosen, modules and the scenario. */
  get chosen() {
    return [...this.modules, ...(this.scenario ? [this.scenario] : [])];
  }

  /** Why a module or scenario cannot be added. @param {PackChoice} pack @returns {string | null} */
  clash(pack) {
    const others = this.chosen.filter((id) => id !== pack.id && !(pack.kind === "scenario" && id === this.scenario));
    const clash = this.chosenEdition?.clashes.find(({ one, other }) =>
      (one === pack.id && others.includes(other)) || (other === pack.id && others.includes(one)));
    return clash?.message ?? null;
  }

  async create() {
    this.isSent = true;
    this.problem = null;
    this.draw();
    const modules = [...this.modules];
    const known = new Set(this.chosenEdition?.modules.filter((one) => this.modules.has(one.id)).flatMap((one) => one.variants ?? []).map((one) => one.id));
    const seats = this.seats.map(({ kind, name, bot }, at) => ({
      kind, name: kind === "open" ? "" : name.trim() || (NAMES[at] ?? t("player", { number: at + 1 })), ...(kind === "bot" ? { bot } : {}),
    }));
    try {
      const made = /** @type {Created} */ (await this.connection.request("POST", `api/tables?language=${settings.language}`, {
        edition: this.edition, modules, variants: [...this.variants].filter((id) => known.has(id)), scenario: this.scenario,
        switches: this.switches, packs: this.packs, seats, public: this.isPublic, minutes: this.minutes > 0 ? this.minutes : null, language: settings.language,
      }));
      remember(made.table, made.title, made.seats);
      location.hash = `#/t/${made.table}`;
    } catch (problem) {
      this.problem = /** @type {Error} */ (problem).message;
      this.isSent = false;
      this.draw();
    }
  }

  /** @param {FileList | null} files */
  async upload(files) {
    for (const file of files ?? []) {
      if (file.size > LARGEST) {
        this.problem = t("tooLarge");
        continue;
      }
      const isZip = file.name.toLowerCase().endsWith(".zip");
      this.packs = [...this.packs, { name: file.name, ...(isZip ? { zip: await base64(file) } : { text: await file.text() }) }];
    }
    this.draw();
  }

  render() {
    return h("main", { class: "page lobby" },
      h("header", { class: "bar" }, span("brand", "Kingsburg"), h(Menu, { onLanguage: () => this.again() })),
      h("h1", {}, t("title")),
      h(Tables, { page: this }),
      this.offer === null ? h("p", { class: "loading", role: "status" }, this.problem ?? t("connecting")) : h(NewTable, { page: this }),
      h("p", {}, h("a", { href: "#/replay" }, t("openRecord"))));
  }
}

/** @param {Blob} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(new Error(t("unreadable")));
    reader.readAsDataURL(file);
  });
}

/** @param {{ page: LobbyPage }} props */
function Tables({ page }) {
  const mine = myTables();
  const known = new Set(mine.map(([id]) => id));
  const open = page.tables.filter((one) => !known.has(one.table));
  if (mine.length + open.length === 0) return null;
  const info = new Map(page.tables.map((one) => [one.table, one]));
  return h("section", { class: "tables", "aria-labelledby": "tables-title" },
    h("h2", { id: "tables-title" }, t("tables")),
    h("ul", {},
      mine.map(([id, { title, seats }]) => h("li", { key: id },
        h("a", { href: `#/t/${id}` }, h("b", {}, info.get(id)?.title ?? title), " ", state(info.get(id))),
        Object.keys(seats).map((seat) => h("span", { key: seat }, mark(Number(seat)))),
        button({ class: "link", label: t("forgetTable", { title }), onClick: () => { forget(id); page.draw(); } }, sign("close")))),
      open.map((one) => h("li", { key: one.table },
        h("a", { href: `#/t/${one.table}` }, h("b", {}, one.title), " ", state(one)),
        span("soft", one.people.map((person) => person.name || t("openSeat")).join(", "))))));

  /** @param {TableInfo | undefined} one */
  function state(one) {
    return one && span("soft", one.phase === "playing" ? t("year", { year: roman(one.year) }) : t(one.phase));
  }
}

/** @param {{ page: LobbyPage }} props */
function NewTable({ page }) {
  const { offer, chosenEdition: edition } = page;
  if (offer === null || edition === undefined) return null;
  const change = (/** @type {() => void} */ action) => () => { action(); page.draw(); };
  return h("form", { class: "new-table", onSubmit: (event) => { event.preventDefault(); page.create(); } },
    h("h2", {}, t("newTable")),
    h("fieldset", { class: "plan" }, h("legend", {}, t("players")),
      page.seats.map((_, at) => h(SeatRow, { key: at, page, at, bots: offer.bots })),
      page.seats.length < edition.most_players &&
        button({ class: "add", onClick: change(() => page.seats.push({ kind: "bot", name: NAMES[page.seats.length] ?? "", bot: offer.bots[0] ?? "greedy" })) }, "+ ", t("addSeat"))),
    h("fieldset", {}, h("legend", {}, t("modules")), edition.modules.map((pack) => h(Pack, { key: pack.id, page, pack }))),
    edition.scenarios.length > 0 && h("fieldset", {}, h("legend", {}, t("scenario")),
      tick({ key: "none", type: "radio", name: "scenario", checked: page.scenario === null, title: t("noScenario"), onChange: change(() => { page.scenario = null; }) }),
      edition.scenarios.map((pack) => h(Pack, { key: pack.id, page, pack }))),
    h("details", { class: "more" }, h("summary", {}, t("more")),
      h("label", {}, t("edition"), h("select", { value: page.edition, onChange: (event) => {
        page.edition = event.target.value;
        page.modules = new Set([...page.modules].filter((id) => page.chosenEdition?.modules.some((one) => one.id === id)));
        page.scenario = null;
        page.switches = {};
        page.draw();
      } }, offer.choices.editions.map((one) => h("option", { key: one.id, value: one.id, selected: one.id === page.edition }, one.title)))),
      p("soft", edition.blurb),
      h("label", {}, t("clock"), h("select", { onChange: (event) => { page.minutes = Number(event.target.value); } },
        [0, 1, 2, 5, 15, 1440].map((one) => h("option", { key: one, value: one, selected: one === page.minutes }, one === 0 ? t("noClock") : one === 1440 ? t("oneDay") : t("minutes", { count: one }))))),
      tick({ type: "checkbox", checked: page.isPublic, title: t("public"), onChange: change(() => { page.isPublic = !page.isPublic; }) }),
      h("label", { class: "upload" }, t("upload"), h("input", { type: "file", accept: ".yaml,.yml,.zip", multiple: true,
        onChange: (event) => page.upload(event.target.files) })),
      page.packs.map((pack, at) => h("p", { key: at, class: "uploaded" }, pack.name, " ",
        button({ class: "link", label: t("remove", { name: pack.name }), onClick: change(() => page.packs.splice(at, 1)) }, sign("close")))),
      h("h3", {}, t("rulings")),
      edition.switches.map((one) => h("label", { key: one.id }, one.title, h("select", { onChange: (event) => {
        page.switches = { ...page.switches, [one.id]: event.target.value };
      } }, one.values.map((value) => h("option", { key: value.id, value: value.id, selected: value.id === (page.switches[one.id] ?? one.default) }, value.title)))))),
    page.problem && h("p", { class: "problem", role: "alert" }, page.problem),
    button({ type: "submit", class: "primary", off: page.isSent, onClick: () => {} }, t("create")));
}

/** @param {{ page: LobbyPage, at: number, bots: readonly string[] }} props */
function SeatRow({ page, at, bots }) {
  const seat = page.seats[at];
  if (seat === undefined) return null;
  const number = t("player", { number: at + 1 });
  const now = seat.kind === "bot" ? `bot:${seat.bot}` : seat.kind;
  const kinds = [["me", t("atThisScreen")], ["open", t("byLink")], ...bots.map((bot) => [`bot:${bot}`, bots.length > 1 ? `${t("bot")} (${bot})` : t("bot")])];
  return div(`seat-row seat p${at}`, mark(at),
    h("select", { "aria-label": `${number}: ${t("who")}`, onChange: (event) => {
      const [kind, bot] = event.target.value.split(":");
      seat.kind = /** @type {SeatPlan["kind"]} */ (kind);
      if (bot) seat.bot = bot;
      page.draw();
    } }, kinds.map(([kind, title]) => h("option", { key: kind, value: kind, selected: kind === now }, title))),
    seat.kind === "open" ? span("soft", t("openSeat"))
      : h("input", { "aria-label": `${number}: ${t("name")}`, value: seat.name, placeholder: at === 0 ? t("yourName") : NAMES[at], maxLength: 40, required: false,
        onInput: (event) => { seat.name = event.target.value; if (at === 0) set({ name: seat.name }); } }),
    page.seats.length > 2 && button({ class: "link", label: t("remove", { name: number }), onClick: () => { page.seats.splice(at, 1); page.draw(); } }, sign("close")));
}

/** A module or scenario with its variants. @param {{ page: LobbyPage, pack: PackChoice }} props */
function Pack({ page, pack }) {
  const clash = page.clash(pack);
  const isScenario = pack.kind === "scenario";
  const isOn = isScenario ? page.scenario === pack.id : page.modules.has(pack.id);
  return div("pack",
    tick({ type: isScenario ? "radio" : "checkbox", name: isScenario ? "scenario" : pack.id, checked: isOn, off: clash !== null && !isOn,
      title: pack.title, text: clash !== null && !isOn ? clash : pack.blurb, onChange: () => {
        if (isScenario) page.scenario = pack.id;
        else if (!page.modules.delete(pack.id)) for (const id of [pack.id, ...(pack.requires ?? [])]) page.modules.add(id);
        page.draw();
      } }),
    isOn && (pack.variants ?? []).map((variant) => h("div", { key: variant.id, class: "variant" },
      tick({ type: "checkbox", checked: page.variants.has(variant.id), title: variant.title, text: variant.blurb, onChange: () => {
        if (!page.variants.delete(variant.id)) page.variants.add(variant.id);
        page.draw();
      } }))));
}

/**
 * @param {{ type: string, name?: string, checked: boolean, off?: boolean, title: string, text?: string, key?: string, onChange: () => void }} how
 * @returns {Child}
 */
function tick({ type, name, checked, off = false, title, text, key, onChange }) {
  return h("label", { class: `tick ${off ? "off" : ""}`, key }, h("input", { type, name, checked, disabled: off, onChange }),
    h("span", {}, h("b", {}, title), text ? span("blurb", text) : null));
}
