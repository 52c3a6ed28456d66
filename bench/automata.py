"""Regular languages: comparing automata, and reports on wrong answers."""

from collections.abc import Iterator

import automata_comparison

import viva


def rows() -> Iterator[object]:
    yield from automata_comparison.rows()


def versions() -> dict[str, str]:
    return {"viva": viva.__version__, "automata-lib": "9.2.0"}
