"""The part `viva.languages.protocol.reads` of Haskell."""

# ruff: noqa: ARG001 the protocol names what nobody needs here

from collections.abc import Mapping, Sequence

from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.languages.haskell.crashes import explain_crash
from viva.languages.haskell.reading import (
    class_definitions,
    constructs,
    documented_calls,
    given_names,
    library_function,
    renamed,
    survey,
    survey_trusted,
)
from viva.languages.heap import Heap
from viva.languages.outcome import Stage
from viva.languages.outline import Outline
from viva.languages.program import Program
from viva.sandbox import Sandbox

__all__ = [
    "class_definitions", "constructs", "documented_calls", "explain_crash", "given_names", "guessed_types",
    "library_function", "outline", "patterns", "renamed", "sentences", "sequence_player",
    "stages", "survey", "survey_trusted",
    "watching_floats", "watching_numbers", "with_classes",
]  # fmt: skip


def sentences(subject: str, locale: str = ENGLISH) -> Mapping[str, str]:
    """Those of the catalogue whose key begins with the name of the subject."""
    own = catalogue("viva.languages.haskell", locale).templates
    return {key.removeprefix(f"{subject}_"): text for key, text in own.items() if key.startswith(f"{subject}_")}


def guessed_types(text: str, function: str) -> dict[str, str]:
    """None: GHC knows every type, whether or not somebody has written it."""
    return {}


def stages(
    sandbox: Sandbox,
    program: Program,
    function: str,
    call: Heap,
    *,
    steps: int,
    largest: int,
    plain: bool = False,
) -> tuple[Stage, ...]:
    """None: arguments never change."""
    return ()


def watching_numbers(text: str, function: str) -> None:
    """Whole numbers are no doubles."""
    del text, function


def watching_floats(text: str, function: str) -> None:
    """Nobody can look at what comes up on the way to a result."""
    return


patterns: tuple[str, ...] = ()


def outline(text: str) -> Outline:
    """There are no classes of objects."""
    del text
    return Outline("")


def with_classes(text: str, source: str, main: str, defined: Sequence[str]) -> None:
    del text, source, main, defined


def sequence_player(cls: str, function: str, mark: str) -> str:
    del cls, function, mark
    return ""
