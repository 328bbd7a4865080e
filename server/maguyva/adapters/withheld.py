"""What never leaves the machine although it is indexed: files that by their name hold secrets, and pieces of text that look like one.

The detector is detect-secrets (Yelp), its patterns only: a plugin's `analyze_string`. Its `analyze_line` may ask the service behind a key whether the key
is good, which would send it; nothing of that kind is called. Beside it stand a few patterns of keys that are younger than it is.

It decides for one chunk of text at a time, so that a password in a test takes its own function away from the search by meaning and no more. What a
chunk cannot show on its own is asked of the file: of one that holds a private key, nothing is sent, since the key's later lines look like anything.

Rather too much is withheld than too little: what is withheld is still found by name, word and structure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

_NAMES = re.compile(
    r"""(?ix)
      \.env(?:\..*)? | .*\.env | \.envrc | \.?(?:netrc|_netrc|npmrc|pypirc|pgpass|my\.cnf|s3cfg|htpasswd|dockercfg|git-credentials|boto|vault-token|authinfo.*)
    | _netrc | id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-].*)? | .*_(?:rsa|dsa|ecdsa|ed25519) | ssh_host_.*_key
    | .*\.(?:pem|key|p8|p12|pfx|pkcs12|jks|jceks|keystore|kdbx?|crt|cer|der|csr|asc|gpg|pgp|age|ppk|ovpn|keytab|mobileprovision|agilekeychain)
    | .*\.(?:tfvars|tfstate)(?:\..*)? | kubeconfig.* | .*\.kubeconfig | (?:.*[._-])?(?:credential|secret)s?(?:\.\w+)*
    | (?:service|gcp|firebase)[-_]?(?:account|key|adminsdk).*\.json | master\.key | wallet\.dat | \.?(?:bash|zsh|python|node_repl|psql|mysql)_history
    """
)
_FOLDERS = frozenset({".ssh", ".gnupg", ".aws", ".azure", ".gcloud", ".kube", ".docker", ".vault", "secrets", "credentials"})
# A program about secrets is called so too; what is in it is looked at piece by piece.
_ABOUT = re.compile(r"(?i)(?:.*[._-])?(?:credential|secret)s?\.")
_PROGRAM = re.compile(r"(?i).*\.(?:pyi?|[cm]?[jt]sx?|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|ex|hs|md|rst)")
_PRIVATE_KEY = re.compile(rb"-----BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|-----BEGIN PGP|AGE-SECRET-KEY-1|BEGIN OPENSSH")

# Younger keys than the detector's, and what it has no word for. A word boundary is enough before them: all have a head of their own.
_KEYS = re.compile(
    r"""(?x)
      \b(?: sk-[A-Za-z0-9_-]{20,} | (?:pa|al)-[A-Za-z0-9_-]{32,} | github_pat_\w{30,} | gh[pousr]_\w{30,} | glpat-[\w-]{16,} | AIza[\w-]{30,}
         | ya29\.[\w-]{20,} | hf_[A-Za-z0-9]{30,} | xox[abeoprs]-[\w-]{10,} | do[opr]_v1_[a-f0-9]{40,} | dapi[a-f0-9]{32} | npm_[A-Za-z0-9]{30,}
         | pypi-[\w-]{40,} | shp(?:at|ca|pa|ss)_[a-f0-9]{30,} | (?:rk|sk|pk|whsec)_(?:live|test)_\w{16,} | whsec_\w{20,} | lin_api_\w{30,}
         | sntrys_[\w-]{20,} | A3-[A-Z0-9-]{30,} | SK[a-f0-9]{32} | (?:AKIA|ASIA)[A-Z0-9]{16} )
    | \beyJ[\w-]{10,}\.eyJ[\w-]{10,}
    | ://[^\s/:@'"<>{}$]+:[^\s/:@'"<>{}$]{3,}@[^\s'"]+
    """
)
# Words without which no pattern below, nor any of the detector's slow ones, can match.
_WORD = re.compile(r"(?i)key|pass|pwd|pw|secret|token|credential|contrase|authorization")
_NAMED = re.compile(
    r"""(?ix)
      (?:token|access_?key|credentials?|passphrase)[\w.-]*['"]?\s*(?:=>|:?=|:)\s*['"][^\s'"]{12,}['"]
    | (?:password|passwd|pwd|secret|api_?key)\w*\s*:=\s*["`][^"`\s]+["`]
    | authorization['"]?\s*[:=,]\s*['"]?(?:bearer|basic|token)\s+[\w.~+/-]{12,}
    """
)
# The inside of a key or certificate: lines of nothing but base64.
_BLOCK = re.compile(r"(?:^[ \t\"']*[A-Za-z0-9+/]{48,}={0,2}[\"',\\n]*[ \t]*\r?$\n?){2,}", re.MULTILINE)
_CONFIGURATION = re.compile(r"(?i)\.(?:ya?ml|ini|cfg|conf|config|cnf|properties|toml|env|tf|plist|txt|lst|log)$|(?:^|/)[^./]+$")
# Plugins of the detector that look for an assignment to a name with one of these words; half of its time is theirs.
_NEEDS_WORD = frozenset({"Cloudant Credentials", "IBM Cloud IAM Key", "IBM COS HMAC Credentials", "SoftLayer Credentials"})
_WINDOW, _OVERLAP = 4_000, 200  # Characters that are looked at together; chunks are shorter as a rule.


def name_reason(path: str) -> str | None:
    """Why a file is not sent whatever is in it: its name is that of files which hold secrets. None when it may be."""
    *folders, name = path.split("/")
    if _NAMES.fullmatch(name) and not (_ABOUT.match(name) and _PROGRAM.fullmatch(name)):
        return "its name is that of files which hold secrets"
    secret = _FOLDERS.intersection(folder.lower() for folder in folders)
    if secret and not (_PROGRAM.fullmatch(name) and all(not folder.startswith(".") for folder in secret)):
        return "it is in a folder for secrets"
    return None


def file_reason(text: bytes) -> str | None:
    """Why nothing of a file is sent: it holds a private key. None when it does not."""
    return "it holds a private key" if _PRIVATE_KEY.search(text) else None


def text_reason(text: str, path: str) -> str | None:
    """Why a piece of a file's text is not sent: it looks like a secret. None when it does not."""
    # The time that some patterns take grows with the square of a text.
    starts = range(0, max(len(text) - _OVERLAP, 1), _WINDOW - _OVERLAP)
    return next((reason for start in starts if (reason := _window_reason(text[start : start + _WINDOW], path)) is not None), None)


def _window_reason(text: str, path: str) -> str | None:
    if _KEYS.search(text):
        return "it looks like a key or a password"
    if _BLOCK.search(text) or _PRIVATE_KEY.search(text.encode("utf-8", "replace")):
        return "it looks like the inside of a key"
    has_word = _WORD.search(text) is not None
    if has_word and _NAMED.search(text):
        return "it looks like a key or a password"
    patterns, keywords = _detector()
    for name, find in patterns.items():
        if (has_word or name not in _NEEDS_WORD) and find(text):
            return f"it looks like a secret ({name})"
    is_configuration = _CONFIGURATION.search(path) is not None
    for line in text.splitlines() if has_word else ():
        if _WORD.search(line) and keywords(line, is_configuration):
            return "it looks like a secret (a word for one, with a value)"
    return None


@cache
def _detector() -> tuple[Mapping[str, Callable[[str], bool]], Callable[[str, bool], bool]]:
    """(patterns by the name of what they find, whether a line names a secret and gives it a value). Costs 0.2 s the first time."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins.high_entropy_strings import HighEntropyStringsPlugin
    from detect_secrets.plugins.ip_public import IPPublicDetector
    from detect_secrets.plugins.keyword import CONFIG_DENYLIST_REGEX_TO_GROUP, KeywordDetector

    patterns: dict[str, Callable[[str], bool]] = {}
    kinds: Mapping[str, Any] = get_mapping_from_secret_type_to_class()
    for name, kind in kinds.items():
        if issubclass(kind, HighEntropyStringsPlugin):
            patterns[name] = _is_random(kind())
        elif not issubclass(kind, KeywordDetector | IPPublicDetector):  # A public address is no secret.
            patterns[name] = _finds(kind())
    keyword = KeywordDetector()

    def names_one(line: str, is_configuration: bool) -> bool:
        tables = [None, CONFIG_DENYLIST_REGEX_TO_GROUP] if is_configuration else [None]
        return any(True for table in tables for _ in keyword.analyze_string(line, denylist_regex_to_group=table))

    return patterns, names_one


def _finds(plugin: Any) -> Callable[[str], bool]:
    return lambda text: any(True for _ in plugin.analyze_string(text))


def _is_random(plugin: Any) -> Callable[[str], bool]:
    least = 2**plugin.entropy_limit  # A string of fewer characters cannot be that random.
    return lambda text: any(
        len(found) > least and plugin.calculate_shannon_entropy(found) > plugin.entropy_limit for found in plugin.analyze_string(text)
    )
