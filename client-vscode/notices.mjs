// The licences of what is bundled, as they ask for it: each package's own text, from its own folder.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The notices of the packages that these files belong to. */
export function notices(files) {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${licenseText(folder, name, license, author).trim()}\n`;
  });
  return [HEAD, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}

const HEAD = `This extension contains parts of the following works.

The panel's icons are Codicons by Microsoft (https://github.com/microsoft/vscode-codicons), CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/legalcode).
`;

function licenseText(folder, name, license, author) {
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
  if (file !== undefined) {
    return readFileSync(path.join(folder, file), "utf8");
  }
  const holder = typeof author === "string" ? author : author?.name;
  if (license !== "MIT" || holder === undefined) {
    throw new Error(`${name} has no licence file: see what it asks for, and name it here`);
  }
  // Its own text is left out of some packages; MIT's is the same everywhere but for its holder, and our own is MIT's.
  return readFileSync(new URL("LICENSE", import.meta.url), "utf8").replace(
    /^Copyright .*$/m,
    `Copyright (c) ${holder}`,
  );
}

function packageFolder(file) {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
  return found?.[1];
}
