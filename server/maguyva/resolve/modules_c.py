"""What an `#include` names: beside the including file, else where a compilation database says, else any file of the workspace whose path
ends so, the nearest one."""

from __future__ import annotations

from maguyva.resolve import include_paths
from maguyva.resolve.paths import PathTable, join, normal, parent_folder, path_table
from maguyva.resolve.world import Target, TargetKind, Tier, World

# A header of the standard library or of the system is never a file of the workspace, whatever is called so there.
_SYSTEM = frozenset(
    """
    assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h
    stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h tgmath.h threads.h time.h uchar.h wchar.h
    wctype.h unistd.h fcntl.h pthread.h dirent.h dlfcn.h netdb.h poll.h pwd.h grp.h sched.h semaphore.h syslog.h termios.h utime.h
    sys/types.h sys/stat.h sys/time.h sys/wait.h sys/socket.h sys/mman.h sys/resource.h sys/ioctl.h sys/select.h sys/uio.h sys/un.h
    sys/param.h sys/file.h sys/epoll.h sys/event.h sys/utsname.h netinet/in.h netinet/tcp.h arpa/inet.h
    """.split()
)


def find_header(world: World, file: int, module: str) -> tuple[Target | None, Tier]:
    """The file that `#include "module"` or `#include <module>` names in `file`; None when it is not in the workspace."""
    importer, table = world.path(file), path_table(world)
    system = module.startswith("<")
    module = module.strip("<>").strip()
    if not module:
        return None, Tier.EXACT
    folder = parent_folder(importer)
    if not system:
        beside = normal(folder, module)
        if beside is not None and beside in table.files:
            return Target(table.files[beside], TargetKind.MODULE, -1), Tier.EXACT
    told = include_paths.find_header(world, importer, module, not system)
    if told is not None:
        return Target(told, TargetKind.MODULE, -1), Tier.EXACT
    if system and (module in _SYSTEM or "." not in module):
        return None, Tier.EXACT
    return _by_its_end(table, folder, module)


def _by_its_end(table: PathTable, folder: str, module: str) -> tuple[Target | None, Tier]:
    parts = module.split("/")
    while parts and parts[0] in (".", ".."):
        parts.pop(0)
    if not parts:
        return None, Tier.EXACT
    head = "/".join(parts[:-1])
    found: list[str] = []
    for home in table.entries.get(parts[-1].partition(".")[0], ()):
        path = join(home, parts[-1])
        if path in table.files and (not head or home == head or home.endswith("/" + head)):
            found.append(path)
    if not found:
        return None, Tier.EXACT
    best = min(found, key=lambda path: (_distance(folder, path), len(path), path))
    return Target(table.files[best], TargetKind.MODULE, -1), Tier.EXACT if len(found) == 1 else Tier.LIKELY


def _distance(folder: str, path: str) -> int:
    """Steps up from `folder` to a folder around `path`: a header of one's own tree is meant before one of another."""
    here, there = folder.split("/") if folder else [], path.split("/")
    common = 0
    while common < min(len(here), len(there)) and here[common] == there[common]:
        common += 1
    return len(here) - common


def is_header(path: str) -> bool:
    """Whether other files include this one."""
    return path.rpartition(".")[2].lower() in ("h", "hh", "hpp", "hxx", "h++", "inl", "ipp", "tpp", "tcc", "inc", "def")
