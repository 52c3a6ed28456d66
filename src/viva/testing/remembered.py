"""Counterexamples of earlier runs, by value, so that a mistake that was found once is not missed after an edit.

They are kept outside the project, in one file for each module that is tested, newest first. They add to what is tried
and take nothing away: a property that the usual tests refute is told as if nothing had been remembered.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from viva.core.json import Json
from viva.services.storing.store import folder

_MOST = 10  # of each property
_LARGEST = 1 << 20

Remembered = dict[str, list[list[Json]]]


def _place(module: Path) -> Path:
    name = hashlib.sha256(str(module.resolve()).encode()).hexdigest()[:32]
    return folder().parent / "counterexamples" / f"{name}.json"


def read_remembered(module: Path) -> Remembered:
    """For each property: how to make its counterexamples, and the types they were made for. A damaged file is none."""
    found: Remembered = {}
    with contextlib.suppress(OSError, ValueError, RecursionError):
        path = _place(module)
        if path.stat().st_size <= _LARGEST:
            data = json.loads(path.read_text("utf-8"))
            for name, entries in data.items() if isinstance(data, dict) else ():
                found[str(name)] = [[entry[0], entry[1]] for entry in entries if _is_entry(entry)][:_MOST]
    return found


def _is_entry(entry: object) -> bool:
    match entry:
        case [str(), [*types]]:
            return all(isinstance(each, str) for each in types)
    return False


def remember(module: Path, before: Remembered, found: Mapping[str, tuple[str, Sequence[str]]]) -> None:
    """Adds what was found now."""
    after: Remembered = {name: list(entries) for name, entries in before.items()}
    for name, (text, types) in found.items():
        entry: list[Json] = [text, list[Json](types)]
        after[name] = [entry, *(each for each in after.get(name, []) if each != entry)][:_MOST]
    if after == before:
        return
    path = _place(module)
    with contextlib.suppress(OSError):  # a folder that cannot be written to costs no verdict
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        beside.write_text(json.dumps(after), "utf-8")
        beside.replace(path)
