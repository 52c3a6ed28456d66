"""What went wrong in practice, kept for the next time: a file in the user's own data folder, and nowhere else.

Of an exercise it has which variants went wrong, by their place in the row of a seed. No answer is kept. A file that
cannot be read counts as none: it can cost a question that would have been asked again, never more.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import get_args

from viva.core.exercise import Exercise, Wish
from viva.core.records import dataclass

_WISHES: dict[str, Wish] = {wish: wish for wish in get_args(Wish)}
_MOST = 20
"""Of what is remembered of one exercise; what went wrong last is kept."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The variant with this number in the row of this seed and wish; `times` counts how often its kind went wrong."""

    seed: int
    number: int
    times: int = 1
    wish: Wish = "like"

    def once_more(self) -> Wrong:
        return replace(self, times=self.times + 1)


@dataclass(frozen=True, slots=True)
class Practice:
    """What is remembered of one exercise; one that was changed since is another one."""

    file: Path

    @classmethod
    def of(cls, exercise: Exercise) -> Practice:
        base = Path(os.environ.get("XDG_DATA_HOME", ""))
        folder = base if base.is_absolute() else Path.home() / ".local" / "share"
        digest = hashlib.sha256()
        for name, content in sorted(exercise.source.files.items()):
            digest.update(f"{len(name)} {len(content)} {name}".encode(errors="surrogatepass") + content)
        return cls(folder / "viva" / "practice" / f"{exercise.subject}-{digest.hexdigest()[:16]}.json")

    def read(self) -> tuple[Wrong, ...]:
        try:
            known = json.loads(self.file.read_text("utf-8"))
            found = [
                Wrong(int(each["seed"]), int(each["number"]), int(each["times"]), _WISHES[each.get("wish", "like")])
                for each in known
            ]
        except (OSError, ValueError, KeyError, TypeError):
            return ()
        return tuple(each for each in found if each.number > 0 and each.times > 0)[:_MOST]

    def write(self, wrong: Sequence[Wrong]) -> bool:
        """Where nothing is left to remember there is no file. False where it cannot be written: practice goes on."""
        try:
            if wrong:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                self.file.write_text(json.dumps([asdict(each) for each in wrong[:_MOST]]) + "\n", "utf-8")
            else:
                self.file.unlink(missing_ok=True)
        except OSError:
            return False
        return True
