// The lobby: what can be played, my tables and open ones, and a new one.

import { batch, h, html, signal } from "../vendor/preact.js";
import { HelpButton } from "../help/button.js";
import { Menu } from "../menu/menu.js";
import { icon } from "../pieces/icons.js";
import { waitingFor } from "../pieces/loading.js";
import { isLocal } from "../place.js";
import { myTables } from "../seats.js";
import { settings, t } from "../settings.js";
import { teach } from "../teach/taught.js";
import { Learn } from "./learn.js";
import { MyTables } from "./my-tables.js";
import { NewTable } from "./new-table.js";
import { OpenTables } from "./open-tables.js";
import { make, NAMES, newPlan } from "./plan.js";

/**
 * @import { Connection, EditionChoice, Offer, Open, PackChoice, Plan, SeatPlan, Wanted,
 *   TableInfo } from "../parts.js"
 */

const LARGEST = 2_000_000;

/** @type {Open} */
export const open = (tables) => new LobbyPage(tables);

export class LobbyPage {
  offer = signal(/** @type {Offer | null} */ (null));
  /** The tables that everybody may see. */
  open = signal(/** @type {readonly TableInfo[]} */ ([]));
  /** How one's own tables are, as far as the server knows them. */
  mine = signal(/** @type {ReadonlyMap<string, TableInfo>} */ (new Map()));
  plan = signal(newPlan());
  problem = signal(/** @type {string | null} */ (null));
  isSent = signal(false);

  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.again();
    document.title = "Kingsburg";
  }

  leave() {}

  /** Ask what can be played, and which tables there are; either may take longer. */
  again() {
    this.#load(`api/choices?language=${settings.peek().language}`, (/** @type {Offer} */ offer) => {
      this.offer.value = offer;
      this.change({ edition: this.plan.peek().edition || offer.choices.edition });
    });
    this.#load("api/tables", (/** @type {{ tables: TableInfo[] }} */ { tables }) => {
      this.open.value = tables;
    });
    this.#loadMine();
  }

  /** Ask how one's own tables are. What opens seats is sent in the body: addresses are kept in logs. */
  #loadMine() {
    const tokens = myTables().map(([id, { seats }]) => [id, Object.values(seats)[0] ?? ""]);
    if (tokens.length === 0) return;
    const path = `api/tables/mine?language=${settings.peek().language}`;
    const use = (/** @type {{ tables: TableInfo[] }} */ { tables }) => {
      this.mine.value = new Map(tables.map((one) => [one.table, one]));
    };
    this.#load(path, use, { tables: Object.fromEntries(tokens) });
  }

  /**
   * @template T
   * @param {string} path
   * @param {(answer: T) => void} use
   * @param {unknown} [body]
   */
  async #load(path, use, body) {
    try {
      const method = body === undefined ? "GET" : "POST";
      const answer = /** @type {T} */ (await this.connection.request(method, path, body));
      batch(() => use(answer));
    } catch (problem) {
      this.problem.value = /** @type {Error} */ (problem).message;
    }
  }

  /** Choose something for the new table. @param {Partial<Plan>} changes */
  change(changes) {
    this.plan.value = { ...this.plan.peek(), ...changes };
  }

  /** @param {number} at @param {Partial<SeatPlan>} changes */
  changeSeat(at, changes) {
    const seats = this.plan
      .peek()
      .seats.map((seat, other) => (other === at ? { ...seat, ...changes } : seat));
    this.change({ seats });
  }

  /** Choose another edition; what it does not have is forgotten. @param {string} edition */
  changeEdition(edition) {
    const found = this.offer.peek()?.choices.editions.find((one) => one.id === edition);
    const modules = [...this.plan.peek().modules].filter((id) => found?.modules.some((one) => one.id === id));
    this.change({ edition, modules: new Set(modules), scenario: null, switches: {} });
  }

  /** @returns {EditionChoice | undefined} */
  get edition() {
    return this.offer.value?.choices.editions.find((one) => one.id === this.plan.value.edition);
  }

  /** Why a module or scenario cannot be added. @param {PackChoice} pack @returns {string | null} */
  clash(pack) {
    const { modules, scenario } = this.plan.value;
    const others = [...modules, ...(scenario && pack.kind !== "scenario" ? [scenario] : [])].filter(
      (id) => id !== pack.id,
    );
    const clash = this.edition?.clashes.find(
      ({ one, other }) =>
        (one === pack.id && others.includes(other)) || (other === pack.id && others.includes(one)),
    );
    return clash?.message ?? null;
  }

  /** Make a table for a first game: against one bot, with a guide. */
  learn = () => {
    const plan = newPlan();
    const edition = this.offer.peek()?.choices.edition ?? "";
    this.plan.value = { ...plan, edition, seats: plan.seats.slice(0, 2) };
    return this.create(true);
  };

  /** @param {boolean} [isTaught] Whether a guide goes along. */
  async create(isTaught = false) {
    if (this.isSent.peek() || this.edition === undefined) return;
    const { language } = settings.peek();
    batch(() => {
      this.isSent.value = true;
      this.problem.value = null;
    });
    try {
      const table = await make(this.connection, this.#wanted(language));
      if (isTaught) teach(table);
      location.hash = `#/t/${table}`;
    } catch (problem) {
      batch(() => {
        this.problem.value = /** @type {Error} */ (problem).message;
        this.isSent.value = false;
      });
    }
  }

  /** The table that is asked for. @param {string} language @returns {Wanted} */
  #wanted(language) {
    const { isPublic, modules, variants, minutes, seats, ...plan } = this.plan.peek();
    const chosen = this.edition?.modules.filter((one) => modules.has(one.id)) ?? [];
    const known = chosen.flatMap((one) => one.variants ?? []).map((one) => one.id);
    return {
      ...plan,
      modules: [...modules],
      variants: known.filter((id) => variants.has(id)),
      seats: seats.map(({ kind, name, bot }, at) => ({
        kind,
        name: kind === "open" ? "" : name.trim() || (NAMES[at] ?? t("player", { number: at + 1 })),
        ...(kind === "bot" ? { bot } : {}),
      })),
      public: isPublic,
      minutes: minutes > 0 ? minutes : null,
      language,
    };
  }

  /** @param {FileList | null} files */
  async upload(files) {
    for (const file of files ?? []) {
      if (file.size > LARGEST) {
        this.problem.value = t("tooLarge");
        continue;
      }
      const isZip = file.name.toLowerCase().endsWith(".zip");
      const content = isZip ? { zip: await base64(file) } : { text: await file.text() };
      this.change({ packs: [...this.plan.peek().packs, { name: file.name, ...content }] });
    }
  }

  /** What the help is about: what is chosen for the new table. */
  about() {
    const { edition, modules, variants, scenario } = this.plan.peek();
    const packs = [...modules, ...variants, scenario].flatMap((id) => id ?? []);
    return { connection: this.connection, edition, packs };
  }

  render() {
    const offer = this.offer.value;
    return html`<main class="page lobby">
      <header class="bar">
        <span class="brand">${icon("vp")}Kingsburg </span>
        ${h(HelpButton, { about: () => this.about() })} ${h(Menu, { onLanguage: () => this.again() })}
      </header>
      <h1>${t("title")}</h1>
      ${h(Learn, { page: this })} ${h(MyTables, { tables: this.mine.value })}
      ${h(OpenTables, { tables: this.open.value })}
      ${
        offer === null
          ? html`<p class="loading" role="status">${this.problem.value ?? waitingFor()}</p>`
          : h(NewTable, { page: this, offer })
      }
      <p>${h(HelpButton, { about: () => this.about(), hasText: true })}</p>
      <p><a href="#/replay">${t("openRecord")}</a></p>
      ${isLocal && html`<p><a href="workshop.html">${t("workshop")}</a></p>`}
    </main>`;
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
