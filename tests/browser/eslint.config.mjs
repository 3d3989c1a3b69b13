// What ESLint looks at in the scripts and the style sheets of the client, and in what tests them in a browser:
//
//     npm run lint        (in tests/browser)
//
// Types are checked by TypeScript, and lines are broken by Prettier.

import css from "@eslint/css";
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";

const rules = {
  eqeqeq: "error",
  "no-console": ["error", { allow: ["warn", "error"] }],
  "no-implicit-coercion": "error",
  "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "max-depth": ["error", 3],
  "max-lines-per-function": ["error", { max: 100, skipBlankLines: true, skipComments: true }],
};

/** Properties without which a page is as usable, so that browsers may lack them. */
const NICE_TO_HAVE = ["accent-color", "forced-color-adjust", "line-clamp", "resize", "user-select"];

export default defineConfig([
  globalIgnores(["**/vendor/", "**/contract/", "**/node_modules/"]),
  {
    files: ["**/*.{js,mjs}"],
    plugins: { js },
    extends: ["js/recommended"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules,
  },
  {
    // What old browsers read.
    files: ["**/too-old.js"],
    languageOptions: { sourceType: "script", ecmaVersion: 5, globals: { Promise: true, Map: true } },
    rules: { "no-var": "off", "object-shorthand": "off" },
  },
  {
    // Tests print what they have measured, and are as long as a game.
    files: ["**/*.mjs"],
    languageOptions: { globals: globals.node },
    rules: { "no-console": "off", "max-lines-per-function": "off", "max-depth": "off" },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    languageOptions: { tolerant: false },
    extends: ["css/recommended"],
    rules: {
      "css/use-baseline": ["error", { available: "newly", allowProperties: NICE_TO_HAVE }],
      "css/no-invalid-properties": ["error", { allowUnknownVariables: true }],
      "css/no-important": "off",
    },
  },
]);
