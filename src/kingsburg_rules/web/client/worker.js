// Plays the rules in a worker: loads Pyodide and the library, then passes messages on. See web/worker.py.

/** @type {unknown[]} */
const early = [];
/** @type {(message: unknown) => void} */
let hear = (message) => early.push(message);
self.addEventListener("message", ({ data }) => hear(data));

async function begin() {
  const site = await (await fetch("site.json")).json();
  const base = new URL(site.pyodide, location.href).href;
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const wheels = site.wheels.map((/** @type {string} */ wheel) => fetch(wheel).then((found) => found.arrayBuffer()));
  const python = await loadPyodide({ indexURL: base });
  for (const wheel of await Promise.all(wheels)) python.unpackArchive(wheel, "wheel");
  const start = python.pyimport("kingsburg_rules.web.worker").start;
  const heard = start((/** @type {string} */ text) => self.postMessage(JSON.parse(text)));
  hear = (message) => heard(JSON.stringify(message));
  early.forEach(hear);
}

begin().catch((problem) => self.postMessage({ broken: String(problem) }));
