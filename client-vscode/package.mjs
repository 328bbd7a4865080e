// `npm run package`: finds a Python that can build the server's wheel, and lets scripts/package do the rest with it.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../scripts/package", import.meta.url));
const names = [process.env.PYTHON, "python3", "python", "py"].filter(Boolean);
const python = names.find(
  (name) => spawnSync(name, ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).status === 0,
);

if (python === undefined) {
  console.error(
    "package: Python 3.11 or newer is needed to build the server's wheel: install it, or name one in PYTHON",
  );
  process.exit(2);
}
process.exit(spawnSync(python, [script, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1);
