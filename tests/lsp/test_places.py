"""URIs and keys: every spelling of a place is one place, and the client's own spelling comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from maguyva.adapters.folders import Folder
from maguyva.lsp.places import Places, local_path, uri_of_path

ONE = Places((Folder(Path("/home/me/my project"), ""),), ("file:///home/me/my%20project",))
TWO = Places(
    (Folder(Path("/a"), "a/"), Folder(Path("/a/inner"), "inner/")),
    ("file:///a", "file:///a/inner/"),
)


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.py", "/a/b.py"),
        ("FILE:///a/b.py", "/a/b.py"),
        ("file:/a/b.py", "/a/b.py"),
        ("file://localhost/a/b.py", "/a/b.py"),
        ("file:///a/%C3%A9.py", "/a/é.py"),
        ("file:///a/%c3%a9.py", "/a/é.py"),
        ("file:///a/x/../b.py", "/a/b.py"),
        ("file:///a//b.py", "/a/b.py"),
        ("file:///c%3A/Users/x.py", "c:/Users/x.py"),
        ("file:///C:/Users/x.py", "c:/Users/x.py"),
        ("file://server/share/x.py", "//server/share/x.py"),
        ("file:///a/b%23c.py#fragment", "/a/b#c.py"),
        ("git:/a/b.py?ref", None),
        ("untitled:Untitled-1", None),
        ("file:///a/%00", None),
        ("file://[", None),
        ("no uri at all", None),
        ("", None),
    ],
)
def test_the_path_of_a_uri(uri: str, path: str | None) -> None:
    assert local_path(uri) == path


@pytest.mark.parametrize(
    ("places", "uri", "key"),
    [
        (ONE, "file:///home/me/my%20project/src/a.py", "src/a.py"),
        (ONE, "file:///home/me/my project/src/a.py", "src/a.py"),
        (ONE, "file:///home/me/my%20project2/a.py", "file:///home/me/my%20project2/a.py"),
        (ONE, "untitled:Untitled-1", "untitled:Untitled-1"),
        (ONE, "vscode-notebook-cell:/home/me/n.ipynb#W0", "vscode-notebook-cell:/home/me/n.ipynb#W0"),
        (ONE, "git:/home/me/a.py?%7B%7D", None),
        (ONE, "output:tasks", None),
        (TWO, "file:///a/b.py", "a/b.py"),
        (TWO, "file:///a/inner/b.py", "inner/b.py"),
        (Places(), "file:///a/b.py", "file:///a/b.py"),
    ],
)
def test_the_key_of_a_uri(places: Places, uri: str, key: str | None) -> None:
    assert places.key(uri) == key


def test_uris_of_keys_are_as_the_client_would_write_them() -> None:
    assert ONE.uri("src/ä b(1).py") == "file:///home/me/my%20project/src/%C3%A4%20b%281%29.py"
    assert TWO.uri("inner/b.py") == "file:///a/inner/b.py"
    assert ONE.uri("untitled:Untitled-1") == "untitled:Untitled-1"
    spelled = Places(ONE.folders, ONE.uris, {"src/a.py": "file:///home/me/my project/src/a.py"}.get)
    assert spelled.uri("src/a.py") == "file:///home/me/my project/src/a.py"


def test_paths_and_uris_are_inverse() -> None:
    for path in ("/a/b c/é😋#?%.py", "/a", "//server/share/x"):
        assert local_path(uri_of_path(path)) == path
