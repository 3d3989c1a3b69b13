// The workshop's own words, in the language of the reader.

import { signal } from "../vendor/preact.js";
import { settings } from "../settings.js";
import { words as english } from "./words/en.js";

/** @typedef {keyof typeof english} WorkshopWord */

const current = signal(/** @type {Readonly<Record<string, string>>} */ (english));

/** @param {WorkshopWord} word @param {Readonly<Record<string, string | number>>} [values] */
export function w(word, values = {}) {
  const text = current.value[word] ?? english[word];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Take the words of the language of the settings. */
export async function speak() {
  const { language } = settings.value;
  const loaded = await import(
    language === "nl" ? "./words/nl.js" : language === "fr" ? "./words/fr.js" : "./words/en.js"
  );
  current.value = loaded.words;
}
