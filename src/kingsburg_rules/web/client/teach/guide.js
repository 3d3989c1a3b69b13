// What teaches beside the question during a first year: a lesson for each phase and each kind of decision that comes.

import { batch, effect, h, signal } from "../vendor/preact.js";
import { help, loadHelp, loadStyle } from "../help/words.js";
import { settings } from "../settings.js";
import { Lesson } from "./lesson.js";
import { learned } from "./taught.js";

/** @import { Fighter, Scene } from "../parts.js" */
/** @import { TablePage } from "../table/page.js" */

/** @param {TablePage} page @param {boolean} isLate Whether the game has begun long ago. */
export async function guideOf(page, isLate) {
  await Promise.all([loadHelp(), loadStyle("teach/guide.css")]);
  return new Guide(page, isLate);
}

export class Guide {
  /** The phases that a lesson tells of: the one that is played, and before it those that nobody was asked in. */
  phases = signal(/** @type {readonly string[]} */ ([]));
  /** The kind of decision that a lesson tells of. */
  kind = signal("");
  /** Whether nothing was asked before. */
  isFirst = signal(true);
  /** Whether the lesson has been read, or tells nothing new. */
  isRead = signal(false);
  /** Why something that was tried cannot be done: told once. */
  refused = signal(/** @type {string | null} */ (null));
  /** How the first winter went. */
  fought = signal(/** @type {Fighter | null} */ (null));
  isOver = signal(false);
  #asked = -1;
  #year = 0;
  #phase = 0;
  #isStarted = false;
  #hasRefused = false;
  /** @type {Set<string>} */
  #kinds = new Set();
  /** @type {(() => void)[]} */
  #effects;

  /** @param {TablePage} page @param {boolean} isLate What has passed long ago is not told. */
  constructor(page, isLate) {
    this.page = page;
    this.isLate = isLate;
    this.#effects = [
      () => this.#start(),
      () => this.#ask(),
      () => this.#winter(),
      () => this.#refuse(),
      () => void loadHelp(settings.value.language),
    ].map(effect);
  }

  leave() {
    for (const end of this.#effects) end();
  }

  /** The reader goes on alone. */
  end = () => {
    learned(this.page.table);
    this.leave();
    this.page.guide.value = null;
  };

  read = () => {
    this.isRead.value = true;
  };

  /** Nobody is waited for: the game begins. */
  #start() {
    const { session } = this.page;
    const welcome = session.welcome.value;
    if (this.#isStarted || !welcome?.host || welcome.started) return;
    this.#isStarted = true;
    session.tell("start", { bots: true });
  }

  /** Tell what is new in what is asked. */
  #ask() {
    const { session } = this.page;
    const decision = session.ask.value?.decision;
    const view = session.view.value;
    const catalog = session.names.value?.catalog;
    if (!decision || !view || !catalog || decision.id === this.#asked) return;
    const { year, phase } = view.table;
    this.#year ||= year;
    const at = catalog.phases.findIndex(({ id }) => id === phase);
    if (this.isLate && this.#asked < 0) this.#phase = at;
    const passed = catalog.phases.slice(this.#phase, at + 1).filter((one) => one.number || one.id === phase);
    const kind = this.#kinds.has(decision.kind) ? "" : decision.kind;
    this.#phase = Math.max(this.#phase, at + 1);
    this.#kinds.add(decision.kind);
    batch(() => {
      this.isFirst.value = this.#asked < 0;
      this.refused.value = null;
      this.isOver.value ||= year > this.#year;
      this.phases.value = passed.length > 0 ? passed.map(({ id }) => id) : [phase];
      this.kind.value = kind;
      this.isRead.value = kind === "" && passed.length === 0;
      this.#asked = decision.id ?? 0;
    });
  }

  /** Remember how the first winter went; the lessons end with it. */
  #winter() {
    const { session } = this.page;
    const winter = session.winter.value;
    const fighter = winter?.fighters.get(session.view.peek()?.seat ?? -1);
    if (!fighter?.outcome || this.isOver.peek()) return;
    batch(() => {
      this.fought.value = fighter;
      this.isOver.value ||= winter?.lines !== null;
    });
  }

  /** Point at the first reason why something cannot be done. */
  #refuse() {
    const why = this.page.refused.value;
    if (why === null || this.#hasRefused) return;
    this.#hasRefused = true;
    this.refused.value = why;
  }

  /** What a lesson says about phases: an empty text for those that it does not know. @param {string} phase */
  about = (phase) => help(`lesson_${phase}`);

  /** @param {Scene} scene */
  render = (scene) => h(Lesson, { guide: this, scene });
}
