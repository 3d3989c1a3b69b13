// What this person prefers, kept in the browser: language, light or dark, speed. And the client's own words.

import { place } from "./place.js";
import { signal } from "./vendor/preact.js";

/** @import { Phrase, Settings } from "./parts.js" */

export const LANGUAGES = { en: "English", nl: "Nederlands", fr: "Français" };
const KEY = "kingsburg.settings";

const words = signal(/** @type {Readonly<Record<string, string>>} */ ({}));

/**
 * The client's own words in the language of the reader.
 * @param {Phrase} phrase
 * @param {Readonly<Record<string, string | number>>} [values]
 */
export const t = (phrase, values) =>
  (words.value[phrase] ?? phrase).replace(/\{(\w+)\}/g, (_, name) => String(values?.[name] ?? ""));

const preferred = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES) ?? "en";

export const settings = signal(
  /** @type {Settings} */ ({
    language: preferred,
    theme: "auto",
    speed: "calm",
    winter: "wait",
    sound: false,
    notify: false,
    confirm: false,
    curtain: "secrets",
    name: "",
    ...kept(KEY, {}),
  }),
);

/** Change some settings. @param {Partial<Settings>} changes */
export async function set(changes) {
  settings.value = { ...settings.value, ...changes };
  keep(KEY, settings.value);
  await apply();
}

/** Let the page follow the settings. */
export async function apply() {
  const { language, theme, speed } = settings.value;
  words.value = (await import(place(`words/${language in LANGUAGES ? language : "en"}.js`))).words;
  document.documentElement.lang = language;
  Object.assign(document.documentElement.dataset, { theme, speed });
}

/** Whether things may move on the screen. */
export const isCalm = () =>
  settings.value.speed !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Read something that was kept in the browser.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
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
