// Python in a worker: Pyodide with the library, from the site around this file. Then messages are passed on.

/** What `site.json` says. @typedef {{ pyodide: string, wheels: string[], docs: string, bytes: number }} Site */

/** How often the page hears how much has come, in milliseconds. */
const BEAT = 100;

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
  countFetched(site.bytes);
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

/** Tell the page how much of all has come. Pyodide fetches most of it by itself. @param {number} all */
function countFetched(all) {
  const plain = self.fetch;
  let come = 0;
  let told = 0;
  const tell = () => {
    told = performance.now();
    self.postMessage({ loading: Math.min(come, all), of: all });
  };
  const counter = () =>
    new TransformStream({
      transform(chunk, out) {
        come += chunk.byteLength;
        if (performance.now() - told > BEAT || come >= all) tell();
        out.enqueue(chunk);
      },
    });
  self.fetch = async (...asked) => {
    const found = await plain(...asked);
    if (!found.ok || found.body === null) return found;
    const { status, statusText, headers } = found;
    return new Response(found.body.pipeThrough(counter()), { status, statusText, headers });
  };
  tell();
}
