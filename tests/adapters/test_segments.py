from __future__ import annotations

import json
import os
import random
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from maguyva.adapters.segments import (
    SegmentDamaged,
    new_segment,
    open_live,
    open_segment,
    publish,
    read_manifest,
    sweep,
    workspace_store,
    write_segment,
    writing,
)

VERSIONS = {"app": "1", "extractor": "2"}
ARRAYS: dict[str, NDArray[np.generic]] = {
    "bytes": np.frombuffer(b"text of a file", np.uint8),
    "counts": np.arange(1000, dtype=np.uint32),
    "vectors": np.random.default_rng(1).random((7, 512)).astype(np.float32),
    "wide": np.arange(10, dtype=">i8"),
    "none": np.zeros(0, np.int32),
    "no rows": np.zeros((0, 64), np.uint8),
    "one number": np.array(3, np.int64),
    "every other": np.arange(20, dtype=np.int16)[::2],
    "yes": np.array([True, False]),
}


def test_arrays_come_back_as_they_were_read_only_and_aligned(tmp_path: Path) -> None:
    write_segment(tmp_path / "a.seg", {**ARRAYS, "pieces": [b"ab", b"", b"cde"]})
    for verify in (True, False):
        read = open_segment(tmp_path / "a.seg", verify)
        assert read.pop("pieces").tobytes() == b"abcde"
        assert read.keys() == ARRAYS.keys()
        for name, array in ARRAYS.items():
            assert (
                np.array_equal(read[name], array) and read[name].shape == array.shape and read[name].dtype == array.dtype.newbyteorder("<")
            )
            assert not read[name].flags.writeable and read[name].__array_interface__["data"][0] % 64 == 0
    assert os.listdir(tmp_path) == ["a.seg"]


def test_objects_are_refused(tmp_path: Path) -> None:
    for array in (np.array([{}]), np.array(["text"]), np.zeros(2, "i4,f4")):
        with pytest.raises(TypeError):
            write_segment(tmp_path / "a.seg", {"a": array})
    assert os.listdir(tmp_path) == []


def forged(header: object) -> Callable[[bytes], bytes]:
    raw = json.dumps(header).encode()
    return lambda whole: (
        struct.pack("<8sIII44x", b"MAGUYVAS", 1, len(raw), zlib.crc32(raw)) + raw.ljust(-(-len(raw) // 64) * 64, b"\0") + bytes(64)
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda whole: b"",
        lambda whole: whole[:30],
        lambda whole: whole[:200],
        lambda whole: whole[:-1],
        lambda whole: whole + b"\0",
        lambda whole: b"PK\3\4" + whole[4:],
        lambda whole: b"some text\n" * 1000,
        lambda whole: whole[:8] + struct.pack("<I", 2) + whole[12:],
        lambda whole: whole[:12] + struct.pack("<I", 2**32 - 1) + whole[16:],
        forged([]),
        forged({"arrays": [{"name": "a", "dtype": "|O", "shape": [8], "offset": 0, "size": 64, "crc32": 0}], "data_size": 64}),
        forged({"arrays": [{"name": "a", "dtype": "<u4", "shape": [-1], "offset": 0, "size": 64, "crc32": 0}], "data_size": 64}),
        forged({"arrays": [{"name": "a", "dtype": "<u4", "shape": [32], "offset": 0, "size": 128, "crc32": 0}], "data_size": 64}),
        forged({"arrays": [{"name": "a", "dtype": "<u4", "shape": [2**62, 16], "offset": 0, "size": 64, "crc32": 0}], "data_size": 64}),
        forged({"arrays": "x" * 50, "data_size": 64}),
    ],
)
@pytest.mark.parametrize("verify", [True, False])
def test_a_file_that_is_not_what_was_written_is_refused(spoil: Callable[[bytes], bytes], verify: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.seg"
    write_segment(path, ARRAYS)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(SegmentDamaged):
        open_segment(path, verify)


def test_every_flipped_bit_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.seg"
    write_segment(path, {"a": np.arange(40, dtype=np.uint8), "b": np.arange(10, dtype=np.uint32)})
    whole = path.read_bytes()
    sound = open_segment(path)
    unnoticed = 0
    for position in range(len(whole)):
        path.with_name("b.seg").write_bytes(whole[:position] + bytes([whole[position] ^ 16]) + whole[position + 1 :])
        try:
            read = open_segment(path.with_name("b.seg"))
        except SegmentDamaged:
            continue
        unnoticed += 1  # Padding: nothing that is read.
        assert all(np.array_equal(read[name], sound[name]) for name in sound)
    assert unnoticed < 64 * 4


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    program = f"""
import resource, numpy as np
from pathlib import Path
from maguyva.adapters.segments import write_segment
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    write_segment(Path({str(tmp_path)!r}) / "a.seg", {{"a": np.zeros(1_000_000, np.uint8)}})
except OSError as error:
    print("refused", error.strerror)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={"PYTHONPATH": os.pathsep.join(sys.path)})
    assert run.stdout == "refused File too large\n" and os.listdir(tmp_path) == [], run.stderr


# ---- the manifest ----


def put_live(store: Path, folder: Path, number: int) -> None:
    segments = {kind: new_segment(store, kind) for kind in ("base", "vectors")}
    for path in segments.values():
        write_segment(path, {"a": np.full(1000, number)})
    publish(store, folder, VERSIONS, segments)
    sweep(store)


def test_the_live_set_is_the_last_one_published_for_this_folder_and_these_versions(tmp_path: Path) -> None:
    folder = tmp_path / "w"
    folder.mkdir()
    store = workspace_store(tmp_path / "cache", folder)
    assert open_live(store, folder, VERSIONS) == ({}, "no index yet")
    for number in (1, 2):
        with writing(store) as held:
            assert held
            put_live(store, folder, number)
    live, problem = open_live(store, folder, VERSIONS)
    assert problem == "" and {int(arrays["a"][0]) for arrays in live.values()} == {2} and live.keys() == {"base", "vectors"}
    assert len(list(store.glob("*.seg"))) == 2
    assert read_manifest(store, folder, {**VERSIONS, "app": "2"}) is None
    assert read_manifest(store, tmp_path, VERSIONS) is None
    assert open_live(store, folder, {}) == ({}, "the index is of another version or damaged")
    if os.name == "posix":
        (tmp_path / "link").symlink_to("w")
        assert workspace_store(tmp_path / "cache", tmp_path / "link") == store
        assert {place.stat().st_mode & 0o777 for place in (store, store.parent, tmp_path / "cache")} == {0o700}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: text[:50],
        lambda text: "[" * 100_000,
        lambda text: text.replace("base-", "bose-"),
        lambda text: "{}",
        lambda text: json.dumps({"crc32": zlib.crc32(b'{"manifest": 1}'), "body": '{"manifest": 1}'}),
    ],
)
def test_a_damaged_manifest_is_no_manifest_and_the_next_publication_mends_it(spoil: Callable[[str], str], tmp_path: Path) -> None:
    store = workspace_store(tmp_path / "cache", tmp_path)
    put_live(store, tmp_path, 1)
    path = store / "manifest.json"
    path.write_text(spoil(path.read_text()))
    assert open_live(store, tmp_path, VERSIONS)[1] == "the index is of another version or damaged"
    put_live(store, tmp_path, 2)
    assert open_live(store, tmp_path, VERSIONS)[0]["base"]["a"][0] == 2


def test_a_manifest_cannot_name_files_elsewhere(tmp_path: Path) -> None:
    store = workspace_store(tmp_path / "cache", tmp_path)
    write_segment(tmp_path / "elsewhere.seg", {"a": np.zeros(3)})
    publish(store, tmp_path, VERSIONS, {"base": Path("x.seg")})
    path = store / "manifest.json"
    body = json.loads(path.read_text())["body"].replace("x.seg", "../../../elsewhere.seg")
    path.write_text(json.dumps({"crc32": zlib.crc32(body.encode()), "body": body}))
    assert open_live(store, tmp_path, VERSIONS)[0] == {}


def test_a_missing_or_damaged_segment_is_said(tmp_path: Path) -> None:
    store = workspace_store(tmp_path / "cache", tmp_path)
    put_live(store, tmp_path, 1)
    (path,) = store.glob("base-*.seg")
    path.write_bytes(b"")
    assert open_live(store, tmp_path, VERSIONS) == ({}, "not a segment file")
    path.unlink()
    assert open_live(store, tmp_path, VERSIONS) == ({}, "the index names files that are not there")


def test_one_writer_at_a_time_and_the_lock_dies_with_its_holder(tmp_path: Path) -> None:
    store = workspace_store(tmp_path / "cache", tmp_path)
    program = """
import sys, time
from pathlib import Path
from maguyva.adapters.segments import writing
with writing(Path(sys.argv[1])) as held:
    print(held, flush=True)
    time.sleep(60)
"""
    holder = subprocess.Popen([sys.executable, "-c", program, store], stdout=subprocess.PIPE, env={"PYTHONPATH": os.pathsep.join(sys.path)})
    assert holder.stdout is not None and holder.stdout.readline() == b"True\n"
    with writing(store, wait=0.1) as held:
        assert not held
    holder.kill()
    holder.wait()
    holder.stdout.close()
    with writing(store, wait=5) as held:
        assert held


WRITER = """
import sys
import numpy as np
from pathlib import Path
from maguyva.adapters.segments import new_segment, publish, sweep, write_segment, writing
store, folder, number = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
while True:
    number += 1
    with writing(store, wait=30) as held:
        assert held
        sweep(store)
        segments = {kind: new_segment(store, kind) for kind in ("base", "vectors")}
        for path in segments.values():
            write_segment(path, {"a": np.full(200_000, number)})
        publish(store, folder, {"app": "1", "extractor": "2"}, segments)
        print(number, flush=True)
"""


def test_killed_at_any_moment_the_live_set_is_whole(tmp_path: Path) -> None:
    store = workspace_store(tmp_path / "cache", tmp_path)
    moments = random.Random(7)
    reported = 0
    for _ in range(8):
        command: list[str | Path] = [sys.executable, "-c", WRITER, store, tmp_path, str(reported)]
        writer = subprocess.Popen(command, stdout=subprocess.PIPE, env={"PYTHONPATH": os.pathsep.join(sys.path)})
        assert writer.stdout is not None
        reported = int(writer.stdout.readline())
        end = time.monotonic() + moments.uniform(0, 0.1)
        while time.monotonic() < end:  # A second server reads while the first one writes and deletes.
            live, problem = open_live(store, tmp_path, VERSIONS)
            assert problem == "" and len({int(arrays["a"][0]) for arrays in live.values()}) == 1
        writer.kill()
        whole_lines = writer.stdout.read().rpartition(b"\n")[0].split()
        reported = int(whole_lines[-1]) if whole_lines else reported
        writer.stdout.close()
        writer.wait()
        live, problem = open_live(store, tmp_path, VERSIONS)
        numbers = {int(number) for arrays in live.values() for number in arrays["a"]}
        assert problem == "" and len(numbers) == 1 and min(numbers) in (reported, reported + 1)
        reported = min(numbers)
    with writing(store) as held:
        assert held
        sweep(store)
    assert sorted(path.name.split("-")[0] for path in store.iterdir()) == ["base", "lock", "manifest.json", "vectors"]
