// Searches the built pages with Sphinx's own program, as a browser does.
// node search_pages.js FOLDER '["query", ...]' prints {"query": ["page", ...], ...}, the best page first.
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [folder, queries] = process.argv.slice(2);
const nothing = () => undefined;
const element = { addEventListener: nothing, dataset: { content_root: "" }, firstChild: null };
const context = vm.createContext({
  document: { ...element, documentElement: element, getElementById: () => element },
  addEventListener: nothing,
  location: { search: "" },
  DOCUMENTATION_OPTIONS: { BUILDER: "html", FILE_SUFFIX: ".html", LINK_SUFFIX: ".html" },
  Documentation: { gettext: (text) => text, ngettext: (one, many, n) => (n === 1 ? one : many) },
  SPHINX_HIGHLIGHT_ENABLED: false,
  _ready: nothing,
  _: (text) => text,
  console,
  localStorage: { setItem: nothing, getItem: nothing, removeItem: nothing },
});
context.window = context;
for (const name of ["_static/language_data.js", "_static/searchtools.js", "searchindex.js"]) {
  vm.runInContext(fs.readFileSync(path.join(folder, name), "utf-8"), context, { filename: name });
}
context.queries = JSON.parse(queries);
const found = vm.runInContext(
  `queries.map((query) => [query, Search._performSearch(...Search._parseQuery(query)).reverse().map((one) => one[0])])`,
  context,
);
console.log(JSON.stringify(Object.fromEntries(found)));
