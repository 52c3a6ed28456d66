"""The part `viva.languages.protocol.calls` of Python."""

from typing import TYPE_CHECKING

from viva.languages.later import later
from viva.languages.python import symbolic

if TYPE_CHECKING:
    from viva.languages.python.calling import asked_as, call, converse, drive, fits, takes
    from viva.languages.python.equality import equal
    from viva.languages.python.showing import show, show_call
    from viva.languages.python.trusted import read_type

__all__ = [
    "asked_as", "call", "converse", "drive", "equal", "fits", "iterators", "read_type", "show", "show_call", "symbolic",
    "takes",
]  # fmt: skip

iterators = frozenset(
    {
        "generator", "map", "filter", "zip", "enumerate", "reversed", "list_iterator", "tuple_iterator",
        "range_iterator", "chain", "islice", "list_reverseiterator", "dict_keyiterator", "set_iterator",
        "str_ascii_iterator", "str_iterator", "count", "cycle", "accumulate",
    }
)  # fmt: skip

__getattr__ = later(
    __name__,
    calling="asked_as call converse drive fits takes",
    equality="equal",
    showing="show show_call",
    trusted="read_type",
)
