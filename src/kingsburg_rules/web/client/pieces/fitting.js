// Words in narrow boxes.

import { html } from "../vendor/preact.js";

/** Words with more letters may be broken between syllables; others are drawn smaller instead. */
const LONG = 11;

const VOWEL = "[aeiouyàâäéèêëîïôöùûüœæ]";

/** What stays together at the beginning of a syllable. */
const BEGINNING = "sch|[cpst]h|gn|qu|[bcdfgkptv]r|[bcfgkp]l|[bcdfghjklmnpqrstvwxzç]";

const SYLLABLE = new RegExp(`(?<=\\p{L})(${VOWEL}[^aeiou]*?)(${BEGINNING})(?=${VOWEL})`, "giu");

/**
 * How wide letters of the display font are, at most.
 * @type {readonly [RegExp, number][]}
 */
const WIDTHS = [
  [/[mwMW]/, 0.94],
  [/[fijlt'’]/, 0.38],
  [/[crs]/, 0.48],
  [/\p{Lu}/u, 0.74],
];
const OTHERS = 0.6;

const SOFT_HYPHEN = "\u00ad";

/**
 * A name whose letters are as large as its first and its longest word let them be: styles fit them to its box.
 * @param {string | undefined} text
 */
export function fitting(text = "") {
  const [first = 0, ...others] = text.split(/[\s-]+/u).map(widthOf);
  const longest = Math.max(first, ...others);
  return html`<span class="name" style=${{ "--first": first, "--longest": longest }}>${soft(text)}</span>`;
}

/** About how wide a word is that is not broken, in the size of its letters. @param {string} word */
const widthOf = (word) =>
  [...word.slice(0, LONG)].reduce(
    (sum, letter) => sum + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHERS),
    0,
  );

/** A text whose long words may be broken between their syllables. @param {string} text */
export const soft = (text) =>
  text.replace(/\p{L}+/gu, (word) =>
    word.length > LONG ? word.replace(SYLLABLE, `$1${SOFT_HYPHEN}$2`) : word,
  );
