// Words in narrow boxes.

import { html } from "../vendor/preact.js";

/** Words with more letters may be broken between syllables; others are drawn smaller instead. */
const LONG = 11;

const VOWEL = "[aeiouyàâäéèêëîïôöùûüœæ]";

/** What stays together at the beginning of a syllable. */
const BEGINNING = "sch|[cpst]h|gn|qu|[bcdfgkptv]r|[bcfgkp]l|[bcdfghjklmnpqrstvwxzç]";

const SYLLABLE = new RegExp(`(?<=\\p{L})(${VOWEL}[^aeiou]*?)(${BEGINNING})(?=${VOWEL})`, "giu");

const SOFT_HYPHEN = "\u00ad";

/**
 * A name whose letters are as large as its first and its longest word let them be: styles fit them to its box.
 * @param {string | undefined} text
 */
export function fitting(text = "") {
  const [first = 0, ...others] = text.split(/[\s-]+/u).map((word) => Math.min(LONG, word.length));
  const longest = Math.max(first, ...others);
  return html`<span class="name" style=${{ "--first": first, "--longest": longest }}>${soft(text)}</span>`;
}

/** A text whose long words may be broken between their syllables. @param {string} text */
export const soft = (text) =>
  text.replace(/\p{L}+/gu, (word) =>
    word.length > LONG ? word.replace(SYLLABLE, `$1${SOFT_HYPHEN}$2`) : word,
  );
