"""A place in a sentence, as the rung `place` of every subject about programs says it."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.rungs import Clue
from viva.core.text.escape import visible_line
from viva.core.texts import Catalogue, catalogue
from viva.core.where import Passage

_MOST = 4


@dataclass(frozen=True, slots=True)
class Place:
    """`kind` says why the line is named, by a key of the catalogue: `mended`, `crash`, `runs` and so on. `line` is None
    where no line stands out. `others` are told after it, and `error` is the name of an exception."""

    kind: str
    line: int | None
    others: tuple[int, ...] = ()
    error: str = ""


_WITH_OTHERS = {
    "mended": "_several",
    "here": "_several",
    "crash": "_from",
    "value": "_from",
    "made": "_then",
    "partly": "_then",
    "runs": "_then",
}


def place_clue(place: Place, where: Passage | None, locale: str) -> Clue:
    """The clue that a place is; what is shown of an error comes from a submission, and is made visible."""
    texts = catalogue(__package__, locale)
    others = list(place.others[:_MOST])
    more = _WITH_OTHERS.get(place.kind, "") if others else ""
    said = texts.say(
        f"place_{place.kind}{more}", line=place.line, others=_listed(texts, others), error=visible_line(place.error)
    )
    return Clue(said, where)


def _listed(texts: Catalogue, lines: Sequence[int]) -> str:
    if len(lines) < 2:
        return texts.say("lines_one", line=lines[0]) if lines else ""
    ordered = sorted(lines)
    first = texts.say("lines_comma").join(map(str, ordered[:-1]))
    return texts.say("lines_several", first=first, last=ordered[-1])
