"""Files of a workspace folder: which ones there are, and what is in them.

The walk is ripgrep's (the Rust crate `ignore`): `.gitignore` nested and negated, `.git/info/exclude`, the user's global
excludes and `.ignore`, all with Git's own precedence; a `.gitignore` counts without a repository too. Ignore files above the
folder count only when the folder lies inside a repository, as Git reads them; otherwise a `*` in somebody's `~/.gitignore`
would empty every workspace below it. Where ripgrep reads a pattern unlike Git (`{a,b}` as alternatives, no `[[:digit:]]`, a tab at
the end as part of the name), so do we. A tracked file that an ignore rule names is left out, as in ripgrep.

Links are never followed. What a link inside the folder points to is listed under its own name, so each real file is there once
and a loop has nothing to turn in; a link out of the folder is listed as skipped.

Nothing here raises for what a workspace contains: what cannot be read is listed with a reason. Only the folder itself can be a
problem (`WorkspaceError`).
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from maguyva.model import Stamp
from maguyva.settings import Settings, SettingsError

_REPOSITORY_FOLDERS = (".git", ".hg", ".svn", ".jj")

# Two seconds is the coarsest clock of a file system in use (FAT); a file written twice within it can keep its mtime.
_MTIME_DOUBT_NS = 2_000_000_000


class WorkspaceError(Exception):
    """The workspace folder cannot be used; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What a folder holds. Paths are POSIX, relative to the folder, sorted."""

    files: tuple[tuple[str, Stamp], ...]
    skipped: tuple[tuple[str, str], ...]  # (path, reason)
    folders: tuple[str, ...] = ()  # Every folder that the rules leave, without the root.


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A file's text (BOM dropped, UTF-16 and UTF-32 turned into UTF-8) and its stamp, or why there is none."""

    text: bytes | None
    stamp: Stamp | None
    skipped_reason: str = ""


def check_workspace(folder: Path) -> Path:
    """The folder's absolute path. Raises WorkspaceError when it does not exist, is no folder or cannot be listed."""
    shown = _printable(str(folder))
    try:
        absolute = folder.expanduser().absolute()
        with os.scandir(absolute):
            # Only a path with ".." is resolved: editors know the folder by the name they gave.
            return absolute.resolve() if ".." in absolute.parts else absolute
    except FileNotFoundError:
        problem = f'workspace "{shown}" does not exist; give the path of an existing folder'
    except NotADirectoryError:
        problem = f'workspace "{shown}" is a file; give the folder that holds it'
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: `~someone` without a home; ValueError: a NUL in the path.
        problem = f'workspace "{shown}" is not readable ({_reason(error)}); check its permissions or give another folder'
    raise WorkspaceError(problem)


# ---- walking ----


def walk(folder: Path, settings: Settings) -> Walk:
    """Every file of `folder` that the ignore rules, the user's globs and the text limit leave, with its stamp.

    Raises WorkspaceError for the folder itself, SettingsError for a glob that is none.
    """
    real_root = os.path.realpath(check_workspace(folder))  # The ignore files above a link are those above its target, as for Git.
    root = Path(real_root)
    wanted = path_filter(settings.exclude, settings.include)
    prefix = len(str(root)) + (not str(root).endswith(os.sep))
    now = time.time_ns()
    files: list[tuple[str, Stamp]] = []
    skipped: list[tuple[str, str]] = []
    folders: list[str] = []
    for path, problem in _entries(root, settings):
        relative = path[prefix:]
        if os.sep != "/":
            relative = relative.replace(os.sep, "/")
        if problem:
            skipped.append((_printable(relative), problem))
            continue
        try:
            status = os.lstat(path)
        except FileNotFoundError:
            continue  # It went while we walked.
        except (OSError, ValueError) as error:
            skipped.append((_printable(relative), f"not readable: {_reason(error)}"))
            continue
        if stat.S_ISDIR(status.st_mode) and relative:
            folders.append(relative)
        if stat.S_ISDIR(status.st_mode) or not relative or not wanted(relative):
            continue
        reason = _walk_reason(path, relative, status, real_root, settings)
        if reason is None:
            files.append((relative, _stamp(status, now)))
        elif reason:
            skipped.append((_printable(relative), reason))
    return Walk(tuple(sorted(files)), tuple(sorted(skipped)), tuple(sorted(folders)))


def _walk_reason(path: str, relative: str, status: os.stat_result, real_root: str, settings: Settings) -> str | None:
    """Why a file is not listed: a reason to report, "" for one that is no omission, None when it is listed."""
    try:
        relative.encode()
    except UnicodeEncodeError:
        return "name is not UTF-8"
    if stat.S_ISLNK(status.st_mode):
        target = os.path.realpath(path)
        if not os.path.exists(target):
            return ""  # Broken, or a loop of links.
        inside = target == real_root or target.startswith(real_root.rstrip(os.sep) + os.sep)
        return "" if inside else "link out of the folder"
    if not stat.S_ISREG(status.st_mode):
        return "special file"
    if status.st_size > settings.text_limit:
        return larger_than(settings.text_limit)
    return None


def _entries(root: Path, settings: Settings) -> Iterator[tuple[str, str]]:
    """(path, "") of everything the walker lists, or (path, problem) of what it could not open."""
    import ignore
    from ignore.overrides import OverrideBuilder

    repository = _repository_of(root)
    overrides = OverrideBuilder(repository or root)
    for name in _REPOSITORY_FOLDERS:
        overrides.add(f"!{name}")  # In overrides the bang excludes.
    cache_folder = Path(os.path.realpath(settings.cache_folder))
    if root in cache_folder.parents:  # A home folder as workspace must not index the index.
        overrides.add("!" + _under(repository, root, cache_folder.relative_to(root).as_posix(), literal=True))
    for glob in (*_anchored_global_excludes(), *_pruning_globs(settings.exclude, root, repository)):
        with contextlib.suppress(ignore.Error):  # Braces that do not close, for one; for the user's globs `path_filter` has the last word.
            overrides.add(f"!{glob}")
    # With `require_git(False)` the walker does not look where a repository begins, so it would take ignore files from above it.
    inside = repository is not None
    builder = ignore.WalkBuilder(root).hidden(False).require_git(inside).parents(inside).overrides(overrides.build())
    walker = builder.build()
    while True:
        try:
            yield str(next(walker).path()), ""
        except StopIteration:
            return
        except (ignore.Error, ignore.IOError) as error:
            problem = re.search(r"IO error for operation on (.*?): (.*?)(?: \(os error \d+\))?$", str(error), re.DOTALL)
            if problem is None:
                yield str(root / "?"), f"not readable: {error}"
            elif os.path.lexists(problem[1]):
                yield problem[1], f"not readable: {problem[2]}"


def _pruning_globs(exclude: Sequence[str], root: Path, repository: Path | None) -> list[str]:
    """The user's globs as the walker takes them, so that it does not descend into what they exclude.

    None when one re-includes what another excludes: overrides cannot say that, and `path_filter` decides alone.
    """
    globs = [glob for glob in exclude if glob.strip() and not glob.startswith("#")]
    if any(glob.startswith("!") for glob in globs):
        return []
    return [_under(repository, root, glob) if "/" in glob.rstrip("/") and not glob.startswith("**/") else glob for glob in globs]


def _under(repository: Path | None, root: Path, glob: str, literal: bool = False) -> str:
    """A glob relative to `root`, anchored at the folder the overrides are relative to."""
    above = "" if repository is None or repository == root else root.relative_to(repository).as_posix() + "/"
    return "/" + _escaped(above) + (_escaped(glob) if literal else glob.lstrip("/"))


def _escaped(path: str) -> str:
    return re.sub(r"([*?\[\]{}!\\])", r"\\\1", path)


def _repository_of(folder: Path) -> Path | None:
    return next((place for place in (folder, *folder.parents) if os.path.lexists(place / ".git")), None)


def _anchored_global_excludes() -> list[str]:
    """Patterns with a slash of the user's global excludes file.

    The walker takes them relative to the process's working folder; Git takes them relative to the repository.
    """
    home = os.path.expanduser("~")
    config = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    chosen = os.path.join(config, "git", "ignore")
    for place in (os.path.join(config, "git", "config"), os.path.join(home, ".gitconfig")):
        for value in re.findall(r'(?im)^\s*excludesfile\s*=\s*"?([^"\r\n#;]+)', _small_text(place)):
            chosen = os.path.expanduser(value.strip())
    lines = [line.rstrip() for line in _small_text(chosen).splitlines()]
    return [line for line in lines if "/" in line.rstrip("/") and not line.startswith(("#", "!", "**/", "\\"))]


def _small_text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(1_000_000).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def path_filter(exclude: Sequence[str], include: Sequence[str]) -> Callable[[str], bool]:
    """Whether the user's globs leave a relative POSIX path. Raises SettingsError for a glob that is none."""
    if not exclude and not include:
        return lambda path: True
    from pathspec import GitIgnoreSpec  # 35 ms to import, for the few who set globs.

    try:
        excluded = GitIgnoreSpec.from_lines(exclude)
        included = GitIgnoreSpec.from_lines(include) if include else None
    except ValueError as error:
        raise SettingsError(f"a glob of the settings is not valid: {error}") from None
    return lambda path: not excluded.match_file(path) and (included is None or included.match_file(path))


# ---- reading ----


def read_file(path: Path | str, limit: int) -> ReadResult:
    """The text of a regular file of at most `limit` bytes, with the stamp it had before it was read.

    Never raises. A file that changes meanwhile is read again once; if it changes again, the stamp tells the next walk.
    A missing file gives the reason "does not exist".
    """
    try:
        return _read_once(path, limit) or _read_once(path, limit, last=True) or ReadResult(None, None, "changes while it is read")
    except FileNotFoundError:
        return ReadResult(None, None, "does not exist")
    except (OSError, ValueError, MemoryError) as error:
        return ReadResult(None, None, f"not readable: {_reason(error)}")


def _read_once(path: Path | str, limit: int, *, last: bool = False) -> ReadResult | None:
    if not stat.S_ISREG(os.lstat(path).st_mode):
        return ReadResult(None, None, "special file")
    # The file may have been replaced since: without O_NONBLOCK, opening a pipe would wait for its other end.
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags)
    with open(descriptor, "rb", buffering=0) as file:
        now = time.time_ns()
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            return ReadResult(None, None, "special file")
        if before.st_size > limit:
            return ReadResult(None, _stamp(before, now), larger_than(limit))
        raw = bytearray()
        while piece := file.read(max(before.st_size - len(raw), 0) + 1):
            raw += piece
            if len(raw) > limit:
                return ReadResult(None, _stamp(before, now), larger_than(limit))
        after = os.fstat(descriptor)
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) and not last:
        return None
    text = as_text(bytes(raw))
    return ReadResult(text, _stamp(before, now), "" if text is not None else "binary")


_UNICODE_MARKS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def as_text(raw: bytes) -> bytes | None:
    """A file's bytes as they are searched, None for a binary one (a NUL anywhere). Bytes that are not UTF-8 stay as they are."""
    if raw.startswith(codecs.BOM_UTF8):
        raw = raw[3:]
    else:
        for mark, encoding in _UNICODE_MARKS:
            if raw.startswith(mark):
                try:
                    # UTF-32 says so often that it is none (three quarters of its numbers are no characters) that one fault decides.
                    decoded = raw[len(mark) :].decode(encoding, "strict" if "32" in encoding else "replace")
                except UnicodeDecodeError:
                    return None
                raw = decoded.encode("utf-8", "replace")
                break
    return None if b"\0" in raw else raw


# ---- the user's own folders ----


def make_private_folder(folder: Path) -> None:
    """Makes `folder` for this user alone (mode 0700). Raises OSError when it cannot be made or belongs to somebody else."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "posix":
        return  # A Windows profile is private to its user by inheritance.
    status = folder.stat()
    if os.geteuid() not in (0, status.st_uid):
        raise PermissionError(errno.EPERM, "the folder belongs to another user", str(folder))
    if status.st_mode & 0o077:
        folder.chmod(status.st_mode & 0o700)  # What the user took from themselves, as the right to write, stays taken.


# ---- stamps and reasons ----


def is_unchanged(stored: Stamp, now: Stamp) -> bool:
    """Whether a file with the stamp `now` still holds what was read under `stored`.

    Size, mtime and inode must agree, and the mtime must be older than the read by more than a file system's clock is coarse.
    """
    same = (stored.size, stored.mtime_ns, stored.inode) == (now.size, now.mtime_ns, now.inode)
    return same and stored.mtime_ns + _MTIME_DOUBT_NS < stored.read_ns


def larger_than(limit: int) -> str:
    """The reason for leaving out a file over `limit` bytes: "larger than 16 MB"."""
    for size, unit in ((1_000_000, "MB"), (1_000, "kB")):
        if limit >= size:
            return f"larger than {limit / size:.4g} {unit}"
    return f"larger than {limit} bytes"


def _stamp(status: os.stat_result, read_ns: int) -> Stamp:
    return Stamp(
        status.st_size, status.st_mtime_ns, status.st_ino & 0x7FFF_FFFF_FFFF_FFFF, read_ns
    )  # Stored as int64; ReFS has wider ones.


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


def _printable(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
