import * as fs from "node:fs/promises";
import * as path from "node:path";

/**
 * A program that answers as Python does where the client asks it: the probe, `--version`, `-m venv`, `-m pip`, an import.
 * It writes a line for each call into `calls` (what it was asked, its folder, its PYTHON* variables).
 */
export async function fakePython(file: string, options: FakeOptions = {}): Promise<string> {
  const { version = [3, 12, 4], implementation = "cpython", pip = "exit 0", venv = "", imports = "exit 0" } = options;
  const calls = options.calls ?? "/dev/null";
  const facts = JSON.stringify({ version, base: file, implementation, platform: "linux-x86_64" });
  const isOld = version[1] < 4 || version[0] < 3; // Too old to know -I.
  const script = `#!/bin/sh
printf '%s | %s | %s\\n' "$*" "$PWD" "$(env | grep ^PYTHON | tr '\\n' ' ')" >> '${calls}'
case "$*" in
  "--version") echo "Python ${version.join(".")}" ;;
  *json.dumps*) ${isOld ? "echo 'Unknown option: -I' >&2; exit 2" : `echo '${facts}'`} ;;
  "-I -m venv "*) ${venv || 'mkdir -p "$4/bin" && cp "$0" "$4/bin/python"'} ;;
  "-I -m pip "*) ${pip} ;;
  *find_spec*) ${options.hasMaguyva === true ? "exit 0" : "exit 3"} ;;
  "-I -c import"*) ${imports} ;;
  *) exit 9 ;;
esac
`;
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, script, { mode: 0o755 });
  return file;
}

export interface FakeOptions {
  readonly version?: readonly [number, number, number];
  readonly implementation?: string;
  /** What its pip, its venv and its imports do, in shell. */
  readonly pip?: string;
  readonly venv?: string;
  readonly imports?: string;
  readonly hasMaguyva?: boolean;
  /** The file into which calls are written. */
  readonly calls?: string;
}
