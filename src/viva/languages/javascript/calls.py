"""The part `viva.languages.protocol.calls` of JavaScript."""

from typing import TYPE_CHECKING

from viva.languages.javascript import symbolic
from viva.languages.later import later

if TYPE_CHECKING:
    from viva.languages.javascript.calling import asked_as, call, converse, drive, fits, takes
    from viva.languages.javascript.equality import equal
    from viva.languages.javascript.literals import read_arguments
    from viva.languages.javascript.showing import show, show_call
    from viva.languages.javascript.trusted import read_type

__all__ = [
    "asked_as", "call", "converse", "drive", "equal", "fits", "iterators", "read_arguments", "read_type", "show",
    "show_call", "symbolic", "takes",
]  # fmt: skip

iterators = frozenset(
    {
        "Generator", "AsyncGenerator", "Array Iterator", "Map Iterator", "Set Iterator", "String Iterator",
        "RegExp String Iterator", "Iterator Helper", "Iterator", "Wrap for Iterator",
    }
)  # fmt: skip

__getattr__ = later(
    __name__,
    calling="asked_as call converse drive fits takes",
    equality="equal",
    literals="read_arguments",
    showing="show show_call",
    trusted="read_type",
)
