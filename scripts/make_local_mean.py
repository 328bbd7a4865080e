"""Compute `server/maguyva/adapters/local_mean.npy`, the fixed mean that the local model's bits subtract.

    scripts/make_local_mean.py FOLDER …

Each folder is one kind of code and weighs the same, whatever its size: up to 2,000 windows of 1,500 characters from its source
files in a fixed shuffled order, at most 20 a file, tests left out. The shipped mean was made from ten folders: Python 3.11's standard
library; Debian's C and C++ headers (/usr/include); npm 10's own library; Perl's library (/usr/share/perl); the Go packages
golang-golang-x-tools-dev 0.5.0 and golang-golang-x-net-dev 0.7.0; java.base's java/* and java.net.http of openjdk-17-source;
JavaScript and TypeScript of lodash 4.17.21, eslint 9.17.0, vue 3.5.13, date-fns 4.1.0, commander 12.1.0 and typescript-eslint
8.18.0; Ruby of libruby3.1, ruby-nokogiri, ruby-thor and ruby-redcarpet; Rust of librust-clap-3-dev, librust-regex-automata-dev and
librust-rayon-dev; Lua and shell of lua-penlight and bats. No repository that search quality is measured on is among them.

What it is worth (dense only, NDCG@10 over the 19 development repositories): no mean .609, two halves of the folders .629 and .618,
all of them .634. Changing the file changes every vector, so `LocalEmbedder.name` must then change as well.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server"))

from maguyva.adapters import embed

ENDINGS = tuple(".py .h .hpp .js .mjs .ts .tsx .vue .go .rs .java .rb .pm .pod .lua .sh .bash .md".split())
LEFT_OUT = {"test", "tests", "testdata", "__pycache__", "site-packages", "dist-packages", "locale", ".git"}


def windows(folder: Path) -> list[str]:
    """Up to 2,000 windows of the folder's files."""
    paths: list[str] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        paths += [path for name in sorted(names) if name.endswith(ENDINGS) and os.path.isfile(path := os.path.join(place, name))]
    random.Random(5).shuffle(paths)
    out: list[str] = []
    for path in paths:
        text = Path(path).read_bytes().decode("utf-8", "replace")
        # A file whose lines are 200 characters on average is minified or generated.
        if len(out) < 2000 and len(text) < 512 * 1024 and text.count("\n") >= len(text) / 200:
            out += [text[at : at + 1500] for at in range(0, min(len(text), 30_000), 1500)]
    return out[:2000]


def main() -> None:
    """Print each folder's share and write the mean."""
    means = []
    for folder in sys.argv[1:]:
        texts = windows(Path(folder))
        print(f"{folder}: {len(texts)} windows")
        means.append(MODEL.directions(texts).astype(np.float64).mean(axis=0))
    if not means:
        sys.exit(__doc__)
    np.save(Path(embed.__file__).with_name("local_mean.npy"), np.mean(means, axis=0).astype(np.float32), allow_pickle=False)


if __name__ == "__main__":
    MODEL = embed.LocalEmbedder()
    main()
