// What `import * as vscode from "vscode"` finds in a test: nothing. A test that needs a piece of it brings its own with vi.mock.
export {};
