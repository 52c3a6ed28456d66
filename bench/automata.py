"""Regular languages: comparing automata, reports on wrong answers, and what is made of formulas."""

from collections.abc import Iterator

import automata_comparison
import automata_logic

import viva


def rows() -> Iterator[object]:
    yield from automata_comparison.rows()
    yield from automata_logic.rows()


pictures = automata_logic.pictures


def versions() -> dict[str, str]:
    return {"viva": viva.__version__, "automata-lib": "9.2.0"}
