"""The part `viva.languages.protocol.calls` of Haskell."""

from collections.abc import Sequence

from viva.languages.haskell.calling import call, converse, drive, takes
from viva.languages.haskell.equality import equal
from viva.languages.haskell.literals import read_arguments, same_function
from viva.languages.haskell.reading import asked_as, read_type
from viva.languages.haskell.showing import show, show_call

__all__ = [
    "asked_as",
    "call",
    "converse",
    "drive",
    "equal",
    "fits",
    "iterators",
    "read_arguments",
    "read_type",
    "same_function",
    "show",
    "show_call",
    "symbolic",
    "takes",
]  # fmt: skip

iterators: frozenset[str] = frozenset()
symbolic = None
_LARGEST = 2**62


def fits(arguments: Sequence[object], *, shared: bool) -> bool:  # noqa: ARG001 see `viva.languages.protocol`
    """Whole numbers that are also an `Int`: whether a submission takes `Int` or `Integer` is its own choice."""
    todo = list(arguments)
    while todo:
        one = todo.pop()
        if type(one) is int and abs(one) > _LARGEST:
            return False
        if isinstance(one, list | tuple | set | frozenset):
            todo += one
        elif isinstance(one, dict):
            todo += [*one.keys(), *one.values()]
        elif hasattr(one, "fields"):
            todo += [value for _, value in one.fields]
    return True
