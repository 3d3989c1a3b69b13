// Bundles CodeMirror for the workshop, with the licenses of all that is in the bundle. Run it with `npm run build`.

import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const FOLDER = new URL("../../src/kingsburg_rules/web/client/workshop/vendor/", import.meta.url);
const JS = "codemirror.js";

const { metafile } = await build({
  entryPoints: ["editor.js"], bundle: true, format: "esm", minify: true, target: "es2022", legalComments: "none",
  metafile: true, outfile: new URL(JS, FOLDER).pathname,
});
const names = Object.keys(metafile.inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
const packages = [...new Set(names.filter((name) => name !== undefined))].sort();
const about = packages.map((name) => ({ name, ...JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) }));
const other = about.filter(({ license }) => license !== "MIT");
if (other.length > 0) throw new Error(`Look at the license of ${other.map(({ name }) => name)}.`);

const versions = about.map(({ name, version }) => `${name} ${version}`).join(", ");
const bundle = new URL(JS, FOLDER);
writeFileSync(bundle, `/* CodeMirror, https://codemirror.net: ${versions}. MIT license, see codemirror.LICENSE. */\n${readFileSync(bundle, "utf8")}`);
/** @type {Map<string, string[]>} */
const texts = new Map();
for (const name of packages) {
  const text = readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
  texts.set(text, [...(texts.get(text) ?? []), name]);
}
writeFileSync(new URL("codemirror.LICENSE", FOLDER), [...texts].map(([text, of]) => `${of.join(", ")}\n\n${text}\n`).join("\n\n"));
