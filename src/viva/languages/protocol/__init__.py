"""Start reading here: what a language offers. `docs/languages.md` tells how to add one.

A language is a module (or another object) with a name, and with up to four parts: `Runs`, which all have, `Calls`,
`Reads` and `Mends`. Whoever needs a part asks whether it is there, and does without where it is not; nobody asks for
the name of a language. What comes back are the values of this package, the same for every language: `program`,
`transcript`, `outcome`, `problem`, `coverage`, `survey`, `heap`, `edits`, `target`.
"""

from __future__ import annotations

from typing import Protocol

from viva.core.fault import Fault
from viva.languages.protocol.calls import Answers, Arguments, Calls, Driven
from viva.languages.protocol.mends import Mends, Tries
from viva.languages.protocol.reads import Reads
from viva.languages.protocol.runs import Runs
from viva.languages.protocol.symbolic import Symbolic

__all__ = [
    "Answers", "Arguments", "Calls", "Driven", "Language", "Mends", "Reads", "Runs", "Symbolic", "Tries", "calls_of",
    "reads_of",
]  # fmt: skip


class Language(Protocol):
    """`name` is the word of exercises; `suffixes` are the endings of its files, with the dot."""

    name: str
    suffixes: tuple[str, ...]

    @property
    def runs(self) -> Runs: ...

    @property
    def calls(self) -> Calls | None: ...

    @property
    def reads(self) -> Reads | None: ...

    @property
    def mends(self) -> Mends | None: ...


def calls_of(language: Language) -> Calls:
    """For whoever cannot do without."""
    if language.calls is None:
        raise Fault(
            f"functions in {language.name} cannot be called",
            remedy="ask for a whole program (subject console), or for a function in another language",
        )
    return language.calls


def reads_of(language: Language) -> Reads:
    """For whoever cannot do without."""
    if language.reads is None:
        raise Fault(
            f"Viva cannot look into programs in {language.name}; it only runs them",
            remedy="leave out what needs that, or take another language",
        )
    return language.reads
