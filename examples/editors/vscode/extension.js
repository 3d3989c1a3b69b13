// Starts `kingsburg lsp` for YAML files. What it can do, the server itself tells the editor.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function makeClient() {
  const settings = vscode.workspace.getConfiguration("kingsburg");
  const [command, ...args] = settings.get("command");
  return new LanguageClient(
    "kingsburg",
    "Kingsburg cards",
    { command, args },
    { documentSelector: [{ scheme: "file", language: "yaml", pattern: settings.get("files") }] },
  );
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `kingsburg lsp does not start: ${error.message} ` +
        "Install it with: pip install 'kingsburg-rules[editor]', or set kingsburg.command.",
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("kingsburg.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("kingsburg")) restart();
    }),
  );
  await start();
};

exports.deactivate = stop;
