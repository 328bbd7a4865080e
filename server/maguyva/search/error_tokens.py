"""Error tokens: pieces of text that are worth finding as they stand wherever they appear in a question (rule 4).

Data and one function. Lists rather than shapes, because `EXPLAIN` looks like `ENOENT` and `SHA256` like `CS0246`.
"""

from __future__ import annotations

import http
import re
from typing import Final

_ERRNO: Final = (
    "E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EAI_AGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD ECONNABORTED "
    "ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EIDRM EILSEQ EINPROGRESS "
    "EINTEGRITY EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE ENAMETOOLONG ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS "
    "ENODATA ENODEV ENOENT ENOEXEC ENOLCK ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSYS ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY ENOTFOUND ENOTSOCK "
    "ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE ERESOLVE EROFS ESHUTDOWN "
    "ESOCKETTIMEDOUT ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY EUSAGE EWOULDBLOCK EXDEV SIGABRT SIGBUS SIGFPE SIGHUP SIGILL SIGINT "
    "SIGKILL SIGPIPE SIGQUIT SIGSEGV SIGTERM SIGTRAP"
)
_STATUS: Final = {status.phrase.lower(): status.value for status in http.HTTPStatus}
_TOKEN = re.compile(
    rf"""(?<![\w.])(?:
      (?i:{_ERRNO.replace(" ", "|")}|WSAE[A-Z]{{3,}}|0x[0-9a-f]{{6,16}}|ERR?_[A-Z0-9_]{{3,}}
        |(?:ORA|PLS|TNS|SQL)-?\d{{4,5}})(?!\w)
      |(?:E\d{{3,5}}|e\d{{4}}|(?i:TS\d{{4,5}}|CS\d{{4}}|LNK\d{{4}}|BC\d{{5}}|FS\d{{4}}|MSB\d{{4}}|NU\d{{4}}|CA\d{{4}}|NETSDK\d{{4}})
        |C\d{{4}}|[FRW]\d{{3,4}}|SC\d{{4}}|SQLSTATE(?:\[\w+\])?)(?![\w-])
      |[A-Za-z][\w.]*(?:Error|Exception|Fault):(?!:)
      |(?i:traceback\ \(most\ recent\ call\ last\)|segmentation\ fault|undefined\ reference\ to|unhandled\ exception|core\ dumped)
      |(?:panic|fatal|FATAL|ERROR):(?=\s))""",
    re.VERBOSE,
)
_STATUS_WITH_NUMBER = re.compile("|".join(rf"(?<!\w){code} {re.escape(phrase)}(?!\w)" for phrase, code in _STATUS.items()))
# Most questions hold none of these and skip the long expression.
_HINT = re.compile(r"\d|[eE][A-Za-z]{2}|:|[sS][iI][gG]|fault|dumped|recent")
# The word counts when it ends the question or a preposition follows; "traceback formatting" is about a feature.
_TRACEBACK = re.compile(
    r"(?<![\w-])(?:traceback|stack ?trace)(?=\s*(?:$|[:?.!,(]|(?:in|from|when|while|after|at|on|with|during|error|logs?)\b))", re.IGNORECASE
)
_LONE: Final = frozenset({"traceback", "segfault", "stacktrace"})


def find_error_token(text: str) -> str | None:
    """The first error token of the text (a code, an `…Error:` with its colon, a status phrase with its number), or None."""
    if not _HINT.search(text):
        return None
    found = _TOKEN.search(text) or _STATUS_WITH_NUMBER.search(text.lower())
    return text[found.start() : found.end()] if found else None


def whole_error_phrase(text: str) -> str | None:
    """The text itself, less its punctuation, when it is nothing but a status phrase ("Not Found") or an error word."""
    bare = text.strip(" .!?:")
    low = bare.lower()
    return bare if low in _LONE or (" " in low and low in _STATUS) else None


def find_traceback(text: str) -> str | None:
    """The word "traceback" where it stands for the text of an error, not for a feature."""
    found = _TRACEBACK.search(text)
    return found[0] if found else None
