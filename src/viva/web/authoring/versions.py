"""What every save replaced, so that it can be taken back: one file for each, below the data of the site.

A version is written before the exercise is, so that nothing is lost in between. Taking one back is a save like any
other, with a version of its own.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from pathlib import Path
from typing import Any

from viva.core.json import Json
from viva.core.records import dataclass

_FOLDER = "versions"
_MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Version:
    """`before` is what the file was until then; None where there was none."""

    number: int
    created: float
    file: str
    before: bytes | None

    def to_json(self) -> dict[str, Json]:
        packed = None if self.before is None else base64.b64encode(self.before).decode("ascii")
        return {"created": self.created, "file": self.file, "before": packed}


def keep(data: Path, folder: Path, file: str, before: bytes | None) -> Version:
    """Writes down what is about to be replaced."""
    place = _place(data, folder)
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    number = max(_numbers(place), default=0)
    while True:
        number += 1
        version = Version(number, time.time(), file, before)
        try:
            # Two tabs that save at once: each gets a number of its own.
            with (place / f"{number}.json").open("x", encoding="utf-8") as out:
                json.dump(version.to_json(), out)
        except FileExistsError:
            continue
        return version


def forget(data: Path, folder: Path, version: Version) -> None:
    """Where nothing was replaced after all."""
    (_place(data, folder) / f"{version.number}.json").unlink(missing_ok=True)


def kept(data: Path, folder: Path) -> list[Version]:
    """The newest first."""
    numbers = sorted(_numbers(_place(data, folder)), reverse=True)[:_MOST_SHOWN]
    return [found for number in numbers if (found := find(data, folder, number)) is not None]


def _numbers(place: Path) -> list[int]:
    names = [path.stem for path in place.glob("*.json")]
    return [int(name) for name in names if name.isascii() and name.isdecimal()]


def find(data: Path, folder: Path, number: int) -> Version | None:
    try:
        told: Any = json.loads((_place(data, folder) / f"{number}.json").read_text("utf-8"))
        packed = told["before"]
        before = None if packed is None else base64.b64decode(packed)
        return Version(number, float(told["created"]), str(told["file"]), before)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _place(data: Path, folder: Path) -> Path:
    """By the folder of the exercise: nothing that an address holds is a part of it."""
    return data / _FOLDER / hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:24]
