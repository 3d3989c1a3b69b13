// Python in a worker: Pyodide with the library, from the site around this file. Then messages are passed on.

/** What `site.json` says. @typedef {{ pyodide: string, wheels: string[], docs: string }} Site */

/** Serve the page with a module of the library that has a function `start`. @param {string} module */
export function serve(module) {
  /** @type {unknown[]} */
  const early = [];
  /** @type {(message: unknown) => void} */
  let hear = (message) => early.push(message);
  self.addEventListener("message", ({ data }) => hear(data));
  begin(module).then(
    ({ heard, docs }) => {
      hear = (message) => heard(JSON.stringify(message));
      self.postMessage({ ready: true, docs });
      early.forEach(hear);
    },
    (problem) => self.postMessage({ broken: String(problem) }),
  );
}

/** @param {string} module @returns {Promise<{ heard: (text: string) => void, docs: string }>} */
async function begin(module) {
  const at = (/** @type {string} */ path) => new URL(path, import.meta.url);
  /** @type {Site} */
  const site = await (await fetch(at("site.json"))).json();
  const base = at(site.pyodide).href;
  const wheels = site.wheels.map((wheel) => fetch(at(wheel)).then((found) => found.arrayBuffer()));
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: base });
  for (const wheel of await Promise.all(wheels)) python.unpackArchive(wheel, "wheel");
  const start = python.pyimport(module).start;
  return {
    heard: start((/** @type {string} */ text) => self.postMessage(JSON.parse(text))),
    docs: at(site.docs).href,
  };
}
