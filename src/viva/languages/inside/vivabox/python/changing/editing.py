"""Programs with one small edit, compiled."""

import base64
import sys
import warnings
from typing import Any

from ...sites import Hooks
from ..compiling import RECURSION, Channel, compiled, declared_encoding, decoded
from .edits import Edit, Source


def programs(channel: Channel, job: Any) -> None:
    """The job has `source` (base64), `numbers` and `texts` that may be missing in it, and `most`. One answer is sent:
    for each edit that compiles what `_told` says of it, the whole `text`, and what `compiling` says of that."""
    source = _source(job)
    if source is None:
        channel.send([])
        return
    found: list[dict[str, Any]] = []
    for number, edit in enumerate(source.edits(job["numbers"], job["texts"])):
        if len(found) == job["most"]:
            break
        text = source.changed(edit)
        program = compiled(text.encode(), Hooks())
        if "problem" not in program:
            found.append({**program, "edit": _told(source, number, edit), "text": text})
    channel.send(found)


def _source(job: Any) -> Source | None:
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    source = base64.b64decode(job["source"])
    try:
        return Source(decoded(source, declared_encoding(source)))
    except (SyntaxError, UnicodeError, ValueError, RecursionError, MemoryError):
        return None


def _told(source: Source, number: int, edit: Edit) -> list[Any]:
    """Number, kind, the four numbers of the place, the old and the new piece."""
    return [number, edit.kind, *source.place(edit), source.bytes[edit.begin : edit.end].decode(), edit.new]
