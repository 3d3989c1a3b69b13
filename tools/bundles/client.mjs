// Bundles the modules of the browser client for a release, as `npm run client`. A wheel that is built afterwards has
// the bundle in place of `app.js`; a checkout serves the modules as they are.

import { build } from "esbuild";

const CLIENT = new URL("../../src/kingsburg_rules/web/client/", import.meta.url);
const OUT = process.argv[2] ?? new URL("../../build/client/app.js", import.meta.url).pathname;

await build({
  entryPoints: [new URL("app.js", CLIENT).pathname],
  bundle: true, format: "esm", minify: true, target: "es2022", legalComments: "eof", outfile: OUT,
});
