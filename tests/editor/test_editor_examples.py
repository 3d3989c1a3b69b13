"""The ready configuration of editors in `examples/editors` starts our server, and names what there is."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from kingsburg_rules.cli import COMMANDS

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "examples" / "editors"
NODE = shutil.which("node")

STARTED = """
const Module = require("module");
const log = [];
class LanguageClient {
  constructor(id, name, server, options) { log.push(["made", server, options.documentSelector]); }
  async start() { log.push(["started"]); }
  async stop() { log.push(["stopped"]); }
}
const settings = JSON.parse(process.argv[2]);
const commands = {};
const vscode = {
  workspace: {
    getConfiguration: (name) => ({ get: (key) => settings[`${name}.${key}`] }),
    onDidChangeConfiguration: () => ({}),
  },
  commands: { registerCommand: (name, action) => (commands[name] = action) },
  window: { showErrorMessage: (text) => log.push(["error", text]) },
};
const load = Module._load;
const faked = { vscode, "vscode-languageclient/node": { LanguageClient } };
Module._load = (name, ...rest) => faked[name] ?? load(name, ...rest);
const extension = require(process.argv[1]);
(async () => {
  await extension.activate({ subscriptions: [] });
  await commands["kingsburg.restart"]();
  await extension.deactivate();
  console.log(JSON.stringify(log));
})();
"""


def read(*names: str) -> object:
    return json.loads((EDITORS.joinpath(*names)).read_text(encoding="utf-8"))


def test_every_folder_is_described() -> None:
    folders = {path.name for path in EDITORS.iterdir() if path.is_dir()}
    page = (ROOT / "docs" / "how-to" / "editor.md").read_text(encoding="utf-8")
    readme = (EDITORS / "README.md").read_text(encoding="utf-8")
    assert folders == {"vscode", "neovim", "jetbrains", "schemas"}
    for name in folders:
        assert f"`{name}`" in readme
        assert f"examples/editors/{name}" in page or name == "neovim"
    assert "kingsburg.lua" in page


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_the_extension_starts_the_server() -> None:
    package = read("vscode", "package.json")
    assert isinstance(package, dict)
    properties = package["contributes"]["configuration"]["properties"]
    defaults = {name: said["default"] for name, said in properties.items()}
    assert defaults["kingsburg.command"] == ["kingsburg", "lsp"]
    main = EDITORS / "vscode" / package["main"]
    command = [str(NODE), "-e", STARTED, str(main), json.dumps(defaults)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    log = json.loads(done.stdout)
    assert [each[0] for each in log] == ["made", "started", "stopped", "made", "started", "stopped"]
    assert log[0][1] == {"command": "kingsburg", "args": ["lsp"]}
    assert log[0][2] == [{"scheme": "file", "language": "yaml", "pattern": "**/*.yaml"}]


def test_the_other_editors_start_it_too() -> None:
    assert "lsp" in COMMANDS
    assert 'cmd = { "kingsburg", "lsp" }' in (EDITORS / "neovim" / "kingsburg.lua").read_text(
        encoding="utf-8"
    )
    template = read("jetbrains", "template.json")
    assert isinstance(template, dict)
    assert template["programArgs"]["default"] == "kingsburg lsp"


def test_the_settings_name_schemas_there_are() -> None:
    settings = read("schemas", "settings.json")
    assert isinstance(settings, dict)
    named = {Path(schema).name for schema in settings["yaml.schemas"]}
    assert len(named) == 3
    assert named <= {path.name for path in (ROOT / "schemas").iterdir()}
