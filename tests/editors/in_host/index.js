// Runs the cases one after the other in VS Code's own extension host, and tells how each went in a line that test_in_host.py reads.
"use strict";

const { cases } = require("./cases");

exports.run = async () => {
  for (const [name, run] of Object.entries(cases)) {
    const started = Date.now();
    let error = null;
    try {
      await run();
    } catch (thrown) {
      error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    }
    console.log(`in-host ${JSON.stringify({ name, error, milliseconds: Date.now() - started })}`);
  }
};
