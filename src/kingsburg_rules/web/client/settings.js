// What this person prefers, kept in the browser: language, light or dark, speed. And the client's own words.

/** @typedef {keyof typeof import("./words/en.js").words} Word */
/** @typedef {"en" | "nl" | "fr"} Language */
/** @typedef {"auto" | "light" | "dark"} Theme */
/** @typedef {"off" | "fast" | "calm"} Speed */
/** @typedef {{ language: Language, theme: Theme, speed: Speed, name: string }} Settings */

export const LANGUAGES = /** @type {const} */ ({ en: "English", nl: "Nederlands", fr: "Français" });
const KEY = "kingsburg.settings";

/** @type {Readonly<Record<string, string>>} */
let words = {};

/** The client's own words in the language of the reader. @param {Word} word @param {Readonly<Record<string, string | number>>} [values] */
export function t(word, values) {
  const text = words[word] ?? word;
  return values === undefined ? text : text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @type {Settings} */
export const settings = { language: preferred(), theme: "auto", speed: "calm", name: "", ...kept(KEY, {}) };

/** @returns {Language} */
function preferred() {
  const found = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
  return /** @type {Language} */ (found ?? "en");
}

/** Change some settings. @param {Partial<Settings>} changes */
export async function set(changes) {
  Object.assign(settings, changes);
  keep(KEY, settings);
  await apply();
}

/** Let the page follow the settings. */
export async function apply() {
  const { language, theme } = settings;
  ({ words } = await import(`./words/${language in LANGUAGES ? language : "en"}.js`));
  document.documentElement.lang = language;
  document.documentElement.dataset["theme"] = theme;
}

/** Whether things may move on the screen. */
export function isCalm() {
  return settings.speed !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Read something that was kept in the browser. @template T @param {string} key @param {T} otherwise @returns {T} */
export function kept(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing forgets seats when the page is closed, and plays all the same.
  }
}
