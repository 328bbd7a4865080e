"""How long and how much memory indexing takes: cold, warm, and after one edit; the whole process tree is counted.

    scripts/bench index FOLDER [--runs N]

Cold: an empty cache folder, everything read, parsed, embedded and saved. Warm: the same process started again. Memory is the proportional
set size (PSS) of the process and its workers, sampled five times a second; "after" is a second after the index is complete. The machine's noise
shows in minimum and maximum; quote the median.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import psutil

from maguyva.engine import Engine
from maguyva.settings import Settings


def child(folder: Path, cache: Path) -> int:
    """In a process of its own: update, say so, stay for the parent to look, end with the parent's line."""
    started = time.perf_counter()
    with Engine([folder], Settings(cache_folder=cache)) as engine:
        report = engine.update()
        ready = time.perf_counter() - started
        print(
            json.dumps(
                {"seconds": ready, "files": report.files, "chunks": report.chunks, "symbols": report.symbols, "notes": report.notes}
            ),
            flush=True,
        )
        sys.stdin.readline()
    return 0


def run(folder: Path, cache: Path) -> dict[str, float]:
    """Seconds until complete (process start included), peak and settled PSS in MB."""
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, __file__, "--child", str(folder), "--cache", str(cache)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        tree, peak = psutil.Process(process.pid), 0.0
        import select

        while not select.select([process.stdout], [], [], 0.2)[0]:
            peak = max(peak, pss(tree))
        line = process.stdout.readline()
        seconds = time.perf_counter() - started
        time.sleep(1.0)
        after = pss(tree)
        process.stdin.write("\n")
        process.stdin.close()
    if not line:
        raise SystemExit("the indexing process died; run `maguyva index` on the folder to see why")
    found = json.loads(line)
    for note in found["notes"]:
        print(f"  note: {note}")
    return {
        "seconds": seconds,
        "peak_mb": max(peak, after),
        "after_mb": after,
        "files": found["files"],
        "chunks": found["chunks"],
        "symbols": found["symbols"],
    }


def pss(tree: psutil.Process) -> float:
    """MB of the process and its children; one that ends meanwhile counts nothing."""
    total = 0
    for process in [tree, *tree.children(recursive=True)]:
        try:
            total += process.memory_full_info().pss
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return total / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench index", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--cache", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        return child(arguments.child, arguments.cache)
    if arguments.folder is None:
        parser.error("which folder?")
    rows: dict[str, list[dict[str, float]]] = {"cold": [], "warm": []}
    for _ in range(arguments.runs):
        with tempfile.TemporaryDirectory() as temporary:
            cache = Path(temporary) / "cache"
            for kind in rows:
                rows[kind].append(run(arguments.folder, cache))
            size = sum(path.stat().st_size for path in cache.rglob("*") if path.is_file()) / 1e6
    first = rows["cold"][0]
    print(
        f"{arguments.folder}: {first['files']:.0f} files, {first['chunks']:.0f} chunks, {first['symbols']:.0f} symbols; cache {size:.0f} MB"
    )
    for kind, found in rows.items():
        for figure, unit in (("seconds", "s"), ("peak_mb", "MB peak PSS"), ("after_mb", "MB PSS after")):
            values = [row[figure] for row in found]
            print(f"{kind:5} {median(values):8.2f} {unit:13} (min {min(values):.2f}, max {max(values):.2f}, {len(values)} runs)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
