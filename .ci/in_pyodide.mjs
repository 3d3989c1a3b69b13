// Runs a script of Python in Pyodide: node in_pyodide.mjs PYODIDE LIBRARY SCRIPT [ARGUMENT ...]
// The files of this machine are under /host, and the library is the folder of unpacked wheels.

import { pathToFileURL } from "node:url"
import { resolve } from "node:path"

const [folder, library, script, ...args] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(`${resolve(folder)}/pyodide.mjs`))
const pyodide = await loadPyodide({ indexURL: `${resolve(folder)}/` })
pyodide.FS.mkdirTree("/host")
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: "/" }, "/host")
const names = { library: `/host${resolve(library)}`, script: `/host${resolve(script)}`, args }
pyodide.globals.set("given", pyodide.toPy(names))
pyodide.runPython(`
import runpy, sys
sys.path.insert(0, given["library"])
sys.argv = [given["script"], *given["args"]]
print(sys.version.partition(" ")[0], sys.platform, file=sys.stderr)
runpy.run_path(given["script"], run_name="__main__")
`)
process.exit(0)
