// What the extension adds to VS Code's API, on flask: each provider, each command. A place is found by its text, never by a number.
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const vscode = require("vscode");

const PATIENCE = 90_000; // Milliseconds; the machine may be busy.
const extension = vscode.extensions.getExtension("maguyva.maguyva");
const execute = vscode.commands.executeCommand;

const root = () => vscode.workspace.workspaceFolders[0].uri;
const document = (file) => vscode.workspace.openTextDocument(vscode.Uri.joinPath(root(), file));
const relative = (uri) => path.posix.relative(root().path, uri.path);
const targetOf = (link) => ({ uri: link.targetUri ?? link.uri, range: link.targetSelectionRange ?? link.range });

/** The place of `word` within the first occurrence of `text` in a file. */
async function place(file, text, word = text) {
  const opened = await document(file);
  const start = opened.getText().indexOf(text);
  assert.notEqual(start, -1, `${file} has no ${text}`);
  return { uri: opened.uri, position: opened.positionAt(start + text.indexOf(word)) };
}

/** What `look` returns as soon as it is `wanted`. */
async function until(look, wanted, what) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (wanted(seen)) return seen;
    assert.ok(Date.now() < deadline, `${what}; seen last: ${JSON.stringify(seen)?.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function ask(provider, { uri, position }) {
  return (await execute(provider, uri, position)) ?? [];
}

/** Until the server is up and answers. */
async function ready() {
  const where = await place("src/flask/sansio/app.py", "return create_logger(self)", "create_logger");
  await until(() => ask("vscode.executeDefinitionProvider", where), (found) => found.length > 0, "no definition is found");
}

async function set(name, value) {
  await vscode.workspace.getConfiguration("maguyva").update(name, value, vscode.ConfigurationTarget.Global);
}

async function closeAll() {
  await execute("workbench.action.revertAndCloseActiveEditor");
  await execute("workbench.action.closeAllEditors");
}

exports.cases = {
  "the extension is active and every command that it declares is there": async () => {
    await extension.activate();
    const declared = extension.packageJSON.contributes.commands.map((each) => each.command);
    assert.ok(declared.length >= 12);
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(declared.filter((each) => !known.has(each)), []);
  },

  "a definition is one exact place": async () => {
    await ready();
    const used = await place("src/flask/sansio/app.py", "return create_logger(self)", "create_logger");
    const defined = await place("src/flask/logging.py", "def create_logger", "create_logger");
    const found = (await ask("vscode.executeDefinitionProvider", used)).map(targetOf);
    assert.deepEqual(found.map((each) => relative(each.uri)), ["src/flask/logging.py"]);
    assert.deepEqual(found[0].range.start, defined.position);
  },

  "references are the sites, with and in other files": async () => {
    const defined = await place("src/flask/logging.py", "def create_logger", "create_logger");
    const found = await ask("vscode.executeReferenceProvider", defined);
    const files = new Set(found.map((each) => relative(each.uri)));
    assert.ok(files.has("src/flask/sansio/app.py"), [...files].join());
    for (const each of found) {
      const text = (await vscode.workspace.openTextDocument(each.uri)).getText(each.range);
      assert.equal(text, "create_logger");
    }
  },

  "document symbols are a tree": async () => {
    const found = await execute("vscode.executeDocumentSymbolProvider", (await document("src/flask/sessions.py")).uri);
    const type = found.find((each) => each.name === "SecureCookieSessionInterface");
    assert.equal(type.kind, vscode.SymbolKind.Class);
    assert.ok(type.children.some((each) => each.name === "save_session" && each.kind === vscode.SymbolKind.Method));
  },

  "workspace symbols are found by name": async () => {
    const found = await execute("vscode.executeWorkspaceSymbolProvider", "create_logger");
    const best = found.find((each) => each.name === "create_logger");
    assert.equal(relative(best.location.uri), "src/flask/logging.py");
  },

  "a declaration and an implementation": async () => {
    const used = await place("src/flask/sansio/app.py", "return create_logger(self)", "create_logger");
    assert.equal((await ask("vscode.executeDeclarationProvider", used)).map(targetOf).length, 1);
    const abstract = await place("src/flask/sansio/scaffold.py", "def _method_route", "_method_route");
    assert.ok(Array.isArray(await ask("vscode.executeImplementationProvider", abstract)));
    const base = await place("src/flask/sessions.py", "def open_session", "open_session");
    const implementations = (await ask("vscode.executeImplementationProvider", base)).map(targetOf);
    const overriding = (await document("src/flask/sessions.py")).getText().lastIndexOf("def open_session");
    const line = (await document("src/flask/sessions.py")).positionAt(overriding).line;
    assert.ok(implementations.some((each) => relative(each.uri) === "src/flask/sessions.py" && each.range.start.line === line));
  },

  "highlights are in the same document": async () => {
    const defined = await place("src/flask/logging.py", "def has_level_handler", "has_level_handler");
    const found = await ask("vscode.executeDocumentHighlights", defined);
    const opened = await document("src/flask/logging.py");
    assert.equal(found.length, opened.getText().split("has_level_handler").length - 1);
  },

  "a hover shows the signature": async () => {
    const used = await place("src/flask/sansio/app.py", "return create_logger(self)", "create_logger");
    const shown = (await ask("vscode.executeHoverProvider", used)).flatMap((hover) => hover.contents.map((content) => content.value ?? content));
    assert.ok(shown.join("\n").includes("def create_logger(app: App) -> logging.Logger"), shown.join("\n"));
  },

  "the call hierarchy goes both ways": async () => {
    const defined = await place("src/flask/logging.py", "def create_logger", "create_logger");
    const [item] = await ask("vscode.prepareCallHierarchy", defined);
    assert.equal(item.name, "create_logger");
    const incoming = await execute("vscode.provideIncomingCalls", item);
    assert.deepEqual(incoming.map((each) => each.from.name), ["logger"]);
    const outgoing = await execute("vscode.provideOutgoingCalls", item);
    assert.ok(outgoing.some((each) => each.to.name === "has_level_handler"));
  },

  "the type hierarchy goes both ways": async () => {
    const defined = await place("src/flask/sessions.py", "class SecureCookieSessionInterface", "SecureCookieSessionInterface");
    const [item] = await ask("vscode.prepareTypeHierarchy", defined);
    const above = await execute("vscode.provideSupertypes", item);
    assert.deepEqual(above.map((each) => each.name), ["SessionInterface"]);
    const below = await execute("vscode.provideSubtypes", above[0]);
    assert.ok(below.some((each) => each.name === "SecureCookieSessionInterface"));
  },

  "what is typed and not saved is found": async () => {
    const opened = await document("src/flask/views.py");
    const edit = new vscode.WorkspaceEdit();
    edit.insert(opened.uri, new vscode.Position(0, 0), "def quartz_sphinx():\n    return 1\n\n\n");
    assert.ok(await vscode.workspace.applyEdit(edit));
    const find = () => execute("vscode.executeWorkspaceSymbolProvider", "quartz_sphinx");
    const named = (found) => found.some((each) => each.name === "quartz_sphinx");
    const found = await until(find, named, "the new function is not found");
    assert.equal(found.find((each) => each.name === "quartz_sphinx").location.range.start.line, 0);
    await vscode.window.showTextDocument(opened);
    await execute("workbench.action.files.revert");
    await until(find, (seen) => !named(seen), "the function that is gone is still found");
    await closeAll();
  },

  "code lenses come when they are switched on": async () => {
    const { uri } = await document("src/flask/logging.py");
    const lenses = async () => (await execute("vscode.executeCodeLensProvider", uri, 100)) ?? [];
    assert.deepEqual(await lenses(), []);
    await set("codeLens.enabled", true);
    try {
      const found = await until(lenses, (seen) => seen.length > 0, "there are no lenses");
      assert.ok(found.some((each) => /\d+ references?/.test(each.command?.title ?? "")), found.map((each) => each.command?.title).join());
    } finally {
      await set("codeLens.enabled", undefined);
    }
    await until(lenses, (seen) => seen.length === 0, "the lenses stay");
  },

  "navigation can be left to other extensions": async () => {
    const used = await place("src/flask/sansio/app.py", "return create_logger(self)", "create_logger");
    const definitions = () => ask("vscode.executeDefinitionProvider", used);
    await set("navigation.mode", "off");
    try {
      await until(definitions, (found) => found.length === 0, "definitions are still given");
    } finally {
      await set("navigation.mode", undefined);
    }
    await until(definitions, (found) => found.length === 1, "definitions do not come back");
  },

  "a restart brings everything back": async () => {
    await execute("maguyva.restart");
    await ready();
  },

  "the status document says what is indexed": async () => {
    await execute("maguyva.showStatus");
    const shown = await until(
      () => vscode.window.activeTextEditor?.document ?? vscode.workspace.textDocuments.find((each) => each.uri.scheme === "maguyva"),
      (seen) => seen && /: .*flask$/m.test(seen.getText()) && /python: \d+/.test(seen.getText()),
      "there is no status document",
    );
    assert.ok(!shown.isDirty);
    await closeAll();
  },

  "debug information names the versions and no key": async () => {
    await execute("maguyva.debugInformation");
    const shown = await until(
      () => vscode.window.activeTextEditor?.document.getText() ?? "",
      (text) => text.includes(extension.packageJSON.version) && text.includes(vscode.version),
      "there is no debug information",
    );
    assert.ok(!/VOYAGE_API_KEY\s*[=:]\s*\S/.test(shown));
    await closeAll();
  },

  "the logs can be shown": async () => {
    await execute("maguyva.showLogs");
    await execute("maguyva.showServerLogs");
  },
};
