"""The part `viva.languages.protocol.reads` of Python."""

import builtins
from collections.abc import Mapping
from typing import TYPE_CHECKING

from viva.core.terms import ENGLISH
from viva.languages.later import later
from viva.languages.python.survey import survey

if TYPE_CHECKING:
    from viva.languages.python.calling import stages
    from viva.languages.python.crashes import explain_crash
    from viva.languages.python.guessing import guessed_types
    from viva.languages.python.trusted import (
        class_definitions,
        constructs,
        documented_calls,
        library_function,
        outline,
        renamed,
        sequence_player,
        survey_trusted,
        watching_floats,
        watching_numbers,
        with_classes,
    )

__all__ = [
    "class_definitions", "constructs", "documented_calls", "explain_crash", "given_names", "guessed_types",
    "library_function", "outline", "patterns", "renamed", "sentences", "sequence_player", "stages", "survey",
    "survey_trusted", "watching_floats", "watching_numbers", "with_classes",
]  # fmt: skip

patterns: tuple[str, ...] = ()
given_names = frozenset(dir(builtins))


def sentences(subject: str, locale: str = ENGLISH) -> Mapping[str, str]:  # noqa: ARG001 see `viva.languages.protocol`
    """Those of the subjects are in the words of Python."""
    return {}


__getattr__ = later(
    __name__,
    calling="stages",
    crashes="explain_crash",
    guessing="guessed_types",
    trusted=(
        "class_definitions constructs documented_calls library_function outline renamed sequence_player survey_trusted "
        "watching_floats watching_numbers with_classes"
    ),
)
