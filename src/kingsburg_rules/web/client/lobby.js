// The lobby: my tables, open tables, and a new one.

import { h } from "./vendor/preact.js";
import { roman } from "./names.js";
import { button, color, div, field, icon, mark, p, select, sign, span, tick } from "./pieces.js";
import { Menu } from "./menu.js";
import { set, settings, t } from "./settings.js";
import { forget, myTables, remember } from "./seats.js";

/** @import { Connection, Created, EditionChoice, Offer, Open, PackChoice, TableInfo } from "./parts.js" */

/** @typedef {{ kind: "me" | "open" | "bot", name: string, bot: string }} SeatPlan */
/** @typedef {{ name: string, text?: string, zip?: string }} Upload */

const NAMES = ["Ann", "Brian", "Cindy", "David", "Eve", "Felix", "Grace", "Hugo"];
const LARGEST = 2_000_000;

/** @type {Open} */
export const open = (tables, draw) => new LobbyPage(tables, draw);

class LobbyPage {
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

  /** Ask what can be played, and which tables there are; either may take longer. */
  again() {
    this.#load(`api/choices?language=${settings.language}`, (/** @type {Offer} */ offer) => {
      this.offer = offer;
      this.edition ||= offer.choices.edition;
    });
    this.#load("api/tables", (/** @type {{ tables: TableInfo[] }} */ { tables }) => {
      this.tables = tables;
    });
  }

  /** @template T @param {string} path @param {(answer: T) => void} use */
  async #load(path, use) {
    try {
      use(/** @type {T} */ (await this.connection.request("GET", path)));
    } catch (problem) {
      this.problem = /** @type {Error} */ (problem).message;
    }
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
    const others = this.chosen.filter(
      (id) => id !== pack.id && !(pack.kind === "scenario" && id === this.scenario),
    );
    const clash = this.chosenEdition?.clashes.find(
      ({ one, other }) =>
        (one === pack.id && others.includes(other)) || (other === pack.id && others.includes(one)),
    );
    return clash?.message ?? null;
  }

  async create() {
    const { edition, modules, variants, scenario, switches, packs, isPublic, minutes } = this;
    const known =
      this.chosenEdition?.modules
        .filter((one) => modules.has(one.id))
        .flatMap((one) => one.variants ?? [])
        .map((one) => one.id) ?? [];
    this.isSent = true;
    this.problem = null;
    this.draw();
    try {
      const made = /** @type {Created} */ (
        await this.connection.request("POST", `api/tables?language=${settings.language}`, {
          edition,
          modules: [...modules],
          variants: known.filter((id) => variants.has(id)),
          scenario,
          switches,
          packs,
          seats: this.seats.map(({ kind, name, bot }, at) => ({
            kind,
            name: kind === "open" ? "" : name.trim() || (NAMES[at] ?? t("player", { number: at + 1 })),
            ...(kind === "bot" ? { bot } : {}),
          })),
          public: isPublic,
          minutes: minutes > 0 ? minutes : null,
          language: settings.language,
        })
      );
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
      this.packs = [
        ...this.packs,
        { name: file.name, ...(isZip ? { zip: await base64(file) } : { text: await file.text() }) },
      ];
    }
    this.draw();
  }

  render() {
    return h(
      "main",
      { class: "page lobby" },
      h(
        "header",
        { class: "bar" },
        span("brand", icon("vp"), "Kingsburg"),
        h(Menu, { onLanguage: () => this.again() }),
      ),
      h("h1", {}, t("title")),
      h(Tables, { page: this }),
      this.offer === null
        ? h("p", { class: "loading", role: "status" }, this.problem ?? t("connecting"))
        : h(NewTable, { page: this, offer: this.offer }),
      h("p", {}, h("a", { href: "#/replay" }, t("openRecord"))),
      document.documentElement.dataset["connection"] &&
        h("p", {}, h("a", { href: "workshop.html" }, t("workshop"))),
    );
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
  return h(
    "section",
    { class: "tables", "aria-labelledby": "tables-title" },
    h("h2", { id: "tables-title" }, t("tables")),
    h(
      "ul",
      {},
      mine.map(([id, { title, seats }]) =>
        h(
          "li",
          { key: id },
          h("a", { href: `#/t/${id}` }, h("b", {}, info.get(id)?.title ?? title), " ", state(info.get(id))),
          Object.keys(seats).map((seat) => h("span", { key: seat }, mark(Number(seat)))),
          button(
            {
              class: "link",
              label: t("forgetTable", { title }),
              onClick: () => {
                forget(id);
                page.draw();
              },
            },
            sign("close"),
          ),
        ),
      ),
      open.map((one) =>
        h(
          "li",
          { key: one.table },
          h("a", { href: `#/t/${one.table}` }, h("b", {}, one.title), " ", state(one)),
          span("soft", one.people.map((person) => person.name || t("openSeat")).join(", ")),
        ),
      ),
    ),
  );

  /** @param {TableInfo | undefined} one */
  function state(one) {
    return one && span("soft", one.phase === "playing" ? t("year", { year: roman(one.year) }) : t(one.phase));
  }
}

/** @param {{ page: LobbyPage, offer: Offer }} props */
function NewTable({ page, offer }) {
  const { chosenEdition: edition, seats, problem } = page;
  if (edition === undefined) return null;
  const change = (/** @type {() => void} */ action) => () => {
    action();
    page.draw();
  };
  return h(
    "form",
    {
      class: "new-table",
      onSubmit: (event) => {
        event.preventDefault();
        page.create();
      },
    },
    h(
      "fieldset",
      { class: "plan" },
      h("legend", {}, t("players")),
      seats.map((seat, at) => h(SeatRow, { key: at, page, seat, at, bots: offer.bots })),
      seats.length < edition.most_players &&
        button(
          {
            class: "add",
            onClick: change(() =>
              seats.push({ kind: "bot", name: NAMES[seats.length] ?? "", bot: offer.bots[0] ?? "greedy" }),
            ),
          },
          "+ ",
          t("addSeat"),
        ),
    ),
    div(
      "choices",
      h(
        "fieldset",
        {},
        h("legend", {}, t("modules")),
        edition.modules.map((pack) => h(Pack, { key: pack.id, page, pack })),
      ),
      edition.scenarios.length > 0 &&
        h(
          "fieldset",
          {},
          h("legend", {}, t("scenario")),
          tick({
            type: "radio",
            name: "scenario",
            checked: page.scenario === null,
            title: t("noScenario"),
            onChange: change(() => {
              page.scenario = null;
            }),
          }),
          edition.scenarios.map((pack) => h(Pack, { key: pack.id, page, pack })),
        ),
    ),
    div(
      "rest",
      h(
        "details",
        { class: "more" },
        h("summary", {}, t("more")),
        field(
          t("edition"),
          offer.choices.editions.map(({ id, title }) => [id, title]),
          page.edition,
          (id) => {
            page.edition = id;
            page.modules = new Set(
              [...page.modules].filter((id) => page.chosenEdition?.modules.some((one) => one.id === id)),
            );
            page.scenario = null;
            page.switches = {};
            page.draw();
          },
        ),
        p("soft", edition.blurb),
        field(
          t("clock"),
          [0, 1, 2, 5, 15, 1440].map((one) => [
            String(one),
            one === 0 ? t("noClock") : one === 1440 ? t("oneDay") : t("minutes", { count: one }),
          ]),
          String(page.minutes),
          (minutes) => {
            page.minutes = Number(minutes);
          },
        ),
        tick({
          checked: page.isPublic,
          title: t("public"),
          onChange: change(() => {
            page.isPublic = !page.isPublic;
          }),
        }),
        h(
          "label",
          { class: "upload" },
          t("upload"),
          h("input", {
            type: "file",
            accept: ".yaml,.yml,.zip",
            multiple: true,
            onChange: (event) => page.upload(event.target.files),
          }),
        ),
        page.packs.map(({ name }, at) =>
          h(
            "p",
            { key: at },
            name,
            " ",
            button(
              {
                class: "link",
                label: t("remove", { name }),
                onClick: change(() => page.packs.splice(at, 1)),
              },
              sign("close"),
            ),
          ),
        ),
        h("h3", {}, t("rulings")),
        edition.switches.map(({ id, title, values, ...one }) =>
          field(
            title,
            values.map(({ id, title }) => [id, title]),
            page.switches[id] ?? one.default,
            (value) => {
              page.switches = { ...page.switches, [id]: value };
            },
          ),
        ),
      ),
      problem && h("p", { class: "problem", role: "alert" }, problem),
      h("p", { class: "soft", role: "status" }, page.isSent && t("connecting")),
      button({ type: "submit", class: "primary", off: page.isSent }, t("create")),
    ),
  );
}

/** @param {{ page: LobbyPage, seat: SeatPlan, at: number, bots: readonly string[] }} props */
function SeatRow({ page, seat, at, bots }) {
  const { kind, name, bot } = seat;
  const number = t("player", { number: at + 1 });
  const kinds = [
    ["me", t("atThisScreen")],
    ["open", t("byLink")],
    ...bots.map((one) => [`bot:${one}`, bots.length > 1 ? `${t("bot")} (${one})` : t("bot")]),
  ];
  return div(
    `seat-row ${color(at)}`,
    mark(at),
    select(`${number}: ${t("who")}`, kinds, kind === "bot" ? `bot:${bot}` : kind, (value) => {
      const [kind, bot = seat.bot] = value.split(":");
      Object.assign(seat, { kind, bot });
      page.draw();
    }),
    kind === "open"
      ? span("soft", t("openSeat"))
      : h("input", {
          "aria-label": `${number}: ${t("name")}`,
          value: name,
          placeholder: at === 0 ? t("yourName") : NAMES[at],
          maxLength: 40,
          onInput: (event) => {
            seat.name = event.target.value;
            if (at === 0) set({ name: seat.name });
          },
        }),
    page.seats.length > 2 &&
      button(
        {
          class: "link",
          label: t("remove", { name: number }),
          onClick: () => {
            page.seats.splice(at, 1);
            page.draw();
          },
        },
        sign("close"),
      ),
  );
}

/** A module or scenario with its variants. @param {{ page: LobbyPage, pack: PackChoice }} props */
function Pack({ page, pack: { id, kind, title, blurb, requires = [], variants = [], ...pack } }) {
  const isScenario = kind === "scenario";
  const isOn = isScenario ? page.scenario === id : page.modules.has(id);
  const clash = isOn ? null : page.clash({ id, kind, title, blurb, ...pack });
  return h(
    "div",
    {},
    tick({
      ...(isScenario ? { type: "radio", name: "scenario" } : {}),
      checked: isOn,
      off: clash !== null,
      title,
      text: clash ?? blurb,
      onChange: () => {
        if (isScenario) page.scenario = id;
        else if (!page.modules.delete(id)) for (const each of [id, ...requires]) page.modules.add(each);
        page.draw();
      },
    }),
    isOn &&
      variants.map(({ id, title, blurb }) =>
        h(
          "div",
          { key: id, class: "variant" },
          tick({
            checked: page.variants.has(id),
            title,
            text: blurb,
            onChange: () => {
              if (!page.variants.delete(id)) page.variants.add(id);
              page.draw();
            },
          }),
        ),
      ),
  );
}
