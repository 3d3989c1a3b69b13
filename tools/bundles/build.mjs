// Bundles what the browser client uses of other projects, with their licenses. Run it with `npm run build`.

import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const CLIENT = new URL("../../src/kingsburg_rules/web/client/", import.meta.url);
const ALLOWED = ["MIT", "Apache-2.0"];

await bundle("preact", "vendor/", "Preact, https://preactjs.com");
await bundle("codemirror", "workshop/vendor/", "CodeMirror, https://codemirror.net");

/** Write a bundle and its licenses into a folder of the client. */
async function bundle(name, path, title) {
  const folder = new URL(path, CLIENT);
  const { metafile, outputFiles } = await build({
    entryPoints: [`${name}.js`], bundle: true, format: "esm", minify: true, target: "es2022",
    legalComments: "none", metafile: true, write: false,
  });
  const found = Object.keys(metafile.inputs).map((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]);
  const packages = [...new Set(found.filter((one) => one !== undefined))].sort().map(about);
  const other = packages.filter(({ license }) => !ALLOWED.includes(license));
  if (other.length > 0) throw new Error(`Look at the license of ${other.map((one) => one.name)}.`);
  const versions = packages.map(({ name, version }) => `${name} ${version}`).join(", ");
  const licenses = [...new Set(packages.map(({ license }) => license))].sort().join(" and ");
  const head = `/* ${title}: ${versions}. License: ${licenses}, see ${name}.LICENSE. */\n`;
  writeFileSync(new URL(`${name}.js`, folder), head + outputFiles[0].text);
  const texts = [...new Set(packages.map(({ text }) => text))];
  const terms = texts.map((text) => {
    const names = packages.filter((one) => one.text === text).map((one) => one.name);
    return `${names.join(", ")}\n\n${text}\n`;
  });
  writeFileSync(new URL(`${name}.LICENSE`, folder), terms.join("\n\n"));
}

/** What a package says of itself. */
function about(name) {
  const at = `node_modules/${name}/`;
  return { ...JSON.parse(readFileSync(`${at}package.json`, "utf8")), text: readFileSync(`${at}LICENSE`, "utf8").trim() };
}
