"""What kind of mistake it is, and which rules are broken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.subjects.harmony.model import Wrong


def pattern(wrong: Sequence[Wrong], asked: int, slots: Mapping[str, str | int], say: Say) -> Clue:
    """The kind of the first mistake, and how many answers are wrong, or wrong in this way."""
    told = say(f"pattern_{wrong[0].mistake.kind}", **slots)
    kinds = [say(f"pattern_{each.mistake.kind}", **each.mistake.slots) for each in wrong]
    same = kinds.count(kinds[0])
    how_many = "_one" if len(wrong) == 1 else "_some" if same < len(wrong) else "_all" if same == asked else ""
    counted = say(f"pattern_count{how_many}", count=len(wrong), asked=asked, same=same)
    return Clue(f"{told} {counted}" if asked > 1 else told)


def pattern_of_rules(names: Iterable[str], say: Say) -> Clue:
    return Clue(" ".join(say(f"rule_{name}") for name in names))
