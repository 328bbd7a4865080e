"""The command line's side of sending code to a service: the question before it, the bar meanwhile, and what is left afterwards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from maguyva import streams
from maguyva.adapters.consents import all_consents, forget_consents
from maguyva.indexing import Progress
from maguyva.sending import Sending
from maguyva.terminal import progress_bar


def send(sending: Sending, yes: bool) -> None:
    """Sends what a service is to embed, once the user has said yes (`yes`: on the command line), and tells on stderr what is left. Raises OSError."""
    if sending.embedder.problem is not None:
        streams.tell(f"nothing is sent: {sending.embedder.problem}")
        return
    for estimate in sending.estimates():
        if yes or _says_yes(estimate.question):
            sending.answer([estimate.amount.root], "yes")
    if (refusal := sending.refusal()) is not None:
        streams.tell(f"nothing is sent: {refusal}; --yes allows it")
        return
    with progress_bar() as progress:
        sending.send_now(lambda done, total: progress(Progress("sending", done, total)))
        progress.finish()
    if sending.pending:
        streams.tell(f"{sending.pending:,} pieces of code are not sent yet: {sending.problem or 'run it again to go on'}")


def said_about(root: Path, cache_folder: Path, withdraw: bool) -> list[dict[str, Any]]:
    """What was said about a folder, after taking it all back where that is wanted. Raises OSError."""
    if withdraw:
        forget_consents(cache_folder, [root])
    return all_consents(cache_folder, root)


def _says_yes(question: str) -> bool:
    """The user's answer on a terminal; False where nobody can be asked."""
    if sys.stdin is None or not (streams.is_terminal(sys.stdin) and streams.is_terminal(sys.stderr)):
        streams.tell(question)
        return False
    streams.ask(f"{question} [y/N] ")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")
