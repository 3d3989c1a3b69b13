// The words of the help and of the lessons, which a game loads when somebody wants them.

import { html, signal } from "../vendor/preact.js";
import { place } from "../place.js";
import { LANGUAGES, settings } from "../settings.js";

const words = signal(/** @type {Readonly<Record<string, string>>} */ ({}));

/** Load the words in the language of the reader. */
export async function loadHelp(language = settings.peek().language) {
  words.value = (await import(place(`words/help-${language in LANGUAGES ? language : "en"}.js`))).words;
}

/** Load a style sheet once. @param {string} name @returns {Promise<unknown>} */
export function loadStyle(name) {
  const href = place(name);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}

/**
 * What is said about something; nothing if it is not known.
 * @param {string} key
 * @param {Readonly<Record<string, string | number>>} [values]
 */
export const help = (key, values) =>
  (words.value[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values?.[name] ?? ""));

/** Paragraphs of a text; an empty line stands between them. @param {string} text */
export const paragraphs = (text) =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((part) => html`<p key=${part}>${part}</p>`);

/** The rest of the keys that begin so. @param {string} start */
export const keysOf = (start) =>
  Object.keys(words.value).flatMap((key) => (key.startsWith(start) ? key.slice(start.length) : []));
